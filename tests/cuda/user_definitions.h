// User-defined types and operators for the programs of the tests.
#pragma once

#include "cuda/plugin/user_source.hpp"

#include <gtest/gtest.h>

#include <string>

namespace grb::device {

using Kind = Definition::Kind;

inline const char *defined(const Definition &definition) {
    const char *name = nullptr;
    EXPECT_EQ(define(&definition, &name), Status::ok) << error_text();
    EXPECT_NE(name, nullptr);
    return name;
}

/// z = x² + 3 y over doubles, in typical C source.
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

/// An operator over a struct of `size` bytes, 4 and more by fours; or over one of three single
/// bytes.
inline BinaryName user_maximum(std::size_t size) {
    const std::string name = "Parts" + std::to_string(size), count = std::to_string(size / 4);
    const std::string text = "typedef struct { int32_t part [" + count + "] ; } " + name + " ;",
                      function = "void parts_max (" + name + " *z, const " + name + " *x, const " +
                                 name + " *y)\n{\n    for (int k = 0 ; k < " + count +
                                 " ; k++)\n        z->part [k] = x->part [k] > y->part [k] ? "
                                 "x->part [k] : y->part [k] ;\n}";
    const char *type =
        defined({Kind::type, name.c_str(), text.c_str(), size, nullptr, nullptr, nullptr});
    return {defined({Kind::binary, "parts_max", function.c_str(), 0, type, type, type}), type};
}
inline BinaryName user_bytes() {
    const char *type = defined({Kind::type, "Three", "typedef struct { uint8_t a, b, c ; } Three ;",
                                3, nullptr, nullptr, nullptr});
    return {defined({Kind::binary, "brightest",
                     "void brightest (Three *z, const Three *x, const Three *y)\n"
                     "{ *z = x->a > y->a ? *x : *y ; }",
                     0, type, type, type}),
            type};
}
/// An operator over a type that is no struct in C++.
inline BinaryName user_number() {
    const char *type =
        defined({Kind::type, "Number", "typedef double Number ;", 8, nullptr, nullptr, nullptr});
    return {defined({Kind::binary, "add_numbers",
                     "void add_numbers (Number *z, const Number *x, const Number *y)\n"
                     "{ *z = *x + *y ; }",
                     0, type, type, type}),
            type};
}

/// A struct of 24 bytes, and operators over it.
inline const char *user_type() {
    return defined({Kind::type, "Sample",
                    "typedef struct { double sum ; int32_t count ; char tag [5] ; } Sample ;", 24,
                    nullptr, nullptr, nullptr});
}
inline BinaryName user_join() {
    const char *type = user_type();
    return {defined({Kind::binary, "join",
                     "void join (Sample *z, const Sample *x, const Sample *y)\n"
                     "{ *z = *x ; z->sum += y->sum ; z->count += y->count ; }",
                     0, type, type, type}),
            type};
}
inline BinaryName user_weigh() {
    const char *type = user_type();
    return {defined({Kind::binary, "weigh",
                     "void weigh (double *z, const Sample *x, const double *y)\n"
                     "{ *z = x->sum * (*y) ; }",
                     0, "double", type, "double"}),
            type};
}
inline BinaryName user_mean() {
    const char *type = user_type();
    return {defined({Kind::unary, "mean",
                     "void mean (double *z, const Sample *x) { *z = x->sum / x->count ; }", 0,
                     "double", type, nullptr}),
            type};
}

/// The type of a value of `size` bytes with its position, and the operator that makes one.
inline const char *positioned(const char *type, std::size_t size) {
    return defined(
        {Kind::positioned, type, nullptr, 16 + (size + 7) / 8 * 8, nullptr, type, nullptr});
}
inline BinaryName user_carry(const char *type, std::size_t size) {
    return {defined({Kind::carry, "a value with its position", nullptr, 0, positioned(type, size),
                     type, "bool"}),
            type};
}

/// An operator on values with positions, and on a theta.
inline Definition indexed(const char *name, const char *source, const char *z, const char *x,
                          const char *y, const char *theta_type, const void *theta,
                          std::size_t theta_size) {
    return {Kind::indexed, name, source, 0, z, x, y, theta_type, theta, theta_size};
}
inline BinaryName user_distance(double theta = 1) {
    const char *x = positioned("double", 8);
    return {defined(indexed("distance",
                            "#define GAP(a, b) ((a) > (b) ? (a) - (b) : (b) - (a))\n"
                            "void distance (double *z, const double *x, GrB_Index ix, "
                            "GrB_Index jx,\n"
                            "    const int32_t *y, GrB_Index iy, GrB_Index jy, "
                            "const double *theta)\n"
                            "{ *z = *x * *y + *theta * (double) (GAP (ix, iy) + GAP (jx, jy)) ; }",
                            "double", x, positioned("int", 4), "double", &theta, sizeof theta)),
            x};
}
/// An operator on values and a theta of a user-defined type.
inline BinaryName user_shifted(float by = 2) {
    const char *type = user_type(), *x = positioned(type, 24);
    return {defined(indexed("shifted",
                            "void shifted (float *z, const void *x, GrB_Index ix, GrB_Index jx,\n"
                            "    const void *y, GrB_Index iy, GrB_Index jy, const void *theta)\n"
                            "{\n"
                            "    const Sample *a = (const Sample *) x ;\n"
                            "    const bool *b = (const bool *) y ;\n"
                            "    *z = *(const float *) theta * (float) a->sum + (*b ? ix : jy) ;\n"
                            "}",
                            "float", x, positioned("bool", 1), "float", &by, sizeof by)),
            x};
}

} // namespace grb::device
