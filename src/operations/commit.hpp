// The last step of every operation: C⟨M, replace⟩ = accum(C, T).
#pragma once

#include "problems/output.hpp"

namespace grb {

/// Computes and publishes the new state of output.C from the result T (any type compatible with
/// C's, C's shape). When this throws, C is unchanged. `mask_was_applied`: T has no entries where
/// the mask is false. Works in place, at a cost of O(entries of T and mask), when C is dense,
/// nobody shares it and the rule allows that.
///   inside the region:   Z = accum ? C ⊙ T on the union : T     outside: Z = C
///   where the mask is true: C = Z; elsewhere: replace ? nothing : C
void commit(const Output &output, Ref<Snapshot> T, bool mask_was_applied,
            const Region *region = nullptr);

} // namespace grb
