// Rows in classes of their lengths.
#include "cuda/bins.hpp"

#include "cuda/kernels/mxv_pull_arguments.h"
#include "cuda/launch.hpp"
#include "cuda/sort.hpp"

namespace grb::device {

namespace {

using std::uint64_t;

constexpr unsigned classes = 65; // by leading zeros of the length, 64: empty
constexpr int class_bits = 7;
constexpr unsigned scan_threads = 256;

/// keys(i) = the class of row i, counted too. Grid: rows / 256 blocks. Deterministic.
template <class Offset>
__global__ void __launch_bounds__(plain_threads)
    classify_rows(const Offset *offsets, uint64_t nrows, unsigned *keys, unsigned *rows,
                  unsigned *counts) {
    __shared__ unsigned in_block[classes];
    for (unsigned k = threadIdx.x; k < classes; k += plain_threads) in_block[k] = 0;
    __syncthreads();
    const uint64_t i = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    if (i < nrows) {
        const uint64_t length = offsets[i + 1] - offsets[i];
        const auto key = static_cast<unsigned>(__clzll(static_cast<long long>(length)));
        keys[i] = key;
        rows[i] = static_cast<unsigned>(i);
        atomicAdd(in_block + key, 1u);
    }
    __syncthreads();
    for (unsigned k = threadIdx.x; k < classes; k += plain_threads)
        if (in_block[k] != 0) atomicAdd(counts + k, in_block[k]);
}

/// first_chunk(k) = chunks of the rows order(0) to order(k - 1). One block; there are few long rows.
template <class Offset>
__global__ void __launch_bounds__(scan_threads)
    number_chunks(const Offset *offsets, const unsigned *order, uint64_t count,
                  uint64_t *first_chunk) {
    __shared__ uint64_t sums[scan_threads];
    uint64_t carry = 0;
    for (uint64_t base = 0; base <= count; base += scan_threads) {
        const uint64_t k = base + threadIdx.x;
        uint64_t own = 0;
        if (k < count) {
            const unsigned row = order[k];
            const uint64_t length = offsets[row + 1] - offsets[row];
            own = (length + bin_chunk - 1) / bin_chunk;
        }
        sums[threadIdx.x] = own;
        __syncthreads();
        for (unsigned distance = 1; distance < scan_threads; distance *= 2) {
            const uint64_t before = threadIdx.x >= distance ? sums[threadIdx.x - distance] : 0;
            __syncthreads();
            sums[threadIdx.x] += before;
            __syncthreads();
        }
        if (k <= count) first_chunk[k] = carry + sums[threadIdx.x] - own;
        carry += sums[scan_threads - 1];
        __syncthreads();
    }
}

} // namespace

Status bin_rows(const BinRowsCall *call) {
    const CurrentDevice current;
    const SparseArrays &A = call->A;
    Scratch keys, rows, counts;
    Status status = keys.allocate(2 * A.nrows * sizeof(unsigned));
    if (status == Status::ok) status = rows.allocate(2 * A.nrows * sizeof(unsigned));
    if (status == Status::ok) status = counts.allocate(classes * sizeof(unsigned));
    if (status == Status::ok)
        status = runtime().clear(counts.as<void>(), classes * sizeof(unsigned));
    if (status != Status::ok) return status;
    SortArrays sorted{};
    sorted.value_size = sizeof(unsigned);
    for (uint64_t k = 0; k < 2; k++) {
        sorted.keys[k] = keys.as<unsigned>() + k * A.nrows;
        sorted.values[k] = rows.as<unsigned>() + k * A.nrows;
    }
    auto *row_numbers = static_cast<unsigned *>(sorted.values[0]);
    status = A.offset_width == 4
                 ? launch(&classify_rows<std::uint32_t>, blocks_for(A.nrows),
                          static_cast<const std::uint32_t *>(A.row_offsets), A.nrows,
                          sorted.keys[0], row_numbers, counts.as<unsigned>())
                 : launch(&classify_rows<uint64_t>, blocks_for(A.nrows),
                          static_cast<const uint64_t *>(A.row_offsets), A.nrows, sorted.keys[0],
                          row_numbers, counts.as<unsigned>());
    if (status == Status::ok) status = sort_pairs(sorted, A.nrows, class_bits);
    if (status == Status::ok)
        status =
            runtime().copy(call->order, sorted.values[sorted.first], A.nrows * sizeof(unsigned));
    unsigned of_class[classes];
    if (status == Status::ok)
        status = runtime().download(of_class, counts.as<unsigned>(), sizeof of_class);
    if (status != Status::ok) return status;
    *call->bins = {};
    for (unsigned k = 0; k + 1 < classes; k++) {
        const unsigned power = 63 - k; // lengths from 2^power on
        uint64_t &bin = power >= 12  ? call->bins->long_rows
                        : power >= 8 ? call->bins->warp_rows
                        : power >= 3 ? call->bins->short_rows
                                     : call->bins->lane_rows;
        bin += of_class[k];
    }
    return Status::ok;
}

Status chunk_rows(const BinRowsCall *call) {
    const CurrentDevice current;
    const SparseArrays &A = call->A;
    const uint64_t count = call->bins->long_rows;
    const Status status =
        A.offset_width == 4
            ? launch(&number_chunks<std::uint32_t>, 1,
                     static_cast<const std::uint32_t *>(A.row_offsets), call->order, count,
                     call->first_chunk)
            : launch(&number_chunks<uint64_t>, 1, static_cast<const uint64_t *>(A.row_offsets),
                     call->order, count, call->first_chunk);
    return status == Status::ok ? runtime().download(&call->bins->chunks, call->first_chunk + count,
                                                     sizeof(uint64_t))
                                : status;
}

} // namespace grb::device
