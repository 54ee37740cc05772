// Checks of binary graphs from untrusted files.
#pragma once

#include "cache_header.h"

#include <string>

namespace grb::tool {

/// Returns the first fault of a binary graph whose arrays are at the header's offsets; empty if
/// every index is in range and in order, every weight is finite and of the declared kind, and a
/// graph declared symmetric is symmetric. Takes one pass over the entries, with all threads; each
/// of the processes takes a part, and all get the same answer.
std::string fault_of_entries(const CacheHeader &h, const EdgeList &edges, Processes &group);

} // namespace grb::tool
