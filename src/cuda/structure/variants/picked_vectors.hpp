// Picks rows or columns of compressed storage by a list, on the device.
#pragma once

#include "problems/index_list.hpp"
#include "storage/snapshot.hpp"

namespace grb::device {

/// The rows or columns of a snapshot from which some are picked.
struct VectorsOf {
    const SparseForm &form; // not hypersparse
    const Type *type;
    std::uint64_t count, length; // number of rows or columns; length of each
};

/// Picks rows or columns list(0), list(1), ... in this order, each unchanged; without entries it
/// sets nvals alone. The list is not "all". Waits for the number of entries. Throws Failure,
/// std::bad_alloc.
SparseForm picked(const VectorsOf &vectors, const IndexList &list);

} // namespace grb::device
