#pragma once

#include "cuda/runtime.hpp"

namespace grb::device {

Status mask_bits(const MaskBitsCall *call);

} // namespace grb::device
