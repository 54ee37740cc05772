// Users' types and operators for the programs of the tests.
#pragma once

#include "cuda/user_source.hpp"

#include <gtest/gtest.h>

namespace grb::device {

using Kind = Definition::Kind;

inline const char *defined(const Definition &definition) {
    const char *name = nullptr;
    EXPECT_EQ(define(&definition, &name), Status::ok) << error_text();
    EXPECT_NE(name, nullptr);
    return name;
}

/// z = x² + 3 y over doubles, with what C sources use.
inline BinaryName user_binary() {
    return {defined({Kind::binary, "mix",
                     "#include <math.h>\n#define THREE 3.0\n"
                     "static inline double square (const double x) { return (x * x) ; }\n"
                     "void mix (double *z, const double *x, const double *y)\n"
                     "{ (*z) = square (*x) + THREE * fabs (*y) ; }",
                     0, "double", "double", "double"}),
            "double"};
}
/// An operator whose function has the same name and other types.
inline BinaryName user_integers() {
    return {
        defined({Kind::binary, "mix",
                 "void mix (int64_t *restrict z, const int32_t *x, const uint8_t *y)\n"
                 "{ uint64_t wide = (*y) ; *z = (int64_t) ((*x) ^ (int64_t) wide) % INT32_MAX ; }",
                 0, "long", "int", "unsigned char"}),
        "int"};
}
inline BinaryName user_unary() {
    return {defined({Kind::unary, "half", "void half (float *z, const float *x) { *z = *x / 2 ; }",
                     0, "float", "float", nullptr}),
            "float"};
}
inline BinaryName user_index() {
    return {
        defined({Kind::index_unary, "keep",
                 "void keep (bool *z, const double *x, GrB_Index i, GrB_Index j, const double *y)\n"
                 "{ *z = (*x) > (*y) && ((i + j) % 2 == 0) ; }",
                 0, "bool", "double", "double"}),
        "double"};
}

} // namespace grb::device
