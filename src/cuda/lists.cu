// Between the list and the bitmap of one row. Values move by their size, so compiled with the plugin.
#include "cuda/lists.hpp"

#include "cuda/sizes.hpp"

#include <cstdint>

namespace grb::device {

namespace {

constexpr int block = 256;
constexpr int scan_threads = 1024;

/// cells(indices(k)) = values(k): a thread per entry. Grid: entries / 256 blocks. Deterministic.
template <class Index, class Value>
__global__ void __launch_bounds__(block)
    spread(const Index *indices, const Value *values, std::uint64_t nvals, Value *cells) {
    const std::uint64_t k = blockIdx.x * std::uint64_t{block} + threadIdx.x;
    if (k < nvals) cells[indices[k]] = values[k];
}

/// Sum of x over the threads before this one; `total` over all of them.
template <int threads>
__device__ std::uint64_t exclusive_sum(std::uint64_t x, std::uint64_t &total) {
    __shared__ std::uint64_t warp_sums[threads / 32];
    const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
    std::uint64_t sum = x;
    for (int distance = 1; distance < 32; distance *= 2) {
        const std::uint64_t before = __shfl_up_sync(0xFFFFFFFFu, sum, distance);
        if (lane >= distance) sum += before;
    }
    __syncthreads(); // the last call's sums were read
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

/// Entries of each block of 256 words. Grid: words / 256 blocks. With the two kernels below, the stable
/// compaction of a bitmap by scanned block counts (Blelloch's scan; paper 004 §5.2). Deterministic.
__global__ void __launch_bounds__(block)
    count_bits(const std::uint64_t *bits, std::uint64_t words, std::uint64_t *sums) {
    const std::uint64_t w = blockIdx.x * std::uint64_t{block} + threadIdx.x;
    std::uint64_t total = 0;
    exclusive_sum<block>(w < words ? static_cast<std::uint64_t>(__popcll(bits[w])) : 0, total);
    if (threadIdx.x == 0) sums[blockIdx.x] = total;
}

/// sums(b) = sum of those before b. Grid: one block.
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

/// indices and list_values of the cells whose bit is set, ascending. Grid: words / 256 blocks; `sums` from
/// scan_sums.
template <class Index, class Value>
__global__ void __launch_bounds__(block)
    write_list(const std::uint64_t *bits, std::uint64_t words, const std::uint64_t *sums,
               const Value *values, Index *indices, Value *list_values) {
    const std::uint64_t w = blockIdx.x * std::uint64_t{block} + threadIdx.x;
    std::uint64_t word = w < words ? bits[w] : 0, total = 0;
    std::uint64_t place =
        sums[blockIdx.x] + exclusive_sum<block>(static_cast<std::uint64_t>(__popcll(word)), total);
    for (; word != 0; word &= word - 1, place++) {
        const std::uint64_t cell =
            w * 64 + static_cast<std::uint64_t>(__ffsll(static_cast<long long>(word)) - 1);
        indices[place] = static_cast<Index>(cell);
        if (values != nullptr) list_values[place] = values[cell];
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
        const void *indices = call->indices, *values = call->values;
        std::uint64_t nvals = call->nvals;
        void *cells = call->cells;
        void *list[] = {&indices, &values, &nvals, &cells};
        return runtime().launch(
            reinterpret_cast<const void *>(&spread<decltype(index), decltype(value)>),
            (nvals + block - 1) / block, block, list);
    });
}

Status list_cells(const ListCall *call) {
    const CurrentDevice current;
    std::uint64_t words = (call->cells + 63) / 64, blocks = (words + block - 1) / block;
    Scratch scratch;
    Status status = scratch.allocate(blocks * sizeof(std::uint64_t));
    if (status != Status::ok || blocks == 0) return status;
    const std::uint64_t *bits = call->bits;
    auto *sums = scratch.as<std::uint64_t>();
    void *count_arguments[] = {&bits, &words, &sums};
    status = runtime().launch(reinterpret_cast<const void *>(&count_bits), blocks, block,
                              count_arguments);
    if (status != Status::ok) return status;
    void *scan_arguments[] = {&sums, &blocks};
    status = runtime().launch(reinterpret_cast<const void *>(&scan_sums), 1, scan_threads,
                              scan_arguments);
    if (status != Status::ok) return status;
    return with_types(call->index_width, call->size, [&](auto index, auto value) {
        const void *values = call->values;
        void *indices = call->indices, *list_values = call->list_values;
        void *list[] = {&bits, &words, &sums, &values, &indices, &list_values};
        return runtime().launch(
            reinterpret_cast<const void *>(&write_list<decltype(index), decltype(value)>), blocks,
            block, list);
    });
}

} // namespace grb::device
