// concat: matrices side by side.
#pragma once

#include "objects/container.hpp"
#include "storage/tiles.hpp"

namespace grb {

/// C from tiles that cover it and do not overlap.
void concat(Container &C, HostVector<Tile> tiles);

} // namespace grb
