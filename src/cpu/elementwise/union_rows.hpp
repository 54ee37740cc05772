// Merges two sparse operands of one type row by row, without mask and without a rule for each
// entry.
#pragma once

#include "cpu/common/known_vectors.hpp"
#include "cpu/elementwise/merge.hpp"

namespace grb {

/// Entries that the result takes.
enum class Combination : std::uint8_t {
    unite,     // entries of either, the operator's value where both have one
    intersect, // the operator's value where both have an entry
    overwrite, // B's, and A's outside the region, which holds all of B
};

/// A and B m×n by rows, sorted; see refuses_to_combine(). Work O(entries), of an intersection
/// O(shorter row·log) where one is much shorter; two passes; threads divide the rows, or chunks of
/// few rows. Deterministic.
Ref<Snapshot> combine_rows(Combination combination, const SparseView &A, const SparseView &B,
                           const BinaryOp *op, const RegionSets &region);

} // namespace grb
