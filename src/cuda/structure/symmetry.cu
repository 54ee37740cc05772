// Tests whether a matrix equals its transpose; if so, its rows serve as its columns, stored only
// once.
#include "cuda/plugin/exports.hpp"
#include "cuda/structure/indices.cuh"
#include "cuda/structure/structure_calls.h"
#include "cuda/plugin/launch.hpp"

namespace grb::device {

namespace {

using std::uint64_t;

constexpr unsigned items = 8; // entries per thread

/// The first k in [begin, end) for which array[k] > x, or end.
template <class T>
__device__ uint64_t upper_bound(const T *array, uint64_t begin, uint64_t end, uint64_t x) {
    while (begin < end) {
        const uint64_t middle = begin + (end - begin) / 2;
        if (array[middle] <= x) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin;
}

/// Searches for the counterpart (j, i) of each entry (i, j) above the diagonal by binary search in
/// row j, and compares the values. Counts that as many entries lie below the diagonal. A warp takes
/// 256 neighbouring entries. Blocks that start after a difference was found do nothing. Reads each
/// index once, and log(length of row) positions for half of them. Grid: entries / 2,048 blocks.
/// Value: an unsigned type of the value's size; void: one value for all.
template <class Offset, class Index, class Value>
__global__ void __launch_bounds__(plain_threads)
    compare_halves(const Offset *offsets, const Index *columns, const Value *values, uint64_t n,
                   uint64_t nvals, CountAndFlags result) {
    const uint64_t warp = (blockIdx.x * uint64_t{plain_threads} + threadIdx.x) / 32;
    const uint64_t begin = warp * 32 * items, end = min(begin + 32 * items, nvals);
    unsigned balance = 0, differs = 0; // 2 for an entry above the diagonal, 1 for one on it
    if (begin < end && *static_cast<volatile unsigned *>(result.flags) == 0) {
        const uint64_t first = upper_bound(offsets, 0, n + 1, begin) - 1;
        const uint64_t last = upper_bound(offsets, first, n + 1, end - 1) - 1;
        for (uint64_t p = begin + threadIdx.x % 32; p < end; p += 32) {
            const uint64_t i = upper_bound(offsets, first, last + 1, p) - 1, j = columns[p];
            if (i == j) balance += 1;
            if (j <= i) continue;
            balance += 2;
            const uint64_t row = offsets[j], row_end = offsets[j + 1];
            const uint64_t q = upper_bound(columns, row, row_end, i);
            if (q == row || columns[q - 1] != i) {
                differs = 1;
            } else if (values != nullptr && values[p] != values[q - 1]) {
                differs = 1;
            }
        }
    }
    publish_flags(result, balance, differs);
}

template <class Offset, class Index, class Value>
Status compare(const SymmetryCall &call) {
    const SparseArrays &A = call.A;
    uint64_t balance = 0, differs = 0;
    const Status status = launch_publishing(
        [&](const CountAndFlags &result) {
            return launch(&compare_halves<Offset, Index, Value>,
                          blocks_for((A.nvals + items - 1) / items),
                          static_cast<const Offset *>(A.row_offsets),
                          static_cast<const Index *>(A.column_indices),
                          static_cast<const Value *>(call.value_size == 0 ? nullptr : A.values),
                          A.nrows, A.nvals, result);
        },
        &balance, &differs);
    if (status == Status::ok) *call.result = differs == 0 && balance == A.nvals;
    return status;
}

template <class Offset, class Index>
Status compare_values(const SymmetryCall &call) {
    switch (call.value_size) {
    case 2:
        return compare<Offset, Index, std::uint16_t>(call);
    case 4:
        return compare<Offset, Index, std::uint32_t>(call);
    case 8:
        return compare<Offset, Index, std::uint64_t>(call);
    default:
        return compare<Offset, Index, std::uint8_t>(call);
    }
}

/// Publishes the number of rows whose entry is off the diagonal. One thread per row. Grid: rows /
/// 256 blocks.
__global__ void __launch_bounds__(plain_threads) count_off_diagonal(SparseArrays A,
                                                                   CountAndFlags result) {
    const uint64_t k = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    const bool is_elsewhere = k < A.nrows &&
                              (load_index(A.row_offsets, A.offset_width, k) != k ||
                               load_index(A.column_indices, A.index_width, k) != k);
    publish_flags(result, is_elsewhere ? 1 : 0, 0);
}

} // namespace

static Status is_diagonal(const DiagonalCall *call) {
    const CurrentDevice current;
    uint64_t elsewhere = 0;
    const Status status = launch_publishing(
        [&](const CountAndFlags &result) {
            return launch(&count_off_diagonal, blocks_for(call->A.nrows), call->A, result);
        },
        &elsewhere, nullptr);
    if (status == Status::ok) *call->result = elsewhere == 0;
    return status;
}

static Status is_symmetric(const SymmetryCall *call) {
    const CurrentDevice current;
    if (call->A.index_width == 8) return compare_values<std::uint64_t, std::uint64_t>(*call);
    return call->A.offset_width == 4 ? compare_values<std::uint32_t, std::uint32_t>(*call)
                                     : compare_values<std::uint64_t, std::uint32_t>(*call);
}

namespace {

const Export export_of_is_diagonal = exported<&is_diagonal>(gpu::is_diagonal);
const Export export_of_is_symmetric = exported<&is_symmetric>(gpu::is_symmetric);

} // namespace

} // namespace grb::device
