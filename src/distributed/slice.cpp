// Cuts partitions from snapshots on the host.
#include "distributed/partitioning.hpp"
#include "storage/convert.hpp"

#include <bit>
#include <cstring>

namespace grb {

void copy_bits(std::uint64_t *to, std::uint64_t to_at, const std::uint64_t *from,
               std::uint64_t from_at, std::uint64_t n) noexcept {
    while (n != 0) {
        const std::uint64_t room = 64 - to_at % 64, there = 64 - from_at % 64;
        const std::uint64_t step = std::min({n, room, there});
        std::uint64_t bits = from[from_at / 64] >> (from_at % 64);
        if (step != 64) bits &= (std::uint64_t{1} << step) - 1;
        to[to_at / 64] |= bits << (to_at % 64);
        to_at += step;
        from_at += step;
        n -= step;
    }
}

namespace {

Array cut(const Array &array, std::uint64_t begin, std::uint64_t end, std::size_t size) {
    const auto *bytes = array.as<unsigned char>();
    return begin == end ? Array(0) : Array::copy_of(bytes + begin * size, (end - begin) * size);
}

/// `count` indices or offsets from `first` on, less `base`.
template <class I>
Array rebased(const I *first, std::uint64_t count, std::uint64_t base) {
    Array array = Array::of<I>(count);
    I *const to = array.as<I>();
    for (std::uint64_t k = 0; k < count; k++) to[k] = static_cast<I>(first[k] - base);
    return array;
}

/// The fields that all partitions of a form share.
SparseForm partition_of(const SparseForm &whole, std::uint64_t first, std::uint64_t last,
                        std::size_t value_size) {
    SparseForm form;
    form.nvals = last - first;
    form.offset_width = whole.offset_width;
    form.index_width = whole.index_width;
    form.is_iso = whole.is_iso && form.nvals != 0;
    form.values = form.is_iso ? whole.values : cut(whole.values, first, last, value_size);
    return form;
}

/// Rows or columns [begin, end) of a sorted form.
SparseForm vectors_of(const SparseForm &whole, const SparseView &view, std::uint64_t begin,
                      std::uint64_t end) {
    return dispatch_widths(view, [&](const auto &A) {
        using O = typename std::decay_t<decltype(A)>::Offset;
        using I = typename std::decay_t<decltype(A)>::Index;
        std::uint64_t k = begin, stop = end;
        if (whole.is_hyper) {
            const I *const ids = A.row_ids, *const past = ids + A.stored_rows;
            k = static_cast<std::uint64_t>(std::lower_bound(ids, past, begin) - ids);
            stop = static_cast<std::uint64_t>(std::lower_bound(ids, past, end) - ids);
        }
        const std::uint64_t first = A.row_offsets[k], last = A.row_offsets[stop];
        SparseForm form = partition_of(whole, first, last, view.type->size);
        form.is_hyper = whole.is_hyper;
        form.stored_rows = stop - k;
        form.row_offsets = rebased<O>(A.row_offsets + k, stop - k + 1, first);
        if (form.is_hyper) form.row_ids = rebased<I>(A.row_ids + k, stop - k, begin);
        form.column_indices = cut(whole.column_indices, first, last, sizeof(I));
        return form;
    });
}

/// Positions [begin, end) of one row.
SparseForm positions_of(const SparseForm &whole, const SparseView &view, std::uint64_t begin,
                        std::uint64_t end) {
    return dispatch_widths(view, [&](const auto &A) {
        using O = typename std::decay_t<decltype(A)>::Offset;
        using I = typename std::decay_t<decltype(A)>::Index;
        const I *const indices = A.column_indices, *const past = indices + A.nvals;
        const auto first =
            static_cast<std::uint64_t>(std::lower_bound(indices, past, begin) - indices);
        const auto last =
            static_cast<std::uint64_t>(std::lower_bound(indices, past, end) - indices);
        SparseForm form = partition_of(whole, first, last, view.type->size);
        const O offsets[2] = {0, static_cast<O>(last - first)};
        form.stored_rows = 1;
        form.row_offsets = Array::copy_of(offsets, sizeof offsets);
        form.column_indices = rebased<I>(indices + first, last - first, begin);
        return form;
    });
}

/// A block of dense elements, row by row.
DenseForm dense_of(const Snapshot &whole, std::uint64_t row, std::uint64_t rows,
                   std::uint64_t column, std::uint64_t columns) {
    const DenseForm &form = whole.dense_form().get();
    const std::size_t size = whole.type()->size;
    const std::uint64_t ncols = whole.ncols(), elements = rows * columns;
    const bool is_whole_rows = columns == ncols;
    // Whole rows are contiguous: one run.
    const std::uint64_t runs = is_whole_rows ? 1 : rows,
                        length = is_whole_rows ? elements : columns;
    DenseForm partition;
    partition.is_iso = form.is_iso;
    partition.nvals = elements;
    partition.values = form.is_iso ? form.values : Array(elements * size);
    if (!form.is_iso) {
        auto *const to = partition.values.as<unsigned char>();
        const auto *const from = form.values.as<unsigned char>();
        for (std::uint64_t run = 0; run < runs && length != 0; run++)
            std::memcpy(to + run * length * size, from + ((row + run) * ncols + column) * size,
                        length * size);
    }
    if (form.bits.empty()) return partition;
    const std::uint64_t words = (elements + 63) / 64;
    partition.bits = Array::zeroed(words * 8);
    auto *const bits = partition.bits.as<std::uint64_t>();
    for (std::uint64_t run = 0; run < runs; run++)
        copy_bits(bits, run * length, form.bits.as<std::uint64_t>(), (row + run) * ncols + column,
                  length);
    std::uint64_t nvals = 0;
    for (std::uint64_t word = 0; word < words; word++)
        nvals += static_cast<std::uint64_t>(std::popcount(bits[word]));
    partition.nvals = nvals;
    return partition;
}

} // namespace

Ref<Snapshot> slice(const Snapshot &whole, Axis axis, std::uint64_t begin, std::uint64_t end) {
    if (is_among_devices()) return slice_of_ranges(whole, axis, begin, end);
    const Type *const type = whole.type();
    const std::uint64_t n = end - begin;
    const bool by_rows = axis == Axis::rows;
    const std::uint64_t nrows = by_rows ? n : whole.nrows(), ncols = by_rows ? whole.ncols() : n;
    if (n == 0) return Snapshot::empty(type, nrows, ncols);
    if (is_dense(whole)) {
        return Snapshot::of_dense(
            type, nrows, ncols,
            dense_of(whole, by_rows ? begin : 0, nrows, by_rows ? 0 : begin, ncols));
    }
    if (!by_rows && whole.nrows() == 1) {
        const SparseForm &row = whole.sparse_form(false);
        return Snapshot::of_rows(
            type, nrows, ncols,
            positions_of(row, view_of(row, type, whole.nrows(), whole.ncols()), begin, end));
    }
    const SparseForm &vectors = whole.sparse_form(!by_rows);
    if (by_rows) {
        const SparseView view = view_of(vectors, type, whole.nrows(), whole.ncols());
        return Snapshot::of_rows(type, nrows, ncols, vectors_of(vectors, view, begin, end));
    }
    const SparseView view = view_of(vectors, type, whole.ncols(), whole.nrows());
    return Snapshot::of_columns(type, nrows, ncols, vectors_of(vectors, view, begin, end));
}

} // namespace grb
