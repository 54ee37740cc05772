// The programs of the pack: what BFS, SSSP, PageRank, connected components, degrees and plain products
// ask for, with the element-wise calls around them.
#pragma once

#include <string>
#include <vector>

namespace grb::device {

/// Texts, each once, as the run time puts them together for the calls that they stand for.
std::vector<std::string> hot_programs();

} // namespace grb::device
