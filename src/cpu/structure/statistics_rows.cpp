/// Mean, deviation, longest, empty rows of a matrix, and the most entries of 32 and 256
/// neighbouring rows: a pass over the offsets, in chunks whose sums are exact. Sparse or
/// hypersparse rows in any order. Work O(stored rows). Deterministic.
#include "costs/rates.hpp"
#include "dispatch/variant.hpp"
#include "problems/structure.hpp"
#include "storage/chunks.hpp"
#include "storage/convert.hpp"

#include <cmath>

namespace grb {

namespace {

__extension__ using Wide = unsigned __int128;

struct RowCounts {
    std::uint64_t longest = 0, empty = 0, most_of_32 = 0, most_of_256 = 0;
    Wide squares = 0;
    template <class View>
    void add_row(const View &A, std::uint64_t k) noexcept {
        const auto entries_of = [&A, k](std::uint64_t rows) {
            return std::uint64_t{A.row_offsets[std::min(k + rows, A.stored_rows)]} -
                   A.row_offsets[k];
        };
        const std::uint64_t length = entries_of(1);
        longest = std::max(longest, length);
        empty += length == 0 ? 1 : 0;
        squares += static_cast<Wide>(length) * length;
        if (k % 32 == 0) most_of_32 = std::max(most_of_32, entries_of(32));
        if (k % 256 == 0) most_of_256 = std::max(most_of_256, entries_of(256));
    }
    void add(const RowCounts &other) noexcept {
        longest = std::max(longest, other.longest);
        empty += other.empty;
        most_of_32 = std::max(most_of_32, other.most_of_32);
        most_of_256 = std::max(most_of_256, other.most_of_256);
        squares += other.squares;
    }
};

const char *refuses(const StatisticsProblem &) {
    return nullptr;
}

Cost cost(const StatisticsProblem &problem) {
    const auto rows = static_cast<double>(problem.rows.stored_rows);
    return {rates().call_seconds + rows / rates().gathers_cached};
}

Statistics run(const StatisticsProblem &problem) {
    SparseForm offsets = problem.rows; // fetches nothing else
    offsets.column_indices = offsets.row_ids = offsets.values = Array();
    const SparseView view = view_of(offsets, problem.type, problem.nrows, problem.ncols);
    RowCounts sum;
    dispatch_widths(view, [&](const auto &A) {
        const int threads = threads_for(static_cast<double>(A.stored_rows));
        const Chunks chunks(A.stored_rows, threads);
        HostVector<RowCounts> counts(chunks.count);
        for_chunks(chunks, threads,
                   [&](std::uint64_t chunk, std::uint64_t begin, std::uint64_t end) {
                       RowCounts local;
                       for (std::uint64_t k = begin; k < end; k++) local.add_row(A, k);
                       counts[chunk] = local;
                   });
        for (const RowCounts &one : counts) sum.add(one);
    });
    Statistics statistics;
    if (view.nrows == 0) return statistics;
    const auto rows = static_cast<double>(view.nrows);
    statistics.mean = static_cast<double>(view.nvals) / rows;
    const double variance =
        static_cast<double>(sum.squares) / rows - statistics.mean * statistics.mean;
    statistics.deviation = std::sqrt(std::max(0.0, variance));
    statistics.longest = sum.longest;
    statistics.empty_rows = sum.empty + (view.nrows - view.stored_rows);
    statistics.most_of_32 = sum.most_of_32;
    statistics.most_of_256 = sum.most_of_256;
    return statistics;
}

} // namespace

extern const Variant<StatisticsProblem> statistics_rows = {
    "cpu/statistics_rows", {}, refuses, cost, run};

} // namespace grb
