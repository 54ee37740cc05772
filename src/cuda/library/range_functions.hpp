// Arrays of ranges on GPUs.
#pragma once

namespace grb::device {

/// Of places of the kind "cuda" (base/array_ranges.hpp).
void install_range_functions() noexcept;

} // namespace grb::device
