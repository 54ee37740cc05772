// Host interface of the push kernels.
#pragma once

#include "cuda/mxv/mxv_calls.h"
#include "cuda/plugin/runtime.hpp"

#include <string>

namespace grb::device {

Status mxv_push(const MxvPushCall *call);

/// The kernels that mxv_push() may need for a call, and the text that each is compiled from; it
/// depends on names, widths, flags and the schedule of the call only.
inline constexpr const char *push_kernels[] = {"push_bitmap", "push_atomic", "push_prepare",
                                               "push_expand", "push_reduce", "push_enumerate"};
std::string mxv_push_program(const MxvPushCall &call, const char *kernel);

} // namespace grb::device
