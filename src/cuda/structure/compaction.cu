// Prefix sums and compaction in two passes over items, with one chunk of items per block. First
// each block sums the counts of its items; then it writes its items behind those of the blocks
// before it. There are at most most_blocks chunks, so that each block can add up the sums of all.
// If the host needs no sum in between, one launch does both passes (look_back.cuh).
#include "cuda/structure/compaction.hpp"

#include "cuda/mxv/mxv_calls.h"
#include "cuda/plugin/look_back.hpp"
#include "cuda/structure/indices.cuh"
#include "kernels/look_back.cuh"

#include <algorithm>

namespace grb::device {

namespace {

using std::uint64_t;

constexpr int block = 256;
constexpr uint64_t most_blocks = row_shares_most;

/// Item q is a frontier entry. Its count is the number of entries in its column.
struct FrontierItems {
    const void *frontier, *offsets;
    int frontier_width, offset_width;
    unsigned long *prefix;
    uint64_t size;

    __device__ uint64_t count(uint64_t q) const {
        const uint64_t v = frontier == nullptr ? q : load_index(frontier, frontier_width, q);
        return load_index(offsets, offset_width, v + 1) - load_index(offsets, offset_width, v);
    }
    __device__ void write(uint64_t q, uint64_t at) const { prefix[q] = at; }
    __device__ void finish(uint64_t total) const { prefix[size] = total; }
};

/// Item k is a row. Its count is its number of entries, or 0 if the mask excludes it.
struct RowItems {
    const void *offsets;
    int offset_width;
    MaskBits mask;
    unsigned long *prefix;
    uint64_t size;

    __device__ uint64_t count(uint64_t k) const {
        const uint64_t word = mask.bits == nullptr ? 0 : mask.bits[k / 64];
        if (((word ^ mask.flip) >> (k % 64) & 1) == 0) return 0;
        return load_index(offsets, offset_width, k + 1) - load_index(offsets, offset_width, k);
    }
    __device__ void write(uint64_t k, uint64_t at) const { prefix[k] = at; }
    __device__ void finish(uint64_t total) const { prefix[size] = total; }
};

/// Item k is a row of known length.
struct LengthItems {
    const unsigned *lengths;
    void *offsets;
    int width;
    uint64_t size;

    __device__ uint64_t count(uint64_t k) const { return lengths[k]; }
    __device__ void write(uint64_t k, uint64_t at) const { store_index(offsets, width, k, at); }
    __device__ void finish(uint64_t total) const { store_index(offsets, width, size, total); }
};

/// Item p is a sorted key. Its count is 1 if an allowed run begins with it.
struct SegmentItems {
    const unsigned *keys;
    uint64_t size, m;
    void *indices;
    int index_width;
    unsigned long *starts;

    __device__ bool is_head(uint64_t p) const { return p == 0 || keys[p] != keys[p - 1]; }
    __device__ unsigned count(uint64_t p) const { return is_head(p) && keys[p] < m ? 1 : 0; }
    __device__ void write(uint64_t p, uint64_t at) const {
        if (!is_head(p)) return;
        // Masked products are sorted behind all others: the last run ends at their begin.
        starts[at] = p;
        if (keys[p] < m) store_index(indices, index_width, at, keys[p]);
    }
    __device__ void finish(uint64_t total) const {
        if (keys[size - 1] < m) starts[total] = size;
    }
};

__device__ uint64_t inclusive_in_warp(uint64_t x) {
    for (int distance = 1; distance < 32; distance *= 2) {
        const uint64_t before = __shfl_up_sync(0xFFFFFFFFu, x, distance);
        if (threadIdx.x % 32 >= distance) x += before;
    }
    return x;
}

/// The sum of x over the block, for all of its threads.
__device__ uint64_t sum_of_block(uint64_t x) {
    __shared__ uint64_t warp_sums[block / 32];
    for (int distance = 16; distance > 0; distance /= 2)
        x += __shfl_xor_sync(0xFFFFFFFFu, x, distance);
    if (threadIdx.x % 32 == 0) warp_sums[threadIdx.x / 32] = x;
    __syncthreads();
    uint64_t sum = 0;
    for (int k = 0; k < block / 32; k++) sum += warp_sums[k];
    __syncthreads();
    return sum;
}

struct Shares {
    uint64_t size, share; // all items, and items per block
    uint64_t *sums;       // one per block
};

/// Sums the counts of this block's chunk, for all threads.
template <class Items>
__device__ uint64_t count_share(const Items &items, uint64_t begin, uint64_t end) {
    uint64_t sum = 0;
    for (uint64_t k = begin + threadIdx.x; k < end; k += block) sum += items.count(k);
    return sum_of_block(sum);
}

/// Gives each item of this block's chunk `base` plus the counts of the items before it; returns the
/// end.
template <class Items>
__device__ uint64_t write_share(const Items &items, uint64_t begin, uint64_t end, uint64_t base) {
    __shared__ uint64_t warp_sums[block / 32];
    const int warp = static_cast<int>(threadIdx.x) / 32;
    for (uint64_t chunk = begin; chunk < end; chunk += block) {
        const uint64_t k = chunk + threadIdx.x;
        const uint64_t own = k < end ? items.count(k) : 0;
        const uint64_t inclusive = inclusive_in_warp(own);
        if (threadIdx.x % 32 == 31) warp_sums[warp] = inclusive;
        __syncthreads();
        uint64_t before = 0, all = 0;
        for (int w = 0; w < block / 32; w++) {
            if (w < warp) before += warp_sums[w];
            all += warp_sums[w];
        }
        if (k < end) items.write(k, base + before + inclusive - own);
        base += all;
        __syncthreads();
    }
    return base;
}

/// sums[b] = the sum of the counts of chunk b; publishes the total if the host waits for it. Grid:
/// the chunks.
template <class Items>
__global__ void __launch_bounds__(block)
    sum_items(Items items, Shares shares, Runtime::Publication publication) {
    const uint64_t begin = blockIdx.x * shares.share;
    const uint64_t end = min(begin + shares.share, shares.size);
    const uint64_t sum = count_share(items, begin, end);
    if (threadIdx.x != 0) return;
    shares.sums[blockIdx.x] = sum;
    if (publication.where == nullptr) return;
    atomicAdd(publication.sum, static_cast<unsigned long long>(sum));
    __threadfence();
    if (atomicAdd(publication.blocks, 1u) + 1 != gridDim.x) return;
    __threadfence();
    const unsigned long long total = atomicExch(publication.sum, 0ull);
    *publication.blocks = 0;
    *static_cast<volatile unsigned long long *>(publication.where) = total;
    __threadfence_system();
}

/// Gives each item the sum of the counts before it. Grid: the chunks. Deterministic.
template <class Items>
__global__ void __launch_bounds__(block) write_items(Items items, Shares shares) {
    const uint64_t begin = blockIdx.x * shares.share;
    const uint64_t end = min(begin + shares.share, shares.size);
    uint64_t base = 0;
    for (uint64_t b = threadIdx.x; b < blockIdx.x; b += block) base += shares.sums[b];
    base = write_share(items, begin, end, sum_of_block(base));
    if (blockIdx.x + 1 == gridDim.x && threadIdx.x == 0) items.finish(base);
}

/// Both passes; the counts of a chunk sum to less than 2^32. Grid: the chunks. Deterministic.
template <class Items>
__global__ void __launch_bounds__(block)
    scan_items(Items items, Shares shares, LookBack look_back) {
    const uint64_t begin = blockIdx.x * shares.share;
    const uint64_t end = min(begin + shares.share, shares.size);
    const uint64_t own = count_share(items, begin, end);
    uint64_t base = sum_before(look_back, static_cast<unsigned>(own));
    base = write_share(items, begin, end, base);
    if (blockIdx.x + 1 == gridDim.x && threadIdx.x == 0) items.finish(base);
}

Shares shares_of(uint64_t size, uint64_t *sums) {
    const uint64_t blocks = std::clamp<uint64_t>(size / (4 * block), 1, most_blocks);
    const uint64_t share = ((size + blocks - 1) / blocks + block - 1) / block * block;
    return {size, share, sums};
}

uint64_t blocks_of(const Shares &shares) {
    return (shares.size + shares.share - 1) / shares.share;
}

/// Queues the first pass; with `total` (on the host) it waits for the sum of all counts.
template <class Items>
Status sum(Items items, Shares shares, std::uint64_t *total) {
    Runtime::Publication publication{};
    Status status = total == nullptr ? Status::ok : runtime().begin_publication(&publication);
    if (status != Status::ok) return status;
    void *list[] = {&items, &shares, &publication};
    status = runtime().launch(reinterpret_cast<const void *>(&sum_items<Items>), blocks_of(shares),
                              block, list);
    if (total == nullptr) return status;
    if (status != Status::ok) {
        runtime().abandon(publication);
        return status;
    }
    return runtime().await(publication, total);
}

template <class Items>
Status write(Items items, Shares shares) {
    void *list[] = {&items, &shares};
    return runtime().launch(reinterpret_cast<const void *>(&write_items<Items>), blocks_of(shares),
                            block, list);
}

/// Both passes at once, over items whose counts sum to at most `total`.
template <class Items>
Status scan(Items items, uint64_t total) {
    if (total > UINT32_MAX) {
        Scratch sums;
        const Status status = sums.allocate(most_blocks * sizeof(uint64_t));
        if (status != Status::ok) return status;
        const Shares shares = shares_of(items.size, sums.as<uint64_t>());
        const Status summed = sum(items, shares, nullptr);
        return summed == Status::ok ? write(items, shares) : summed;
    }
    LookBack look_back{};
    if (const Status status = begin_look_back(&look_back); status != Status::ok) return status;
    static_assert(most_blocks <= look_back_words);
    Shares shares = shares_of(items.size, nullptr);
    void *list[] = {&items, &shares, &look_back};
    return runtime().launch(reinterpret_cast<const void *>(&scan_items<Items>),
                            std::max<uint64_t>(blocks_of(shares), 1), block, list);
}

} // namespace

Status frontier_prefix(const MxvPushCall &call, unsigned long *prefix, std::uint64_t *total) {
    const CurrentDevice current;
    const FrontierItems items{
        call.frontier, call.A.row_offsets, call.frontier_width, call.A.offset_width,
        prefix,        call.count};
    if (total == nullptr) return scan(items, call.A.nvals);
    Scratch sums;
    Status status = sums.allocate(most_blocks * sizeof(uint64_t));
    if (status != Status::ok) return status;
    const Shares shares = shares_of(call.count, sums.as<uint64_t>());
    status = sum(items, shares, total);
    return status == Status::ok ? write(items, shares) : status;
}

Status allowed_prefix(const MxvPullCall &call, unsigned long *prefix) {
    const CurrentDevice current;
    const RowItems items{call.A.row_offsets, call.A.offset_width, call.mask, prefix, call.A.nrows};
    return scan(items, call.A.nvals);
}

RowShares row_shares(uint64_t rows, uint64_t unit) {
    const uint64_t units = (rows + unit - 1) / unit;
    const uint64_t of_share = std::max<uint64_t>((units + most_blocks - 1) / most_blocks, 1);
    return {rows, of_share * unit, (units + of_share - 1) / of_share};
}

Status scan_offsets(const unsigned *lengths, unsigned long long *sums, const RowShares &shares,
                    void *offsets, int width) {
    const CurrentDevice current;
    const LengthItems items{lengths, offsets, width, shares.rows};
    return write(items, {shares.rows, shares.share, reinterpret_cast<uint64_t *>(sums)});
}

Status make_queues(uint64_t count, uint64_t nvals, Scratch &scratch, WorkQueues *queues) {
    // The third queue follows the first two. Its vertices have at least block_degree entries, which
    // bounds their number.
    const uint64_t longest = std::min(count, nvals / block_degree);
    Status status = scratch.allocate((work_class_count + count + longest) * sizeof(uint64_t));
    if (status != Status::ok) return status;
    queues->counts = scratch.as<unsigned long long>();
    queues->slots = scratch.as<unsigned long>() + work_class_count;
    queues->capacity = count;
    return runtime().clear(queues->counts, work_class_count * sizeof(uint64_t));
}

Status SegmentFinder::find(std::uint64_t *segments) {
    const CurrentDevice current;
    const Status status = sums_.allocate(most_blocks * sizeof(uint64_t));
    if (status != Status::ok) return status;
    const SegmentItems items{keys_, count_, m_, nullptr, 0, nullptr};
    return sum(items, shares_of(count_, sums_.as<uint64_t>()), segments);
}

Status SegmentFinder::write(void *indices, int index_width, unsigned long *starts) {
    const CurrentDevice current;
    const SegmentItems items{keys_, count_, m_, indices, index_width, starts};
    return grb::device::write(items, shares_of(count_, sums_.as<uint64_t>()));
}

} // namespace grb::device
