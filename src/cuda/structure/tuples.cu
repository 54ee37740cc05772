// Sorts tuples by (row, column): a radix sort of one key of 32 or 64 bits if row and column fit,
// else by column and then by row, of only the bits that the shape needs. Sorted input is not sorted
// again. Flags and their prefix sums then find the distinct positions (segmented reduction by scan:
// Sengupta et al. 2007).
#include "cuda/structure/tuples.hpp"

#include "cuda/structure/structure_calls.h"
#include "cuda/structure/indices.cuh"
#include "cuda/plugin/launch.hpp"
#include "cuda/structure/scan.hpp"
#include "cuda/structure/sort.hpp"

#include <algorithm>
#include <bit>
#include <type_traits>

namespace grb::device {

namespace {

using std::uint64_t;

constexpr unsigned is_outside = 1, is_unsorted = 2;

__device__ uint64_t row_of(const TupleOrder &t, uint64_t k) {
    if (t.keys != nullptr) return load_index(t.keys, t.key_width, k) >> t.column_bits;
    if (t.rows == nullptr) return 0;
    return load_index(t.rows, t.row_width, t.order == nullptr ? k : t.order[k]);
}

__device__ uint64_t column_of(const TupleOrder &t, uint64_t k) {
    if (t.keys != nullptr)
        return load_index(t.keys, t.key_width, k) & ((uint64_t{1} << t.column_bits) - 1);
    return load_index(t.columns, t.column_width, t.order == nullptr ? k : t.order[k]);
}

/// Returns true if the k-th sorted tuple is the first one at its position.
__device__ bool is_head(const TupleOrder &t, uint64_t k) {
    return k == 0 || column_of(t, k) != column_of(t, k - 1) || row_of(t, k) != row_of(t, k - 1);
}

/// Checks the bounds and the order of the tuples, and counts the distinct positions if they are in
/// order. One thread per tuple. Deterministic.
__global__ void __launch_bounds__(plain_threads)
    check_tuples(TupleOrder t, uint64_t count, uint64_t nrows, uint64_t ncols, CountAndFlags to) {
    const uint64_t k = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    unsigned flags = 0, made = 0;
    if (k < count) {
        const uint64_t row = row_of(t, k), column = column_of(t, k);
        if (row >= nrows || column >= ncols) flags |= is_outside;
        made = 1;
        if (k != 0) {
            const uint64_t last_row = row_of(t, k - 1), last_column = column_of(t, k - 1);
            const bool is_same_row = row == last_row;
            if (row < last_row || (is_same_row && column < last_column)) flags |= is_unsorted;
            made = !is_same_row || column != last_column;
        }
    }
    publish_flags(to, made, flags);
}

/// keys(k) = row and column of the tuple that is the k-th so far; also stores its input position.
/// One thread per tuple.
template <class Key>
__global__ void __launch_bounds__(plain_threads)
    make_keys(TupleOrder t, uint64_t count, bool with_rows, bool with_columns, Key *keys,
              unsigned *order) {
    const uint64_t k = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    if (k >= count) return;
    uint64_t key = with_columns ? column_of(t, k) : 0;
    if (with_rows) key |= with_columns ? row_of(t, k) << t.column_bits : row_of(t, k);
    keys[k] = static_cast<Key>(key);
    if (t.order == nullptr) order[k] = static_cast<unsigned>(k);
}

/// heads(k) = 1 if the k-th tuple is the first one at its position, else 0. Publishes their number.
/// One thread per tuple.
__global__ void __launch_bounds__(plain_threads)
    mark_heads(TupleOrder t, uint64_t count, unsigned *heads, CountAndFlags to) {
    const uint64_t k = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    unsigned made = 0;
    if (k < count) {
        made = is_head(t, k);
        heads[k] = made;
    }
    publish_flags(to, made, 0);
}

/// Writes the column and the first tuple of each distinct position. ranks(k) = distinct positions
/// before tuple k; null: no position repeats. One thread per tuple. Deterministic.
__global__ void __launch_bounds__(plain_threads)
    write_columns(TupleOrder t, uint64_t count, uint64_t distinct, const unsigned *ranks,
                  void *indices, int index_width, unsigned *starts) {
    const uint64_t k = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    if (k >= count) return;
    if (ranks == nullptr) {
        store_index(indices, index_width, k, column_of(t, k));
        return;
    }
    if (k == 0) starts[distinct] = static_cast<unsigned>(count);
    if (!is_head(t, k)) return;
    store_index(indices, index_width, ranks[k], column_of(t, k));
    starts[ranks[k]] = static_cast<unsigned>(k);
}

/// offsets(i) = distinct positions in the rows before i, by a binary search for each row. Work O(m
/// log n).
__global__ void __launch_bounds__(plain_threads)
    write_offsets(TupleOrder t, uint64_t count, uint64_t distinct, uint64_t nrows,
                  const unsigned *ranks, void *offsets, int offset_width) {
    const uint64_t i = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    if (i > nrows) return;
    const uint64_t k = search(0, count, [&](uint64_t p) { return row_of(t, p) >= i; });
    const uint64_t before = k == count ? distinct : ranks == nullptr ? k : ranks[k];
    store_index(offsets, offset_width, i, before);
}

} // namespace

TupleSort::TupleSort(const BuildCall &call)
    : count_(call.count), nrows_(call.nrows), ncols_(call.ncols) {
    tuples_.rows = call.rows;
    tuples_.columns = call.columns;
    tuples_.row_width = call.row_width;
    tuples_.column_width = call.column_width;
}

Status TupleSort::run(bool *has_outside, std::uint64_t *distinct) {
    const CurrentDevice current;
    std::uint64_t flags = 0;
    Status status = launch_publishing(
        [&](const CountAndFlags &to) {
            return launch(&check_tuples, blocks_for(count_), tuples_, count_, nrows_, ncols_, to);
        },
        &distinct_, &flags);
    if (status != Status::ok) return status;
    *has_outside = (flags & is_outside) != 0;
    if (*has_outside) return Status::ok;
    if ((flags & is_unsorted) != 0) {
        status = sort();
        if (status == Status::ok) status = count_heads();
    } else if (has_duplicates()) {
        status = count_heads();
    }
    *distinct = distinct_;
    return status;
}

template <class Key>
Status TupleSort::sort_pass(int bits, bool with_rows, bool with_columns) {
    constexpr bool is_long = sizeof(Key) == 8;
    const std::uint64_t padded = (count_ + 63) / 64 * 64;
    auto *keys = keys_.as<Key>();
    Status status = launch(&make_keys<Key>, blocks_for(count_), tuples_, count_, with_rows,
                           with_columns, keys, orders_[current_]);
    if (status != Status::ok) return status;
    std::conditional_t<is_long, LongSortArrays, SortArrays> arrays{};
    arrays.keys[0] = keys;
    arrays.keys[1] = keys + padded;
    arrays.values[0] = orders_[current_];
    arrays.values[1] = orders_[1 - current_];
    if constexpr (is_long) {
        status = sort_long_pairs(arrays, count_, bits);
    } else {
        arrays.value_size = 4;
        status = sort_pairs(arrays, count_, bits);
    }
    if (status != Status::ok) return status;
    if (arrays.first != 0) current_ = 1 - current_;
    tuples_.order = orders_[current_];
    if (with_rows && with_columns) {
        tuples_.keys = arrays.keys[arrays.first];
        tuples_.key_width = sizeof(Key);
    }
    return Status::ok;
}

Status TupleSort::sort() {
    const int row_bits = static_cast<int>(std::bit_width(nrows_ - 1));
    const int column_bits = static_cast<int>(std::bit_width(ncols_ - 1));
    const int bits = std::max(1, row_bits + column_bits);
    const std::uint64_t padded = (count_ + 63) / 64 * 64;
    tuples_.column_bits = column_bits;
    Status status = keys_.allocate(2 * padded * (bits <= 32 ? 4 : 8));
    if (status == Status::ok) status = order_memory_.allocate(2 * padded * sizeof(unsigned));
    if (status != Status::ok) return status;
    orders_[0] = order_memory_.as<unsigned>();
    orders_[1] = orders_[0] + padded;
    if (bits <= 32) return sort_pass<unsigned>(bits, true, true);
    if (bits <= 64) return sort_pass<std::uint64_t>(bits, true, true);
    status = sort_pass<std::uint64_t>(column_bits, false, true);
    return status == Status::ok ? sort_pass<std::uint64_t>(row_bits, true, false) : status;
}

Status TupleSort::count_heads() {
    const Status status = ranks_.allocate(count_ * sizeof(unsigned));
    if (status != Status::ok) return status;
    return launch_publishing(
        [&](const CountAndFlags &to) {
            return launch(&mark_heads, blocks_for(count_), tuples_, count_, ranks_.as<unsigned>(),
                          to);
        },
        &distinct_, nullptr);
}

Status TupleSort::write(void *offsets, int offset_width, void *indices, int index_width) {
    const CurrentDevice current;
    Status status = Status::ok;
    unsigned *ranks = nullptr;
    if (has_duplicates()) {
        ranks = ranks_.as<unsigned>();
        status = starts_.allocate((distinct_ + 1) * sizeof(unsigned));
        if (status == Status::ok) status = exclusive_sums(ranks, ranks, count_);
        if (status != Status::ok) return status;
    }
    status = launch(&write_columns, blocks_for(count_), tuples_, count_, distinct_, ranks, indices,
                    index_width, starts_.as<unsigned>());
    if (status != Status::ok || offsets == nullptr) return status;
    return launch(&write_offsets, blocks_for(nrows_ + 1), tuples_, count_, distinct_, nrows_, ranks,
                  offsets, offset_width);
}

} // namespace grb::device
