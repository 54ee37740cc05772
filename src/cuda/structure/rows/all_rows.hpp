// Hypersparse rows as kernels take them that find a row by its number.
#pragma once

#include "cuda/library/operands.hpp"

namespace grb::device {

/// Null, or why all_rows() cannot have the rows (columns) of an operand: it has none, or its offsets would be too many.
/// Cells become rows.
const char *refuses_all_rows(const Snapshot &operand, bool of_columns) noexcept;
/// Rows (columns) on the device, every one with its offset; `offsets` keeps those that are made for the call.
SparseArrays all_rows(const Snapshot &operand, bool of_columns, Array &offsets);
/// Seconds to make them where they are not there.
double all_rows_seconds(const Snapshot &operand, bool of_columns) noexcept;

/// The hypersparse rows, or columns where A is stored by these, that can get an offset each; null: there are none.
const SparsePart *hyper_lines(const Snapshot &A) noexcept;
/// A hypersparse matrix with an offset for every row (column), its other arrays shared.
Ref<Snapshot> with_all_rows(const Snapshot &operand, bool of_columns = false);

} // namespace grb::device
