// Values of A · D or D · A, D diagonal: value p of A times the diagonal's in its column (row).
// Template parameter P, defined by the program:
//   P::Offset, P::Index     widths of A's arrays
//   P::A, P::D, P::Z        types of values
//   P::by_row, a_is_iso, d_is_iso, uses_a, uses_d, op(a, d)
#pragma once

#include "kernels/row_walk.cuh"
#include "mxm/mxm_diagonal_arguments.h"

namespace grb::device {

/// A block takes diagonal_share neighbouring entries; each thread strides over them. Bytes: A once,
/// its indices or offsets, D from caches, the result once. Grid: entries / diagonal_share blocks.
/// Deterministic.
template <class P>
__device__ void mxm_diagonal(const MxmDiagonalArguments &g) {
    const auto *offsets = static_cast<const typename P::Offset *>(g.A.row_offsets);
    const auto *columns = static_cast<const typename P::Index *>(g.A.column_indices);
    const unsigned long first = blockIdx.x * diagonal_share;
    const unsigned long last =
        first + diagonal_share < g.A.nvals ? first + diagonal_share : g.A.nvals;
    __shared__ unsigned long bounds[2];
    if constexpr (P::by_row && P::uses_d && !P::d_is_iso) {
        if (threadIdx.x < 2)
            bounds[threadIdx.x] =
                row_of(offsets, threadIdx.x == 0 ? first : last - 1, 0, g.A.nrows - 1);
        __syncthreads();
    }
    for (unsigned long p = first + threadIdx.x; p < last; p += diagonal_threads) {
        typename P::A a{};
        typename P::D d{};
        if constexpr (P::uses_a)
            a = static_cast<const typename P::A *>(g.A.values)[P::a_is_iso ? 0 : p];
        if constexpr (P::uses_d) {
            unsigned long k = 0;
            if constexpr (!P::d_is_iso && P::by_row) k = row_of(offsets, p, bounds[0], bounds[1]);
            if constexpr (!P::d_is_iso && !P::by_row) k = columns[p];
            d = static_cast<const typename P::D *>(g.diagonal)[k];
        }
        static_cast<typename P::Z *>(g.c_values)[p] = P::op(a, d);
    }
}

} // namespace grb::device
