// Stand-ins for unavailable graphs.
#pragma once

#include <string>

namespace grb::tool {

/// The SPEC like:ROWS:NNZ:MAXDEGREE of a graph that papers measured and nobody can get: a random
/// one of the same size. `list` is a table with tabs: name, rows, nonzeros, maximum degree, source;
/// lines that start with # are comments. Throws InputError for an unlisted name.
std::string surrogate(const std::string &name, const std::string &list);

} // namespace grb::tool
