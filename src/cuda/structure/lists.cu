// Conversions between the list and the bitmap of one row, and from a bitmap to compressed rows. Values are moved by
// their size, so these kernels are compiled with the plugin.
#include "cuda/structure/lists.hpp"

#include "cuda/plugin/exports.hpp"
#include "cuda/structure/structure_calls.h"
#include "cuda/structure/moved.hpp"

#include <cstdint>

namespace grb::device {

namespace {

constexpr int block = 256;
constexpr int scan_threads = 1024;

/// cells(indices(k)) = values(k). A thread an entry. Grid: entries / 256 blocks. Deterministic.
template <class Index, class Value>
__global__ void __launch_bounds__(block)
    spread(const Index *indices, Moved<Value> values, std::uint64_t nvals, Moved<Value> cells) {
    const std::uint64_t k = blockIdx.x * std::uint64_t{block} + threadIdx.x;
    if (k < nvals) cells.take(indices[k], values, k);
}

/// The sum of x over the threads before this one; `total` becomes the sum over all threads.
template <int threads>
__device__ std::uint64_t exclusive_sum(std::uint64_t x, std::uint64_t &total) {
    __shared__ std::uint64_t warp_sums[threads / 32];
    const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
    std::uint64_t sum = x;
    for (int distance = 1; distance < 32; distance *= 2) {
        const std::uint64_t before = __shfl_up_sync(0xFFFFFFFFu, sum, distance);
        if (lane >= distance) sum += before;
    }
    __syncthreads(); // until all threads have read the last call's sums
    if (lane == 31) warp_sums[warp] = sum;
    __syncthreads();
    std::uint64_t before = 0;
    total = 0;
    for (int k = 0; k < threads / 32; k++) {
        if (k == warp) before = total;
        total += warp_sums[k];
    }
    return before + sum - x;
}

/// The presence bits of `cells` cells, 64 to a word; bits null: all are set.
struct Presence {
    const std::uint64_t *bits;
    std::uint64_t cells, words;

    __device__ std::uint64_t word(std::uint64_t w) const {
        if (w >= words) return 0;
        if (bits != nullptr) return bits[w];
        const std::uint64_t left = cells - w * 64;
        return left >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << left) - 1;
    }
};

__device__ std::uint64_t ones(std::uint64_t word) {
    return static_cast<std::uint64_t>(__popcll(word));
}

/// sums(b) = entries in the b-th block of 256 words. Grid: words / 256 blocks. Together with the two kernels below
/// this is the stable compaction of a bitmap by scanned block counts (Yang 2019 §5.2). Deterministic.
__global__ void __launch_bounds__(block) count_bits(Presence presence, std::uint64_t *sums) {
    const std::uint64_t w = blockIdx.x * std::uint64_t{block} + threadIdx.x;
    std::uint64_t total = 0;
    exclusive_sum<block>(ones(presence.word(w)), total);
    if (threadIdx.x == 0) sums[blockIdx.x] = total;
}

/// Replaces sums(b) by the sum of those before b. Grid: one block.
__global__ void __launch_bounds__(scan_threads)
    scan_sums(std::uint64_t *sums, std::uint64_t count) {
    std::uint64_t carry = 0;
    for (std::uint64_t base = 0; base < count; base += scan_threads) {
        const std::uint64_t b = base + threadIdx.x;
        std::uint64_t total = 0;
        const std::uint64_t before = exclusive_sum<scan_threads>(b < count ? sums[b] : 0, total);
        if (b < count) sums[b] = carry + before;
        carry += total;
    }
}

/// The rows that the cells are listed into: `ncols` cells a row, and where each row begins.
struct Rows {
    std::uint64_t ncols;
    void *offsets; // null: one row
    int offset_width;

    __device__ void begin(std::uint64_t row, std::uint64_t place) const {
        if (offset_width == 4) {
            static_cast<std::uint32_t *>(offsets)[row] = static_cast<std::uint32_t>(place);
        } else {
            static_cast<std::uint64_t *>(offsets)[row] = place;
        }
    }
    /// Writes the offsets of the rows that begin in word w. The first entry of the word is number `place` of all.
    __device__ void begin_all(const Presence &presence, std::uint64_t w, std::uint64_t word,
                              std::uint64_t place) const {
        const std::uint64_t first = w * 64, end = min(first + 64, presence.cells);
        std::uint64_t row = (first + ncols - 1) / ncols;
        for (std::uint64_t cell = row * ncols; cell < end; cell += ncols, row++)
            begin(row, place + ones(word & ((std::uint64_t{1} << (cell - first)) - 1)));
        if (w + 1 == presence.words) begin(presence.cells / ncols, place + ones(word));
    }
};

/// Lists the indices and values of the cells whose bit is set, in ascending order, and the rows' offsets. A thread a
/// word. Grid: words / 256 blocks; `sums` comes from scan_sums.
template <class Index, class Value>
__global__ void __launch_bounds__(block)
    write_list(Presence presence, const std::uint64_t *sums, Rows rows, Moved<Value> values,
               Index *indices, Moved<Value> list_values) {
    const std::uint64_t w = blockIdx.x * std::uint64_t{block} + threadIdx.x;
    std::uint64_t word = presence.word(w), total = 0;
    std::uint64_t place = sums[blockIdx.x] + exclusive_sum<block>(ones(word), total);
    if (rows.offsets != nullptr && w < presence.words) rows.begin_all(presence, w, word, place);
    std::uint64_t row_begin = rows.offsets == nullptr ? 0 : w * 64 / rows.ncols * rows.ncols;
    for (; word != 0; word &= word - 1, place++) {
        const std::uint64_t cell =
            w * 64 + static_cast<std::uint64_t>(__ffsll(static_cast<long long>(word)) - 1);
        while (cell - row_begin >= rows.ncols) row_begin += rows.ncols;
        indices[place] = static_cast<Index>(cell - row_begin);
        if (values.is_there()) list_values.take(place, values, cell);
    }
}

template <class F>
Status with_types(int index_width, int size, F &&f) {
    return with_size(size, [&](auto value) {
        return index_width == 4 ? f(std::uint32_t{}, value) : f(std::uint64_t{}, value);
    });
}

} // namespace

Status spread_list(const SpreadCall *call) {
    const CurrentDevice current;
    return with_types(call->index_width, call->size, [&](auto index, auto value) {
        using Values = Moved<decltype(value)>;
        const void *indices = call->indices;
        Values values(call->values, call->size), cells(call->cells, call->size);
        std::uint64_t nvals = call->nvals;
        void *list[] = {&indices, &values, &nvals, &cells};
        return runtime().launch(
            reinterpret_cast<const void *>(&spread<decltype(index), decltype(value)>),
            (nvals + block - 1) / block, block, list);
    });
}

Status list_cells(const ListCall *call) {
    const CurrentDevice current;
    Presence presence{call->bits, call->cells, (call->cells + 63) / 64};
    Rows rows{call->row_offsets == nullptr ? call->cells : call->ncols, call->row_offsets,
              call->offset_width};
    std::uint64_t blocks = (presence.words + block - 1) / block;
    Scratch scratch;
    Status status = scratch.allocate(blocks * sizeof(std::uint64_t));
    if (status != Status::ok || blocks == 0) return status;
    auto *sums = scratch.as<std::uint64_t>();
    void *count_arguments[] = {&presence, &sums};
    status = runtime().launch(reinterpret_cast<const void *>(&count_bits), blocks, block,
                              count_arguments);
    if (status != Status::ok) return status;
    void *scan_arguments[] = {&sums, &blocks};
    status = runtime().launch(reinterpret_cast<const void *>(&scan_sums), 1, scan_threads,
                              scan_arguments);
    if (status != Status::ok) return status;
    return with_types(call->index_width, call->size, [&](auto index, auto value) {
        using Values = Moved<decltype(value)>;
        void *indices = call->indices;
        Values values(call->values, call->size), list_values(call->list_values, call->size);
        void *list[] = {&presence, &sums, &rows, &values, &indices, &list_values};
        return runtime().launch(
            reinterpret_cast<const void *>(&write_list<decltype(index), decltype(value)>), blocks,
            block, list);
    });
}

namespace {

const Export exports[] = {
    exported<&spread_list>(gpu::spread_list),
    exported<&list_cells>(gpu::list_cells)};

} // namespace

} // namespace grb::device
