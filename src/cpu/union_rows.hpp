// Two sparse operands of one type met row by row, without mask: the merges that need no rule for each entry.
#pragma once

#include "cpu/known_lines.hpp"
#include "cpu/merge.hpp"

namespace grb {

/// What the result takes.
enum class Meeting : std::uint8_t {
    unite,     // entries of either, the operator's value where both have one
    intersect, // the operator's value where both have an entry
    overwrite, // B's, and A's outside of the region, which holds all of B
};

/// A and B m×n by rows, sorted; see refuses_to_meet(). Work O(entries), of an intersection O(shorter row·log) where
/// one is much shorter; two passes; rows, and pieces of few rows, are shared among threads. Deterministic.
Ref<Snapshot> meet_rows(Meeting meeting, const SparseView &A, const SparseView &B,
                        const BinaryOp *op, const RegionSets &region);

} // namespace grb
