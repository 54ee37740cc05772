// Calls of products for the test of repeated runs.
#include "differential/engine_controls.h"
#include "differential/repeated_problems.h"

#include "reference/bridge.h"

namespace grb::fuzz {

using model::require;

namespace {

constexpr GrB_Index size = repeated_size;

} // namespace

std::vector<RepeatedCall> repeated_mxv() {
    return {[](Operands &o) {
                return GrB_mxv(o.w, nullptr, GrB_PLUS_FP32, GrB_PLUS_TIMES_SEMIRING_FP32, o.A,
                               o.full, nullptr);
            },
            [](Operands &o) {
                return GrB_mxv(o.w, o.list_mask, nullptr, GrB_PLUS_TIMES_SEMIRING_FP32, o.A,
                               o.bitmap, GrB_DESC_RSC);
            },
            [](Operands &o) {
                return GrB_mxv(o.w, o.bitmap_mask, nullptr, GrB_PLUS_TIMES_SEMIRING_FP32, o.A,
                               o.full, GrB_DESC_T0);
            },
            [](Operands &o) {
                return GrB_vxm(o.w, o.bitmap_mask, nullptr, GrB_PLUS_TIMES_SEMIRING_FP32, o.sparse,
                               o.A, GrB_DESC_RC);
            },
            [](Operands &o) {
                return GrB_vxm(o.w, o.list_mask, nullptr, GrB_MIN_FIRST_SEMIRING_FP32, o.iso,
                               o.ones, GrB_DESC_RSC);
            },
            [](Operands &o) {
                return GrB_mxv(o.w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP32, o.ones, o.full,
                               nullptr);
            },
            [](Operands &o) { // into a full vector
                const GrB_Info filled =
                    GrB_Vector_apply(o.w, nullptr, nullptr, GrB_AINV_FP32, o.full, nullptr);
                if (filled != GrB_SUCCESS) return filled;
                return GrB_mxv(o.w, nullptr, GrB_MIN_FP32, GrB_MIN_PLUS_SEMIRING_FP32, o.A, o.full,
                               nullptr);
            }};
}

std::vector<RepeatedCall> repeated_mxm() {
    return {[](Operands &o) {
                return GrB_mxm(o.product, o.A, nullptr, GrB_PLUS_TIMES_SEMIRING_FP32, o.A, o.B,
                               nullptr);
            },
            [](Operands &o) {
                return GrB_mxm(o.product, o.A, nullptr, GrB_PLUS_TIMES_SEMIRING_FP32, o.A, o.B,
                               GrB_DESC_ST1);
            },
            [](Operands &o) {
                return GrB_mxm(o.narrow, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP32, o.A,
                               o.tall, nullptr);
            },
            [](Operands &o) {
                return GrB_mxm(o.wide, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP32, o.A, o.broad,
                               GrB_DESC_T0);
            },
            [](Operands &o) {
                return GrB_mxm(o.square, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP32, o.tall,
                               o.tall, GrB_DESC_T1);
            },
            [](Operands &o) {
                return GrB_mxm(o.product, o.B, nullptr, GrB_PLUS_TIMES_SEMIRING_FP32, o.broad,
                               o.broad, GrB_DESC_ST1);
            },
            [](Operands &o) {
                GrB_Matrix D = nullptr;
                GrB_Info info = GrB_Matrix_diag(&D, o.full, 0);
                if (info == GrB_SUCCESS)
                    info = GrB_mxm(o.product, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP32, D,
                                   o.A, nullptr);
                GrB_Matrix_free(&D);
                return info;
            },
            [](Operands &o) {
                return GrB_mxm(o.column, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP32, o.A,
                               o.thin, nullptr);
            },
            [](Operands &o) {
                return GrB_mxm(o.flat, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP32, o.tall, o.A,
                               GrB_DESC_T0);
            },
            [](Operands &o) {
                require(GrB_Matrix_assign_FP32(o.wide, nullptr, nullptr, 0, GrB_ALL, size, GrB_ALL,
                                               broad_columns, nullptr),
                        "assign");
                return GrB_mxm(o.wide, nullptr, GrB_PLUS_FP32, GrB_PLUS_TIMES_SEMIRING_FP32, o.A,
                               o.pruned, nullptr);
            },
            [](Operands &o) {
                GrB_Matrix B = nullptr;
                require(GrB_Matrix_new(&B, GrX_BF16, size, broad_columns), "new");
                require(GrB_Matrix_apply(B, nullptr, nullptr, GrB_IDENTITY_FP32, o.broad, nullptr),
                        "apply");
                const GrB_Info info = GrB_mxm(o.wide, nullptr, nullptr,
                                              GrB_PLUS_TIMES_SEMIRING_FP32, o.A, B, nullptr);
                GrB_Matrix_free(&B);
                return info;
            },
            [](Operands &o) {
                const auto fill = [](GrB_Matrix one, GrB_Index m, GrB_Index n) {
                    require(GrB_Matrix_assign_FP32(one, nullptr, nullptr, 0.3F, GrB_ALL, m, GrB_ALL,
                                                   n, nullptr),
                            "assign");
                };
                GrB_Matrix B = nullptr;
                require(GrB_Matrix_new(&B, GrB_FP32, 5, broad_columns), "new");
                fill(o.narrow, size, 5);
                fill(B, 5, broad_columns);
                const GrB_Info info = GrB_mxm(o.wide, nullptr, nullptr,
                                              GrB_PLUS_TIMES_SEMIRING_FP32, o.narrow, B, nullptr);
                GrB_Matrix_free(&B);
                return info;
            }};
}

} // namespace grb::fuzz
