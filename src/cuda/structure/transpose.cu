// Transposes compressed rows by a radix sort.
#include "cuda/plugin/exports.hpp"
#include "cuda/structure/structure_calls.h"
#include "cuda/structure/indices.cuh"
#include "cuda/plugin/launch.hpp"
#include "cuda/structure/moved.hpp"
#include "cuda/structure/sort.hpp"

#include <algorithm>
#include <bit>

namespace grb::device {

namespace {

using std::uint64_t;

/// rows(p) = the row of entry p. Two binary searches find the rows that a block touches, and one
/// search per entry finds its row among these. Grid: entries / 256 blocks. Deterministic.
__global__ void __launch_bounds__(plain_threads)
    number_rows(const void *offsets, int offset_width, uint64_t nrows, uint64_t nvals, void *rows,
                int index_width) {
    const uint64_t begin = blockIdx.x * uint64_t{plain_threads};
    const auto row_at = [&](uint64_t p, uint64_t low, uint64_t high) {
        // The row before the first one that begins after p.
        return search(low, high,
                      [&](uint64_t i) { return load_index(offsets, offset_width, i) > p; }) -
               1;
    };
    __shared__ uint64_t bounds[2];
    if (threadIdx.x < 2) {
        const uint64_t p = threadIdx.x == 0 ? begin : min(begin + plain_threads, nvals) - 1;
        bounds[threadIdx.x] = row_at(p, 1, nrows + 1);
    }
    __syncthreads();
    const uint64_t p = begin + threadIdx.x;
    if (p < nvals) store_index(rows, index_width, p, row_at(p, bounds[0] + 1, bounds[1] + 1));
}

/// keys(p) = column of entry p, positions(p) = p. One thread per entry.
template <class Index>
__global__ void __launch_bounds__(plain_threads)
    copy_columns(const Index *columns, uint64_t nvals, Index *keys, unsigned *positions) {
    const uint64_t p = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    if (p >= nvals) return;
    keys[p] = columns[p];
    if (positions != nullptr) positions[p] = static_cast<unsigned>(p);
}

/// indices(q) and out(q) = row and value of entry positions(q). One thread per entry.
template <class Value>
__global__ void __launch_bounds__(plain_threads)
    gather_entries(const unsigned *positions, uint64_t nvals, const void *rows, int index_width,
                   void *indices, Moved<Value> values, Moved<Value> out) {
    const uint64_t q = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    if (q >= nvals) return;
    const uint64_t p = positions[q];
    store_index(indices, index_width, q, load_index(rows, index_width, p));
    if (out.is_there()) out.take(q, values, p);
}

/// offsets(j) = entries in the columns before j, by binary search in the sorted keys. One thread
/// per offset.
template <class Index>
__global__ void __launch_bounds__(plain_threads)
    offsets_of_keys(const Index *keys, uint64_t nvals, uint64_t ncols, void *offsets,
                    int offset_width) {
    const uint64_t j = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    if (j > ncols) return;
    store_index(offsets, offset_width, j,
                search(0, nvals, [&](uint64_t p) { return keys[p] >= j; }));
}

Status number(const RowNumbersCall &call) {
    return launch(&number_rows, blocks_for(call.nvals), call.row_offsets, call.offset_width,
                  call.nrows, call.nvals, call.rows, call.index_width);
}

/// Sorts the entries stably by column, so that those of a column stay in the order of rows. The
/// radix sort moves columns (keys) and positions, in ceil(bits of ncols / 8) passes. Scratch: at
/// most 2 · (index + 4) + index bytes an entry. A pattern with short indices sorts the rows instead
/// of the positions.
template <class Index>
class Transposition {
public:
    explicit Transposition(const TransposeCall &call)
        : call_(call), nvals_(call.A.nvals), sorts_rows_(sizeof(Index) == 4 && !call.values) {}

    Status run() {
        Status status = prepare();
        if (status == Status::ok) status = sort();
        if (status == Status::ok)
            status = launch(&offsets_of_keys<Index>, blocks_for(call_.A.ncols + 1),
                            keys_.as<Index>() + first_ * padded(), nvals_, call_.A.ncols,
                            call_.row_offsets, call_.A.offset_width);
        return status == Status::ok ? finish() : status;
    }

private:
    std::uint64_t padded() const { return (nvals_ + 63) / 64 * 64; }
    unsigned *positions(int k) const {
        return positions_.as<unsigned>() + static_cast<std::uint64_t>(k) * padded();
    }

    Status prepare() {
        Status status = keys_.allocate(2 * padded() * sizeof(Index));
        if (status == Status::ok) status = positions_.allocate(2 * padded() * sizeof(unsigned));
        if (status == Status::ok && !sorts_rows_) status = rows_.allocate(padded() * sizeof(Index));
        if (status != Status::ok) return status;
        const RowNumbersCall rows{call_.A.row_offsets,
                                  call_.A.offset_width,
                                  static_cast<int>(sizeof(Index)),
                                  call_.A.nrows,
                                  nvals_,
                                  sorts_rows_ ? static_cast<void *>(positions(0))
                                              : rows_.as<void>()};
        status = number(rows);
        if (status != Status::ok) return status;
        return launch(&copy_columns<Index>, blocks_for(nvals_),
                      static_cast<const Index *>(call_.A.column_indices), nvals_, keys_.as<Index>(),
                      sorts_rows_ ? nullptr : positions(0));
    }

    Status sort() {
        const int bits = std::max(1, static_cast<int>(std::bit_width(call_.A.ncols - 1)));
        Index *const keys[2] = {keys_.as<Index>(), keys_.as<Index>() + padded()};
        Status status;
        if constexpr (sizeof(Index) == 4) {
            SortArrays arrays{{keys[0], keys[1]}, {positions(0), positions(1)}, 4, 0};
            status = sort_pairs(arrays, nvals_, bits);
            first_ = arrays.first;
        } else {
            LongSortArrays arrays{{keys[0], keys[1]}, {positions(0), positions(1)}, 0};
            status = sort_long_pairs(arrays, nvals_, bits);
            first_ = arrays.first;
        }
        return status;
    }

    Status finish() const {
        if (sorts_rows_)
            return runtime().copy(call_.column_indices, positions(first_),
                                  nvals_ * sizeof(unsigned));
        return with_size(call_.value_size, [&](auto value) {
            using Value = decltype(value);
            return launch(&gather_entries<Value>, blocks_for(nvals_), positions(first_), nvals_,
                          rows_.as<void>(), static_cast<int>(sizeof(Index)), call_.column_indices,
                          Moved<Value>(call_.A.values, call_.value_size),
                          Moved<Value>(call_.values, call_.value_size));
        });
    }

    const TransposeCall &call_;
    std::uint64_t nvals_;
    bool sorts_rows_;
    int first_ = 0;
    Scratch keys_, positions_, rows_;
};

} // namespace

static Status row_numbers(const RowNumbersCall *call) {
    const CurrentDevice current;
    return number(*call);
}

static Status transpose(const TransposeCall *call) {
    const CurrentDevice current;
    return call->A.index_width == 4 ? Transposition<unsigned>(*call).run()
                                    : Transposition<std::uint64_t>(*call).run();
}

namespace {

const Export exports[] = {
    exported<&row_numbers>(gpu::row_numbers),
    exported<&transpose>(gpu::transpose)};

} // namespace

} // namespace grb::device
