// C(i, j) = ⊕_k A(i, k) ⊗ B(j, k) at the entries of a sparse mask, A and B full and by rows.
// Template parameter P, defined by the program:
//   P::Offset, P::Index     widths of the mask's arrays
//   P::A, P::U, P::Z        stored types of A's and B's values, type of the monoid
//   P::a_is_iso, u_is_iso, uses_a, uses_u, multiply(a, u), add(x, y), ...
//   P::vec                  neighbouring values that a lane reads at once: k is a multiple of it
//   P::lanes                lanes of a group, which makes an entry
#pragma once

#include "kernels/row_walk.cuh"
#include "mxm/mxm_sampled_arguments.h"

namespace grb::device {

/// Values that one instruction loads.
template <class T, int count>
struct alignas(alignment_of_neighbours<T, count>) Neighbours {
    T values[count];
};

/// Loads `count` values from number `first` on; the one value of all where is_iso.
template <int count, bool is_used, bool is_iso, class T>
__device__ inline Neighbours<T, count> neighbours_at(const void *array, unsigned long first) {
    const T *values = static_cast<const T *>(array);
    Neighbours<T, count> x{};
    if constexpr (is_used && is_iso) {
#pragma unroll
        for (T &value : x.values) value = *values;
    } else if constexpr (is_used) {
        x = *reinterpret_cast<const Neighbours<T, count> *>(values + first);
    }
    return x;
}

/// The terms of one entry that belong to lane `position` of its group.
template <class P>
__device__ inline Partial<P> sampled_terms(const MxmSampledArguments &g, unsigned long i,
                                           unsigned long j, unsigned position) {
    constexpr int vec = P::vec;
    Partial<P> sum;
    for (unsigned long c = position * vec; c < g.k; c += P::lanes * vec) {
        const auto a =
            neighbours_at<vec, P::uses_a, P::a_is_iso, typename P::A>(g.a_values, i * g.k + c);
        const auto b =
            neighbours_at<vec, P::uses_u, P::u_is_iso, typename P::U>(g.b_values, j * g.k + c);
#pragma unroll
        for (int t = 0; t < vec; t++) {
            Partial<P> term;
            term.value = P::multiply(a.values[t], b.values[t]);
            term.has = true;
            sum.add(term);
        }
        if (is_final(sum)) break;
    }
    return sum;
}

/// A block takes sampled_share entries, of any rows, a group of lanes an entry. Bytes: a row of A
/// and one of B an entry; those of A come from L1 while the row of the mask lasts. Grid: entries /
/// sampled_share blocks. Deterministic.
template <class P>
__device__ void mxm_sampled(const MxmSampledArguments &g) {
    constexpr unsigned groups = sampled_threads / P::lanes;
    const auto *offsets = static_cast<const typename P::Offset *>(g.M.row_offsets);
    const auto *columns = static_cast<const typename P::Index *>(g.M.column_indices);
    auto *values = static_cast<typename P::Z *>(g.c_values);
    const unsigned long first = blockIdx.x * sampled_share;
    const unsigned long last =
        first + sampled_share < g.M.nvals ? first + sampled_share : g.M.nvals;
    __shared__ unsigned long bounds[2];
    if (threadIdx.x < 2)
        bounds[threadIdx.x] =
            row_of(offsets, threadIdx.x == 0 ? first : last - 1, 0, g.M.nrows - 1);
    __syncthreads();
    const unsigned position = threadIdx.x % P::lanes;
    unsigned long row = bounds[0];
    // The lanes of a warp loop together: shuffles join their sums.
    for (unsigned long begin = first; begin < last; begin += groups) {
        const unsigned long p = begin + threadIdx.x / P::lanes;
        Partial<P> sum;
        if (p < last) {
            row = row_of(offsets, p, row, bounds[1]);
            sum = sampled_terms<P>(g, row, columns[p], position);
        }
        reduce_lanes(sum, P::lanes);
        if (position == 0 && p < last) values[p] = sum.value;
    }
}

} // namespace grb::device
