// Operators and arrays: SuiteSparse's results.
#include "compat/interface.hpp"

#include "algebra/diagindex.hpp"
#include "graphblast/gxb_objects.h"
#include "graphblast/gxb_results.h"

using compat::engine;

// The addresses are constants, so that a copy of the handles in a program is right from the beginning.
constinit GrB_IndexUnaryOp GrB_DIAGINDEX_INT32 = &GrX_diagindex_int32_op;
constinit GrB_IndexUnaryOp GrB_DIAGINDEX_INT64 = &GrX_diagindex_int64_op;

#define GRB_DEFINE(P, T, type)                                                \
    GrB_Info GXB_IMPORT_(P##_Matrix_import_##T, engine.P##_Matrix_import_##T, \
                         P##_Matrix_build_##T, type)                          \
    GrB_Info GXB_EXPORT_(P##_Matrix_export_##T, engine.P##_Matrix_export_##T, type)
GRB_PREFIXED_TYPES(GRB_DEFINE)
GRB_DEFINE(GrB, UDT, void)
