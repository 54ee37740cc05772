/// w = u(J): each position of the list probes a bit for its index and reads a count of the entries
/// before it. A bit per position and a count per 64 fit a cache where the entries do not.
/// u one sparse row of n positions, or a row of a matrix; J any list, duplicates allowed; w one
/// sparse row, sorted. A range is copied. Work O(|J| + entries of u + n / 64); threads divide the
/// list; scratch 12 bytes for each 64 positions, and 8 for each position found. Deterministic.
/// Refused: more rows than one; u dense; a list much shorter than n / 64.
#include "base/parallel.hpp"
#include "costs/rates.hpp"
#include "cpu/common/on_threads.hpp"
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"
#include "storage/chunks.hpp"
#include "storage/convert.hpp"

#include <cstring>

namespace grb {

namespace {

double length_of(const ExtractProblem &problem) {
    return static_cast<double>(problem.is_transposed ? problem.A->nrows() : problem.A->ncols());
}

const char *refuses(const ExtractProblem &problem) {
    if (problem.rows.count != 1 || problem.column_vector) return "not one row and a list";
    const Snapshot &A = *problem.A;
    if (is_dense(A)) return "A is dense";
    // A matrix would need the table for one row of many.
    if (A.nrows() != 1 || problem.is_transposed) return "not a vector";
    const double listed =
        static_cast<double>(problem.columns.count) + static_cast<double>(A.most_nvals());
    return length_of(problem) / 16 > listed ? "short lists for so many positions" : nullptr;
}

const HostCoefficient position_seconds{"extract_vector_position_seconds", "s",
                                       "a position of the list, looked up and written", 5e-9};

Cost cost(const ExtractProblem &problem) {
    const Rates &r = rates();
    const double taken = static_cast<double>(problem.columns.count) * position_seconds +
                         static_cast<double>(problem.A->most_nvals()) / r.scatters_cached +
                         length_of(problem) * 12 / 64 / r.stream_bytes;
    return {r.call_seconds + on_threads(taken)};
}

/// The positions of a sorted row: a bit for each entry, and the number of entries before each 64 of
/// them.
template <class I>
class Ranks {
public:
    Ranks(const I *columns, std::uint64_t entries, std::uint64_t n)
        : bits_(Array::of<std::uint64_t>(n / 64 + 1)), before_(Array::of<I>(n / 64 + 1)) {
        auto *const bits = bits_.as<std::uint64_t>();
        auto *const before = before_.template as<I>();
        const double steps = 1 + 64 * static_cast<double>(entries) / static_cast<double>(n + 1);
        parallel_ranges(n / 64 + 1, steps, [&](std::uint64_t word, std::uint64_t last) {
            auto p = static_cast<std::uint64_t>(
                std::lower_bound(columns, columns + entries, word * 64) - columns);
            for (; word < last; word++) {
                before[word] = static_cast<I>(p);
                std::uint64_t own = 0;
                for (; p < entries && columns[p] / 64 == word; p++)
                    own |= std::uint64_t{1} << (columns[p] % 64);
                bits[word] = own;
            }
        });
        bits_data_ = bits;
        before_data_ = before;
    }
    bool has(std::uint64_t column) const noexcept {
        return (bits_data_[column / 64] >> (column % 64) & 1) != 0;
    }
    /// Position of a column that has an entry.
    std::uint64_t position(std::uint64_t column) const noexcept {
        const std::uint64_t below =
            bits_data_[column / 64] & ((std::uint64_t{1} << (column % 64)) - 1);
        return before_data_[column / 64] + static_cast<std::uint64_t>(__builtin_popcountll(below));
    }

private:
    Array bits_, before_;
    const std::uint64_t *bits_data_ = nullptr;
    const I *before_data_ = nullptr;
};

/// Arrays for a row of n positions with `nvals` entries.
SparseForm new_row(const SparseView &view, std::uint64_t n, std::uint64_t nvals) {
    SparseForm form;
    form.stored_rows = 1;
    form.nvals = nvals;
    form.index_width = index_width_for(1, n);
    form.offset_width = offset_width_for(form.index_width, nvals);
    form.row_offsets = Array::zeroed(2 * static_cast<std::size_t>(form.offset_width));
    std::memcpy(form.row_offsets.as<unsigned char>() + form.offset_width, &nvals,
                static_cast<std::size_t>(form.offset_width));
    form.column_indices = Array(nvals * static_cast<std::size_t>(form.index_width));
    form.is_iso = view.is_iso;
    form.values =
        view.is_iso ? Array::copy_of(view.values, view.type->size) : Array(nvals * view.type->size);
    return form;
}

template <class T, class I>
Ref<Snapshot> extract_range(const SparseView &view, const I *columns, const IndexList &list) {
    const I *const last = columns + view.nvals;
    const I *const from = std::lower_bound(columns, last, list.first);
    const std::uint64_t n =
        static_cast<std::uint64_t>(std::lower_bound(from, last, list.first + list.count) - from);
    SparseForm form = new_row(view, list.count, n);
    T *const to = form.column_indices.as<T>();
    auto *const values = form.values.as<unsigned char>();
    const std::size_t size = view.type->size;
    const auto *const old = static_cast<const unsigned char *>(view.values) +
                            static_cast<std::size_t>(from - columns) * size;
    parallel_ranges(n, 2, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t p = begin; p < end; p++) to[p] = static_cast<T>(from[p] - list.first);
        if (!view.is_iso)
            std::memcpy(values + begin * size, old + begin * size, (end - begin) * size);
    });
    return Snapshot::of_rows(view.type, 1, list.count, std::move(form));
}

template <class T, class I>
Ref<Snapshot> extract_list(const SparseView &view, const I *columns, const IndexList &list) {
    const Ranks<I> ranks(columns, view.nvals, view.ncols);
    const int threads = threads_for(5 * static_cast<double>(list.count));
    const Chunks chunks(list.count, threads);
    HostVector<std::uint64_t> starts(chunks.count + 1);
    for_chunks(chunks, threads, [&](std::uint64_t chunk, std::uint64_t begin, std::uint64_t end) {
        std::uint64_t n = 0;
        for (std::uint64_t k = begin; k < end; k++) n += ranks.has(list[k]) ? 1 : 0;
        starts[chunk] = n;
    });
    prefix_sums(starts.data(), chunks.count, 1);
    SparseForm form = new_row(view, list.count, starts[chunks.count]);
    T *const to = form.column_indices.as<T>();
    auto *const values = form.values.as<unsigned char>();
    const std::size_t size = view.type->size;
    for_chunks(chunks, threads, [&](std::uint64_t chunk, std::uint64_t begin, std::uint64_t end) {
        constexpr std::uint64_t batch = 256;
        std::uint64_t sources[batch], n = 0, at = starts[chunk];
        const auto write_values = [&] {
            if (!view.is_iso) gather_values(values + at * size, view.values, sources, 8, n, size);
            at += n;
            n = 0;
        };
        for (std::uint64_t k = begin; k < end; k++) {
            const std::uint64_t column = list[k];
            if (!ranks.has(column)) continue;
            to[at + n] = static_cast<T>(k);
            sources[n++] = ranks.position(column);
            if (n == batch) write_values();
        }
        write_values();
    });
    return Snapshot::of_rows(view.type, 1, list.count, std::move(form));
}

Ref<Snapshot> run(const ExtractProblem &problem) {
    if (problem.columns.is_all) return problem.A;
    const SparseView view = problem.A->rows();
    const IndexList list = as_range(problem.columns, view.ncols);
    const bool is_wide = index_width_for(1, list.count) == 8;
    return dispatch_widths(view, [&](const auto &S) {
        if (list.is_progression() && list.step == 1) {
            return is_wide ? extract_range<std::uint64_t>(view, S.column_indices, list)
                           : extract_range<std::uint32_t>(view, S.column_indices, list);
        }
        return is_wide ? extract_list<std::uint64_t>(view, S.column_indices, list)
                       : extract_list<std::uint32_t>(view, S.column_indices, list);
    });
}

} // namespace

extern const Variant<ExtractProblem> extract_vector = {
    "cpu/extract_vector", {.form = Form::sparse}, refuses, cost, run};

} // namespace grb
