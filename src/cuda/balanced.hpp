#pragma once

#include "cuda/runtime.hpp"

namespace grb::device {

Status spread_balanced(const SpreadBalancedCall *call);
Status list_balanced(const ListBalancedCall *call);

} // namespace grb::device
