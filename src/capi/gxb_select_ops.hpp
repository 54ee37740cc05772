// GxB_SelectOp: tests from before GrB_IndexUnaryOp. Each stands for index-unary operators.
#pragma once

#include "capi/handles.hpp"
#include "suitesparse/GraphBLAS.h"

struct GxB_SelectOp_opaque {
    grb::ObjectHeader header;
    grb::IndexUnaryCode code;
    bool has_thunk; // else the thunk is 0
    const char *name;
};

namespace grb {

using SelectOp = GxB_SelectOp_opaque;
template <>
inline constexpr Magic magic_of<SelectOp> = Magic::select_op;

/// True for tests of positions: the thunk is an INT64.
inline bool is_positional(const SelectOp &op) noexcept {
    return op.code < IndexUnaryCode::valueeq;
}

} // namespace grb
