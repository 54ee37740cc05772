// The host's part of kernels/look_back.cuh.
#pragma once

#include "cuda/plugin/runtime.hpp"
#include "kernels/look_back_arguments.h"

namespace grb::device {

/// The maximum number of blocks in a launch whose blocks look back.
inline constexpr std::uint64_t look_back_words = 1024;
/// Returns the number of such blocks that keeps the device busy.
std::uint64_t most_that_look_back();

/// Returns words for the runtime's next launch.
Status begin_look_back(LookBack *look_back);
/// Releases the words; the next launch gets new ones.
void release_look_back_words(Runtime &device) noexcept;

} // namespace grb::device
