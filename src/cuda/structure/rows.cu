// Moves entries of compressed rows: copies picked rows, and scatters rows into dense storage. All
// blocks get equal chunks of the entries, however long the rows are. The kernels move values by
// size, so they are compiled with the plugin.
#include "cuda/plugin/exports.hpp"
#include "cuda/mxv/mxv_calls.h"
#include "cuda/structure/structure_calls.h"
#include "cuda/structure/compaction.hpp"
#include "cuda/structure/moved.hpp"

#include <algorithm>
#include <cstdint>

namespace grb::device {

namespace {

using std::uint64_t;

constexpr int block = 256;
constexpr uint64_t entries_per_block = 1024;

uint64_t blocks_for(uint64_t items, uint64_t per_block) {
    return items / per_block + (items % per_block != 0 ? 1 : 0);
}

/// The row of entry e: the last one of rows low to high whose offset is at most e. Empty rows
/// before it have the same offset.
template <class Offset>
__device__ uint64_t row_of(const Offset *offsets, uint64_t low, uint64_t high, uint64_t e) {
    while (low < high) {
        const uint64_t middle = low + (high - low + 1) / 2;
        if (offsets[middle] <= e) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

/// A block's entries, first to last - 1, and the range of rows that contains them. Two searches
/// find the range for all threads; each thread then searches only within it.
struct Share {
    uint64_t first, last, low_row, high_row;
};

template <class Offset>
__device__ Share share_of(const Offset *offsets, uint64_t rows, uint64_t nvals) {
    __shared__ uint64_t bounds[2];
    Share share;
    share.first = blockIdx.x * entries_per_block;
    share.last = min(share.first + entries_per_block, nvals);
    if (threadIdx.x < 2)
        bounds[threadIdx.x] =
            row_of(offsets, 0, rows - 1, threadIdx.x == 0 ? share.first : share.last - 1);
    __syncthreads();
    share.low_row = bounds[0];
    share.high_row = bounds[1];
    return share;
}

/// c(r * row_stride + i(e) * column_stride) = v(e) for the entries e of the stored rows r. Sets
/// their bits by atomicOr, since neighbours share words. Work O(entries); bytes: the entries once,
/// a sector of the dense values for each. Grid: entries / 1024 blocks. Deterministic.
template <class Offset, class Index, class Value>
__global__ void __launch_bounds__(block) densify(DensifyRowsCall c) {
    const auto *offsets = static_cast<const Offset *>(c.A.row_offsets);
    const auto *indices = static_cast<const Index *>(c.A.column_indices);
    const auto *row_ids = static_cast<const Index *>(c.row_ids);
    const Moved<Value> values(c.A.values, c.size), elements(c.elements, c.size);
    const Share share = share_of(offsets, c.stored, c.A.nvals);
    for (uint64_t e = share.first + threadIdx.x; e < share.last; e += block) {
        const uint64_t k = row_of(offsets, share.low_row, share.high_row, e);
        const uint64_t row = row_ids == nullptr ? k : row_ids[k];
        const uint64_t element = row * c.row_stride + indices[e] * c.column_stride;
        if (elements.is_there()) elements.take(element, values, e);
        if (c.bits != nullptr)
            atomicOr(reinterpret_cast<unsigned *>(c.bits) + element / 32, 1u << (element % 32));
    }
}

/// Copies the entries of row list(q) of A to positions prefix(q) on. Blocks get equal numbers of
/// entries, as in merge-based load balancing with one list (Merrill and Garland 2016; Yang 2019
/// §7.4). Work O(entries); bytes: the entries once in and once out. Grid: entries / 1024 blocks.
/// Deterministic.
template <class Offset, class Index, class Value>
__global__ void __launch_bounds__(block) copy(RowsCall c, uint64_t nvals) {
    const auto *offsets = static_cast<const Offset *>(c.A.row_offsets);
    const auto *indices = static_cast<const Index *>(c.A.column_indices);
    const Moved<Value> values(c.A.values, c.size), out(c.values, c.size);
    const Share share = share_of(c.prefix, c.count, nvals);
    for (uint64_t e = share.first + threadIdx.x; e < share.last; e += block) {
        const uint64_t q = row_of(c.prefix, share.low_row, share.high_row, e);
        const uint64_t from = offsets[c.list[q]] + (e - c.prefix[q]);
        static_cast<Index *>(c.indices)[e] = indices[from];
        if (out.is_there()) out.take(e, values, from);
    }
}

/// out(q) = prefix(q) in 32 bits. Grid: offsets / 256 blocks.
__global__ void __launch_bounds__(block)
    narrow(const uint64_t *prefix, uint64_t count, std::uint32_t *out) {
    const uint64_t q = blockIdx.x * uint64_t{block} + threadIdx.x;
    if (q < count) out[q] = static_cast<std::uint32_t>(prefix[q]);
}

/// Calls f(Offset, Index, Value) with the types of the widths. Indices of 8 bytes imply offsets of
/// 8 bytes.
template <class F>
Status with_types(const SparseArrays &A, int size, F &&f) {
    const auto with_value = [&](auto offset, auto index) {
        return with_size(size, [&](auto value) { return f(offset, index, value); });
    };
    if (A.index_width == 8) return with_value(uint64_t{}, uint64_t{});
    if (A.offset_width == 8) return with_value(uint64_t{}, std::uint32_t{});
    return with_value(std::uint32_t{}, std::uint32_t{});
}

} // namespace

static Status densify_rows(const DensifyRowsCall *call) {
    const CurrentDevice current;
    return with_types(call->A, call->size, [&](auto offset, auto index, auto value) {
        DensifyRowsCall copy = *call;
        void *list[] = {&copy};
        return runtime().launch(reinterpret_cast<const void *>(
                                    &densify<decltype(offset), decltype(index), decltype(value)>),
                                blocks_for(call->A.nvals, entries_per_block), block, list);
    });
}

static Status measure_rows(const RowsCall *call) {
    // frontier_prefix() counts the columns of a frontier in the same way.
    MxvPushCall rows{};
    rows.A = call->A;
    rows.frontier = call->list;
    rows.frontier_width = 8;
    rows.count = call->count;
    return frontier_prefix(rows, reinterpret_cast<unsigned long *>(call->prefix), call->nvals);
}

static Status copy_rows(const RowsCall *call) {
    const CurrentDevice current;
    RowsCall rows = *call;
    uint64_t nvals = *call->nvals, offsets = call->count + 1;
    if (call->row_offsets != nullptr) {
        const uint64_t *prefix = call->prefix;
        auto *out = static_cast<std::uint32_t *>(call->row_offsets);
        void *list[] = {&prefix, &offsets, &out};
        const Status status = runtime().launch(reinterpret_cast<const void *>(&narrow),
                                               blocks_for(offsets, block), block, list);
        if (status != Status::ok) return status;
    }
    return with_types(call->A, call->size, [&](auto offset, auto index, auto value) {
        void *list[] = {&rows, &nvals};
        return runtime().launch(reinterpret_cast<const void *>(
                                    &copy<decltype(offset), decltype(index), decltype(value)>),
                                blocks_for(nvals, entries_per_block), block, list);
    });
}

namespace {

const Export exports[] = {
    exported<&densify_rows>(gpu::densify_rows),
    exported<&measure_rows>(gpu::measure_rows),
    exported<&copy_rows>(gpu::copy_rows)};

} // namespace

} // namespace grb::device
