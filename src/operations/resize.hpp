// Resize: changes the number of rows and columns.
#pragma once

#include "objects/container.hpp"

namespace grb {

/// Changes the size of C and drops the entries outside. Remote entries are cut on their device, by
/// the variants of extract. When this throws, C is unchanged.
void resize(Container &C, std::uint64_t nrows, std::uint64_t ncols);

} // namespace grb
