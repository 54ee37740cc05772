// Sizes, positions and index lists as the caller gives them.
#pragma once

#include "capi/handles.hpp"
#include "problems/index_list.hpp"

namespace grb {

/// Throws GrB_INVALID_VALUE above GrB_INDEX_MAX + 1. 0 is allowed.
void check_dimension(const char *argument, GrB_Index size);

/// Throw GrB_INVALID_INDEX outside the object; `owner` is its name in the text.
void check_position(const char *owner, const Vector &object, GrB_Index i);
void check_position(const char *owner, const Matrix &object, GrB_Index i, GrB_Index j);

/// Returns the list (indices, count), all of `dimension` for GrB_ALL, or a range of it: then count
/// is GxB_RANGE, GxB_STRIDE or GxB_BACKWARDS. GrB_INDEX_OUT_OF_BOUNDS: a range leaves the
/// dimension.
IndexList index_list(const char *argument, const GrB_Index *indices, GrB_Index count,
                     std::uint64_t dimension);

/// The only row of a vector.
inline constexpr IndexList single_row = IndexList::all(1);

} // namespace grb
