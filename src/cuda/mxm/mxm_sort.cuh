// All products a(i, k) ⊗ b(k, j) as tuples (i, j, value), in the order of A's entries and then of
// B's rows. Template parameter P, defined by the program:
//   P::Offset, P::Index        widths of B's arrays
//   P::FrontierIndex, P::Row   widths of the numbers of B's rows, of those of C
//   P::A, P::U, P::Z           stored types of A's and B's values, type of the monoid
//   P::a_is_iso, u_is_iso, uses_a, uses_u, multiply(a, u)
#pragma once

#include "mxm/mxm_sort_arguments.h"
#include "mxv/push_balanced.cuh"

namespace grb::device {

/// Makes the tuples of all products (the expansion of Bell et al. 2012). Equal shares of products a
/// block (MergeSchedule), for any row lengths. Work O(products); bytes: B's rows as often as A
/// names them, and the tuples once. Any grid. Deterministic.
template <class P>
__device__ void mxm_sort(const MxmSortArguments &g) {
    const Frontier<P> frontier(g.walk);
    const auto *indices = static_cast<const typename P::Index *>(g.walk.A.column_indices);
    const auto *entry_rows = static_cast<const typename P::Row *>(g.entry_rows);
    MergeSchedule::gather<P>(
        frontier, [&](bool is_edge, unsigned long q, unsigned long p, unsigned long e) {
            if (!is_edge) return;
            typename P::A a{};
            typename P::U b{};
            if constexpr (P::uses_a)
                a = static_cast<const typename P::A *>(g.A.values)[P::a_is_iso ? 0 : q];
            if constexpr (P::uses_u)
                b = static_cast<const typename P::U *>(g.walk.A.values)[P::u_is_iso ? 0 : p];
            static_cast<typename P::Row *>(g.rows)[e] = entry_rows[q];
            static_cast<typename P::Index *>(g.columns)[e] = indices[p];
            static_cast<typename P::Z *>(g.values)[e] = P::multiply(a, b);
        });
}

} // namespace grb::device
