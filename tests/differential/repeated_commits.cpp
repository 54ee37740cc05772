// Calls of the commit for the test of repeated runs.
#include "differential/engine_controls.h"
#include "differential/repeated_problems.h"

#include "reference/bridge.h"

namespace grb::fuzz {

using model::require;

namespace {

constexpr GrB_Index size = 3000;

/// Adds a few entries to a sparse w repeatedly, until that has cost as much as a bitmap.
GrB_Info many_small_results(Operands &o) {
    require(GrB_Vector_clear(o.w), "clear");
    require(GrB_Vector_assign(o.w, nullptr, nullptr, o.sparse, GrB_ALL, size, nullptr), "assign");
    for (int k = 0; k < 50; k++)
        require(
            GrB_Vector_assign_FP32(o.w, nullptr, GrB_PLUS_FP32, 3, o.positions.data(), 10, nullptr),
            "assign");
    return GrB_SUCCESS;
}

} // namespace

std::vector<RepeatedCall> repeated_commits() {
    return {[](Operands &o) {
                return GrB_Matrix_apply(o.product, nullptr, nullptr, GrB_MINV_FP32, o.A, nullptr);
            },
            [](Operands &o) {
                require(GrB_Vector_setElement_FP32(o.w, 0.5, 0), "set"); // no longer shared
                return GrB_Vector_assign_FP32(o.w, o.list_mask, GrB_PLUS_FP32, 3, GrB_ALL, size,
                                              GrB_DESC_S);
            },
            [](Operands &o) {
                require(GrB_Vector_setElement_FP32(o.w, 0.5, 0), "set");
                return GrB_Vector_assign(o.w, nullptr, GrB_PLUS_FP32, o.half, o.range.data(),
                                         o.range.size(), nullptr);
            },
            [](Operands &o) {
                return GrB_Vector_assign(o.w, o.bitmap_mask, GrB_PLUS_FP32, o.bitmap, GrB_ALL, size,
                                         nullptr);
            },
            [](Operands &o) {
                require(GrB_Matrix_apply(o.product, nullptr, nullptr, GrB_MINV_FP32, o.A, nullptr),
                        "apply");
                return GrB_Matrix_apply(o.product, o.B, GrB_PLUS_FP32, GrB_MINV_FP32, o.B,
                                        GrB_DESC_S);
            },
            &many_small_results};
}

} // namespace grb::fuzz
