// What goes with a call, as host and device see it.
#pragma once

namespace grb::device {

/// A bound operand or a thunk, of any type that the device computes with, in the first bytes.
struct BoundValue {
    unsigned long words[8];
};

/// A mask by value that is the operand itself: which of its values let through.
enum class OwnTest : unsigned { none, is_true, is_false };

} // namespace grb::device
