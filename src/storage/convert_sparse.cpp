// Converts sparse to sparse: hypersparse and standard rows, index widths, sorting inside rows.
#include "algebra/batch.hpp"
#include "base/copied_bytes.hpp"
#include "storage/convert.hpp"
#include "storage/pieces.hpp"
#include "storage/tuple_sort.hpp"

#include <bit>

namespace grb {

namespace {

/// Copies the view's description without arrays.
SparsePart described(const SparseView &view) {
    SparsePart part;
    part.stored_rows = view.stored_rows;
    part.nvals = view.nvals;
    part.offset_width = view.offset_width;
    part.index_width = view.index_width;
    part.is_hyper = view.is_hyper();
    part.is_iso = view.is_iso;
    part.is_jumbled = view.is_jumbled;
    return part;
}

std::uint64_t value_bytes(const SparseView &view) noexcept {
    return (view.is_iso ? 1 : view.nvals) * view.type->size;
}

void copy_entries(SparsePart &part, const SparseView &view) {
    part.column_indices = copied_bytes(view.column_indices,
                                       view.nvals * static_cast<std::uint64_t>(view.index_width));
    part.values = copied_bytes(view.values, value_bytes(view));
}

/// Lists offsets and ids of the rows that have entries.
void list_rows(SparsePart &part, const SparseView &view) {
    dispatch_widths(view, [&](const auto &A) {
        using O = typename std::decay_t<decltype(A)>::Offset;
        using I = typename std::decay_t<decltype(A)>::Index;
        const int threads = threads_for(static_cast<double>(A.stored_rows) * 2);
        const Pieces pieces(A.stored_rows, threads);
        HostVector<std::uint64_t> starts(pieces.count + 1);
        for_pieces(pieces, threads,
                   [&](std::uint64_t piece, std::uint64_t begin, std::uint64_t end) {
                       std::uint64_t count = 0;
                       for (std::uint64_t k = begin; k < end; k++)
                           count += A.row_offsets[k] != A.row_offsets[k + 1] ? 1 : 0;
                       starts[piece] = count;
                   });
        prefix_sums(starts.data(), pieces.count, 1);
        part.is_hyper = true;
        part.stored_rows = starts[pieces.count];
        part.row_offsets = Array::of<O>(part.stored_rows + 1);
        part.row_ids = Array::of<I>(part.stored_rows);
        for_pieces(pieces, threads,
                   [&](std::uint64_t piece, std::uint64_t begin, std::uint64_t end) {
                       std::uint64_t next = starts[piece];
                       for (std::uint64_t k = begin; k < end; k++) {
                           if (A.row_offsets[k] == A.row_offsets[k + 1]) continue;
                           part.row_ids.template as<I>()[next] = static_cast<I>(A.row_id(k));
                           part.row_offsets.template as<O>()[next++] = A.row_offsets[k];
                       }
                   });
        part.row_offsets.template as<O>()[part.stored_rows] = static_cast<O>(A.nvals);
    });
}

/// Makes an offset for every row.
void spread_rows(SparsePart &part, const SparseView &view) {
    dispatch_widths(view, [&](const auto &A) {
        using O = typename std::decay_t<decltype(A)>::Offset;
        part.is_hyper = false;
        part.stored_rows = A.nrows;
        part.row_ids = Array();
        if (A.nrows > largest_dense) throw std::bad_alloc();
        part.row_offsets = Array::of<O>(A.nrows + 1);
        O *const offsets = part.row_offsets.template as<O>();
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
              SparsePart &part, int threads) {
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
    I *const columns = part.column_indices.as<I>() + begin;
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
            gather_values(part.values.as<unsigned char>() + (begin + k) * A.size,
                          A.values + begin * A.size, positions, 8, count, A.size);
        }
    }
}

/// Sorts rows with work O(entries of the row) per digit of the column indices; copies rows that are
/// in order.
template <class O, class I>
void sort_entries(SparsePart &part, const Sparse<O, I> &A) {
    part.is_jumbled = false;
    part.column_indices = Array::of<I>(A.nvals);
    if (!A.is_iso) part.values = Array(A.nvals * A.size);
    const auto sort_one = [&](std::uint64_t k, Array &room, int threads) {
        const std::uint64_t begin = A.row_offsets[k], n = A.row_offsets[k + 1] - begin;
        const I *columns = A.column_indices + begin;
        if (std::is_sorted(columns, columns + n)) {
            std::copy(columns, columns + n, part.column_indices.template as<I>() + begin);
            if (!A.is_iso && n != 0) {
                std::memcpy(part.values.template as<unsigned char>() + begin * A.size,
                            A.value(begin), n * A.size);
            }
        } else if (std::bit_width(A.ncols - 1) + std::bit_width(n - 1) <= 64) {
            sort_row<PackedTuple>(A, begin, n, room, part, threads);
        } else {
            sort_row<PairedTuple>(A, begin, n, room, part, threads);
        }
    };
    const int threads = threads_for(static_cast<double>(A.nvals) * 20);
    const Pieces pieces(A.nvals, threads, 16);
    // All threads together sort each row that is longer than a chunk, before the others.
    const std::uint64_t long_row = pieces.count > 1 ? A.nvals / pieces.count : UINT64_MAX;
    if (pieces.count > 1) {
        Array room;
        for (std::uint64_t piece = 0; piece < pieces.count; piece++) {
            const std::uint64_t first = pieces.begin(piece);
            const std::uint64_t k = row_of_entry(A.row_offsets, A.stored_rows, first);
            const bool was_seen = piece != 0 && A.row_offsets[k] <= pieces.begin(piece - 1);
            if (!was_seen && A.row_offsets[k + 1] - A.row_offsets[k] > long_row)
                sort_one(k, room, threads);
        }
    }
    for_pieces(pieces, threads, [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
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

/// Converts the indices of `view` to the widths of `part`.
void resize_indices(SparsePart &part, const SparseView &view) {
    dispatch_widths(view, [&](const auto &A) {
        part.row_offsets = with_bytes(A.row_offsets, A.stored_rows + 1, part.offset_width);
        part.column_indices = with_bytes(A.column_indices, A.nvals, part.index_width);
        if (part.is_hyper) part.row_ids = with_bytes(A.row_ids, A.stored_rows, part.index_width);
    });
}

} // namespace

SparsePart sort_rows(const SparseView &view) {
    SparsePart part = described(view);
    part.row_offsets = copied_bytes(
        view.row_offsets, (view.stored_rows + 1) * static_cast<std::uint64_t>(view.offset_width));
    if (view.is_hyper()) {
        part.row_ids = copied_bytes(view.row_ids, view.stored_rows *
                                                      static_cast<std::uint64_t>(view.index_width));
    }
    if (view.is_iso) part.values = copied_bytes(view.values, view.type->size);
    dispatch_widths(view, [&](const auto &A) { sort_entries(part, A); });
    return part;
}

SparsePart sorted_part(const SparsePart &source, const Type *type, std::uint64_t nrows,
                       std::uint64_t ncols) {
    SparsePart part = source;
    dispatch_widths(view_of(source, type, nrows, ncols),
                    [&](const auto &A) { sort_entries(part, A); });
    return part;
}

SparsePart to_hyper(const SparseView &view) {
    SparsePart part = described(view);
    copy_entries(part, view);
    list_rows(part, view);
    return part;
}

SparsePart hyper_part(const SparsePart &source, const Type *type, std::uint64_t nrows,
                      std::uint64_t ncols) {
    SparsePart part = source;
    if (!source.is_hyper) list_rows(part, view_of(source, type, nrows, ncols));
    return part;
}

SparsePart to_standard(const SparseView &view) {
    SparsePart part = described(view);
    copy_entries(part, view);
    spread_rows(part, view);
    return part;
}

SparsePart standard_part(const SparsePart &source, const Type *type, std::uint64_t nrows,
                         std::uint64_t ncols) {
    SparsePart part = source;
    if (source.is_hyper) spread_rows(part, view_of(source, type, nrows, ncols));
    return part;
}

SparsePart narrowed_part(const SparsePart &source, const Type *type, std::uint64_t nrows,
                         std::uint64_t ncols) {
    const int index_width = index_width_for(nrows, ncols);
    SparsePart part = source;
    if (source.index_width == index_width) return part;
    part.index_width = index_width;
    part.offset_width = offset_width_for(index_width, source.nvals);
    resize_indices(part, view_of(source, type, nrows, ncols));
    return part;
}

SparsePart with_width(const SparseView &view, int offset_width, int index_width) {
    SparsePart part = described(view);
    part.offset_width = offset_width;
    part.index_width = index_width;
    resize_indices(part, view);
    part.values = copied_bytes(view.values, value_bytes(view));
    return part;
}

} // namespace grb
