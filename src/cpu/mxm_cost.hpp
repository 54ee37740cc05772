// Estimates for the cost models of mxm.
#pragma once

#include "costs/rates.hpp"
#include "cpu/on_threads.hpp"
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"

namespace grb {

/// Sizes that the cost models of all mxm variants start from.
struct MxmEstimate {
    explicit MxmEstimate(const MxmProblem &problem);

    double entries_a, entries_b;
    double rows;        // of A that may hold entries
    double products;    // Σ over entries (i, k) of A of the length of row k of B
    double results;     // entries of C before the mask, at most
    double allowed;     // positions that the mask lets through
    double entry_bytes; // of C
    double operations;  // multiply-adds per second and thread
};

/// Mean over the entries (i, j) of `from` of the length of row j of `to`; columns instead of rows
/// where the flags say so. Exact up to 128 entries, else from 128 to 1,024 of them. Looks at
/// what is on the host alone: where one part is not, the other orientation stands in, or the mean.
double mean_length_met(const Snapshot &from, bool from_columns, const Snapshot &to,
                       bool to_columns);
/// Means over the entries (i, j) of a mask of what is read of row i of A and column j of B when column j is walked, and
/// when row i is; in a line `searched` times as long as the other, entries are searched for. Where a part is not on the
/// host, the length of column j stands for both.
struct Met {
    double by_rows = 0, by_columns = 0;
};
Met shorter_lengths_met(const Snapshot &mask, const Snapshot &A, bool A_columns, const Snapshot &B,
                        bool B_columns, double searched);
/// Products of entries of A and B that are made without a mask, estimated from these lengths.
double expected_products(const MxmProblem &problem);

/// Adds the price of the columns (rows) part of a snapshot when it is missing.
void add_missing_part(Cost &cost, const Snapshot &snapshot, bool columns) noexcept;

/// Indexed accesses per second to `bytes` that are read (written) in no order.
double gather_rate(double bytes) noexcept;
double scatter_rate(double bytes) noexcept;

} // namespace grb
