#pragma once

#include <string>

namespace grb::tool {

/// The SPEC like:ROWS:NNZ:MAXDEGREE of a graph that papers measured and that cannot be had: a random one of
/// the same size. `list` is a table with tabs: name, rows, nonzeros, maximum degree, source; lines with
/// # are comments. Throws InputError where the name is not in it.
std::string stand_in(const std::string &name, const std::string &list);

} // namespace grb::tool
