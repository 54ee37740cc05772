// Functions of version 7 that later versions do not have: own operators for GxB_select. A program that makes one is told
// that there are none; one that only names the functions starts.
#include "compat/interface.hpp"

#include "graphblast/gxb_operations.h"

extern "C" {

GXB_PUBLIC_ GrB_Info GxB_SelectOp_new(GxB_SelectOp *op, void *, GrB_Type, GrB_Type) {
    if (op == nullptr) return GrB_NULL_POINTER;
    *op = nullptr;
    return GrB_NOT_IMPLEMENTED;
}

GXB_PUBLIC_ GrB_Info GxB_SelectOp_free(GxB_SelectOp *op) {
    if (op != nullptr) *op = nullptr;
    return GrB_SUCCESS;
}

GXB_PUBLIC_ GrB_Info GxB_SelectOp_wait(GxB_SelectOp op, GrB_WaitMode) {
    return op == nullptr ? GrB_NULL_POINTER : GrB_SUCCESS;
}

GXB_PUBLIC_ GrB_Info GxB_SelectOp_error(const char **error, const GxB_SelectOp op) {
    if (error == nullptr || op == nullptr) return GrB_NULL_POINTER;
    *error = "";
    return GrB_SUCCESS;
}
}
