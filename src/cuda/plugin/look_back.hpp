// The host's side of kernels/look_back.cuh.
#pragma once

#include "cuda/plugin/runtime.hpp"
#include "kernels/look_back_arguments.h"

namespace grb::device {

/// The most blocks of a launch whose blocks look back.
inline constexpr std::uint64_t look_back_words = 1024;
/// As many as keep a device busy.
std::uint64_t most_that_look_back();

/// Words for the next launch of this place.
Status begin_look_back(LookBack *look_back);

} // namespace grb::device
