// Transposes sparse storage by counting or by sorting.
#include "algebra/batch.hpp"
#include "storage/convert.hpp"
#include "storage/pieces.hpp"
#include "storage/tuples.hpp"

namespace grb {

namespace {

/// The columns of a task. A task of all columns compares nothing.
template <bool is_all>
struct Range {
    std::uint64_t low, width;
    bool has(std::uint64_t column) const noexcept { return is_all || column - low < width; }
};

/// Splits entries into chunks and columns into ranges: a task has the entries of one chunk in the
/// columns of one range. Each chunk has its own counts for all columns. When these would need more
/// memory than the result's indices, there are fewer chunks, and several tasks, at most eight, read
/// the same entries.
struct Cut {
    Cut(std::uint64_t nvals, std::uint64_t ncols, int team)
        : threads(team), pieces(nvals, piece_count(nvals, ncols, team), 1),
          ranges((static_cast<std::uint64_t>(team) + pieces.count / 2) / pieces.count) {}

    static int piece_count(std::uint64_t nvals, std::uint64_t ncols, int team) {
        constexpr int most_ranges = 8;
        const double worth = static_cast<double>(nvals) / static_cast<double>(ncols + 1);
        const int least = (team + most_ranges - 1) / most_ranges;
        return static_cast<int>(std::clamp<double>(worth, least, team));
    }
    /// Calls body(chunk, range) for each task; first_column(k) is that of range k.
    template <class First, class F>
    void for_tasks(First &&first_column, F &&body) const {
        parallel_tasks(static_cast<std::int64_t>(pieces.count * ranges), threads,
                       [&](std::int64_t task) {
                           const auto k = static_cast<std::uint64_t>(task);
                           if (ranges == 1) return body(k, Range<true>{});
                           const std::uint64_t range = k / pieces.count, low = first_column(range);
                           body(k % pieces.count, Range<false>{low, first_column(range + 1) - low});
                       });
    }

    int threads;
    Pieces pieces;
    std::uint64_t ranges;
};

/// Moves the entries [first, last) that lie in the range to their columns; `cursor` is the next
/// free position in each column.
template <class V, class O, class I, class Count, bool is_all>
void scatter_piece(const Sparse<O, I> &A, std::uint64_t first, std::uint64_t last,
                   Range<is_all> range, Count *cursor, I *rows, void *out) {
    for_row_runs(A.row_offsets, A.stored_rows, first, last,
                 [&](std::uint64_t k, std::uint64_t begin, std::uint64_t end) {
                     const auto row = static_cast<I>(A.row_id(k));
                     for (std::uint64_t p = begin; p < end; p++) {
                         const std::uint64_t column = A.column_indices[p];
                         if (!range.has(column)) continue;
                         const std::uint64_t q = cursor[column]++;
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

/// Computes the offsets of the columns; `counts` becomes the first position in each column of each
/// chunk.
template <class Count, class O, class I>
void count_columns(const Sparse<O, I> &A, const Cut &cut, Count *counts, O *offsets) {
    const auto column_of = [&](std::uint64_t range) { return A.ncols * range / cut.ranges; };
    cut.for_tasks(column_of, [&](std::uint64_t piece, auto range) {
        Count *const count = counts + piece * A.ncols;
        const std::uint64_t end = cut.pieces.end(piece);
        for (std::uint64_t p = cut.pieces.begin(piece); p < end; p++) {
            const std::uint64_t column = A.column_indices[p];
            if (range.has(column)) count[column]++;
        }
    });
    parallel_ranges(A.ncols, 2, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t c = begin; c < end; c++) {
            O total = 0;
            for (std::uint64_t piece = 0; piece < cut.pieces.count; piece++)
                total += counts[piece * A.ncols + c];
            offsets[c] = total;
        }
    });
    prefix_sums(offsets, A.ncols, cut.threads);
    parallel_ranges(A.ncols, 2, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t c = begin; c < end; c++) {
            auto next = static_cast<Count>(offsets[c]);
            for (std::uint64_t piece = 0; piece < cut.pieces.count; piece++) {
                next += std::exchange(counts[piece * A.ncols + c], next);
            }
        }
    });
}

/// CSR of A' by counting in numbers of type Count. Work O(nvals + nrows + chunks·ncols), and one
/// read of each entry for each range; scratch chunks·ncols numbers. Rows come out sorted, since
/// chunks and the rows in them are visited in order.
template <class Count, class O, class I>
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

    const Cut cut(A.nvals, A.ncols, threads_for(static_cast<double>(A.nvals) * 5));
    Array histograms = Array::zeroed(cut.pieces.count * A.ncols * sizeof(Count));
    Count *const counts = histograms.as<Count>();
    O *const offsets = part.row_offsets.as<O>();
    count_columns(A, cut, counts, offsets);
    // Ranges have equal numbers of entries.
    const auto column_of = [&](std::uint64_t range) {
        if (range == cut.ranges) return A.ncols;
        const std::uint64_t entry = A.nvals / cut.ranges * range;
        return static_cast<std::uint64_t>(std::lower_bound(offsets, offsets + A.ncols, entry) -
                                          offsets);
    };
    I *const rows = part.column_indices.template as<I>();
    cut.for_tasks(column_of, [&](std::uint64_t piece, auto range) {
        const auto scatter = [&](auto moved, void *out) {
            using V = typename decltype(moved)::type;
            scatter_piece<V>(A, cut.pieces.begin(piece), cut.pieces.end(piece), range,
                             counts + piece * A.ncols, rows, out);
        };
        if (A.is_iso) return scatter(std::type_identity<void>{}, nullptr);
        dispatch_size(A.size, [&](auto plain) {
            scatter(std::type_identity<decltype(plain)>{}, part.values.data());
        });
    });
    return part;
}

/// CSR of A' by sorting, when A has far more columns than entries.
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
        using O = typename std::decay_t<decltype(A)>::Offset;
        if (should_be_hyper(A.ncols, A.nvals)) return transpose_by_sorting(view, A);
        if (A.nvals > UINT32_MAX) return transpose_by_counting<O>(A);
        return transpose_by_counting<std::uint32_t>(A);
    });
}

} // namespace grb
