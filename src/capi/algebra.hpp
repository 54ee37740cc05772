// Making user-defined operators: shared by the functions that get C source with them and those that
// do not.
#pragma once

#include "capi/guard.hpp"

#include <memory>

namespace grb {

// All check their arguments.
std::unique_ptr<Type> make_type(std::size_t size, const char *name);
std::unique_ptr<UnaryOp> make_unary_op(GxB_unary_function function, GrB_Type ztype, GrB_Type xtype);
std::unique_ptr<BinaryOp> make_binary_op(GxB_binary_function function, GrB_Type ztype,
                                         GrB_Type xtype, GrB_Type ytype);
std::unique_ptr<IndexUnaryOp> make_index_unary_op(GxB_index_unary_function function, GrB_Type ztype,
                                                  GrB_Type xtype, GrB_Type ytype);

} // namespace grb
