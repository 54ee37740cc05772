// Scalars that travel with a call, for host and device.
#pragma once

namespace grb::device {

/// A bound operand or a thunk of any type that the device supports, in the first bytes.
struct BoundValue {
    unsigned long words[8];
};

/// A mask by value that is the operand itself: which of its values the mask allows.
enum class OwnTest : unsigned { none, is_true, is_false };

} // namespace grb::device
