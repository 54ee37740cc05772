// Calls of eWiseAdd and eWiseMult for the test of repeated runs.
#include "differential/engine_controls.h"
#include "differential/repeated_problems.h"

#include "reference/bridge.h"

namespace grb::fuzz {

using model::require;

void fill_w(Operands &o) {
    require(GrB_Vector_apply(o.w, nullptr, nullptr, GrB_AINV_FP32, o.full, nullptr), "apply");
}

std::vector<RepeatedCall> repeated_ewise_add() {
    return {[](Operands &o) {
                return GrB_Matrix_eWiseAdd_BinaryOp(o.product, nullptr, nullptr, GrB_PLUS_FP32, o.A,
                                                    o.B, nullptr);
            },
            [](Operands &o) {
                return GrB_Vector_eWiseAdd_BinaryOp(o.w, o.bitmap_mask, nullptr, GrB_PLUS_FP32,
                                                    o.full, o.bitmap, nullptr);
            },
            [](Operands &o) {
                return GrB_Vector_eWiseAdd_BinaryOp(o.w, nullptr, nullptr, GrB_PLUS_FP32, o.full,
                                                    o.sparse, nullptr);
            },
            [](Operands &o) {
                fill_w(o);
                return GrB_Vector_eWiseAdd_BinaryOp(o.w, nullptr, nullptr, GrB_PLUS_FP32, o.full,
                                                    o.full, nullptr);
            }};
}

std::vector<RepeatedCall> repeated_ewise_mult() {
    return {[](Operands &o) {
                return GrB_Matrix_eWiseMult_BinaryOp(o.product, nullptr, nullptr, GrB_TIMES_FP32,
                                                     o.A, o.B, nullptr);
            },
            [](Operands &o) {
                return GrB_Vector_eWiseMult_BinaryOp(o.w, o.bitmap_mask, nullptr, GrB_TIMES_FP32,
                                                     o.full, o.bitmap, nullptr);
            },
            [](Operands &o) {
                return GrB_Vector_eWiseMult_BinaryOp(o.w, nullptr, nullptr, GrB_TIMES_FP32,
                                                     o.sparse, o.full, nullptr);
            },
            [](Operands &o) {
                return GrB_Vector_eWiseMult_BinaryOp(o.w, o.list_mask, nullptr, GrB_TIMES_FP32,
                                                     o.full, o.bitmap, nullptr);
            },
            [](Operands &o) {
                return GrB_Vector_eWiseMult_BinaryOp(o.w, nullptr, nullptr, GrB_TIMES_FP32,
                                                     o.sparse, o.few, nullptr);
            },
            [](Operands &o) {
                fill_w(o);
                return GrB_Vector_eWiseMult_BinaryOp(o.w, nullptr, nullptr, GrB_TIMES_FP32, o.full,
                                                     o.full, nullptr);
            }};
}

} // namespace grb::fuzz
