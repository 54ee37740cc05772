// Operands of the products of sparse matrices: rows of A, B and the mask, and the products of a
// row. Template parameter P, defined by the program:
//   P::Offset, P::Index                     widths of A's arrays
//   P::BOffset, P::BIndex                   of B's
//   P::MOffset, P::MIndex                   of the mask's
//   P::has_mask
// and where values are made: P::A, P::U, P::Z, a_is_iso, u_is_iso, uses_a, uses_u, multiply(a, u),
// add(x, y), ...
#pragma once

#include "kernels/row_walk.cuh"
#include "mxm/mxm_hash_arguments.h"

namespace grb::device {

/// No column has this index: there are fewer than 2^32 - 1.
inline constexpr unsigned no_column = ~0u;

/// Positions of a row.
struct HashRange {
    unsigned long begin = 0, end = 0;
    __device__ unsigned long length() const { return end - begin; }
};

/// Returns the first position in `range` whose index is not below `wanted`.
template <class Index>
__device__ inline unsigned long position_from(const Index *indices, HashRange range,
                                              unsigned long wanted) {
    while (range.begin < range.end) {
        const unsigned long middle = (range.begin + range.end) / 2;
        if (indices[middle] < wanted) {
            range.begin = middle + 1;
        } else {
            range.end = middle;
        }
    }
    return range.begin;
}

template <class P>
struct HashView {
    const MxmHashArguments &g;
    const typename P::Offset *a_offsets;
    const typename P::Index *a_indices;
    const typename P::BOffset *b_offsets;
    const typename P::BIndex *b_indices;

    __device__ explicit HashView(const MxmHashArguments &all)
        : g(all), a_offsets(static_cast<const typename P::Offset *>(all.A.row_offsets)),
          a_indices(static_cast<const typename P::Index *>(all.A.column_indices)),
          b_offsets(static_cast<const typename P::BOffset *>(all.B.row_offsets)),
          b_indices(static_cast<const typename P::BIndex *>(all.B.column_indices)) {}

    /// Returns the rows of the launch. Its grid may be larger.
    __device__ unsigned long count() const { return g.counters->rows[g.which]; }
    /// Row k of the launch.
    __device__ unsigned long row(unsigned long k) const {
        if (!g.has_list) return k;
        const unsigned *const array =
            g.list + static_cast<unsigned long>(g.which - 1) / 2 * g.A.nrows;
        return array[g.which % 2 != 0 ? k : g.A.nrows - 1 - k];
    }
    __device__ HashRange a_row(unsigned long i) const { return {a_offsets[i], a_offsets[i + 1]}; }
    /// The row of B that entry p of A multiplies.
    __device__ HashRange b_row(unsigned long p) const {
        const unsigned long k = a_indices[p];
        return {b_offsets[k], b_offsets[k + 1]};
    }
    __device__ unsigned column(unsigned long q) const {
        return static_cast<unsigned>(b_indices[q]);
    }
    __device__ unsigned long c_begin(unsigned long i) const {
        if (g.c_offsets == nullptr) return 0; // of a single row
        return g.has_short_offsets ? static_cast<const unsigned *>(g.c_offsets)[i]
                                   : static_cast<const unsigned long *>(g.c_offsets)[i];
    }
    __device__ void set_column(unsigned long r, unsigned column) const {
        if (g.has_short_columns) {
            static_cast<unsigned *>(g.c_indices)[r] = column;
        } else {
            static_cast<unsigned long *>(g.c_indices)[r] = column;
        }
    }
};

/// The columns that the mask allows in a row of C.
template <class P>
struct MaskRow {
    const typename P::MIndex *indices = nullptr;
    HashRange range;
    bool is_complemented = false;

    __device__ MaskRow(const MxmHashArguments &g, unsigned long i) {
        if constexpr (P::has_mask) {
            const auto *offsets = static_cast<const typename P::MOffset *>(g.M.row_offsets);
            indices = static_cast<const typename P::MIndex *>(g.M.column_indices);
            range = {offsets[i], offsets[i + 1]};
            is_complemented = g.is_mask_complemented;
        }
    }
    __device__ bool is_closed(unsigned long ncols) const {
        if constexpr (!P::has_mask) return false;
        return range.length() == (is_complemented ? ncols : 0);
    }
    __device__ bool allows(unsigned column) const {
        if constexpr (!P::has_mask) return true;
        const unsigned long at = position_from(indices, range, column);
        return (at < range.end && indices[at] == column) != is_complemented;
    }
};

/// The value of entry p of A, where the multiplier reads it.
template <class P>
__device__ inline typename P::A value_of_a(const MxmHashArguments &g, unsigned long p) {
    typename P::A a{};
    if constexpr (P::uses_a)
        a = static_cast<const typename P::A *>(g.A.values)[P::a_is_iso ? 0 : p];
    return a;
}

template <class P>
__device__ inline typename P::Z product_of(const MxmHashArguments &g, typename P::A a,
                                           unsigned long q) {
    typename P::U b{};
    if constexpr (P::uses_u)
        b = static_cast<const typename P::U *>(g.B.values)[P::u_is_iso ? 0 : q];
    return P::multiply(a, b);
}

/// Waits for the threads of a warp or block.
template <int threads>
__device__ inline void sync_group() {
    if constexpr (threads == warp_size) {
        __syncwarp();
    } else {
        __syncthreads();
    }
}

/// Returns the sum of x over the threads of a warp or block, for all of them. `shared`: one number
/// of a block.
template <int threads>
__device__ inline unsigned sum_of_group(unsigned x, unsigned *shared) {
    x = __reduce_add_sync(all_lanes, x);
    if constexpr (threads == warp_size) return x;
    __syncthreads();
    if (threadIdx.x == 0) *shared = 0;
    __syncthreads();
    if (lane() == 0 && x != 0) atomicAdd(shared, x);
    __syncthreads();
    return *shared;
}

/// Columns from begin on, before end.
struct ColumnWindow {
    unsigned long begin, end;
    bool is_whole; // all columns

    template <class P>
    __device__ void cut(const HashView<P> &view, HashRange &b) const {
        if (is_whole) return;
        b.begin = position_from(view.b_indices, b, begin);
        b.end = position_from(view.b_indices, b, end);
    }
};

/// Returns the lanes that walk a row of B together, as a power of two: about half of its mean
/// length, for each has several entries in flight; more where A has few entries.
__device__ inline int log_width_for(unsigned long products, unsigned long entries, int threads) {
    const float mean = static_cast<float>(products) / static_cast<float>(entries);
    int log_width = 0;
    while (log_width < 5 && (static_cast<float>(1 << log_width) < 0.375f * mean ||
                             (entries << log_width) < static_cast<unsigned long>(threads)))
        log_width++;
    return log_width;
}

/// Rows of B that are much longer than the others, which the whole block walks.
struct LongRows {
    static constexpr unsigned room = 128;
    unsigned long entries[room]; // of A
    unsigned count;
};

/// Calls visit(value, fetch(q)) for the positions q = first, first + step, ... below `end`; several
/// fetches are in flight.
template <class Value, class Fetch, class Visit>
__device__ inline void walk_row(unsigned long first, unsigned long end, unsigned step,
                                const Value &value, const Fetch &fetch, const Visit &visit) {
    constexpr int flight = 4;
    for (unsigned long q = first; q < end; q += flight * step) {
        decltype(fetch(q)) items[flight];
#pragma unroll
        for (int t = 0; t < flight; t++)
            if (q + t * step < end) items[t] = fetch(q + t * step);
#pragma unroll
        for (int t = 0; t < flight; t++)
            if (q + t * step < end) visit(value, items[t]);
    }
}

/// Calls visit(load(p), fetch(q)) for the products of a row: p an entry of A in `a`, q one of B in
/// the window. All threads of the warp, or of the block with `long_rows` in shared memory, call
/// this.
template <class P, int threads, class Load, class Fetch, class Visit>
__device__ inline void walk_products(const HashView<P> &view, HashRange a, int log_width,
                                     const ColumnWindow &window, LongRows *long_rows,
                                     const Load &load, const Fetch &fetch, const Visit &visit) {
    constexpr bool is_block = threads != warp_size;
    constexpr unsigned long long_rounds = 64;
    const unsigned rank = threadIdx.x % threads, width = 1u << log_width;
    const unsigned position = rank & (width - 1), step = threads >> log_width;
    const unsigned first_lane = static_cast<unsigned>(lane()) & ~(width - 1);
    const unsigned group = (width == warp_size ? all_lanes : (1u << width) - 1) << first_lane;
    if constexpr (is_block) {
        __syncthreads();
        if (threadIdx.x == 0) long_rows->count = 0;
        __syncthreads();
    }
    unsigned long p = a.begin + (rank >> log_width);
    HashRange next;
    if (p < a.end) next = view.b_row(p);
    for (; p < a.end; p += step) {
        HashRange b = next;
        if (p + step < a.end) next = view.b_row(p + step);
        window.cut(view, b);
        if constexpr (is_block) {
            // The lanes of a group have the same b.
            if (b.length() > long_rounds * width) {
                unsigned at = 0;
                if (position == 0) at = atomicAdd(&long_rows->count, 1u);
                at = __shfl_sync(group, at, static_cast<int>(first_lane));
                if (at < LongRows::room) {
                    if (position == 0) long_rows->entries[at] = p;
                    continue;
                }
            }
        }
        walk_row(b.begin + position, b.end, width, load(p), fetch, visit);
    }
    if constexpr (is_block) {
        __syncthreads();
        const unsigned count = min(long_rows->count, LongRows::room);
        for (unsigned k = 0; k < count; k++) {
            const unsigned long entry = long_rows->entries[k];
            HashRange b = view.b_row(entry);
            window.cut(view, b);
            walk_row(b.begin + rank, b.end, threads, load(entry), fetch, visit);
        }
    }
}

/// An entry of B where values are added.
template <class P>
struct Fetched {
    unsigned column;
    typename P::U value;
};

template <class P>
__device__ inline Fetched<P> fetched(const HashView<P> &view, unsigned long q) {
    Fetched<P> item{view.column(q), {}};
    if constexpr (P::uses_u)
        item.value = static_cast<const typename P::U *>(view.g.B.values)[P::u_is_iso ? 0 : q];
    return item;
}

/// The load of an entry of A for counting: none.
struct NothingToLoad {
    __device__ int operator()(unsigned long) const { return 0; }
};

} // namespace grb::device
