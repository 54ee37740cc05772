// The domains of the random calls: the 11 built-in ones and one user-defined, with the functions of
// the API that have one member per domain.
#pragma once

#include <GraphBLAS.h>

#include "differential/random.h"

#include <cstdint>
#include <cstring>
#include <string>

namespace grb::oracle {

using fuzz::Rng;
using Index = GrB_Index;

/// The values of the user-defined domain: 16 bytes.
struct Pair {
    std::int64_t a, b;
};

/// Domains are numbered: built-in ones in the order of ORACLE_BUILTIN_TYPES, then Pair.
#define ORACLE_BUILTIN_TYPES(declare)                                                            \
    declare(bool, BOOL) declare(std::int8_t, INT8) declare(std::uint8_t, UINT8)                  \
        declare(std::int16_t, INT16) declare(std::uint16_t, UINT16) declare(std::int32_t, INT32) \
            declare(std::uint32_t, UINT32) declare(std::int64_t, INT64)                          \
                declare(std::uint64_t, UINT64) declare(float, FP32) declare(double, FP64)

enum TypeNumber : int {
#define ORACLE_NUMBER(c_type, suffix) type_##suffix,
    ORACLE_BUILTIN_TYPES(ORACLE_NUMBER)
#undef ORACLE_NUMBER
        type_pair,
    type_count
};

const char *type_name(int type);
std::size_t type_size(int type);
GrB_Type type_handle(int type);
/// The unit roundoff's double of a float domain (FLT_EPSILON, DBL_EPSILON), 0 for the others.
double type_epsilon(int type);
inline bool is_float(int type) {
    return type == type_FP32 || type == type_FP64;
}
inline bool is_compatible(int a, int b) {
    return (a == type_pair) == (b == type_pair);
}
void make_pair_type();
void free_pair_type();

/// One value of some domain.
struct Value {
    alignas(16) unsigned char bytes[16] = {};
};

/// Which values random operands get.
enum class Values {
    Small,  // small integers: sums and products of a case's size are exact in every domain
    Wild,   // extremes, NaN, infinities and denormals too
    Finite, // floats with random mantissas, at most 8
    Factors // near 1: a product of a hundred neither overflows nor underflows
};

Value random_value(Rng &rng, int type, Values values);
/// A built-in value as double; 0 for a Pair.
double as_double(int type, const void *bytes);
/// Decimal for integers, hexadecimal for floats: no bit is lost.
std::string text_of(int type, const void *bytes);

/// The members of every family of functions for the C type T.
template <class T>
struct Api;

#define ORACLE_FAMILIES(suffix)                                                       \
    static constexpr auto scalar_set = GrB_Scalar_setElement_##suffix;                \
    static constexpr auto scalar_get = GrB_Scalar_extractElement_##suffix;            \
    static constexpr auto vector_build = GrB_Vector_build_##suffix;                   \
    static constexpr auto vector_set = GrB_Vector_setElement_##suffix;                \
    static constexpr auto vector_get = GrB_Vector_extractElement_##suffix;            \
    static constexpr auto vector_tuples = GrB_Vector_extractTuples_##suffix;          \
    static constexpr auto vector_assign = GrB_Vector_assign_##suffix;                 \
    static constexpr auto vector_bind_first = GrB_Vector_apply_BinaryOp1st_##suffix;  \
    static constexpr auto vector_bind_second = GrB_Vector_apply_BinaryOp2nd_##suffix; \
    static constexpr auto vector_index_apply = GrB_Vector_apply_IndexOp_##suffix;     \
    static constexpr auto vector_select = GrB_Vector_select_##suffix;                 \
    static constexpr auto vector_reduce = GrB_Vector_reduce_##suffix;                 \
    static constexpr auto matrix_build = GrB_Matrix_build_##suffix;                   \
    static constexpr auto matrix_set = GrB_Matrix_setElement_##suffix;                \
    static constexpr auto matrix_get = GrB_Matrix_extractElement_##suffix;            \
    static constexpr auto matrix_tuples = GrB_Matrix_extractTuples_##suffix;          \
    static constexpr auto matrix_assign = GrB_Matrix_assign_##suffix;                 \
    static constexpr auto matrix_bind_first = GrB_Matrix_apply_BinaryOp1st_##suffix;  \
    static constexpr auto matrix_bind_second = GrB_Matrix_apply_BinaryOp2nd_##suffix; \
    static constexpr auto matrix_index_apply = GrB_Matrix_apply_IndexOp_##suffix;     \
    static constexpr auto matrix_select = GrB_Matrix_select_##suffix;                 \
    static constexpr auto matrix_reduce = GrB_Matrix_reduce_##suffix;                 \
    static constexpr auto matrix_import = GrB_Matrix_import_##suffix;                 \
    static constexpr auto matrix_export = GrB_Matrix_export_##suffix;

#define ORACLE_API(c_type, suffix)                                           \
    template <>                                                              \
    struct Api<c_type> {                                                     \
        ORACLE_FAMILIES(suffix)                                              \
        static c_type pass(const Value &value) {                             \
            c_type x;                                                        \
            std::memcpy(&x, value.bytes, sizeof x);                          \
            return x;                                                        \
        }                                                                    \
        static c_type *pointer(void *p) { return static_cast<c_type *>(p); } \
    };
ORACLE_BUILTIN_TYPES(ORACLE_API)
#undef ORACLE_API

template <>
struct Api<Pair> {
    ORACLE_FAMILIES(UDT)
    static const void *pass(const Value &value) { return value.bytes; }
    static void *pointer(void *p) { return p; }
};

/// The members that take a GrB_Scalar.
struct ScalarApi {
    static constexpr auto vector_set = GrB_Vector_setElement_Scalar;
    static constexpr auto vector_get = GrB_Vector_extractElement_Scalar;
    static constexpr auto vector_assign = GrB_Vector_assign_Scalar;
    static constexpr auto vector_bind_first = GrB_Vector_apply_BinaryOp1st_Scalar;
    static constexpr auto vector_bind_second = GrB_Vector_apply_BinaryOp2nd_Scalar;
    static constexpr auto vector_index_apply = GrB_Vector_apply_IndexOp_Scalar;
    static constexpr auto vector_select = GrB_Vector_select_Scalar;
    static constexpr auto matrix_set = GrB_Matrix_setElement_Scalar;
    static constexpr auto matrix_get = GrB_Matrix_extractElement_Scalar;
    static constexpr auto matrix_assign = GrB_Matrix_assign_Scalar;
    static constexpr auto matrix_bind_first = GrB_Matrix_apply_BinaryOp1st_Scalar;
    static constexpr auto matrix_bind_second = GrB_Matrix_apply_BinaryOp2nd_Scalar;
    static constexpr auto matrix_index_apply = GrB_Matrix_apply_IndexOp_Scalar;
    static constexpr auto matrix_select = GrB_Matrix_select_Scalar;
};

/// f(Api<T>()) for the domain with this number.
template <class Function>
auto with_api(int type, Function f) {
    switch (type) {
#define ORACLE_CASE(c_type, suffix) \
    case type_##suffix:             \
        return f(Api<c_type>());
        ORACLE_BUILTIN_TYPES(ORACLE_CASE)
#undef ORACLE_CASE
    default:
        return f(Api<Pair>());
    }
}

} // namespace grb::oracle
