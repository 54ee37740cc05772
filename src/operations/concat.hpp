// Concat: puts matrices side by side.
#pragma once

#include "objects/container.hpp"
#include "storage/tiles.hpp"

namespace grb {

/// Makes C from tiles that cover it and do not overlap.
void concat(Container &C, HostVector<Tile> tiles);

} // namespace grb
