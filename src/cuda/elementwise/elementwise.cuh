// Element-wise work on bitmap and full storage, and lists scattered into it. Template parameter P,
// defined by the program; see each kernel. Thread blocks of 256; a warp owns whole 32-bit words of
// presence bits and writes them by ballot, so no bit is written twice.
#pragma once

#include "elementwise/elementwise_arguments.h"
#include "kernels/partial.cuh"

namespace grb::device {

inline constexpr int cells_per_thread = 4; // 32 apart: the loads of all four are in flight together
inline constexpr int cells_per_warp = warp_size * cells_per_thread;
inline constexpr int cell_threads = 256;

/// First cell of this warp.
__device__ inline unsigned long first_cell() {
    return (blockIdx.x * static_cast<unsigned long>(blockDim.x) + threadIdx.x) / warp_size *
           cells_per_warp;
}

__device__ inline bool has_cell(const Cells &x, unsigned long p) {
    return !x.is_empty && (x.bits == nullptr || (x.bits[p / 32] >> (p % 32) & 1) != 0);
}

__device__ inline bool lets_through(const CellMask &mask, unsigned long p) {
    const unsigned word = mask.bits == nullptr ? 0 : mask.bits[p / 32];
    return ((word ^ mask.flip) >> (p % 32) & 1) != 0;
}

__device__ inline bool is_inside(const unsigned *region, unsigned long p) {
    return region == nullptr || (region[p / 32] >> (p % 32) & 1) != 0;
}

template <class T, bool is_iso>
__device__ inline T load_cell(const void *values, unsigned long value, unsigned long p) {
    if constexpr (is_iso && is_structured<T>) {
        return values == nullptr ? T{} : *static_cast<const T *>(values);
    } else if constexpr (is_iso) {
        return values == nullptr ? from_bits<T>(static_cast<Bits<T>>(value))
                                 : *static_cast<const T *>(values);
    } else {
        return static_cast<const T *>(values)[p];
    }
}

/// The presence word of cells `first` to first + 31 from their lanes. All lanes call it.
__device__ inline void write_word(const CellResult &result, unsigned long cells,
                                  unsigned long first, bool is_present) {
    if (result.bits == nullptr) return;
    const unsigned word = __ballot_sync(all_lanes, is_present);
    // The host's words are twice as long: the last one is written whole.
    const unsigned long words = (cells + 63) / 64 * 2;
    if (lane() == 0 && first / 32 < words) result.bits[first / 32] = word;
}

__device__ inline void publish_cells(const CellResult &result, unsigned made) {
    publish_entries({result.count_sum, result.count_blocks, result.count_where}, made);
}

__device__ inline bool mask_lets_through(const MergeArguments &g, unsigned long p) {
    if (g.mask_values == nullptr) return lets_through(g.mask, p);
    const bool has_bit = g.mask.bits == nullptr || (g.mask.bits[p / 32] >> (p % 32) & 1) != 0;
    return (has_bit && g.mask_values[p] != 0) != ((g.mask.flip & 1) != 0);
}

/// c(p) = a(p), b(p) or a(p) ⊙ b(p) by a rule over which of them have an entry and over mask and region:
/// eWiseAdd, eWiseMult, casts and C⟨M⟩ = accum(C, T) (Yang 2019 §3; the rule is DenseMerge's of the CPU).
/// a, b bitmap or full, iso or not, or empty; c bitmap or full, or a itself in place. Work O(cells), every
/// byte once; no scratch. Grid: cells / 1024 blocks. Deterministic.
/// P::A, B, Z, a_is_iso, b_is_iso, has_op, uses_a, uses_b, op(a, b).
template <class P>
__device__ void merge_cells(const MergeArguments &g) {
    using A = typename P::A;
    using B = typename P::B;
    using Z = typename P::Z;
    const unsigned long first = first_cell();
    unsigned take[cells_per_thread];
    A a[cells_per_thread];
    B b[cells_per_thread];
#pragma unroll
    for (int k = 0; k < cells_per_thread; k++) {
        const unsigned long p = first + k * warp_size + lane();
        take[k] = 0;
        a[k] = A{};
        b[k] = B{};
        if (p >= g.cells) continue;
        const bool has_a = has_cell(g.a, p), has_b = has_cell(g.b, p);
        unsigned rule = g.outside;
        if (mask_lets_through(g, p)) rule = is_inside(g.region, p) ? g.inside : g.beyond;
        if (has_a || has_b) take[k] = rule >> (has_a ? has_b ? 4 : 0 : 2) & 3;
        if (take[k] == 1 ? !g.is_in_place : take[k] == 3 && P::uses_a)
            a[k] = load_cell<A, P::a_is_iso>(g.a.values, g.a.value, p);
        if (take[k] == 2 || (take[k] == 3 && P::uses_b))
            b[k] = load_cell<B, P::b_is_iso>(g.b.values, g.b.value, p);
    }
    unsigned made = 0;
#pragma unroll
    for (int k = 0; k < cells_per_thread; k++) {
        const unsigned long p = first + k * warp_size + lane();
        const bool is_kept = g.is_in_place && take[k] < 2;
        if (g.result.values != nullptr && p < g.cells && !is_kept) {
            Z z{}; // absent cells hold zero
            if (take[k] == 1) z = convert<Z>(a[k]);
            if (take[k] == 2) z = convert<Z>(b[k]);
            if constexpr (P::has_op) {
                if (take[k] == 3) z = P::op(a[k], b[k]);
            }
            static_cast<Z *>(g.result.values)[p] = z;
        }
        write_word(g.result, g.cells, first + k * warp_size, take[k] != 0);
        made += take[k] != 0;
    }
    publish_cells(g.result, made);
}

/// c(p) = f(x(p), i, j) where x has an entry and the mask lets through: apply. As a selection, c has x's
/// values and an entry where f is true. x bitmap or full, iso or not, row-major, or the entries of a list
/// of one row (then without mask). Work O(cells); no scratch. Grid: cells / 1024 blocks. Deterministic.
/// P::X, Z, x_is_iso, uses_x, uses_position, is_selection, f(x, i, j, scalar) (bool for a selection).
template <class P>
__device__ void map_cells(const MapArguments &g) {
    using X = typename P::X;
    const unsigned long first = first_cell();
    bool is_present[cells_per_thread];
    X x[cells_per_thread];
#pragma unroll
    for (int k = 0; k < cells_per_thread; k++) {
        const unsigned long p = first + k * warp_size + lane();
        is_present[k] = p < g.cells && has_cell(g.x, p) && lets_through(g.mask, p);
        x[k] = X{};
        if (P::uses_x && is_present[k]) x[k] = load_cell<X, P::x_is_iso>(g.x.values, g.x.value, p);
    }
    unsigned made = 0;
#pragma unroll
    for (int k = 0; k < cells_per_thread; k++) {
        const unsigned long p = first + k * warp_size + lane();
        long i = 0, j = 0;
        if constexpr (P::uses_position) {
            unsigned long at = p;
            if (g.indices != nullptr && is_present[k]) {
                at = g.has_short_indices ? static_cast<const unsigned *>(g.indices)[p]
                                         : static_cast<const unsigned long *>(g.indices)[p];
            }
            i = static_cast<long>(g.is_vector ? at : at / g.ncols);
            j = static_cast<long>(g.is_vector ? 0 : at % g.ncols);
        }
        if constexpr (P::is_selection) {
            is_present[k] = is_present[k] && P::f(x[k], i, j, g.scalar);
        } else {
            using Z = typename P::Z;
            Z z{};
            if (is_present[k]) z = P::f(x[k], i, j, g.scalar);
            if (g.result.values != nullptr && p < g.cells) static_cast<Z *>(g.result.values)[p] = z;
        }
        write_word(g.result, g.cells, first + k * warp_size, is_present[k]);
        made += is_present[k];
    }
    publish_cells(g.result, made);
}

/// The sum of the block's threads, in thread 0.
template <class P>
__device__ inline void reduce_block(Partial<P> &sum) {
    constexpr int warps = cell_threads / warp_size;
    __shared__ typename P::Z values[warps];
    __shared__ bool has[warps];
    const int warp = static_cast<int>(threadIdx.x) / warp_size;
    __syncthreads(); // a call before this one may still be reading
    reduce_lanes(sum, warp_size);
    if (lane() == 0) {
        values[warp] = sum.value;
        has[warp] = sum.has;
    }
    __syncthreads();
    if (warp != 0) return;
    sum = Partial<P>();
    if (lane() < warps) {
        sum.value = values[lane()];
        sum.has = has[lane()];
    }
    reduce_lanes(sum, warps);
}

/// s = ⊕ of all entries: each thread a strided share, a tree over the block, and the block that comes last
/// adds the blocks' sums in their order (in two stages; Yang 2019 §5). x bitmap,
/// full, or the values of a sparse object. Grid: any number of blocks; the same number gives the same order
/// of addition, whatever the timing: deterministic. Work O(cells); scratch a value for each block.
/// P::X, x_is_iso, is_fetched (the sum is left in the first block's place), and what Partial wants.
template <class P>
__device__ void reduce_cells(const ReduceArguments &g) {
    using X = typename P::X;
    using Z = typename P::Z;
    const unsigned long threads = gridDim.x * static_cast<unsigned long>(blockDim.x);
    Partial<P> sum;
#pragma unroll 4
    for (unsigned long p = blockIdx.x * static_cast<unsigned long>(blockDim.x) + threadIdx.x;
         p < g.cells; p += threads) {
        if (!has_cell(g.x, p)) continue;
        Partial<P> term;
        term.value = convert<Z>(load_cell<X, P::x_is_iso>(g.x.values, g.x.value, p));
        term.has = true;
        sum.add(term);
    }
    reduce_block(sum);
    __shared__ bool is_last;
    if (threadIdx.x == 0) {
        static_cast<Z *>(g.block_values)[blockIdx.x] = sum.value;
        g.block_has[blockIdx.x] = sum.has;
        __threadfence();
        is_last = atomicAdd(g.blocks_done, 1u) + 1 == gridDim.x;
        __threadfence(); // what the other blocks wrote is seen behind the barrier
    }
    __syncthreads();
    if (!is_last) return;
    sum = Partial<P>();
    for (unsigned block = threadIdx.x; block < gridDim.x; block += blockDim.x) {
        Partial<P> term;
        term.value = static_cast<const Z *>(g.block_values)[block];
        term.has = g.block_has[block] != 0;
        sum.add(term);
    }
    reduce_block(sum);
    if (threadIdx.x != 0) return;
    *g.blocks_done = 0;
    if constexpr (P::is_fetched) {
        *static_cast<Z *>(g.block_values) = sum.value;
    } else {
        static_cast<volatile unsigned long long *>(g.where)[1] = bits_of(sum.value);
    }
    __threadfence_system();
    *static_cast<volatile unsigned long long *>(g.where) = sum.has ? 1 : 0;
    __threadfence_system();
}

/// c(p) = c(p) ⊙ t(p), or t(p) where c has no entry or there is no operator, for the entries of a list t of
/// one row that the mask lets through; in place, c bitmap or full and not iso. A thread per entry; the
/// places differ, so only the words of bits are shared: atomicOr. Work O(entries of t). Grid: entries / 256
/// blocks. Deterministic. (Scatter-update of a dense vector by a frontier: Yang 2019 §5.)
/// P::Index, T, Z, t_is_iso, has_op, uses_c, uses_t, op(c, t).
template <class P>
__device__ void scatter_list(const ScatterArguments &g) {
    using T = typename P::T;
    using Z = typename P::Z;
    const unsigned long k = blockIdx.x * static_cast<unsigned long>(blockDim.x) + threadIdx.x;
    unsigned made = 0;
    if (k < g.nvals) {
        const unsigned long p = static_cast<const typename P::Index *>(g.indices)[k];
        if (lets_through(g.mask, p)) {
            bool had = true;
            if (g.result.bits != nullptr) {
                const unsigned bit = 1u << (p % 32);
                had = (atomicOr(g.result.bits + p / 32, bit) & bit) != 0;
                made = !had;
            }
            Z *const values = static_cast<Z *>(g.result.values);
            T t{};
            if (!had || P::uses_t) t = load_cell<T, P::t_is_iso>(g.t_values, g.t_value, k);
            Z z = convert<Z>(t);
            if constexpr (P::has_op) {
                if (had) z = P::op(P::uses_c ? values[p] : Z{}, t);
            }
            values[p] = z;
        }
    }
    publish_cells(g.result, made);
}

} // namespace grb::device
