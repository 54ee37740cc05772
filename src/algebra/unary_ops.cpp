// Defines the unary operators that the C API has.
#include "algebra/predefined.hpp"
#include "graphblast/gxb_objects.h"

#define GRB_DEFINE_UNARY_ALL(code, Functor, NAME)                          \
    namespace grb::predefined {                                            \
    constinit UnaryOp code##_ops[13] = {                                   \
        GRB_FOR_ALL(GRB_UNARY_ELEMENT, GrB, code, Functor, NAME)           \
            GRB_FOR_COMPLEX(GRB_UNARY_ELEMENT, GxB, code, Functor, NAME)}; \
    }                                                                      \
    GRB_FOR_ALL(GRB_UNARY_HANDLE, GrB, code, bool, NAME)                   \
    GRB_FOR_COMPLEX(GRB_UNARY_HANDLE, GxB, code, bool, NAME)

GRB_UNARY_OVER_ALL(GRB_DEFINE_UNARY_ALL)

namespace grb::predefined {
constinit UnaryOp bnot_ops[8] = {GRB_FOR_INTEGERS(GRB_UNARY_ELEMENT, GrB, bnot, Bnot, BNOT)};
constinit UnaryOp lnot_ops[11] = {make_unary<Lnot<bool>>(UnaryCode::lnot, "GrB_LNOT"),
                                  GRB_FOR_NUMBERS(GRB_UNARY_ELEMENT, GxB, lnot, Lnot, LNOT)};
} // namespace grb::predefined

GRB_FOR_INTEGERS(GRB_UNARY_HANDLE, GrB, bnot, std::int8_t, BNOT)
constinit GrB_UnaryOp GrB_LNOT = &grb::predefined::lnot_ops[0];
GRB_FOR_ALL(GRB_UNARY_HANDLE, GxB, lnot, bool, LNOT)
// GxB_ABS_... is SuiteSparse's name of GrB_ABS_...
GRB_FOR_ALL(GRB_UNARY_HANDLE, GxB, abs, bool, ABS)

#define GRB_DEFINE_UNARY_FLOATS(code, Functor, NAME)                       \
    namespace grb::predefined {                                            \
    constinit UnaryOp code##_ops[4] = {                                    \
        GRB_FOR_FLOATS(GRB_UNARY_ELEMENT, GxB, code, Functor, NAME)        \
            GRB_FOR_COMPLEX(GRB_UNARY_ELEMENT, GxB, code, Functor, NAME)}; \
    }                                                                      \
    GRB_FOR_FLOATS(GRB_UNARY_HANDLE, GxB, code, float, NAME)               \
    GRB_FOR_COMPLEX(GRB_UNARY_HANDLE, GxB, code, float, NAME)

GRB_UNARY_OVER_FLOATS(GRB_DEFINE_UNARY_FLOATS)
