// Questions that the device rows of mxv ask about a problem, and the choice of the schedule.
#pragma once

#include "cuda/library/kept_array.hpp"
#include "cuda/library/operands.hpp"
#include "cuda/mxv/mxv_calls.h"
#include "dispatch/schedules.hpp"

namespace grb::device {

/// The multiplier does not look at its operand from A (from u).
bool ignores_a(const MxvProblem &problem) noexcept;
bool ignores_u(const MxvProblem &problem) noexcept;

/// The first product of a row, in the order of A's columns, is as good as the sum of all: any will do, all are alike, or
/// the smallest comes first.
bool first_product_decides(const MxvProblem &problem) noexcept;

/// Bytes of A's entries that a row of mxv has to read.
double operand_bytes(const MxvProblem &problem) noexcept;

/// True when only the non-empty rows (columns) of A are listed, or will be.
bool is_hyper(const Snapshot &A, bool of_columns) noexcept;

/// Null, or why no device row can do it: types, operators, nothing to do.
const char *refuses_mxv(const MxvProblem &problem) noexcept;

/// The same of a row that pulls.
const char *refuses_pull(const MxvProblem &problem);
/// Row lengths of the effective matrix; null: nobody has counted them.
const Statistics *row_statistics(const MxvProblem &problem) noexcept;
/// Counts them where the rows are there.
void make_row_statistics(const MxvProblem &problem);
/// Before a choice among device rows: the operands' numbers of entries, and row lengths where a row could pull.
void prepare_product(const MxvProblem &problem);
/// True when each row of the effective matrix is known to get an entry, without looking at u.
bool every_row_gets_entry(const MxvProblem &problem) noexcept;
/// Seconds to stream the operands of a pull, all rows of A.
double pull_seconds(const MxvProblem &problem);
/// Of a row that pulls and works for so long: with what is missing on the device, u too if the row reads it as it is.
Cost pull_cost(const MxvProblem &problem, double seconds, bool reads_u = true);

/// What a rule asks of the row, else its own choice; noted for the log. The row has mxv's schedules.
Schedule schedule_of(const Schedules &schedules, Schedule own) noexcept;

/// Which rows (columns) have entries: those that get one in each product with a full vector.
struct RowsWithEntries final : Attachment {
    static constexpr char tag[] = "rows with entries";
    std::size_t bytes() const noexcept override { return sizeof *this + bits.bytes(); }

    Array bits;
    std::uint64_t count = 0;
};
/// Those of A, which is the snapshot's rows (columns); made once, with a wait, and kept there.
Ref<const RowsWithEntries> rows_with_entries(const Snapshot &snapshot, bool of_columns,
                                             const SparseArrays &A);

/// The row (column) number of each entry.
struct EntryRows final : KeptArray {
    static constexpr char tag[] = "entry rows";
    using KeptArray::KeptArray;
};
/// Those of A, which is the snapshot's rows (columns); made once and kept there.
Ref<const EntryRows> entry_rows(const Snapshot &snapshot, bool of_columns, const SparseArrays &A);

} // namespace grb::device
