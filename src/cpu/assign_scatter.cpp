/// S(J(j)) = u(j) on dense storage: one scatter of values and presence bits; with duplicates the last wins.
/// u one row, bitmap or full; S 1×n bitmap or full. Work O(n / 64 + |J|), scratch none.
/// Refused: a scalar, more than one row, u sparse, |J| below n / 8. One thread, so deterministic.
#include "registry/pick.hpp"

#include <cstring>

namespace grb {

namespace {

const char *refuses(const AssignProblem &problem) {
    if (!problem.A) return "scalar";
    if (problem.nrows != 1 || problem.A->nrows() != 1 || problem.is_transposed)
        return "more than one row";
    if (problem.columns.is_all) return "no list";
    if (!problem.A->has_dense()) return "u is not dense";
    return problem.columns.count < problem.ncols / 8 || problem.ncols > (std::uint64_t{1} << 34)
               ? "list is short"
               : nullptr;
}

Cost cost(const AssignProblem &problem) {
    return {rates().call_seconds +
            static_cast<double>(problem.columns.count) / rates().scatters_cached};
}

Ref<Snapshot> run(const AssignProblem &problem) {
    const DenseView u = problem.A->dense();
    const IndexList &list = problem.columns;
    const std::uint64_t n = problem.ncols, words = (n + 63) / 64;
    DensePart part;
    part.is_iso = u.is_iso;
    part.values = u.is_iso ? Array::copy_of(u.values, u.type->size) : Array(n * u.type->size);
    part.bits = Array::zeroed(words * sizeof(std::uint64_t));
    auto *bits = part.bits.as<std::uint64_t>();
    for (std::uint64_t k = 0; k < list.count; k++) {
        // The last mention of a repeated index decides, also where it has no entry and an earlier one has.
        const std::uint64_t j = list[k], bit = std::uint64_t{1} << (j % 64);
        bits[j / 64] = u.has(k) ? bits[j / 64] | bit : bits[j / 64] & ~bit;
    }
    if (!u.is_iso) {
        for_index_runs(list, 0, list.count,
                       [&](const std::uint64_t *run, std::uint64_t first, std::uint64_t last) {
                           scatter_values(part.values.data(), run, 8, u.value(first), last - first,
                                          u.type->size);
                       });
    }
    for (std::uint64_t word = 0; word < words; word++) {
        part.nvals += static_cast<std::uint64_t>(__builtin_popcountll(bits[word]));
    }
    if (part.nvals == n) part.bits = Array();
    return Snapshot::of_dense(u.type, 1, n, std::move(part));
}

} // namespace

extern const Variant<AssignProblem> assign_scatter = {"cpu/assign_scatter", {}, refuses, cost, run};

} // namespace grb
