// GrB_DIAGINDEX as SuiteSparse has it: j - (i + s), where the C API says j - i + s.
#pragma once

#include "algebra/operators.hpp"
#include "graphblast/gxb_options.h"

// Exported for libgraphblas.so.N, whose GrB_DIAGINDEX are these; GrX_DIAGINDEX are the handles to them.
extern "C" {
extern GXB_PUBLIC_ grb::IndexUnaryOp GrX_diagindex_int32_op, GrX_diagindex_int64_op;
}

namespace grb {

/// The C API's operator that does the same with -s in the place of s; null when op is not SuiteSparse's DIAGINDEX.
const IndexUnaryOp *negated_diagindex(const IndexUnaryOp *op) noexcept;
/// s of op's domain becomes -s.
void negate_diagonal(const IndexUnaryOp *op, void *s) noexcept;

} // namespace grb
