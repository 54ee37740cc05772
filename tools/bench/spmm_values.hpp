// Values of the types that device_spmm multiplies, on the host and on the device.
#pragma once

#include "bench/device_bench.hpp"

#include <memory>

namespace grb::tool {

/// A type of values, in the library and in cuSPARSE.
struct Values {
    GrB_Type type;
    cudaDataType peer;
    std::size_t size;
    float scale;     ///< of B's numbers: keeps sums finite
    float tolerance; ///< of the results, relative: both are rounded
};
/// "fp32", "bf16" or "fp16". Throws InputError.
Values values_of(const std::string &name);

/// Frees device memory at the end of the scope.
struct DeviceDeleter {
    void operator()(void *pointer) const { cudaFree(pointer); }
};
template <class T>
using DeviceMemory = std::unique_ptr<T, DeviceDeleter>;

/// The values of a full matrix, row by row.
DeviceMemory<void> values_on_device(GrB_Matrix matrix);
/// The values of a matrix's `count` entries, in the order of extractTuples.
DeviceMemory<void> entries_on_device(GrB_Matrix A, GrB_Index count, const Values &values);
DeviceMemory<void> room_on_device(std::size_t bytes);
/// B(i, c) = (i + c) · scale.
std::vector<float> row_of_full_matrix(GrB_Index i, GrB_Index columns, const Values &values);
GrB_Matrix full_matrix(GrB_Index n, GrB_Index columns, const Values &values);

} // namespace grb::tool
