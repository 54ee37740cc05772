// The step before estimates: makes the facts that estimates read, when making them takes time.
#pragma once

#include "dispatch/variant.hpp"

namespace grb {

/// Makes the facts that take time, so that `refuses` and `cost` only read. A fact that cannot be
/// made stays unknown.
void prepare(const VariantList &list, const ProblemBase &problem);

} // namespace grb
