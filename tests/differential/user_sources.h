// C sources of the user-defined types and functions of algebra.cpp, which compilers read: they do
// word for word the same as the functions there.
#pragma once

namespace grb::fuzz::source {

inline constexpr const char *interval = "typedef struct { int32_t low, high ; } Interval ;";
inline constexpr const char *wide = "typedef struct { uint64_t a, b, c ; } Wide ;";
inline constexpr const char *rgb = "typedef struct { uint8_t red, green, blue ; } Rgb ;";
inline constexpr const char *triple = "typedef struct { int32_t x, y, z ; } Triple ;";
inline constexpr const char *block = "typedef struct { uint64_t part [8] ; } Block ;";

inline constexpr const char *halve =
    "void halve (double *z, const Interval *x) { *z = 0.5 * x->low + 0.5 * x->high ; }";
inline constexpr const char *point =
    "void point (Interval *z, const int16_t *x) { z->low = *x ; z->high = *x + 1 ; }";
inline constexpr const char *red = "void red (uint8_t *z, const Rgb *x) { *z = x->red ; }";
inline constexpr const char *twice = "void twice (int32_t *z, const int32_t *x)\n"
                                     "{ uint32_t u = (uint32_t) (*x) ; *z = (int32_t) (u + u) ; }";

inline constexpr const char *hull =
    "void hull (Interval *z, const Interval *x, const Interval *y)\n"
    "{\n"
    "    z->low = x->low < y->low ? x->low : y->low ;\n"
    "    z->high = x->high > y->high ? x->high : y->high ;\n"
    "}";
inline constexpr const char *brighter =
    "#define LARGER(field) (x->field > y->field ? x->field : y->field)\n"
    "void brighter (Rgb *z, const Rgb *x, const Rgb *y)\n"
    "{ z->red = LARGER (red) ; z->green = LARGER (green) ; z->blue = LARGER (blue) ; }";
inline constexpr const char *add_wide =
    "void add_wide (Wide *z, const Wide *x, const Wide *y)\n"
    "{ z->a = x->a + y->a ; z->b = x->b ^ y->b ; z->c = x->c > y->c ? x->c : y->c ; }";
inline constexpr const char *multiply_wide =
    "void multiply_wide (Wide *z, const Wide *x, const Wide *y)\n"
    "{ z->a = x->a * y->b ; z->b = x->b ^ y->c ; z->c = x->c + 3 * y->a ; }";
inline constexpr const char *largest_triple =
    "static int32_t larger (int32_t x, int32_t y) { return (x > y ? x : y) ; }\n"
    "void largest_triple (Triple *z, const Triple *x, const Triple *y)\n"
    "{ z->x = larger (x->x, y->x) ; z->y = larger (x->y, y->y) ; z->z = larger (x->z, y->z) ; }";
inline constexpr const char *add_block =
    "void add_block (Block *z, const Block *x, const Block *y)\n"
    "{ for (int k = 0 ; k < 8 ; k++) z->part [k] = x->part [k] + y->part [k] ; }";
inline constexpr const char *multiply_block =
    "void multiply_block (Block *z, const Block *x, const Block *y)\n"
    "{ for (int k = 0 ; k < 8 ; k++) z->part [k] = x->part [k] * y->part [7 - k] + k ; }";
inline constexpr const char *widen =
    "void widen (Wide *z, const Interval *x, const int32_t *y)\n"
    "{ z->a = (uint64_t) x->low ; z->b = (uint64_t) x->high ; z->c = (uint64_t) (*y) ; }";
inline constexpr const char *larger =
    "void larger (int32_t *z, const int32_t *x, const int32_t *y)\n"
    "{ *z = (*x) > (*y) ? (*x) : (*y) ; }";
inline constexpr const char *shift =
    "static int32_t sum (int32_t x, int32_t y)\n"
    "{ return ((int32_t) ((uint32_t) x + (uint32_t) y)) ; }\n"
    "void shift (Interval *z, const Interval *x, const Interval *y)\n"
    "{ z->low = sum (x->low, y->low) ; z->high = sum (x->high, y->high) ; }";
/// Casts the double to int32_t as the library does, plus three times x.
inline constexpr const char *scaled =
    "#include <stdint.h>\n"
    "#include <math.h>\n"
    "void scaled (int32_t *z, const int8_t *x, const double *y)\n"
    "{\n"
    "    int32_t whole ;\n"
    "    if (isnan (*y)) { whole = 0 ; }\n"
    "    else if (*y >= 2147483648.0) { whole = INT32_MAX ; }\n"
    "    else if (*y <= -2147483648.0) { whole = INT32_MIN ; }\n"
    "    else { whole = (int32_t) (*y) ; }\n"
    "    *z = (int32_t) ((uint32_t) whole + (uint32_t) (3 * (*x))) ;\n"
    "}";
inline constexpr const char *same_sign =
    "void same_sign (bool *z, const float *x, const int64_t *y)\n"
    "{ *z = ((*x) < 0) == ((*y) < 0) ; }";

inline constexpr const char *every_third =
    "void every_third (bool *z, const int32_t *x, GrB_Index i, GrB_Index j, const int64_t *y)\n"
    "{ *z = (i + j + (uint64_t) (*y)) % 3 == 0 ; }";
inline constexpr const char *value_and_position =
    "void value_and_position (double *z, const int32_t *x, GrB_Index i, GrB_Index j, const int32_t "
    "*y)\n"
    "{ *z = (double) (*x) - (*y) + (double) (i % 64) - 0.5 * (double) (j % 64) ; }";
inline constexpr const char *interval_moved =
    "static int32_t sum (int32_t x, int32_t y)\n"
    "{ return ((int32_t) ((uint32_t) x + (uint32_t) y)) ; }\n"
    "void interval_moved (Interval *z, const Interval *x, GrB_Index i, GrB_Index j,\n"
    "    const int32_t *y)\n"
    "{ z->low = sum (x->low, *y) ; z->high = sum (x->high, (int32_t) (i % 100)) ; }";

// Operators on values and positions; see test_index_binary.cpp.
inline constexpr const char *mixed =
    "void mixed (uint64_t *z, const int32_t *x, GrB_Index ix, GrB_Index jx,\n"
    "    const int16_t *y, GrB_Index iy, GrB_Index jy, const uint64_t *theta)\n"
    "{\n"
    "    *z = (uint64_t) (*x) * 3 + ix * 5 + jx * 7 + (uint64_t) (*y) * 11 + iy * 13 + jy * 17\n"
    "        + (*theta) * 19 ;\n"
    "}";
inline constexpr const char *slanted =
    "void slanted (double *z, const double *x, GrB_Index ix, GrB_Index jx,\n"
    "    const float *y, GrB_Index iy, GrB_Index jy, const int8_t *theta)\n"
    "{\n"
    "    *z = (*x) - (*y) + 0.25 * (double) ((ix + 2 * jx + 4 * iy + 8 * jy) % 64) + (*theta) ;\n"
    "}";
inline constexpr const char *nearer =
    "void nearer (int32_t *z, const Interval *x, GrB_Index ix, GrB_Index jx,\n"
    "    const Interval *y, GrB_Index iy, GrB_Index jy, const Interval *theta)\n"
    "{\n"
    "    uint64_t sum = (uint64_t) x->low + 3 * ix + 5 * jx + (uint64_t) y->high + 7 * iy\n"
    "        + 11 * jy + (uint64_t) theta->low ;\n"
    "    *z = (int32_t) (sum % 1000) - theta->high ;\n"
    "}";

} // namespace grb::fuzz::source
