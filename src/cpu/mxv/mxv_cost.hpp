// Costs of matrix-vector products, push and pull: bytes, gathers, scatters and operations over the
// measured rates. These costs alone decide between push and pull.
#pragma once

#include "dispatch/variant.hpp"
#include "problems/problems.hpp"

namespace grb {

/// Rows and entries of A.
struct PullExtent {
    double rows = 0, entries = 0;
};
/// The part that a pull reads when the mask allows `rows` rows, or fewer as samples of it say.
/// Sums that end at the first true product need n / nvals(u) of a row's entries on average.
PullExtent pull_extent(const MxvProblem &problem, double rows);
/// Entries in the columns of A that u selects: exact for a short list, sampled for a long one and
/// for a bitmap; by the mean where A or u is not on the host.
double push_entries(const MxvProblem &problem);

/// Largest fraction of the entries in one row, from quantiles of the offsets; more threads take
/// more quantiles. 0 when no row stands out.
double share_of_longest_row(const SparseView &A, int threads) noexcept;
/// Returns a sample's share of the row with most entries, from A by columns: one thread scatters
/// that row, and pulls it. 0 for rows of usual lengths.
double share_of_most_frequent(const MxvProblem &problem) noexcept;

Cost pull_rows_cost(const MxvProblem &problem);
Cost merge_path_cost(const MxvProblem &problem);
Cost push_spa_cost(const MxvProblem &problem);
Cost push_sort_cost(const MxvProblem &problem);
Cost push_bins_cost(const MxvProblem &problem);
/// The cost of cpu/mxv_push_into: u is full, w is the output.
Cost push_into_cost(const MxvProblem &problem);

} // namespace grb
