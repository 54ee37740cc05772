// Sorts the entries of each row by value: a radix sort of all values as numbers, then one of their
// rows, both stable (Merrill and Grimshaw 2011). Independent of operators, so compiled with the
// plugin.
#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/launch.hpp"
#include "cuda/structure/indices.cuh"
#include "cuda/structure/sort.hpp"
#include "cuda/structure/sort_calls.h"
#include "cuda/structure/values.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>

namespace grb::device {

namespace {

using std::uint64_t;

/// Maps x to an unsigned number with the same order, from 0 up; NaN is the last.
template <class T>
__device__ uint64_t rank_of(T x) {
    if constexpr (std::is_floating_point_v<T>) {
        using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, uint64_t>;
        constexpr Bits top = Bits{1} << (8 * sizeof(T) - 1);
        if (x != x) return static_cast<Bits>(~Bits{0});
        if (x == 0) x = 0; // both zeros are equal
        Bits bits;
        memcpy(&bits, &x, sizeof bits);
        return static_cast<Bits>((bits & top) != 0 ? ~bits : bits | top);
    } else if constexpr (std::is_signed_v<T>) {
        using Bits = std::make_unsigned_t<T>;
        constexpr Bits top = static_cast<Bits>(Bits{1} << (8 * sizeof(T) - 1));
        return static_cast<Bits>(static_cast<Bits>(x) ^ top);
    } else {
        return static_cast<uint64_t>(x);
    }
}

/// keys(p) = the rank of value p; order(p) = p. If descending, the ranks of numbers are reversed,
/// and NaN stays last. One thread per entry.
template <class T>
__global__ void __launch_bounds__(plain_threads)
    rank_values(const T *values, uint64_t n, bool is_descending, uint64_t *keys, unsigned *order) {
    const uint64_t p = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    if (p >= n) return;
    order[p] = static_cast<unsigned>(p);
    const T x = values[p];
    constexpr uint64_t all = ~uint64_t{0} >> (64 - 8 * sizeof(T));
    const uint64_t rank = rank_of(x);
    keys[p] = is_descending && x == x ? all - rank : rank;
}

__global__ void __launch_bounds__(plain_threads) count_up(uint64_t n, unsigned *order) {
    const uint64_t p = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    if (p < n) order[p] = static_cast<unsigned>(p);
}

__device__ uint64_t row_of(const SparseArrays &A, uint64_t p) {
    return search(0, A.nrows, [&](uint64_t r) {
        return load_index(A.row_offsets, A.offset_width, r + 1) > p;
    });
}

/// keys(k) = the row of entry order(k).
__global__ void __launch_bounds__(plain_threads)
    rank_rows(SparseArrays A, const unsigned *order, uint64_t *keys) {
    const uint64_t k = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    if (k < A.nvals) keys[k] = row_of(A, order[k]);
}

/// Numbers the entries within rows, and stores the column that each had before.
__global__ void __launch_bounds__(plain_threads)
    number_entries(SparseArrays A, const unsigned *order, void *columns, std::int64_t *positions) {
    const uint64_t p = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    if (p >= A.nvals) return;
    const uint64_t first = load_index(A.row_offsets, A.offset_width, row_of(A, p));
    store_index(columns, A.index_width, p, p - first);
    positions[p] = static_cast<std::int64_t>(load_index(A.column_indices, A.index_width, order[p]));
}

/// Calls f with a value of the type with this name.
template <class F>
Status with_type(const char *name, const F &f) {
    const auto is = [name](const char *other) { return std::strcmp(name, other) == 0; };
    if (is("bool") || is("unsigned char")) return f(static_cast<unsigned char>(0));
    if (is("signed char")) return f(static_cast<signed char>(0));
    if (is("short")) return f(static_cast<short>(0));
    if (is("unsigned short")) return f(static_cast<unsigned short>(0));
    if (is("int")) return f(0);
    if (is("unsigned int")) return f(0u);
    if (is("long")) return f(0l);
    if (is("unsigned long")) return f(0ul);
    if (is("float")) return f(0.0f);
    return is("double") ? f(0.0) : fail(Status::unsupported, "no order of %s", name);
}

class RowSort {
public:
    explicit RowSort(const SortRowsCall &call) : call_(call), n_(call.A.nvals) {}

    Status run() {
        const std::uint64_t padded = (n_ + 63) / 64 * 64;
        Status status = keys_.allocate(2 * padded * sizeof(uint64_t));
        if (status == Status::ok) status = orders_.allocate(2 * padded * sizeof(unsigned));
        if (status != Status::ok) return status;
        arrays_.keys[0] = keys_.as<uint64_t>();
        arrays_.keys[1] = arrays_.keys[0] + padded;
        arrays_.values[0] = orders_.as<unsigned>();
        arrays_.values[1] = arrays_.values[0] + padded;
        if ((status = sort_values()) == Status::ok) status = sort_rows();
        if (status != Status::ok) return status;
        const unsigned *order = arrays_.values[0];
        status = launch(&number_entries, blocks_for(n_), call_.A, order, call_.columns,
                        call_.positions);
        if (status != Status::ok || call_.value_size == 0) return status;
        return gather_values(order, call_.A.values, n_, call_.value_size, call_.values);
    }

private:
    Status sort_values() {
        if (call_.keys == nullptr)
            return launch(&count_up, blocks_for(n_), n_, arrays_.values[0]);
        return with_type(call_.key_type, [&](auto value) {
            using T = decltype(value);
            const Status status =
                launch(&rank_values<T>, blocks_for(n_), static_cast<const T *>(call_.keys), n_,
                       call_.is_descending, arrays_.keys[0], arrays_.values[0]);
            return status == Status::ok ? sort(8 * static_cast<int>(sizeof(T))) : status;
        });
    }
    Status sort_rows() {
        if (call_.A.nrows <= 1) return Status::ok;
        const Status status =
            launch(&rank_rows, blocks_for(n_), call_.A, arrays_.values[0], arrays_.keys[0]);
        return status == Status::ok ? sort(static_cast<int>(std::bit_width(call_.A.nrows - 1)))
                                    : status;
    }
    /// Leaves the result in the first arrays.
    Status sort(int bits) {
        const Status status = sort_long_pairs(arrays_, n_, bits);
        if (arrays_.first == 0) return status;
        std::swap(arrays_.keys[0], arrays_.keys[1]);
        std::swap(arrays_.values[0], arrays_.values[1]);
        arrays_.first = 0;
        return status;
    }

    const SortRowsCall &call_;
    std::uint64_t n_;
    LongSortArrays arrays_{};
    Scratch keys_, orders_;
};

Status sort_rows(const SortRowsCall *call) {
    const CurrentDevice current;
    return RowSort(*call).run();
}

const Export export_of_sort_rows = exported<&sort_rows>(gpu::sort_rows);

} // namespace

} // namespace grb::device
