// Makes, prints and passes values of the domains, each through the member of its type.
#include "oracle/types.h"

#include <cfloat>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <type_traits>

namespace grb::oracle {
namespace {

GrB_Type pair_handle = nullptr;

template <class T>
T wild_value(Rng &rng) {
    if constexpr (std::is_same_v<T, bool>) {
        return rng.chance(50);
    } else if constexpr (std::is_floating_point_v<T>) {
        using Limits = std::numeric_limits<T>;
        static const T specials[] = {T(0),
                                     -T(0),
                                     T(1),
                                     T(-1),
                                     Limits::infinity(),
                                     -Limits::infinity(),
                                     Limits::quiet_NaN(),
                                     Limits::denorm_min(),
                                     -Limits::min(),
                                     Limits::max(),
                                     T(300.75),
                                     T(-5e9),
                                     T(1.5e19)};
        if (rng.chance(25)) return specials[rng.below(std::size(specials))];
        return static_cast<T>(rng.between(-1000000, 1000000)) / T(77777);
    } else {
        using Limits = std::numeric_limits<T>;
        static const T specials[] = {Limits::min(), Limits::max(), T(0), T(1), T(-1)};
        if (rng.chance(25)) return specials[rng.below(std::size(specials))];
        return rng.chance(50) ? static_cast<T>(rng.next()) : static_cast<T>(rng.between(-20, 20));
    }
}

template <class T>
T make_value(Rng &rng, Values values) {
    if (values == Values::Wild) return wild_value<T>(rng);
    if constexpr (std::is_same_v<T, bool>) {
        return rng.chance(60);
    } else if constexpr (std::is_floating_point_v<T>) {
        if (values == Values::Small) return static_cast<T>(rng.between(-2, 3));
        const T unit = static_cast<T>(rng.below(1u << 20)) / T(1u << 20); // [0, 1)
        const T sign = rng.chance(30) ? T(-1) : T(1);
        if (values == Values::Finite) return sign * T(8) * unit;
        return sign * (T(0.7) + T(0.7) * unit);
    } else {
        const int low = std::is_signed_v<T> ? -2 : 0;
        if (values == Values::Factors) return static_cast<T>(rng.between(low / 2, 2));
        return static_cast<T>(rng.between(values == Values::Finite ? 4 * low : low,
                                          values == Values::Finite ? 8 : 3));
    }
}

} // namespace

const char *type_name(int type) {
    static const char *const names[] = {
#define ORACLE_NAME(c_type, suffix) #suffix,
        ORACLE_BUILTIN_TYPES(ORACLE_NAME)
#undef ORACLE_NAME
            "Pair"};
    return names[type];
}

std::size_t type_size(int type) {
    static const std::size_t sizes[] = {
#define ORACLE_SIZE(c_type, suffix) sizeof(c_type),
        ORACLE_BUILTIN_TYPES(ORACLE_SIZE)
#undef ORACLE_SIZE
            sizeof(Pair)};
    return sizes[type];
}

GrB_Type type_handle(int type) {
    switch (type) {
#define ORACLE_HANDLE(c_type, suffix) \
    case type_##suffix:               \
        return GrB_##suffix;
        ORACLE_BUILTIN_TYPES(ORACLE_HANDLE)
#undef ORACLE_HANDLE
    default:
        return pair_handle;
    }
}

double type_epsilon(int type) {
    if (type == type_FP32) return FLT_EPSILON;
    return type == type_FP64 ? DBL_EPSILON : 0.0;
}

void make_pair_type() {
    if (GrB_Type_new(&pair_handle, sizeof(Pair)) != GrB_SUCCESS) std::abort();
}

void free_pair_type() {
    GrB_Type_free(&pair_handle);
}

Value random_value(Rng &rng, int type, Values values) {
    Value result;
    switch (type) {
#define ORACLE_VALUE(c_type, suffix)                      \
    case type_##suffix: {                                 \
        const c_type x = make_value<c_type>(rng, values); \
        std::memcpy(result.bytes, &x, sizeof x);          \
        break;                                            \
    }
        ORACLE_BUILTIN_TYPES(ORACLE_VALUE)
#undef ORACLE_VALUE
    default: {
        const Pair x{rng.between(-3, 3), rng.between(-3, 3)};
        std::memcpy(result.bytes, &x, sizeof x);
    }
    }
    return result;
}

double as_double(int type, const void *bytes) {
    switch (type) {
#define ORACLE_DOUBLE(c_type, suffix)     \
    case type_##suffix: {                 \
        c_type x;                         \
        std::memcpy(&x, bytes, sizeof x); \
        return static_cast<double>(x);    \
    }
        ORACLE_BUILTIN_TYPES(ORACLE_DOUBLE)
#undef ORACLE_DOUBLE
    default:
        return 0.0;
    }
}

std::string text_of(int type, const void *bytes) {
    char text[80];
    if (type == type_pair) {
        Pair x;
        std::memcpy(&x, bytes, sizeof x);
        std::snprintf(text, sizeof text, "(%" PRId64 ";%" PRId64 ")", x.a, x.b);
    } else if (is_float(type)) {
        const double x = as_double(type, bytes);
        // Which NaN it is, is not defined.
        if (std::isnan(x)) return "nan";
        std::snprintf(text, sizeof text, "%a", x);
    } else if (type == type_UINT64) {
        std::uint64_t x;
        std::memcpy(&x, bytes, sizeof x);
        std::snprintf(text, sizeof text, "%" PRIu64, x);
    } else if (type == type_INT64) {
        std::int64_t x;
        std::memcpy(&x, bytes, sizeof x);
        std::snprintf(text, sizeof text, "%" PRId64, x);
    } else {
        std::snprintf(text, sizeof text, "%.0f", as_double(type, bytes));
    }
    return text;
}

} // namespace grb::oracle
