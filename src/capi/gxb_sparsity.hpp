// What SuiteSparse would call the format of an object's entries. The engine stores them as it likes.
#pragma once

#include "objects/layouts.hpp"

namespace grb {

/// GxB_SPARSITY_STATUS by SuiteSparse's rule: full where all entries are present, bitmap above GxB_BITMAP_SWITCH,
/// hypersparse where at most twice GxB_HYPER_SWITCH of the lines have entries, as far as GxB_SPARSITY_CONTROL allows it.
/// Arrays that were handed over keep the layout that they came in, and GrX_FORMAT pins one. Throws std::bad_alloc.
std::int32_t sparsity_of(const Container &object);

/// The status of arrays in a layout.
std::int32_t sparsity_of(Layout layout) noexcept;

/// GxB_FORMAT: the lines of the object are columns.
bool is_by_column(const Container &object) noexcept;

/// extract_tuples() of a snapshot of the object, one line of is_by_column() after the other.
void extract_in_order(const Container &object, const Snapshot &snapshot, std::uint64_t *rows,
                      std::uint64_t *columns, void *values, const Type *type);

} // namespace grb
