// The programs of the pack.
// BFS, SSSP, PageRank, connected components, degrees and plain products use them, with the
// element-wise calls around them.
#pragma once

#include <string>
#include <vector>

namespace grb::device {

/// Returns the texts, each once, as the plugin writes them at run time for the same calls.
std::vector<std::string> hot_programs();

} // namespace grb::device
