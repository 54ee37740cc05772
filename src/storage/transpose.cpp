#include "algebra/batch.hpp"
#include "storage/convert.hpp"
#include "storage/pieces.hpp"
#include "storage/tuples.hpp"

namespace grb {

namespace {

/// Moves piece [first, last) of the entries to their columns; `cursor` is the piece's next free place
/// in each column.
template <class V, class O, class I>
void scatter_piece(const Sparse<O, I> &A, std::uint64_t first, std::uint64_t last, O *cursor,
                   I *rows, void *out) {
    for_row_runs(A.row_offsets, A.stored_rows, first, last,
                 [&](std::uint64_t k, std::uint64_t begin, std::uint64_t end) {
                     const auto row = static_cast<I>(A.row_id(k));
                     for (std::uint64_t p = begin; p < end; p++) {
                         const O q = cursor[A.column_indices[p]]++;
                         rows[q] = row;
                         if constexpr (std::is_same_v<V, AnySize>) {
                             std::memcpy(static_cast<unsigned char *>(out) + q * A.size, A.value(p),
                                         A.size);
                         } else if constexpr (!std::is_void_v<V>) {
                             static_cast<V *>(out)[q] = reinterpret_cast<const V *>(A.values)[p];
                         }
                     }
                 });
}

/// CSR of A' by counting: pieces of equal numbers of entries, each with its own histogram of columns.
/// Work O(nvals + nrows + pieces·ncols), scratch pieces·ncols offsets. Rows come out sorted, since
/// pieces and the rows in them are visited in order.
template <class O, class I>
SparsePart transpose_by_counting(const Sparse<O, I> &A) {
    SparsePart part;
    part.stored_rows = A.ncols;
    part.nvals = A.nvals;
    part.offset_width = sizeof(O);
    part.index_width = sizeof(I);
    part.is_iso = A.is_iso;
    part.row_offsets = Array::of<O>(A.ncols + 1);
    part.column_indices = Array::of<I>(A.nvals);
    part.values = A.is_iso ? Array::copy_of(A.values, A.size) : Array(A.nvals * A.size);

    const double histogram_worth =
        static_cast<double>(A.nvals) / static_cast<double>(A.ncols + 1) * 4 + 1;
    const int threads = static_cast<int>(
        std::min<double>(threads_for(static_cast<double>(A.nvals) * 5), histogram_worth));
    const Pieces pieces(A.nvals, threads, 1);
    Array histograms = Array::zeroed(pieces.count * A.ncols * sizeof(O));
    O *const counts = histograms.as<O>();
    for_pieces(pieces, threads, [&](std::uint64_t piece, std::uint64_t begin, std::uint64_t end) {
        O *count = counts + piece * A.ncols;
        for (std::uint64_t p = begin; p < end; p++) count[A.column_indices[p]]++;
    });

    O *const offsets = part.row_offsets.as<O>();
    parallel_ranges(A.ncols, 2, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t c = begin; c < end; c++) {
            O total = 0;
            for (std::uint64_t piece = 0; piece < pieces.count; piece++)
                total += counts[piece * A.ncols + c];
            offsets[c] = total;
        }
    });
    prefix_sums(offsets, A.ncols, threads);
    parallel_ranges(A.ncols, 2, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t c = begin; c < end; c++) {
            O next = offsets[c];
            for (std::uint64_t piece = 0; piece < pieces.count; piece++) {
                next += std::exchange(counts[piece * A.ncols + c], next);
            }
        }
    });

    for_pieces(pieces, threads, [&](std::uint64_t piece, std::uint64_t begin, std::uint64_t end) {
        O *cursor = counts + piece * A.ncols;
        I *rows = part.column_indices.template as<I>();
        if (A.is_iso) {
            scatter_piece<void>(A, begin, end, cursor, rows, nullptr);
        } else {
            dispatch_size(A.size, [&](auto plain) {
                scatter_piece<decltype(plain)>(A, begin, end, cursor, rows, part.values.data());
            });
        }
    });
    return part;
}

/// The same by sorting, when A has far more columns than entries.
template <class O, class I>
SparsePart transpose_by_sorting(const SparseView &view, const Sparse<O, I> &A) {
    Array rows = Array::of<std::uint64_t>(A.nvals), columns = Array::of<std::uint64_t>(A.nvals);
    const int threads = threads_for(static_cast<double>(A.nvals) * 3);
    for_pieces(Pieces(A.nvals, threads), threads,
               [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
                   for_row_runs(A.row_offsets, A.stored_rows, begin, end,
                                [&](std::uint64_t k, std::uint64_t first, std::uint64_t last) {
                                    for (std::uint64_t p = first; p < last; p++) {
                                        rows.as<std::uint64_t>()[p] = A.row_id(k);
                                        columns.as<std::uint64_t>()[p] = A.column_indices[p];
                                    }
                                });
               });
    const SortedTuples tuples(columns.as<std::uint64_t>(), rows.as<std::uint64_t>(), A.nvals);
    const TuplePattern pattern(tuples);
    SparsePart part = pattern.make_part(A.ncols, sizeof(I));
    part.is_iso = A.is_iso;
    part.values = A.is_iso ? Array::copy_of(A.values, A.size) : Array(A.nvals * A.size);
    if (!A.is_iso) pattern.gather(part.values.data(), view.type, A.values, view.type);
    return part;
}

} // namespace

SparsePart transpose_part(const SparseView &view) {
    return dispatch_widths(view, [&](const auto &A) {
        return should_be_hyper(A.ncols, A.nvals) ? transpose_by_sorting(view, A)
                                                 : transpose_by_counting(A);
    });
}

} // namespace grb
