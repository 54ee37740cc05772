// Implements GrB_DIAGINDEX as SuiteSparse does: j - (i + s), while the C API says j - i + s.
#pragma once

#include "algebra/operators.hpp"
#include "graphblast/gxb_options.h"

// Exported for libgraphblas.so.N, whose GrB_DIAGINDEX are these; GrX_DIAGINDEX are the handles to
// them.
extern "C" {
extern GXB_PUBLIC_ grb::IndexUnaryOp GrX_diagindex_int32_op, GrX_diagindex_int64_op;
}

namespace grb {

/// The C API's operator that computes the same with -s instead of s. Returns null when op is not
/// SuiteSparse's DIAGINDEX.
const IndexUnaryOp *negated_diagindex(const IndexUnaryOp *op) noexcept;
/// Replaces s, a value of op's domain, by -s.
void negate_diagonal(const IndexUnaryOp *op, void *s) noexcept;

} // namespace grb
