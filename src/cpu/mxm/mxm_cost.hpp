// Estimates for the cost models of mxm.
#pragma once

#include "costs/rates.hpp"
#include "cpu/common/on_threads.hpp"
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"

namespace grb {

/// Sizes that the cost models of all mxm variants use.
struct MxmEstimate {
    explicit MxmEstimate(const MxmProblem &problem);

    double entries_a, entries_b;
    double rows;        // of A that may hold entries
    double products;    // Σ over entries (i, k) of A of the length of row k of B
    double results;     // entries of C before the mask, an upper bound
    double allowed;     // positions that the mask allows
    double entry_bytes; // of C
    double operations;  // multiply-adds per second and thread
};

/// Mean over the entries (i, j) of `from` of the length of row j of `to`; columns instead of rows
/// where the flags say so. Exact up to 128 entries, else from a sample of 128 to 1,024. Reads only
/// forms on the host: for a missing one it uses the other orientation, or the mean.
double mean_length_matched(const Snapshot &from, bool from_columns, const Snapshot &to,
                           bool to_columns);
/// Means, over the entries (i, j) of a mask, of the entries read from row i of A and column j of B:
/// by_rows when column j is walked, by_columns when row i is. If the walked one is over `searched`
/// times as long as the other, entries are searched for instead. For a form that is not on the
/// host, both means are the length of column j.
struct MatchedLengths {
    double by_rows = 0, by_columns = 0;
};
MatchedLengths shorter_lengths_matched(const Snapshot &mask, const Snapshot &A, bool A_columns,
                                       const Snapshot &B, bool B_columns, double searched);
/// Estimates from these lengths the products of A and B without a mask.
double expected_products(const MxmProblem &problem);

/// Adds the cost of the snapshot's columns (rows) when they are missing.
void add_missing_item(Cost &cost, const Snapshot &snapshot, bool columns) noexcept;

/// Indexed accesses per second to `bytes` in random order.
double gather_rate(double bytes) noexcept;
double scatter_rate(double bytes) noexcept;

} // namespace grb
