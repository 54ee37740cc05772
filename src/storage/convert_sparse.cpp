// Converts sparse to sparse: hypersparse and standard rows, index widths, sorting inside rows.
#include "algebra/batch.hpp"
#include "base/copied_bytes.hpp"
#include "storage/chunks.hpp"
#include "storage/convert.hpp"
#include "storage/tuple_sort.hpp"

#include <bit>

namespace grb {

namespace {

/// Copies the view's description without arrays.
SparseForm described(const SparseView &view) {
    SparseForm form;
    form.stored_rows = view.stored_rows;
    form.nvals = view.nvals;
    form.offset_width = view.offset_width;
    form.index_width = view.index_width;
    form.is_hyper = view.is_hyper();
    form.is_iso = view.is_iso;
    form.is_jumbled = view.is_jumbled;
    return form;
}

std::uint64_t value_bytes(const SparseView &view) noexcept {
    return (view.is_iso ? 1 : view.nvals) * view.type->size;
}

void copy_entries(SparseForm &form, const SparseView &view) {
    form.column_indices = copied_bytes(view.column_indices,
                                       view.nvals * static_cast<std::uint64_t>(view.index_width));
    form.values = copied_bytes(view.values, value_bytes(view));
}

/// Lists offsets and ids of the rows that have entries.
void list_rows(SparseForm &form, const SparseView &view) {
    dispatch_widths(view, [&](const auto &A) {
        using O = typename std::decay_t<decltype(A)>::Offset;
        using I = typename std::decay_t<decltype(A)>::Index;
        const int threads = threads_for(static_cast<double>(A.stored_rows) * 2);
        const Chunks chunks(A.stored_rows, threads);
        HostVector<std::uint64_t> starts(chunks.count + 1);
        for_chunks(chunks, threads,
                   [&](std::uint64_t chunk, std::uint64_t begin, std::uint64_t end) {
                       std::uint64_t count = 0;
                       for (std::uint64_t k = begin; k < end; k++)
                           count += A.row_offsets[k] != A.row_offsets[k + 1] ? 1 : 0;
                       starts[chunk] = count;
                   });
        prefix_sums(starts.data(), chunks.count, 1);
        form.is_hyper = true;
        form.stored_rows = starts[chunks.count];
        form.row_offsets = Array::of<O>(form.stored_rows + 1);
        form.row_ids = Array::of<I>(form.stored_rows);
        for_chunks(chunks, threads,
                   [&](std::uint64_t chunk, std::uint64_t begin, std::uint64_t end) {
                       std::uint64_t next = starts[chunk];
                       for (std::uint64_t k = begin; k < end; k++) {
                           if (A.row_offsets[k] == A.row_offsets[k + 1]) continue;
                           form.row_ids.template as<I>()[next] = static_cast<I>(A.row_id(k));
                           form.row_offsets.template as<O>()[next++] = A.row_offsets[k];
                       }
                   });
        form.row_offsets.template as<O>()[form.stored_rows] = static_cast<O>(A.nvals);
    });
}

/// Makes an offset for every row.
void expand_rows(SparseForm &form, const SparseView &view) {
    dispatch_widths(view, [&](const auto &A) {
        using O = typename std::decay_t<decltype(A)>::Offset;
        form.is_hyper = false;
        form.stored_rows = A.nrows;
        form.row_ids = Array();
        if (A.nrows > largest_dense) throw std::bad_alloc();
        form.row_offsets = Array::of<O>(A.nrows + 1);
        O *const offsets = form.row_offsets.template as<O>();
        const double work = static_cast<double>(A.nrows) / static_cast<double>(A.stored_rows + 1);
        parallel_ranges(A.stored_rows + 1, work, [&](std::uint64_t begin, std::uint64_t end) {
            for (std::uint64_t k = begin; k < end; k++) {
                const std::uint64_t first = k == 0 ? 0 : A.row_id(k - 1) + 1;
                const std::uint64_t last = k == A.stored_rows ? A.nrows : A.row_id(k);
                std::fill(offsets + first, offsets + last + 1, A.row_offsets[k]);
            }
        });
    });
}

/// Sorts a row's columns with the positions of its entries and moves both to the output.
template <class Tuple, class O, class I>
void sort_row(const Sparse<O, I> &A, std::uint64_t begin, std::uint64_t n, Array &room,
              SparseForm &form, int threads) {
    if (room.bytes() < 2 * n * sizeof(Tuple)) room = Array::of<Tuple>(2 * n + n / 2);
    auto *const tuples = room.as<Tuple>();
    const int position_bits =
        std::is_same_v<Tuple, PackedTuple> ? static_cast<int>(std::bit_width(n - 1)) : 0;
    const int column_bits = static_cast<int>(std::bit_width(A.ncols - 1));
    for (std::uint64_t k = 0; k < n; k++) {
        const std::uint64_t column = A.column_indices[begin + k];
        if constexpr (std::is_same_v<Tuple, PackedTuple>) {
            tuples[k] = {column << position_bits | k};
        } else {
            tuples[k] = {column, k};
        }
    }
    sort_tuples(tuples, tuples + n, n, position_bits, position_bits + column_bits, threads);
    const std::uint64_t position_mask = (std::uint64_t{1} << position_bits) - 1;
    I *const columns = form.column_indices.as<I>() + begin;
    std::uint64_t positions[256];
    for (std::uint64_t k = 0; k < n; k += 256) {
        const std::uint64_t count = std::min<std::uint64_t>(256, n - k);
        for (std::uint64_t l = 0; l < count; l++) {
            columns[k + l] = static_cast<I>(tuples[k + l].word >> position_bits);
            if constexpr (std::is_same_v<Tuple, PackedTuple>) {
                positions[l] = tuples[k + l].word & position_mask;
            } else {
                positions[l] = tuples[k + l].position;
            }
        }
        if (!A.is_iso) {
            gather_values(form.values.as<unsigned char>() + (begin + k) * A.size,
                          A.values + begin * A.size, positions, 8, count, A.size);
        }
    }
}

/// Sorts rows with work O(entries of the row) per digit of the column indices; copies rows that are
/// in order.
template <class O, class I>
void sort_entries(SparseForm &form, const Sparse<O, I> &A) {
    form.is_jumbled = false;
    form.column_indices = Array::of<I>(A.nvals);
    if (!A.is_iso) form.values = Array(A.nvals * A.size);
    const auto sort_one = [&](std::uint64_t k, Array &room, int threads) {
        const std::uint64_t begin = A.row_offsets[k], n = A.row_offsets[k + 1] - begin;
        const I *columns = A.column_indices + begin;
        if (std::is_sorted(columns, columns + n)) {
            std::copy(columns, columns + n, form.column_indices.template as<I>() + begin);
            if (!A.is_iso && n != 0) {
                std::memcpy(form.values.template as<unsigned char>() + begin * A.size,
                            A.value(begin), n * A.size);
            }
        } else if (std::bit_width(A.ncols - 1) + std::bit_width(n - 1) <= 64) {
            sort_row<PackedTuple>(A, begin, n, room, form, threads);
        } else {
            sort_row<PairedTuple>(A, begin, n, room, form, threads);
        }
    };
    const int threads = threads_for(static_cast<double>(A.nvals) * 20);
    const Chunks chunks(A.nvals, threads, 16);
    // All threads together sort each row that is longer than a chunk, before the others.
    const std::uint64_t long_row = chunks.count > 1 ? A.nvals / chunks.count : UINT64_MAX;
    if (chunks.count > 1) {
        Array room;
        for (std::uint64_t chunk = 0; chunk < chunks.count; chunk++) {
            const std::uint64_t first = chunks.begin(chunk);
            const std::uint64_t k = row_of_entry(A.row_offsets, A.stored_rows, first);
            const bool was_seen = chunk != 0 && A.row_offsets[k] <= chunks.begin(chunk - 1);
            if (!was_seen && A.row_offsets[k + 1] - A.row_offsets[k] > long_row)
                sort_one(k, room, threads);
        }
    }
    for_chunks(chunks, threads, [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
        Array room;
        // A row belongs to the chunk that holds its first entry.
        for_row_runs(A.row_offsets, A.stored_rows, begin, end,
                     [&](std::uint64_t k, std::uint64_t first, std::uint64_t) {
                         const bool begins_here = first == A.row_offsets[k];
                         const bool is_long = A.row_offsets[k + 1] - A.row_offsets[k] > long_row;
                         if (begins_here && !is_long) sort_one(k, room, 1);
                     });
    });
}

template <class To, class From>
Array resized_indices(const From *source, std::uint64_t n) {
    Array array = Array::of<To>(n);
    To *target = array.as<To>();
    parallel_ranges(n, 1, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t k = begin; k < end; k++) target[k] = static_cast<To>(source[k]);
    });
    return array;
}

template <class From>
Array with_bytes(const From *source, std::uint64_t n, int width) {
    return width == 8 ? resized_indices<std::uint64_t>(source, n)
                      : resized_indices<std::uint32_t>(source, n);
}

/// Converts the indices of `view` to the widths of `form`.
void resize_indices(SparseForm &form, const SparseView &view) {
    dispatch_widths(view, [&](const auto &A) {
        form.row_offsets = with_bytes(A.row_offsets, A.stored_rows + 1, form.offset_width);
        form.column_indices = with_bytes(A.column_indices, A.nvals, form.index_width);
        if (form.is_hyper) form.row_ids = with_bytes(A.row_ids, A.stored_rows, form.index_width);
    });
}

} // namespace

SparseForm sort_rows(const SparseView &view) {
    SparseForm form = described(view);
    form.row_offsets = copied_bytes(
        view.row_offsets, (view.stored_rows + 1) * static_cast<std::uint64_t>(view.offset_width));
    if (view.is_hyper()) {
        form.row_ids = copied_bytes(view.row_ids, view.stored_rows *
                                                      static_cast<std::uint64_t>(view.index_width));
    }
    if (view.is_iso) form.values = copied_bytes(view.values, view.type->size);
    dispatch_widths(view, [&](const auto &A) { sort_entries(form, A); });
    return form;
}

SparseForm sorted_form(const SparseForm &source, const Type *type, std::uint64_t nrows,
                       std::uint64_t ncols) {
    SparseForm form = source;
    dispatch_widths(view_of(source, type, nrows, ncols),
                    [&](const auto &A) { sort_entries(form, A); });
    return form;
}

SparseForm to_hyper(const SparseView &view) {
    SparseForm form = described(view);
    copy_entries(form, view);
    list_rows(form, view);
    return form;
}

SparseForm hyper_form(const SparseForm &source, const Type *type, std::uint64_t nrows,
                      std::uint64_t ncols) {
    SparseForm form = source;
    if (!source.is_hyper) list_rows(form, view_of(source, type, nrows, ncols));
    return form;
}

SparseForm to_standard(const SparseView &view) {
    SparseForm form = described(view);
    copy_entries(form, view);
    expand_rows(form, view);
    return form;
}

SparseForm standard_form(const SparseForm &source, const Type *type, std::uint64_t nrows,
                         std::uint64_t ncols) {
    SparseForm form = source;
    if (source.is_hyper) expand_rows(form, view_of(source, type, nrows, ncols));
    return form;
}

SparseForm narrowed_form(const SparseForm &source, const Type *type, std::uint64_t nrows,
                         std::uint64_t ncols) {
    const int index_width = index_width_for(nrows, ncols);
    SparseForm form = source;
    if (source.index_width == index_width) return form;
    form.index_width = index_width;
    form.offset_width = offset_width_for(index_width, source.nvals);
    resize_indices(form, view_of(source, type, nrows, ncols));
    return form;
}

SparseForm with_width(const SparseView &view, int offset_width, int index_width) {
    SparseForm form = described(view);
    form.offset_width = offset_width;
    form.index_width = index_width;
    resize_indices(form, view);
    form.values = copied_bytes(view.values, value_bytes(view));
    return form;
}

} // namespace grb
