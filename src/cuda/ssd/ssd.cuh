// C = C ⊕ A ⊕.⊗ X: A sparse by rows, X row-balanced sparse (CBSR), C full, row-major (the
// sparse-sparse-dense operator of pruned graph neural networks, Khan and Khan 2025). Template
// parameter P, defined by the program:
//   P::Offset, P::Index, P::Position  widths of A's arrays, of X's column indices
//   P::A, P::U, P::Z                  stored types of A's and X's values, type of the monoid and of
//                                     C
//   P::a_is_iso, u_is_iso, c_is_iso
//   P::slots                          groups of edges that a warp has in flight
//   P::entries                        entries of a group that its lanes take at a time
//   P::vector                         slots of X that a lane reads at once; divides their number
//   P::flight                         entries of X's rows that a group has in flight
//   P::always_shares                  updates by atomics, whatever the group says
//   P::Add, P::multiply(a, u), P::add(x, y)
#pragma once

#include "kernels/add_atomically.cuh"
#include "ssd/ssd_arguments.h"

namespace grb::device {

extern __shared__ uint4 ssd_buffers[];

/// *target = *target ⊕ x in shared memory, among lanes of the same warp.
template <class P>
__device__ inline void add_in_shared(typename P::Z *element, typename P::Z x) {
    using Z = typename P::Z;
    if constexpr (is_same_type<Z, float> && is_same_type<typename P::Add, Plus<float>>) {
        atomicAdd(element, x);
    } else if constexpr (sizeof(Z) == 8) {
        auto *word = reinterpret_cast<unsigned long long *>(element);
        unsigned long long old = *word, seen;
        for (;; old = seen) {
            seen = atomicCAS(word, old, bits_of(P::add(from_bits<Z>(old), x)));
            if (seen == old) return;
        }
    } else {
        static_assert(sizeof(Z) == 4);
        auto *word = reinterpret_cast<unsigned *>(element);
        unsigned old = *word, seen;
        for (;; old = seen) {
            seen = atomicCAS(word, old, bits_of(P::add(from_bits<Z>(old), x)));
            if (seen == old) return;
        }
    }
}

/// Neighbours that are read at once.
template <class T, int count>
struct alignas(sizeof(T) * count) Pack {
    T at[count];
};

template <class P>
struct SsdView {
    using Z = typename P::Z;
    using Index = typename P::Index;
    const SsdArguments &g;

    __device__ static Z neutral() { return neutral_of<typename P::Add, Z>(); }
    __device__ static bool changes_nothing(Z x) { return bits_of(x) == bits_of(neutral()); }
    __device__ Z old_value(unsigned row, unsigned column) const {
        const Z *values = static_cast<const Z *>(g.c_values);
        return values[P::c_is_iso ? 0 : row * static_cast<unsigned long>(g.columns) + column];
    }
    __device__ Z *row_of_c(unsigned row) const {
        return static_cast<Z *>(g.to_values) + row * static_cast<unsigned long>(g.columns);
    }

    /// Fills a group's buffer with the initial values of its sums. One warp.
    __device__ void start(Z *buffer, unsigned row, bool shares_row) const {
        for (unsigned c = lane(); c < g.columns; c += warp_size)
            buffer[c] = shares_row ? neutral() : old_value(row, c);
    }

    /// Column and value of an entry of A.
    struct Factor {
        Index column;
        typename P::A value;
    };
    __device__ Factor factor(const EdgeGroup &own, unsigned e) const {
        Factor result{};
        if (e >= own.count) return result;
        result.column = static_cast<const Index *>(g.A.column_indices)[own.begin + e];
        if constexpr (P::uses_a)
            result.value =
                static_cast<const typename P::A *>(g.A.values)[P::a_is_iso ? 0 : own.begin + e];
        return result;
    }

    /// Rows of X that a group of lanes has in flight, P::flight for each of `entries` subgroups.
    struct RowsOfX {
        unsigned long begin[P::flight]; // of the row in X's arrays
        typename P::A a[P::flight];     // A's value that the row is multiplied by
        unsigned length[P::flight];     // 0: no row
    };
    /// The rows of X for entries `begin` on, counted from `base`, whose factors the lanes from
    /// first_lane on hold.
    template <int lanes, int entries>
    __device__ RowsOfX rows_of_x(const EdgeGroup &own, const Factor &mine, int first_lane,
                                 unsigned base, unsigned begin, unsigned subgroup) const {
        RowsOfX rows;
#pragma unroll
        for (int i = 0; i < P::flight; i++) {
            const unsigned e = begin + i * entries + subgroup;
            const int source = first_lane + static_cast<int>(e % lanes);
            const Index j = shuffle(mine.column, source);
            rows.a[i] = P::uses_a ? shuffle(mine.value, source) : typename P::A{};
            rows.begin[i] = j * static_cast<unsigned long>(g.slots);
            rows.length[i] = 0;
            if (e >= lanes || base + e >= own.count) continue;
            rows.length[i] = g.x_counts == nullptr ? g.slots : g.x_counts[j];
        }
        return rows;
    }

    /// Adds the products of slots `first` to first + P::vector - 1 of the rows to the buffer.
    /// Issues all loads before the first product. With several entries at a time two may hit one
    /// element: then by atomics.
    template <int entries>
    __device__ void add_slots(const RowsOfX &rows, unsigned first, Z *buffer) const {
        constexpr int flight = P::flight, vector = P::vector;
        using Positions = Pack<typename P::Position, vector>;
        using Values = Pack<typename P::U, vector>;
        const auto *all_positions = static_cast<const typename P::Position *>(g.x_columns);
        const auto *all_values = static_cast<const typename P::U *>(g.x_values);
        Positions positions[flight];
        Values x[flight];
#pragma unroll
        for (int i = 0; i < flight; i++) {
            if (first >= rows.length[i]) continue;
            positions[i] =
                *reinterpret_cast<const Positions *>(all_positions + rows.begin[i] + first);
            if constexpr (P::uses_u && P::u_is_iso) {
                for (int v = 0; v < vector; v++) x[i].at[v] = *all_values;
            } else if constexpr (P::uses_u) {
                x[i] = *reinterpret_cast<const Values *>(all_values + rows.begin[i] + first);
            }
        }
#pragma unroll
        for (int i = 0; i < flight; i++) {
#pragma unroll
            for (int v = 0; v < vector; v++) {
                if (first + v >= rows.length[i]) continue;
                const Z product = P::multiply(rows.a[i], x[i].at[v]);
                Z *element = buffer + positions[i].at[v];
                if constexpr (entries > 1) {
                    add_in_shared<P>(element, product);
                } else {
                    *element = P::add(*element, product);
                }
            }
            // Columns of one entry differ; the next entry may repeat them.
            if constexpr (entries == 1) __syncwarp();
        }
    }

    /// Adds the products of a group's entries to its buffer, by `lanes` adjacent lanes. Each lane
    /// reads an entry of A and shuffles exchange them. `longest`: the most entries of the groups of
    /// the warp.
    template <int lanes, int entries>
    __device__ void accumulate(const EdgeGroup &own, unsigned longest, Z *buffer) const {
        constexpr unsigned width = lanes / entries * P::vector;
        const unsigned in_slot = static_cast<unsigned>(lane()) % lanes;
        const unsigned subgroup = in_slot / (lanes / entries);
        const unsigned position = in_slot % (lanes / entries) * P::vector;
        const int first_lane = lane() - static_cast<int>(in_slot);
        Factor next = factor(own, in_slot);
        for (unsigned base = 0; base < longest; base += lanes) {
            const Factor mine = next;
            next = factor(own, base + lanes + in_slot);
            const unsigned stretch = min(static_cast<unsigned>(lanes), longest - base);
            for (unsigned begin = 0; begin < stretch; begin += P::flight * entries) {
                const RowsOfX rows =
                    rows_of_x<lanes, entries>(own, mine, first_lane, base, begin, subgroup);
                for (unsigned first = position; first < g.slots + position; first += width)
                    add_slots<entries>(rows, first, buffer);
            }
        }
        __syncwarp();
    }

    /// Writes or adds a group's sums to C. One warp.
    __device__ void update(const Z *buffer, unsigned row, bool shares_row) const {
        Z *to = row_of_c(row);
        if (shares_row) {
            for (unsigned c = lane(); c < g.columns; c += warp_size) {
                const Z x = buffer[c];
                if (!changes_nothing(x)) add_atomically<P>(to + c, x);
            }
        } else if (g.is_wide) {
            const unsigned words = static_cast<unsigned>(g.columns * sizeof(Z) / sizeof(uint4));
            for (unsigned w = lane(); w < words; w += warp_size)
                reinterpret_cast<uint4 *>(to)[w] = reinterpret_cast<const uint4 *>(buffer)[w];
        } else {
            for (unsigned c = lane(); c < g.columns; c += warp_size) to[c] = buffer[c];
        }
    }
};

/// Copies C's old values of the rows that no group stores: rows without entries and rows of several
/// groups (with P::always_shares all rows). Any grid, a warp per row.
template <class P>
__device__ void ssd_rows(const SsdArguments &g) {
    using Z = typename P::Z;
    const SsdView<P> view{g};
    const auto *offsets = static_cast<const typename P::Offset *>(g.A.row_offsets);
    const unsigned long warps = gridDim.x * static_cast<unsigned long>(blockDim.x) / warp_size;
    unsigned long row =
        (blockIdx.x * static_cast<unsigned long>(blockDim.x) + threadIdx.x) / warp_size;
    for (; row < g.A.nrows; row += warps) {
        const unsigned long length = offsets[row + 1] - offsets[row];
        if (!P::always_shares && length != 0 && length <= g.group_size) continue;
        Z *to = view.row_of_c(static_cast<unsigned>(row));
        for (unsigned c = lane(); c < g.columns; c += warp_size)
            to[c] = view.old_value(static_cast<unsigned>(row), c);
    }
}

/// SSD, decoupled (Khan and Khan 2025 §IV): a warp has P::slots groups of edges in flight, each
/// with a buffer of C's width in shared memory and its share of the lanes; warps do not wait for
/// each other. All lanes then update the slots' rows in turn, coalesced: a group that alone has its
/// row begins with C's values and stores; groups that share a row add atomically. Bytes: A once,
/// `slots` values and columns of X an entry, C written once (read once where it is not iso). Grid:
/// groups / (P::slots · warps of a block). Not deterministic where groups share rows.
template <class P>
__device__ void ssd_decoupled(const SsdArguments &g) {
    using Z = typename P::Z;
    constexpr int lanes = warp_size / P::slots;
    const SsdView<P> view{g};
    const unsigned long warp =
        (blockIdx.x * static_cast<unsigned long>(blockDim.x) + threadIdx.x) / warp_size;
    const unsigned long k = warp * P::slots + static_cast<unsigned>(lane()) / lanes;
    EdgeGroup own{};
    if (k < g.groups) own = g.edge_groups[k];
    const unsigned count = own.count, shares_row = P::always_shares || own.shares_row != 0;
    Z *buffers = reinterpret_cast<Z *>(ssd_buffers) +
                 static_cast<unsigned long>(threadIdx.x / warp_size * P::slots) * g.columns;
    for (int t = 0; t < P::slots; t++) {
        const unsigned row = __shfl_sync(all_lanes, own.row, t * lanes);
        const bool shares = __shfl_sync(all_lanes, shares_row, t * lanes) != 0;
        if (__shfl_sync(all_lanes, count, t * lanes) != 0)
            view.start(buffers + t * g.columns, row, shares);
    }
    __syncwarp();
    view.template accumulate<lanes, P::entries>(own, __reduce_max_sync(all_lanes, count),
                                                buffers + static_cast<unsigned>(lane()) / lanes *
                                                              g.columns);
    for (int t = 0; t < P::slots; t++) {
        const unsigned row = __shfl_sync(all_lanes, own.row, t * lanes);
        const bool shares = __shfl_sync(all_lanes, shares_row, t * lanes) != 0;
        if (__shfl_sync(all_lanes, count, t * lanes) != 0)
            view.update(buffers + t * g.columns, row, shares);
    }
}

/// SSD as MaxK has it (Khan and Khan 2025 §III, the baseline): a warp per group of edges, of which
/// as many lanes work as X has slots; a barrier of the block between accumulating and updating;
/// every row by atomics. C initially holds the values that are added to. Grid: groups / warps of a
/// block. Not deterministic; denormal sums of floats are flushed.
template <class P>
__device__ void ssd_coupled(const SsdArguments &g) {
    using Z = typename P::Z;
    const SsdView<P> view{g};
    const unsigned warps = blockDim.x / warp_size, warp = threadIdx.x / warp_size;
    const unsigned long first = blockIdx.x * static_cast<unsigned long>(warps);
    Z *buffers = reinterpret_cast<Z *>(ssd_buffers);
    EdgeGroup own{};
    if (first + warp < g.groups) own = g.edge_groups[first + warp];
    view.start(buffers + warp * g.columns, own.row, true);
    __syncwarp();
    view.template accumulate<warp_size, 1>(own, own.count, buffers + warp * g.columns);
    __syncthreads();
    for (unsigned w = 0; w < warps && first + w < g.groups; w++) {
        Z *to = view.row_of_c(g.edge_groups[first + w].row);
        for (unsigned c = threadIdx.x; c < g.columns; c += blockDim.x) {
            const Z x = buffers[w * g.columns + c];
            if constexpr (is_same_type<Z, float> && is_same_type<typename P::Add, Plus<Z>>) {
                atomicAdd(to + c, x);
            } else {
                add_atomically<P>(to + c, x);
            }
        }
    }
}

} // namespace grb::device
