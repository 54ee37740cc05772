// The last step of an operation on the device: C⟨M, replace⟩ = accum(C, T) where the entries are.
#pragma once

#include "registry/output.hpp"

namespace grb::device {

/// Carries out commit() for all of C or a region (null: all; no line) when C, T or the mask are on the device alone and it costs less there
/// than fetching them. False, with C as it was: the host should. The accumulator's result has C's type.
bool commit_dense(const Output &output, const Ref<Snapshot> &T, bool mask_was_applied,
                  const Region *region);

} // namespace grb::device
