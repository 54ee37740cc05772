// Sorts the entries of each row (column) by value.
#pragma once

#include "algebra/operators.hpp"
#include "storage/snapshot.hpp"

namespace grb {

/// The entries of each row (column), moved to positions 0, 1, ... in order.
struct SortedVectors {
    Ref<Snapshot> values;    // of A's type
    Ref<Snapshot> positions; // INT64: where each entry was
};

/// `comes_before` yields GrB_BOOL and has one operand type, to which A's values can be cast.
/// Stable; O(n log n) calls for a row of n entries, whatever the operator answers. Parallel over
/// rows.
SortedVectors sort_vectors(const Snapshot &A, const BinaryOp *comes_before, bool by_column);

} // namespace grb
