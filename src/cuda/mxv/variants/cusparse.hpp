// cuSPARSE for the variants of mxv and mxm: one library, whose loading the products of both must
// repay.
#pragma once

#include "cuda/library/vendor_library.hpp"

namespace grb::device {

/// Counts its work in bytes of operands.
extern VendorLibrary cusparse;

} // namespace grb::device
