// Defines the unary operators that only SuiteSparse has.
#include "algebra/predefined.hpp"
#include "graphblast/gxb_objects.h"

#define GRB_DEFINE(code, Functor, NAME, n, OVER, First)                                           \
    namespace grb::predefined {                                                                   \
    static constinit UnaryOp code##_ops[n] = {OVER(GRB_UNARY_ELEMENT, GxB, code, Functor, NAME)}; \
    }                                                                                             \
    OVER(GRB_UNARY_HANDLE, GxB, code, First, NAME)

#define GRB_FOR_FLOATS_AND_COMPLEX(M, ...) \
    GRB_FOR_FLOATS(M, __VA_ARGS__)         \
    GRB_FOR_COMPLEX(M, __VA_ARGS__)
#define GRB_FOR_ALL_AND_COMPLEX(M, ...) \
    GRB_FOR_ALL(M, __VA_ARGS__)         \
    GRB_FOR_COMPLEX(M, __VA_ARGS__)
#define GRB_DEFINE_ALL(code, Functor, NAME) \
    GRB_DEFINE(code, Functor, NAME, 13, GRB_FOR_ALL_AND_COMPLEX, bool)
#define GRB_DEFINE_FLOATS(code, Functor, NAME) \
    GRB_DEFINE(code, Functor, NAME, 4, GRB_FOR_FLOATS_AND_COMPLEX, float)
#define GRB_DEFINE_REAL_FLOATS(code, Functor, NAME) \
    GRB_DEFINE(code, Functor, NAME, 2, GRB_FOR_FLOATS, float)
#define GRB_DEFINE_COMPLEX(code, Functor, NAME) \
    GRB_DEFINE(code, Functor, NAME, 2, GRB_FOR_COMPLEX, grb::Complex<float>)

GRB_EXTENDED_UNARY_OVER_ALL(GRB_DEFINE_ALL)
GRB_EXTENDED_UNARY_OVER_FLOATS(GRB_DEFINE_FLOATS)
GRB_EXTENDED_UNARY_OVER_REAL_FLOATS(GRB_DEFINE_REAL_FLOATS)
GRB_DEFINE_COMPLEX(conj, Conj, CONJ)
GRB_DEFINE_COMPLEX(creal, Creal, CREAL)
GRB_DEFINE_COMPLEX(cimag, Cimag, CIMAG)
GRB_DEFINE_COMPLEX(carg, Carg, CARG)

namespace grb::predefined {
namespace {

/// Makes a placeholder for an operator that reads positions: it has domains and reads no operand.
template <class T>
constexpr UnaryOp make_positional(UnaryCode code, const char *name) {
    const Type *type = type_object<T>();
    return {{}, {Magic::unary_op, true}, code, type, type, nullptr, nullptr, name};
}

} // namespace
} // namespace grb::predefined

#define GRB_DEFINE_POSITIONAL(code, NAME)                                       \
    namespace grb::predefined {                                                 \
    static constinit UnaryOp code##_ops[2] = {                                  \
        make_positional<std::int32_t>(UnaryCode::code, "GxB_" #NAME "_INT32"),  \
        make_positional<std::int64_t>(UnaryCode::code, "GxB_" #NAME "_INT64")}; \
    }                                                                           \
    constinit GrB_UnaryOp GxB_##NAME##_INT32 = &grb::predefined::code##_ops[0]; \
    constinit GrB_UnaryOp GxB_##NAME##_INT64 = &grb::predefined::code##_ops[1];
GRB_DEFINE_POSITIONAL(positioni, POSITIONI)
GRB_DEFINE_POSITIONAL(positioni1, POSITIONI1)
GRB_DEFINE_POSITIONAL(positionj, POSITIONJ)
GRB_DEFINE_POSITIONAL(positionj1, POSITIONJ1)
