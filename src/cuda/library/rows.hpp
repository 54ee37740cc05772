// Sparse operands and results on the device: sorted rows (CSR, lists of one row), merged by the plugin. All
// throw Failure and std::bad_alloc.
#pragma once

#include "costs/device_rates.hpp"
#include "cpu/merge.hpp"
#include "cuda/merge/merge_calls.h"
#include "cuda/structure/rows/convert.hpp"
#include "dispatch/variant.hpp"

namespace grb::device {

/// The part with sorted rows (of A' when transposed), every row stored; null: there is none.
const SparsePart *rows_part(const Snapshot &A, bool transposed) noexcept;
/// True when the part is on the device, or there is nothing to read.
bool can_be_rows(const Snapshot &A, bool transposed) noexcept;
/// A mask that a merge takes: rows or cells.
bool can_be_row_mask(const MaskInput &mask) noexcept;

/// Bytes that a merge reads of the rows, and those that are to be copied first.
struct RowBytes {
    double structure = 0, values = 0, missing = 0;
};
RowBytes row_bytes(const Snapshot &A, bool transposed) noexcept;

/// A merge on its way to the plugin: the call, what it must keep alive, and the result.
class RowsMerge {
public:
    /// The result is as large as A (A' when transposed). By default all of its values are made.
    RowsMerge(const Snapshot &A, bool transposed, const Type *z);
    RowsMerge(const RowsMerge &) = delete;
    RowsMerge &operator=(const RowsMerge &) = delete;

    void meet_rows(const Snapshot &B, bool transposed);
    void meet_cells(const Snapshot &B);
    /// Keeps the entries of A that the mask lets through; nothing else meets A then.
    void filter_by(const MaskInput &mask);
    /// A mask that has cells, beside the rows that meet.
    void mask_by_cells(const MaskInput &mask);
    /// All entries of the result have this value (of type z): none are made.
    void make_iso(Array value);

    Ref<Snapshot> run();
    /// The result has all entries of A and no others.
    Ref<Snapshot> run_keeping_pattern();

    SparseMergeCall call{};

private:
    static Status reserve(void *context, std::uint64_t nvals, RowsTarget *target) noexcept;
    /// Fewer entries of one row were made than memory was asked for.
    void shorten(std::uint64_t nvals);

    const SparsePart *own_;
    const Type *z_;
    SparsePart part_;
    Array mask_words_;
};

/// The one value that all entries of a merge have, else an empty array.
Array merged_value(const Snapshot &A, const Snapshot &B, const MergeValues &values,
                   const MergeRule &rule);

/// The entries of A that the mask lets through; a mask is given.
Ref<Snapshot> filtered(const Ref<Snapshot> &A, const MaskInput &mask);

/// Cost of a merge that counts first: two passes over the structure, one over the values.
class MergeCost {
public:
    void reads(const Snapshot &A, bool transposed) noexcept;
    /// The same where other calls will read A there, too: what is missing of it is an investment.
    void reads_again(const Snapshot &A, bool transposed) noexcept;
    void reads(const MaskInput &mask) noexcept;
    /// A dense operand, looked at where another has `entries`.
    void gathers(const Snapshot &B, double entries) noexcept;
    void writes(double entries, const Type *type) noexcept;
    Cost cost() const noexcept;

private:
    double bytes_ = 0, missing_ = 0, written_ = 0, gathers_ = 0;
    bool is_of_one_row_ = false; // one launch
    const Snapshot *invested_in_ = nullptr;
    double invested_ = 0;
};

} // namespace grb::device
