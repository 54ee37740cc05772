// Sums of the rows or columns of bitmap and full storage.
// The program defines template parameter P: X, x_is_iso, lanes, and the members that Partial needs.
// Thread blocks of 256. Rows (columns) are divided into chunks by the sizes alone, so that the
// order of addition is the same everywhere: within a chunk by strides, then chunk by chunk.
#pragma once

#include "elementwise/elementwise.cuh"

namespace grb::device {

template <class P>
__device__ inline void add_element(Partial<P> &sum, const ReduceToVectorArguments &g, unsigned long p) {
    if (!has_entry(g.x, p)) return;
    Partial<P> term;
    term.value =
        convert<typename P::Z>(load_element<typename P::X, P::x_is_iso>(g.x.values, g.x.value, p));
    term.has = true;
    sum.add(term);
}

template <class P>
__device__ inline void store_chunk(const ReduceToVectorArguments &g, unsigned long chunk,
                                   unsigned long major, const Partial<P> &sum) {
    const unsigned long at = chunk * g.major_count + major;
    static_cast<typename P::Z *>(g.chunk_values)[at] = sum.value;
    g.chunk_has[at] = sum.has;
}

/// Chunk sums of rows: P::lanes lanes (2, 4, ... 32) process a chunk of a row side by side, then a
/// tree (CSR-vector's mapping, after Bell and Garland 2009, without offsets). Every byte of x once.
/// Grid: rows · chunks · lanes / 256 blocks. Deterministic.
template <class P>
__device__ void sum_rows(const ReduceToVectorArguments &g) {
    const unsigned long thread = blockIdx.x * static_cast<unsigned long>(blockDim.x) + threadIdx.x;
    const unsigned long task = thread / P::lanes, mine = thread % P::lanes;
    const unsigned long row = task / g.chunks, chunk = task % g.chunks;
    Partial<P> sum;
    if (row < g.nrows) {
        const unsigned long begin = chunk * g.share, end = min(begin + g.share, g.ncols);
#pragma unroll 4
        for (unsigned long j = begin + mine; j < end; j += P::lanes)
            add_element(sum, g, row * g.ncols + j);
    }
    reduce_lanes(sum, P::lanes);
    if (mine == 0 && row < g.nrows) store_chunk(g, chunk, row, sum);
}

/// Chunk sums of columns: a warp's lanes take 32 neighbouring columns, the block's 8 warps every
/// eighth row of the chunk, and the first warp adds the others' sums. Coalesced; every byte of x
/// once. Grid: tiles of 32 columns · chunks. Deterministic.
template <class P>
__device__ void sum_columns(const ReduceToVectorArguments &g) {
    using Z = typename P::Z;
    constexpr int warps = element_threads / warp_size;
    __shared__ Z values[warps][warp_size];
    __shared__ bool has[warps][warp_size];
    const int warp = static_cast<int>(threadIdx.x) / warp_size;
    const unsigned long column = blockIdx.x / g.chunks * warp_size + lane();
    const unsigned long chunk = blockIdx.x % g.chunks;
    Partial<P> sum;
    if (column < g.ncols) {
        const unsigned long begin = chunk * g.share, end = min(begin + g.share, g.nrows);
#pragma unroll 4
        for (unsigned long i = begin + warp; i < end; i += warps)
            add_element(sum, g, i * g.ncols + column);
    }
    values[warp][lane()] = sum.value;
    has[warp][lane()] = sum.has;
    __syncthreads();
    if (warp != 0 || column >= g.ncols) return;
    for (int k = 1; k < warps; k++) {
        Partial<P> term;
        term.value = values[k][lane()];
        term.has = has[k][lane()];
        sum.add(term);
    }
    store_chunk(g, chunk, column, sum);
}

/// w(k) = the chunk sums of row (column) k, in their order, where the mask allows k; a thread each.
/// Grid: major_count / 256 blocks. Deterministic.
template <class P>
__device__ void finish_vector(const ReduceToVectorArguments &g) {
    using Z = typename P::Z;
    const unsigned long major = blockIdx.x * static_cast<unsigned long>(blockDim.x) + threadIdx.x;
    Partial<P> sum;
    if (major < g.major_count && mask_allows(g.mask, major)) {
#pragma unroll 8
        for (unsigned long chunk = 0; chunk < g.chunks; chunk++) {
            const unsigned long at = chunk * g.major_count + major;
            Partial<P> term;
            term.value = static_cast<const Z *>(g.chunk_values)[at];
            term.has = g.chunk_has[at] != 0;
            sum.add(term);
        }
    }
    if (major < g.major_count) static_cast<Z *>(g.result.values)[major] = sum.has ? sum.value : Z{};
    write_word(g.result, g.major_count, major - lane(), sum.has);
    publish_elements(g.result, sum.has);
}

} // namespace grb::device
