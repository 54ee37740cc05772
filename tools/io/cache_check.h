#pragma once

#include "cache_header.h"

#include <string>

namespace grb::tool {

/// What is wrong with a graph in binary whose arrays lie where the header says, or nothing: every index is inside of the
/// matrix and in its place, every weight is a finite number of the kind that the header announces, and what is called
/// symmetric is. One pass over the entries, by all threads.
std::string fault_of_entries(const CacheHeader &h, const EdgeList &edges);

} // namespace grb::tool
