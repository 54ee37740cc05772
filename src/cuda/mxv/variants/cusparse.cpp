// The cuSPARSE library and the work from which on it is worth loading.
#include "cuda/mxv/variants/cusparse.hpp"

#include "cuda/mxv/mxv_calls.h"

namespace grb::device {

namespace {

const DeviceCoefficient worth_loading{
    "device_cusparse_bytes", "bytes",
    "of products as long as loading the library, about 0.1 s; these go before, unless it is forced",
    2e11};

} // namespace

constinit VendorLibrary cusparse(gpu::cusparse_absence, worth_loading,
                                 "too little work so far to load cuSPARSE");

} // namespace grb::device
