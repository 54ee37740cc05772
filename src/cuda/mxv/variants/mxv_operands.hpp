// Questions of the device variants of mxv about a problem, and the choice of the schedule.
#pragma once

#include "cuda/library/kept_array.hpp"
#include "cuda/library/operands.hpp"
#include "cuda/mxv/mxv_calls.h"
#include "dispatch/schedules.hpp"

namespace grb::device {

/// Returns true when the multiplier ignores its operand from A (from u).
bool ignores_a(const MxvProblem &problem) noexcept;
bool ignores_u(const MxvProblem &problem) noexcept;

/// Returns true when the first product of a row, in the order of A's columns, equals the sum of
/// all: any will do, all are equal, or the smallest comes first.
bool first_product_decides(const MxvProblem &problem) noexcept;

/// Bytes of A's entries that a variant of mxv has to read.
double operand_bytes(const MxvProblem &problem) noexcept;

/// Returns true when only the non-empty rows (columns) of A are listed, or will be.
bool is_hyper(const Snapshot &A, bool of_columns) noexcept;

/// Returns null, or the reason why no device variant accepts the problem: types, operators, nothing
/// to do.
const char *refuses_mxv(const MxvProblem &problem) noexcept;

/// Returns null, or the reason why no variant that pulls accepts the problem.
const char *refuses_pull(const MxvProblem &problem);
/// Row lengths of the effective matrix; null: not counted.
const Statistics *row_statistics(const MxvProblem &problem) noexcept;
/// Counts them where the rows are present.
void make_row_statistics(const MxvProblem &problem);
/// Counts the operands' entries before a choice among device variants, and row lengths where a
/// variant could pull.
void prepare_product(const MxvProblem &problem);
/// Returns true when each row of the effective matrix is known to get an entry, without reading u.
bool every_row_gets_entry(const MxvProblem &problem) noexcept;
/// Seconds to stream the operands of a pull over all rows of A.
double pull_seconds(const MxvProblem &problem);
/// Returns the cost of a variant that pulls for `seconds`: with the data that the device lacks, u
/// too if the variant reads it as it is.
Cost pull_cost(const MxvProblem &problem, double seconds, bool reads_u = true);

/// Returns the schedule that a rule names, else `own`; notes it for the log. The variant has mxv's
/// schedules.
Schedule schedule_of(const Schedules &schedules, Schedule own) noexcept;

/// The rows (columns) that have entries: they get one in each product with a full vector.
struct RowsWithEntries final : Attachment {
    static constexpr char tag[] = "rows with entries";
    std::size_t bytes() const noexcept override { return sizeof *this + bits.bytes(); }

    Array bits;
    std::uint64_t count = 0;
};
/// Returns the rows of A, which are the snapshot's rows (columns); made once, with a wait, and kept
/// there.
Ref<const RowsWithEntries> rows_with_entries(const Snapshot &snapshot, bool of_columns,
                                             const SparseArrays &A);

/// The row (column) number of each entry.
struct EntryRows final : KeptArray {
    static constexpr char tag[] = "entry rows";
    using KeptArray::KeptArray;
};
/// Returns those of A, the snapshot's rows (columns); made once and kept there.
Ref<const EntryRows> entry_rows(const Snapshot &snapshot, bool of_columns, const SparseArrays &A);

} // namespace grb::device
