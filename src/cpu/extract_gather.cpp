/// w = u(J) from bitmap or full storage: one gather of values and one of presence bits.
/// A is one row of n (or m×n with all rows and J a list), not transposed, C is 1×|J| bitmap or full.
/// Work O(|J|); no scratch. Deterministic. Refused: more than one row, A sparse, transposed.
#include "core/parallel.hpp"
#include "registry/pick.hpp"

namespace grb {

namespace {

const char *refuses(const ExtractProblem &problem) {
    if (problem.is_transposed) return "transposed operand";
    if (problem.A->nrows() != 1 || problem.rows.count != 1) return "more than one row";
    const Format format = problem.A->format();
    return format == Format::bitmap || format == Format::full ? nullptr : "A is not dense";
}

Cost cost(const ExtractProblem &problem) {
    const double footprint = static_cast<double>(problem.A->bytes());
    const double rate = footprint > 1.6e7 ? rates().gathers_memory : rates().gathers_cached;
    return {rates().call_seconds + static_cast<double>(problem.columns.count) / rate};
}

Ref<Snapshot> run(const ExtractProblem &problem) {
    const DenseView u = problem.A->dense();
    const IndexList &list = problem.columns;
    if (list.is_all) return problem.A;
    const std::uint64_t n = list.count, words = (n + 63) / 64;
    const std::size_t size = u.type->size;
    DensePart part;
    part.is_iso = u.is_iso;
    part.values = u.is_iso ? Array::copy_of(u.values, size) : Array(n * size);
    if (!u.is_full()) part.bits = Array::zeroed(words * sizeof(std::uint64_t));
    parallel_ranges(words, 128, [&](std::uint64_t first, std::uint64_t last) {
        const std::uint64_t begin = first * 64, end = std::min(n, last * 64);
        if (!u.is_iso) {
            gather_values(part.values.as<unsigned char>() + begin * size, u.values,
                          list.indices + begin, 8, end - begin, size);
        }
        if (u.is_full()) return;
        auto *bits = part.bits.as<std::uint64_t>();
        for (std::uint64_t k = begin; k < end; k++) {
            bits[k / 64] |= std::uint64_t{u.has(list.indices[k])} << (k % 64);
        }
    });
    part.nvals = n;
    if (!u.is_full()) {
        part.nvals = 0;
        for (std::uint64_t word = 0; word < words; word++) {
            part.nvals += static_cast<std::uint64_t>(
                __builtin_popcountll(part.bits.as<std::uint64_t>()[word]));
        }
        if (part.nvals == n) part.bits = Array();
    }
    return Snapshot::of_dense(u.type, 1, n, std::move(part));
}

} // namespace

extern const Variant<ExtractProblem> extract_gather = {
    "cpu/extract_gather", {}, refuses, cost, run};

} // namespace grb
