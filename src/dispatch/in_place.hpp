// Decides whether a variant may write the output of a call in place of a commit.
#pragma once

#include "objects/container.hpp"

namespace grb {

/// True when C has no pending update, no device or other process may have its values, and no rule
/// concerns commits.
bool may_write_in_place(const Container &C) noexcept;

} // namespace grb
