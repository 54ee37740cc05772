/// S(J(j)) = u(j) on dense storage: one scatter of values and presence bits; with duplicates the
/// last wins. All threads copy a range, one thread scatters any other list: deterministic.
/// u one row, bitmap or full; S 1×n bitmap or full. Work O(n / 64 + |J|), scratch none.
/// Refused: a scalar, more than one row, u sparse, |J| below n / 8.
#include "base/bit_count.hpp"
#include "base/parallel.hpp"
#include "costs/rates.hpp"
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"

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

/// Sets bits [to, to + n) of cleared words from the first n bits of `from`, or all; parallel by
/// words.
void copy_bits(std::uint64_t *bits, std::uint64_t to, const std::uint64_t *from, std::uint64_t n) {
    const auto read = [&](std::uint64_t at) -> std::uint64_t { // 64 bits from `at` on
        if (from == nullptr) return ~std::uint64_t{0};
        const std::uint64_t low = from[at / 64] >> (at % 64);
        const bool has_more = at % 64 != 0 && at / 64 + 1 < (n + 63) / 64;
        return has_more ? low | from[at / 64 + 1] << (64 - at % 64) : low;
    };
    const std::uint64_t first = to / 64;
    parallel_ranges((to + n + 63) / 64 - first, 1, [&](std::uint64_t word, std::uint64_t last) {
        for (; word < last; word++) {
            const std::uint64_t element = (first + word) * 64; // of the word's first bit
            std::uint64_t own = element < to ? read(0) << (to - element) : read(element - to);
            if (element + 64 > to + n) own &= (std::uint64_t{1} << (to + n - element)) - 1;
            bits[first + word] = own;
        }
    });
}

/// A repeated index takes its last mention, even one without an entry.
void scatter_list(const DenseView &u, const IndexList &list, DenseForm &form) {
    auto *const bits = form.bits.as<std::uint64_t>();
    for (std::uint64_t k = 0; k < list.count; k++) {
        const std::uint64_t j = list[k], bit = std::uint64_t{1} << (j % 64);
        bits[j / 64] = u.has(k) ? bits[j / 64] | bit : bits[j / 64] & ~bit;
    }
    if (u.is_iso) return;
    for_index_runs(list, 0, list.count,
                   [&](const std::uint64_t *run, std::uint64_t first, std::uint64_t last) {
                       scatter_values(form.values.data(), run, 8, u.value(first), last - first,
                                      u.type->size);
                   });
}

Ref<Snapshot> run(const AssignProblem &problem) {
    const DenseView u = problem.A->dense();
    const std::uint64_t n = problem.ncols, words = (n + 63) / 64;
    const IndexList list = as_range(problem.columns, n);
    const std::size_t size = u.type->size;
    DenseForm form;
    form.is_iso = u.is_iso;
    form.values = u.is_iso ? Array::copy_of(u.values, size) : Array(n * size);
    form.bits = Array::zeroed(words * sizeof(std::uint64_t));
    auto *const bits = form.bits.as<std::uint64_t>();
    if (list.is_progression() && list.step == 1 && list.count != 0) {
        copy_bits(bits, list.first, u.bits, list.count);
        auto *const values = form.values.as<unsigned char>();
        parallel_ranges(u.is_iso ? 0 : list.count, 1, [&](std::uint64_t begin, std::uint64_t end) {
            std::memcpy(values + (list.first + begin) * size, u.value(begin), (end - begin) * size);
        });
        form.nvals = u.nvals;
    } else {
        scatter_list(u, list, form);
        for (std::uint64_t word = 0; word < words; word++) form.nvals += count_bits(bits[word]);
    }
    if (form.nvals == n) form.bits = Array();
    return Snapshot::of_dense(u.type, 1, n, std::move(form));
}

} // namespace

extern const Variant<AssignProblem> assign_scatter = {"cpu/assign_scatter", {}, refuses, cost, run};

} // namespace grb
