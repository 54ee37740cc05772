// Lines (rows or columns) of compressed storage by a list, on the device.
#pragma once

#include "problems/index_list.hpp"
#include "storage/snapshot.hpp"

namespace grb::device {

/// The lines of a snapshot, as a picked part is made of them.
struct LinesOf {
    const SparsePart &part; // not hypersparse
    const Type *type;
    std::uint64_t count, length; // of the lines; of a line
};

/// Lines list(0), list(1), ... one after the other, each as it is; without entries nvals alone is set. The list is not
/// "all". Waits for the number of entries. Throws Failure, std::bad_alloc.
SparsePart picked(const LinesOf &lines, const IndexList &list);

} // namespace grb::device
