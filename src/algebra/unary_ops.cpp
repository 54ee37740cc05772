#include "algebra/predefined.hpp"

namespace grb::predefined {
namespace {

template <class Op>
constexpr UnaryOp make_unary(UnaryCode code, const char *name) {
    return {{},
            {Magic::unary_op, true},
            code,
            type_object<typename Op::Z>(),
            type_object<typename Op::X>(),
            unary_batch<Op>,
            nullptr,
            name};
}

} // namespace
} // namespace grb::predefined

#define GRB_UNARY_ELEMENT(T, SUFFIX, code, Functor, NAME) \
    make_unary<Functor<T>>(UnaryCode::code, "GrB_" #NAME "_" #SUFFIX),
#define GRB_UNARY_HANDLE(T, SUFFIX, code, First, NAME) \
    constinit GrB_UnaryOp GrB_##NAME##_##SUFFIX =      \
        &grb::predefined::code##_ops[grb::predefined::place<T, First>];
#define GRB_DEFINE_UNARY_ALL(code, Functor, NAME)                                             \
    namespace grb::predefined {                                                               \
    constinit UnaryOp code##_ops[11] = {GRB_FOR_ALL(GRB_UNARY_ELEMENT, code, Functor, NAME)}; \
    }                                                                                         \
    GRB_FOR_ALL(GRB_UNARY_HANDLE, code, bool, NAME)

GRB_DEFINE_UNARY_ALL(identity, Identity, IDENTITY)
GRB_DEFINE_UNARY_ALL(abs, Abs, ABS)
GRB_DEFINE_UNARY_ALL(ainv, Ainv, AINV)
GRB_DEFINE_UNARY_ALL(minv, Minv, MINV)

namespace grb::predefined {
constinit UnaryOp bnot_ops[8] = {GRB_FOR_INTEGERS(GRB_UNARY_ELEMENT, bnot, Bnot, BNOT)};
constinit UnaryOp lnot_op = make_unary<Lnot<bool>>(UnaryCode::lnot, "GrB_LNOT");
} // namespace grb::predefined

GRB_FOR_INTEGERS(GRB_UNARY_HANDLE, bnot, std::int8_t, BNOT)
constinit GrB_UnaryOp GrB_LNOT = &grb::predefined::lnot_op;

#define GRB_FLOAT_ELEMENT(T, SUFFIX, code, Functor, NAME) \
    make_unary<Functor<T>>(UnaryCode::code, "GxB_" #NAME "_" #SUFFIX),
#define GRB_FLOAT_HANDLE(T, SUFFIX, code, NAME)   \
    constinit GrB_UnaryOp GxB_##NAME##_##SUFFIX = \
        &grb::predefined::code##_ops[grb::predefined::place<T, float>];
#define GRB_DEFINE_UNARY_FLOATS(code, Functor, NAME)                                            \
    namespace grb::predefined {                                                                 \
    constinit UnaryOp code##_ops[2] = {GRB_FOR_FLOATS(GRB_FLOAT_ELEMENT, code, Functor, NAME)}; \
    }                                                                                           \
    GRB_FOR_FLOATS(GRB_FLOAT_HANDLE, code, NAME)

GRB_DEFINE_UNARY_FLOATS(exp, Exp, EXP)
GRB_DEFINE_UNARY_FLOATS(log, Log, LOG)
GRB_DEFINE_UNARY_FLOATS(sqrt, Sqrt, SQRT)
