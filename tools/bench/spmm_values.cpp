// Makes values of the types that device_spmm multiplies.
#include "bench/spmm_values.hpp"

#include "io/input_error.h"

#include <fmt/format.h>
#include <graphblast/grx_narrow.h>

namespace grb::tool {

Values values_of(const std::string &name) {
    if (name == "fp32") return {GrB_FP32, CUDA_R_32F, sizeof(float), 1, 1e-3F};
    constexpr float small = 0x1p-22F;
    if (name == "bf16") return {GrX_BF16, CUDA_R_16BF, sizeof(GrX_BF16_t), small, 1e-2F};
    if (name == "fp16") return {GrX_FP16, CUDA_R_16F, sizeof(GrX_FP16_t), small, 2e-3F};
    throw InputError(fmt::format("--type {}: is none of fp32, bf16 and fp16", name));
}

DeviceMemory<void> values_on_device(GrB_Matrix matrix) {
    GrB_Matrix copy = nullptr;
    void *values = nullptr;
    GrB_Index bytes = 0;
    CHECK(GrB_Matrix_dup(&copy, matrix));
    CHECK(GrX_Matrix_export_device(&copy, &values, &bytes, nullptr));
    return DeviceMemory<void>(values);
}
DeviceMemory<void> room_on_device(std::size_t bytes) {
    void *room = nullptr;
    CHECK(cudaMalloc(&room, bytes));
    return DeviceMemory<void>(room);
}

DeviceMemory<void> entries_on_device(GrB_Matrix A, GrB_Index count, const Values &values) {
    if (values.type == GrB_FP32) {
        std::vector<float> entries(count);
        CHECK(GrB_Matrix_extractTuples_FP32(nullptr, nullptr, entries.data(), &count, A));
        return DeviceMemory<void>(copy_to_device(entries));
    }
    // Holds the 16 bits of either type.
    std::vector<GrX_BF16_t> entries(count);
    auto *const halves = reinterpret_cast<GrX_FP16_t *>(entries.data());
    if (values.type == GrX_BF16) {
        CHECK(GrX_Matrix_extractTuples_BF16(nullptr, nullptr, entries.data(), &count, A));
    } else {
        CHECK(GrX_Matrix_extractTuples_FP16(nullptr, nullptr, halves, &count, A));
    }
    return DeviceMemory<void>(copy_to_device(entries));
}

std::vector<float> row_of_full_matrix(GrB_Index i, GrB_Index columns, const Values &values) {
    std::vector<float> row(columns);
    for (GrB_Index c = 0; c < columns; c++)
        row[c] = (static_cast<float>(i) + static_cast<float>(c)) * values.scale;
    if (values.type == GrX_BF16) {
        std::vector<GrX_BF16_t> bits(columns);
        CHECK(GrX_BF16_from_FP32(bits.data(), row.data(), columns));
        CHECK(GrX_BF16_to_FP32(row.data(), bits.data(), columns));
    } else if (values.type == GrX_FP16) {
        std::vector<GrX_FP16_t> bits(columns);
        CHECK(GrX_FP16_from_FP32(bits.data(), row.data(), columns));
        CHECK(GrX_FP16_to_FP32(row.data(), bits.data(), columns));
    }
    return row;
}

GrB_Matrix full_matrix(GrB_Index n, GrB_Index columns, const Values &values) {
    GrB_Matrix ones = nullptr, B = nullptr, sums = nullptr, numbers = nullptr;
    CHECK(GrB_Matrix_new(&ones, GrB_INT64, n, columns));
    CHECK(
        GrB_Matrix_assign_INT64(ones, nullptr, nullptr, 1, GrB_ALL, n, GrB_ALL, columns, nullptr));
    CHECK(GrB_Matrix_new(&B, values.type, n, columns));
    CHECK(GrB_Matrix_new(&sums, GrB_FP32, n, columns));
    CHECK(GrB_Matrix_new(&numbers, GrB_FP32, n, columns));
    CHECK(GrB_Matrix_apply_IndexOp_INT64(sums, nullptr, nullptr, GrB_ROWINDEX_INT64, ones, 0,
                                         nullptr));
    CHECK(GrB_Matrix_apply_IndexOp_INT64(numbers, nullptr, nullptr, GrB_COLINDEX_INT64, ones, 0,
                                         nullptr));
    CHECK(GrB_Matrix_eWiseAdd_BinaryOp(sums, nullptr, nullptr, GrB_PLUS_FP32, sums, numbers,
                                       nullptr));
    CHECK(GrB_Matrix_apply_BinaryOp2nd_FP32(B, nullptr, nullptr, GrB_TIMES_FP32, sums, values.scale,
                                            nullptr));
    CHECK(GrB_Matrix_free(&ones));
    CHECK(GrB_Matrix_free(&sums));
    CHECK(GrB_Matrix_free(&numbers));
    return B;
}

} // namespace grb::tool
