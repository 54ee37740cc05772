// Transposes sparse storage by counting or by sorting.
#include "algebra/batch.hpp"
#include "storage/chunks.hpp"
#include "storage/convert.hpp"
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
    Cut(std::uint64_t nvals, std::uint64_t ncols, int thread_count)
        : threads(thread_count), chunks(nvals, chunk_count(nvals, ncols, thread_count), 1),
          ranges((static_cast<std::uint64_t>(thread_count) + chunks.count / 2) / chunks.count) {}

    static int chunk_count(std::uint64_t nvals, std::uint64_t ncols, int thread_count) {
        constexpr int most_ranges = 8;
        const double worth = static_cast<double>(nvals) / static_cast<double>(ncols + 1);
        const int least = (thread_count + most_ranges - 1) / most_ranges;
        return static_cast<int>(std::clamp<double>(worth, least, thread_count));
    }
    /// Calls body(chunk, range) for each task; first_column(k) is that of range k.
    template <class First, class F>
    void for_tasks(First &&first_column, F &&body) const {
        parallel_tasks(static_cast<std::int64_t>(chunks.count * ranges), threads,
                       [&](std::int64_t task) {
                           const auto k = static_cast<std::uint64_t>(task);
                           if (ranges == 1) return body(k, Range<true>{});
                           const std::uint64_t range = k / chunks.count, low = first_column(range);
                           body(k % chunks.count, Range<false>{low, first_column(range + 1) - low});
                       });
    }

    int threads;
    Chunks chunks;
    std::uint64_t ranges;
};

/// Moves the entries [first, last) that lie in the range to their columns; `cursor` is the next
/// free position in each column.
template <class V, class O, class I, class Count, bool is_all>
void scatter_chunk(const Sparse<O, I> &A, std::uint64_t first, std::uint64_t last,
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
    cut.for_tasks(column_of, [&](std::uint64_t chunk, auto range) {
        Count *const count = counts + chunk * A.ncols;
        const std::uint64_t end = cut.chunks.end(chunk);
        for (std::uint64_t p = cut.chunks.begin(chunk); p < end; p++) {
            const std::uint64_t column = A.column_indices[p];
            if (range.has(column)) count[column]++;
        }
    });
    parallel_ranges(A.ncols, 2, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t c = begin; c < end; c++) {
            O total = 0;
            for (std::uint64_t chunk = 0; chunk < cut.chunks.count; chunk++)
                total += counts[chunk * A.ncols + c];
            offsets[c] = total;
        }
    });
    prefix_sums(offsets, A.ncols, cut.threads);
    parallel_ranges(A.ncols, 2, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t c = begin; c < end; c++) {
            auto next = static_cast<Count>(offsets[c]);
            for (std::uint64_t chunk = 0; chunk < cut.chunks.count; chunk++) {
                next += std::exchange(counts[chunk * A.ncols + c], next);
            }
        }
    });
}

/// CSR of A' by counting in numbers of type Count. Work O(nvals + nrows + chunks·ncols), and one
/// read of each entry for each range; scratch chunks·ncols numbers. Rows come out sorted, since
/// chunks and the rows in them are visited in order.
template <class Count, class O, class I>
SparseForm transpose_by_counting(const Sparse<O, I> &A) {
    SparseForm form;
    form.stored_rows = A.ncols;
    form.nvals = A.nvals;
    form.offset_width = sizeof(O);
    form.index_width = sizeof(I);
    form.is_iso = A.is_iso;
    form.row_offsets = Array::of<O>(A.ncols + 1);
    form.column_indices = Array::of<I>(A.nvals);
    form.values = A.is_iso ? Array::copy_of(A.values, A.size) : Array(A.nvals * A.size);

    const Cut cut(A.nvals, A.ncols, threads_for(static_cast<double>(A.nvals) * 5));
    Array histograms = Array::zeroed(cut.chunks.count * A.ncols * sizeof(Count));
    Count *const counts = histograms.as<Count>();
    O *const offsets = form.row_offsets.as<O>();
    count_columns(A, cut, counts, offsets);
    // Ranges have equal numbers of entries.
    const auto column_of = [&](std::uint64_t range) {
        if (range == cut.ranges) return A.ncols;
        const std::uint64_t entry = A.nvals / cut.ranges * range;
        return static_cast<std::uint64_t>(std::lower_bound(offsets, offsets + A.ncols, entry) -
                                          offsets);
    };
    I *const rows = form.column_indices.template as<I>();
    cut.for_tasks(column_of, [&](std::uint64_t chunk, auto range) {
        const auto scatter = [&](auto moved, void *out) {
            using V = typename decltype(moved)::type;
            scatter_chunk<V>(A, cut.chunks.begin(chunk), cut.chunks.end(chunk), range,
                             counts + chunk * A.ncols, rows, out);
        };
        if (A.is_iso) return scatter(std::type_identity<void>{}, nullptr);
        dispatch_size(A.size, [&](auto plain) {
            scatter(std::type_identity<decltype(plain)>{}, form.values.data());
        });
    });
    return form;
}

/// CSR of A' by sorting, when A has far more columns than entries.
template <class O, class I>
SparseForm transpose_by_sorting(const SparseView &view, const Sparse<O, I> &A) {
    Array rows = Array::of<std::uint64_t>(A.nvals), columns = Array::of<std::uint64_t>(A.nvals);
    const int threads = threads_for(static_cast<double>(A.nvals) * 3);
    for_chunks(Chunks(A.nvals, threads), threads,
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
    SparseForm form = pattern.make_form(A.ncols, sizeof(I));
    form.is_iso = A.is_iso;
    form.values = A.is_iso ? Array::copy_of(A.values, A.size) : Array(A.nvals * A.size);
    if (!A.is_iso) pattern.gather(form.values.data(), view.type, A.values, view.type);
    return form;
}

} // namespace

SparseForm transpose_form(const SparseView &view) {
    return dispatch_widths(view, [&](const auto &A) {
        using O = typename std::decay_t<decltype(A)>::Offset;
        if (should_be_hyper(A.ncols, A.nvals)) return transpose_by_sorting(view, A);
        if (A.nvals > UINT32_MAX) return transpose_by_counting<O>(A);
        return transpose_by_counting<std::uint32_t>(A);
    });
}

} // namespace grb
