// Arguments that the forms of assign share with those of subassign.
#pragma once

#include "capi/values.hpp"
#include "operations/assign.hpp"

namespace grb {

/// The value, or nothing for an empty GrB_Scalar, to every position of the region.
void assign_given(const Output &output, const Given &given, const IndexList &rows,
                  const IndexList &columns);

} // namespace grb
