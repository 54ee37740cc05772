// The commit when the mask is a list. Template parameter P, defined by the program:
//   Index, TIndex          of the mask's list and of T's
//   M, m_is_iso, is_tested the mask's values, where they count
//   T, t_is_iso, t_is_list T, Z the type of C
//   has_op, uses_c, uses_t, op(c, t)
#pragma once

#include "elementwise/elementwise.cuh"
#include "merge/commit_listed_arguments.h"

namespace grb::device {

/// Returns true if T has an entry at p, the mask's k-th position; q is the position of its value.
template <class P>
__device__ inline bool find_in_t(const CommitListedArguments &g, unsigned long p, unsigned long k,
                                 unsigned long &q) {
    if constexpr (P::t_is_list) {
        q = k;
        if (g.t_indices == nullptr) return true;
        const auto *indices = static_cast<const typename P::TIndex *>(g.t_indices);
        unsigned long low = 0, high = g.t_count;
        while (low < high) {
            const unsigned long middle = low + (high - low) / 2;
            if (indices[middle] < p) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        q = low;
        return low < g.t_count && indices[low] == p;
    } else {
        q = p;
        return has_entry(g.t, p);
    }
}

/// Changes c(p) at the mask's k-th entry, which allows T. Returns the change of C's number of
/// entries.
template <class P>
__device__ inline int commit_element(const CommitListedArguments &g, unsigned long p,
                                  unsigned long k) {
    using T = typename P::T;
    using Z = typename P::Z;
    Z *const element = static_cast<Z *>(g.result.values) + p;
    unsigned *const word = g.result.bits == nullptr ? nullptr : g.result.bits + p / 32;
    const unsigned bit = 1u << (p % 32);
    unsigned long q = 0;
    if (!find_in_t<P>(g, p, k, q)) {
        if (!g.deletes || word == nullptr || (atomicAnd(word, ~bit) & bit) == 0) return 0;
        *element = Z{}; // absent elements hold zero
        return -1;
    }
    const bool had = word == nullptr || (atomicOr(word, bit) & bit) != 0;
    T t{};
    if (!had || P::uses_t) t = load_element<T, P::t_is_iso>(g.t.values, g.t.value, q);
    Z z = convert<Z>(t);
    if constexpr (P::has_op) {
        if (had) z = P::op(P::uses_c ? *element : Z{}, t);
    }
    *element = z;
    return had ? 0 : 1;
}

/// C⟨M⟩ = accum(C, T) for a mask that is a list and not complemented: a thread per entry of the
/// mask, which searches T there; no other element is read. C bitmap or full and not iso, in
/// place; T dense, or a sorted list, by binary search, or a list with the mask's own pattern.
/// Publishes the mask's entries plus C's new ones less those deleted. Work O(|M| log |T|); the
/// positions differ, so only words of bits are shared, by atomics. Grid: |M| / 256. Deterministic.
template <class P>
__device__ void commit_listed(const CommitListedArguments &g) {
    using M = typename P::M;
    const unsigned long k = blockIdx.x * static_cast<unsigned long>(blockDim.x) + threadIdx.x;
    int made = 0;
    if (k < g.count) {
        const unsigned long p = static_cast<const typename P::Index *>(g.indices)[k];
        bool is_true = true;
        if constexpr (P::is_tested)
            is_true = load_element<M, P::m_is_iso>(g.mask_values, g.mask_value, k) != M{};
        made = 1 + (is_true ? commit_element<P>(g, p, k) : 0);
    }
    publish_elements(g.result, static_cast<unsigned>(made));
}

} // namespace grb::device
