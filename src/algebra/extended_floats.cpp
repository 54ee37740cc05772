// Defines SuiteSparse's binary operators on floats, and those that read positions.
#include "algebra/predefined.hpp"
#include "graphblast/gxb_objects.h"

namespace grb::predefined {
namespace {

/// Makes a placeholder for an operator that reads positions: it has domains and reads no operand.
template <class T>
constexpr BinaryOp make_positional(BinaryCode code, const char *name) {
    const Type *type = type_object<T>();
    return {
        {},   {Magic::binary_op, true},  code, type, type, type, nullptr, nullptr, nullptr, nullptr,
        name, {false, false, true, true}};
}

constinit BinaryOp ignore_dup_op = make_positional<bool>(BinaryCode::ignore_dup, "GxB_IGNORE_DUP");

} // namespace
} // namespace grb::predefined

constinit GrB_BinaryOp GxB_IGNORE_DUP = &grb::predefined::ignore_dup_op;

#define GRB_DEFINE(code, Functor, NAME)                                \
    namespace grb::predefined {                                        \
    constinit BinaryOp code##_ops[2] = {                               \
        GRB_FOR_FLOATS(GRB_BINARY_ELEMENT, GxB, code, Functor, NAME)}; \
    }                                                                  \
    GRB_FOR_FLOATS(GRB_BINARY_HANDLE, GxB, code, float, NAME)
GRB_EXTENDED_OVER_FLOATS(GRB_DEFINE)
#undef GRB_DEFINE

#define GRB_DEFINE(code, None, NAME)                                             \
    namespace grb::predefined {                                                  \
    constinit BinaryOp code##_ops[2] = {                                         \
        make_positional<std::int32_t>(BinaryCode::code, "GxB_" #NAME "_INT32"),  \
        make_positional<std::int64_t>(BinaryCode::code, "GxB_" #NAME "_INT64")}; \
    }                                                                            \
    constinit GrB_BinaryOp GxB_##NAME##_INT32 = &grb::predefined::code##_ops[0]; \
    constinit GrB_BinaryOp GxB_##NAME##_INT64 = &grb::predefined::code##_ops[1];
GRB_POSITIONAL(GRB_DEFINE)
#undef GRB_DEFINE
