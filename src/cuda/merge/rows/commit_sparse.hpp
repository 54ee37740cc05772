// commit() for sparse storage on the device.
#pragma once

#include "registry/output.hpp"

namespace grb::device {

/// Carries out commit() for all of C when C and T are rows (the mask rows or dense) of which something is
/// on the device alone, and it costs less there than fetching that. False, with C as it was: another
/// should. The accumulator's result has C's type.
bool commit_sparse(const Output &output, const Ref<Snapshot> &T, bool mask_was_applied);

} // namespace grb::device
