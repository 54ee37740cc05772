// Where a variant may write the output of a call in place of a commit.
#pragma once

#include "objects/container.hpp"

namespace grb {

/// True when C has no update that waits, no device and no other process may have its values, and no rule is about commits.
bool may_write_in_place(const Container &C) noexcept;

} // namespace grb
