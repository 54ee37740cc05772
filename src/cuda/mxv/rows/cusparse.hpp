// cuSPARSE as the rows of mxv and mxm see it: one library, which the products of both are worth loading.
#pragma once

#include "cuda/library/vendor_library.hpp"

namespace grb::device {

/// Its work is counted in bytes of operands.
extern VendorLibrary cusparse;

} // namespace grb::device
