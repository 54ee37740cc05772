// Hypersparse rows, expanded for kernels that find a row by its number.
#pragma once

#include "cuda/library/operands.hpp"

namespace grb::device {

/// Returns why all_rows() cannot make an operand's rows (columns), or null: it has neither rows nor
/// columns nor a dense form, which would be listed, or it needs too many offsets.
const char *refuses_all_rows(const Snapshot &operand, bool of_columns) noexcept;
/// Returns rows (columns) on the device with an offset for each; `offsets` keeps those made for the
/// call.
SparseArrays all_rows(const Snapshot &operand, bool of_columns, Array &offsets);
/// Seconds to make the missing offsets.
double all_rows_seconds(const Snapshot &operand, bool of_columns) noexcept;

/// Returns hypersparse rows (columns, if A is stored by columns) that can get an offset each, or
/// null.
const SparseForm *hyper_vectors(const Snapshot &A) noexcept;
/// A hypersparse matrix with an offset for every row (column); it shares the other arrays.
Ref<Snapshot> with_all_rows(const Snapshot &operand, bool of_columns = false);

} // namespace grb::device
