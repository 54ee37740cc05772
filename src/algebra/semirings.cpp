// Defines the semirings that the C API predefines.
#include "algebra/predefined.hpp"

#define GRB_SEMIRING_ELEMENT(T, SUFFIX, add, multiply, NAME) \
    {{},                                                     \
     {Magic::semiring, true},                                \
     of_type<T>(add##_monoids),                              \
     of_type<T>(multiply##_ops),                             \
     "GrB_" #NAME "_SEMIRING_" #SUFFIX},
#define GRB_SEMIRING_HANDLE(T, SUFFIX, add, multiply, NAME)                            \
    constinit GrB_Semiring GrB_##NAME##_SEMIRING_##SUFFIX =                            \
        &grb::predefined::add##_##multiply##_semirings[grb::predefined::type_offset<T, \
                                                                                    std::int8_t>];
#define GRB_DEFINE_SEMIRING_NUMBERS(add, multiply, NAME)             \
    namespace grb::predefined {                                      \
    static constinit Semiring add##_##multiply##_semirings[10] = {   \
        GRB_FOR_NUMBERS(GRB_SEMIRING_ELEMENT, add, multiply, NAME)}; \
    }                                                                \
    GRB_FOR_NUMBERS(GRB_SEMIRING_HANDLE, add, multiply, NAME)
#define GRB_DEFINE_SEMIRING_BOOLEAN(add, multiply, NAME)          \
    namespace grb::predefined {                                   \
    static constinit Semiring add##_##multiply##_semirings[1] = { \
        GRB_SEMIRING_ELEMENT(bool, BOOL, add, multiply, NAME)};   \
    }                                                             \
    constinit GrB_Semiring GrB_##NAME##_SEMIRING_BOOL =           \
        grb::predefined::add##_##multiply##_semirings;

GRB_DEFINE_SEMIRING_NUMBERS(plus, times, PLUS_TIMES)
GRB_DEFINE_SEMIRING_NUMBERS(plus, min, PLUS_MIN)
GRB_DEFINE_SEMIRING_NUMBERS(min, plus, MIN_PLUS)
GRB_DEFINE_SEMIRING_NUMBERS(min, times, MIN_TIMES)
GRB_DEFINE_SEMIRING_NUMBERS(min, first, MIN_FIRST)
GRB_DEFINE_SEMIRING_NUMBERS(min, second, MIN_SECOND)
GRB_DEFINE_SEMIRING_NUMBERS(min, max, MIN_MAX)
GRB_DEFINE_SEMIRING_NUMBERS(max, plus, MAX_PLUS)
GRB_DEFINE_SEMIRING_NUMBERS(max, times, MAX_TIMES)
GRB_DEFINE_SEMIRING_NUMBERS(max, first, MAX_FIRST)
GRB_DEFINE_SEMIRING_NUMBERS(max, second, MAX_SECOND)
GRB_DEFINE_SEMIRING_NUMBERS(max, min, MAX_MIN)
GRB_DEFINE_SEMIRING_BOOLEAN(lor, land, LOR_LAND)
GRB_DEFINE_SEMIRING_BOOLEAN(land, lor, LAND_LOR)
GRB_DEFINE_SEMIRING_BOOLEAN(lxor, land, LXOR_LAND)
GRB_DEFINE_SEMIRING_BOOLEAN(lxnor, lor, LXNOR_LOR)
