// Defines the logical and bitwise binary operators.
#include "algebra/predefined.hpp"
#include "graphblast/gxb_objects.h"

// The Boolean objects have two handles, GrB_LOR and GxB_LOR_BOOL.
#define GRB_DEFINE_LOGICAL(code, Functor, NAME)                          \
    namespace grb::predefined {                                          \
    constinit BinaryOp code##_ops[11] = {                                \
        make_binary<Functor<bool>>(BinaryCode::code, "GrB_" #NAME),      \
        GRB_FOR_NUMBERS(GRB_BINARY_ELEMENT, GxB, code, Functor, NAME)};  \
    }                                                                    \
    constinit GrB_BinaryOp GrB_##NAME = &grb::predefined::code##_ops[0]; \
    GRB_FOR_ALL(GRB_BINARY_HANDLE, GxB, code, bool, NAME)
GRB_BINARY_LOGICAL(GRB_DEFINE_LOGICAL)

namespace grb::predefined {
constinit BinaryOp lxnor_ops[1] = {make_binary<Lxnor<bool>>(BinaryCode::lxnor, "GrB_LXNOR")};
} // namespace grb::predefined
constinit GrB_BinaryOp GrB_LXNOR = &grb::predefined::lxnor_ops[0];

GRB_BINARY_OVER_INTEGERS(GRB_DEFINE_BINARY_INTEGERS)
