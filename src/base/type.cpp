// Defines the built-in type objects and their handles.
#include "base/builtin_types.hpp"
#include "graphblast/grx_narrow.h"
#include "graphblast/gxb_complex.h"

namespace grb {

constinit Type builtin_types[15] = {
    {TypeCode::boolean, sizeof(bool), "bool", true},
    {TypeCode::int8, 1, "int8_t", true},
    {TypeCode::uint8, 1, "uint8_t", true},
    {TypeCode::int16, 2, "int16_t", true},
    {TypeCode::uint16, 2, "uint16_t", true},
    {TypeCode::int32, 4, "int32_t", true},
    {TypeCode::uint32, 4, "uint32_t", true},
    {TypeCode::int64, 8, "int64_t", true},
    {TypeCode::uint64, 8, "uint64_t", true},
    {TypeCode::fp32, sizeof(float), "float", true},
    {TypeCode::fp64, sizeof(double), "double", true},
    {TypeCode::fc32, 2 * sizeof(float), "GxB_FC32_t", true},
    {TypeCode::fc64, 2 * sizeof(double), "GxB_FC64_t", true},
    {TypeCode::bf16, sizeof(GrX_BF16_t), "GrX_BF16_t", true},
    {TypeCode::fp16, sizeof(GrX_FP16_t), "GrX_FP16_t", true},
};

const Type *builtin_type(TypeCode code) noexcept {
    return &builtin_types[static_cast<std::size_t>(code) - 1];
}

} // namespace grb

constinit GrB_Type GrB_BOOL = &grb::builtin_types[0];
constinit GrB_Type GrB_INT8 = &grb::builtin_types[1];
constinit GrB_Type GrB_UINT8 = &grb::builtin_types[2];
constinit GrB_Type GrB_INT16 = &grb::builtin_types[3];
constinit GrB_Type GrB_UINT16 = &grb::builtin_types[4];
constinit GrB_Type GrB_INT32 = &grb::builtin_types[5];
constinit GrB_Type GrB_UINT32 = &grb::builtin_types[6];
constinit GrB_Type GrB_INT64 = &grb::builtin_types[7];
constinit GrB_Type GrB_UINT64 = &grb::builtin_types[8];
constinit GrB_Type GrB_FP32 = &grb::builtin_types[9];
constinit GrB_Type GrB_FP64 = &grb::builtin_types[10];
constinit GrB_Type GxB_FC32 = &grb::builtin_types[11];
constinit GrB_Type GxB_FC64 = &grb::builtin_types[12];
constinit GrB_Type GrX_BF16 = &grb::builtin_types[13];
constinit GrB_Type GrX_FP16 = &grb::builtin_types[14];
