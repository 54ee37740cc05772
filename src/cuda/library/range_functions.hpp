// Registration of the functions that copy ranges of arrays on GPUs.
#pragma once

namespace grb::device {

/// Registers the functions for devices of the kind "cuda" (base/array_ranges.hpp).
void install_range_functions() noexcept;

} // namespace grb::device
