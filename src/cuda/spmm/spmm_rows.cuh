// Products by a full matrix, a warp for a row of A. See spmm.cuh for P, which has here too
//   P::flight               rows of B in flight at a time
#pragma once

#include "spmm/spmm.cuh"

namespace grb::device {

/// A warp per row and 32 columns: it loads 32 entries of the row at once and broadcasts them by 32
/// shuffles, so that it reads adjacent elements of B's rows, all in flight together (row split,
/// Yang 2019 §6.2.1). Bytes: of B F values an entry of rows that the mask wants. Grid: rows ·
/// slices / 4 blocks of 128. For rows that are long and even. Deterministic.
template <class P>
__device__ void spmm_row_split(const SpmmArguments &arguments) {
    const SpmmView<P> view(arguments);
    const WarpTask<P> task(warp_number(), arguments.A.nrows);
    if (task.slice >= arguments.slices || !view.wants(task.unit)) return;
    const unsigned long own = task.first_column(lane(), warp_size);
    const bool is_active = own < arguments.columns;
    const unsigned c = is_active ? static_cast<unsigned>(own) : 0;
    const unsigned long begin = view.offsets[task.unit], end = view.offsets[task.unit + 1];
    Sums<P> sums;
    for (unsigned long base = begin; base < end; base += warp_size) {
        const int count = end - base < warp_size ? static_cast<int>(end - base) : warp_size;
        typename P::Index column{};
        typename P::A factor{};
        if (lane() < count) {
            column = view.column(base + lane());
            factor = view.matrix_value(base + lane());
        }
        for (int first = 0; first < count; first += P::flight) {
            Terms<P> terms[P::flight];
#pragma unroll
            for (int k = 0; k < P::flight; k++)
                if (first + k < count) terms[k] = view.terms(shuffle(column, first + k), c);
#pragma unroll
            for (int k = 0; k < P::flight; k++)
                if (first + k < count) sums.add(shuffle(factor, first + k), terms[k]);
        }
    }
    if (is_active && begin != end) view.store(task.unit, c, sums);
}

/// A warp per row and 32 columns, with the 32 entries staged in shared memory, from where every
/// lane takes them in turn (sequential reduction with coalesced sparse-row caching, CSC: Huang et
/// al. 2021 §2.1.3). Grid: rows · slices / 8 blocks of 256. Deterministic.
template <class P>
__device__ void spmm_sequential_row(const SpmmArguments &arguments) {
    const SpmmView<P> view(arguments);
    __shared__ typename P::Index all_columns[P::warps][warp_size];
    __shared__ typename P::A all_factors[P::warps][warp_size];
    auto *columns = all_columns[threadIdx.x / warp_size];
    auto *factors = all_factors[threadIdx.x / warp_size];
    const WarpTask<P> task(warp_number(), arguments.A.nrows);
    if (task.slice >= arguments.slices) return;
    const unsigned long own = task.first_column(lane(), warp_size);
    const bool is_active = own < arguments.columns;
    const unsigned c = is_active ? static_cast<unsigned>(own) : 0;
    const unsigned long begin = view.offsets[task.unit], end = view.offsets[task.unit + 1];
    Sums<P> sums;
    for (unsigned long base = begin; base < end; base += warp_size) {
        const int count = end - base < warp_size ? static_cast<int>(end - base) : warp_size;
        if (lane() < count) {
            columns[lane()] = view.column(base + lane());
            factors[lane()] = view.matrix_value(base + lane());
        }
        __syncwarp();
#pragma unroll P::flight
        for (int k = 0; k < count; k++) sums.add(factors[k], view.terms(columns[k], c));
        __syncwarp();
    }
    if (is_active && begin != end) view.store(task.unit, c, sums);
}

/// A warp per row and P::vec columns: lanes over the entries, each loads P::vec elements of a row
/// of B by one instruction, and shuffles add up the lanes' sums (parallel reduction with
/// vector-type dense-row loading, VDL: Huang et al. 2021 §2.1.2). For few columns. Grid: rows ·
/// slices / 8 blocks of 256. Deterministic.
template <class P>
__device__ void spmm_parallel_row(const SpmmArguments &arguments) {
    const SpmmView<P> view(arguments);
    const WarpTask<P> task(warp_number(), arguments.A.nrows);
    if (task.slice >= arguments.slices) return;
    const auto c = static_cast<unsigned>(task.first_column(0, 1));
    const unsigned long begin = view.offsets[task.unit], end = view.offsets[task.unit + 1];
    Sums<P> sums;
    for (unsigned long p = begin + lane(); p < end; p += warp_size)
        sums.add(view.matrix_value(p), view.terms(view.column(p), c));
    for (int distance = warp_size / 2; distance > 0; distance /= 2) {
        Sums<P> other;
#pragma unroll
        for (int k = 0; k < P::vec; k++) other.values[k] = shuffle_down(sums.values[k], distance);
        sums.add(other);
    }
    if (lane() == 0 && begin != end) view.store(task.unit, c, sums);
}

} // namespace grb::device
