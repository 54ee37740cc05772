// resize: another number of rows and columns.
#pragma once

#include "objects/container.hpp"

namespace grb {

/// C gets another size; entries outside are dropped. What is elsewhere is cut there, by the rows of extract. When this
/// throws, C is as before.
void resize(Container &C, std::uint64_t nrows, std::uint64_t ncols);

} // namespace grb
