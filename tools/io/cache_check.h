#pragma once

#include "cache_header.h"

#include <string>

namespace grb::tool {

/// The first fault of a binary graph whose arrays lie where the header says; empty if every index is in the matrix
/// and in order, every weight is finite and of the announced kind, and a graph that is called symmetric is symmetric.
/// One pass over the entries, by all threads.
std::string fault_of_entries(const CacheHeader &h, const EdgeList &edges);

} // namespace grb::tool
