// A value that goes with a call, as host and device see it.
#pragma once

namespace grb::device {

/// A bound operand or a thunk, of any type that the device computes with, in the first bytes.
struct BoundValue {
    unsigned long words[8];
};

} // namespace grb::device
