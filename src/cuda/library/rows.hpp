// Sparse operands and results of the plugin's merge: CSR, or a sorted list of one row.
// All functions throw Failure and std::bad_alloc.
#pragma once

#include "costs/device_rates.hpp"
#include "cpu/elementwise/merge.hpp"
#include "cuda/merge/merge_calls.h"
#include "cuda/structure/variants/convert.hpp"
#include "dispatch/variant.hpp"

namespace grb::device {

/// Returns the CSR of A (of A' when transposed) that is not hypersparse; null if there is none.
const SparseForm *rows_form(const Snapshot &A, bool transposed) noexcept;
/// Returns true if that form exists or A is empty.
bool can_be_rows(const Snapshot &A, bool transposed) noexcept;
/// Returns true if a merge can read the mask: as CSR or as a dense form.
bool can_be_row_mask(const MaskInput &mask) noexcept;

/// Bytes of structure and values that a merge reads, and bytes that must be copied first.
struct RowBytes {
    double structure = 0, values = 0, missing = 0;
};
RowBytes row_bytes(const Snapshot &A, bool transposed) noexcept;

/// One call of the plugin's merge: its arguments, the memory that it needs, and its result.
class RowsMerge {
public:
    /// The result has the shape of A (A' when transposed). By default it gets all values.
    RowsMerge(const Snapshot &A, bool transposed, const Type *z);
    RowsMerge(const RowsMerge &) = delete;
    RowsMerge &operator=(const RowsMerge &) = delete;

    void with_rows(const Snapshot &B, bool transposed);
    void with_elements(const Snapshot &B);
    /// Keeps the entries of A that the mask allows; the merge then intersects A with nothing else.
    void filter_by(const MaskInput &mask);
    /// Sets a dense mask beside the sparse operand of combine_rows().
    void mask_by_elements(const MaskInput &mask);
    /// Makes the result iso with this value of type z: the merge writes no values.
    void make_iso(Array value);

    Ref<Snapshot> run();
    /// Runs the merge for a result that has exactly A's entries.
    Ref<Snapshot> run_keeping_pattern();

    SparseMergeCall call{};

private:
    static Status reserve(void *context, std::uint64_t nvals, RowsTarget *target) noexcept;
    /// Shortens the arrays when a result of one row has fewer entries than reserved.
    void shorten(std::uint64_t nvals);

    const SparseForm *own_;
    const Type *z_;
    SparseForm form_;
    Array mask_words_;
};

/// Returns the value of an iso result, else an empty array.
Array merged_value(const Snapshot &A, const Snapshot &B, const MergeValues &values,
                   const MergeRule &rule);

/// Returns the entries of A that the mask allows. A mask is given.
Ref<Snapshot> filtered(const Ref<Snapshot> &A, const MaskInput &mask);

/// Cost of a merge that counts first: two passes over the structure, one over the values.
class MergeCost {
public:
    void reads(const Snapshot &A, bool transposed) noexcept;
    /// Adds A's bytes; its missing bytes are an investment, since other calls will read A on the
    /// device.
    void reads_again(const Snapshot &A, bool transposed) noexcept;
    void reads(const MaskInput &mask) noexcept;
    /// Adds a dense operand, probed at `entries` positions.
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
