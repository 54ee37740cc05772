// The format that SuiteSparse would report for an object's entries, however they are stored.
#pragma once

#include "objects/layouts.hpp"

namespace grb {

/// Returns GxB_SPARSITY_STATUS by SuiteSparse's rule: full when all entries are present, bitmap
/// above GxB_BITMAP_SWITCH, hypersparse when at most twice GxB_HYPER_SWITCH of the rows (columns)
/// have entries, as far as GxB_SPARSITY_CONTROL allows it. Arrays that were handed over keep their
/// layout, and GrX_FORMAT fixes one. Throws std::bad_alloc.
std::int32_t sparsity_of(const Container &object);

/// Returns the status of arrays in a layout.
std::int32_t sparsity_of(Layout layout) noexcept;

/// GxB_FORMAT: the object is stored by column.
bool is_by_column(const Container &object) noexcept;

/// Calls extract_tuples() on a snapshot of the object, in the order of is_by_column(): column by
/// column or row by row.
void extract_in_order(const Container &object, const Snapshot &snapshot, std::uint64_t *rows,
                      std::uint64_t *columns, void *values, const Type *type);

} // namespace grb
