// Reads the entries of objects in several ways, and compares values with the leniency allowed.
#include "peer/content.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstring>
#include <limits>
#include <type_traits>

namespace grb::peer {
namespace {

/// f(the C type's null pointer) for a built-in domain.
template <class Function>
auto with_type(int type, Function f) {
    switch (type) {
#define PEER_TYPE(prefix, suffix, c_type) \
    case type_##suffix:                   \
        return f(static_cast<c_type *>(nullptr));
        PEER_TYPES(PEER_TYPE)
#undef PEER_TYPE
    default:
        return f(static_cast<Pair *>(nullptr));
    }
}

template <class T>
T as(const Value &value) {
    T x;
    std::memcpy(&x, value.bytes, sizeof x);
    return x;
}

template <class T>
T random_real(Rng &rng, bool is_wild) {
    using Limits = std::numeric_limits<T>;
    if constexpr (std::is_same_v<T, bool>) {
        return rng.chance(60);
    } else if constexpr (std::is_floating_point_v<T>) {
        if (!is_wild) return static_cast<T>(rng.between(-4, 5));
        static const T specials[] = {T(0),
                                     -T(0),
                                     Limits::infinity(),
                                     -Limits::infinity(),
                                     Limits::max(),
                                     Limits::min(),
                                     Limits::denorm_min(),
                                     -Limits::denorm_min(),
                                     T(300.75),
                                     T(-5e9),
                                     T(1.5e19),
                                     Limits::quiet_NaN()};
        if (rng.chance(50)) return specials[rng.below(std::size(specials))];
        return static_cast<T>(rng.between(-1000000, 1000000)) / T(77777);
    } else {
        if (!is_wild) return static_cast<T>(rng.between(std::is_signed_v<T> ? -4 : 0, 5));
        static const T specials[] = {Limits::min(), Limits::max(), T(0), T(1), T(-1)};
        if (rng.chance(40)) return specials[rng.below(std::size(specials))];
        return static_cast<T>(rng.next());
    }
}

template <class T>
bool is_small(T x) {
    if constexpr (std::is_floating_point_v<T>)
        return x >= T(-64) && x <= T(64) && x == std::floor(x) && !(x == 0 && std::signbit(x));
    else
        return static_cast<long double>(x) >= -64 && static_cast<long double>(x) <= 64;
}

/// Equal to the bit, but that all NaN are the same.
template <class T>
bool is_same(T x, T y) {
    if constexpr (std::is_floating_point_v<T>) {
        return std::isnan(x) ? std::isnan(y) : x == y && std::signbit(x) == std::signbit(y);
    } else if constexpr (std::is_same_v<T, Pair>) {
        return x.a == y.a && x.b == y.b;
    } else if constexpr (std::is_arithmetic_v<T>) {
        return x == y;
    } else {
        return is_same(x.real(), y.real()) && is_same(x.imag(), y.imag());
    }
}

template <class T>
bool is_near(T x, T y, T scale, T tolerance) {
    if (is_same(x, y) || (x == 0 && y == 0)) return true;
    return std::isfinite(x) && std::isfinite(y) && std::abs(x - y) <= tolerance * scale;
}

template <class T>
bool is_allowed(T x, T y, Leniency leniency) {
    if constexpr (std::is_floating_point_v<T>) {
        const T scale = std::max(std::abs(x), std::abs(y));
        // A minimum of NaN alone: the peer may begin with the identity.
        if (leniency == Leniency::zero_sign)
            return (x == 0 && y == 0) || (std::isnan(x) && std::isinf(y));
        const T ulps = leniency == Leniency::library_function ? T(8) : T(400);
        return is_near(x, y, std::max(scale, std::numeric_limits<T>::min()),
                       ulps * std::numeric_limits<T>::epsilon());
    } else if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, Pair>) {
        return false;
    } else {
        using Part = typename T::value_type;
        const Part scale = std::max(std::abs(x), std::abs(y));
        const Part tolerance = 16 * std::numeric_limits<Part>::epsilon();
        return is_near(x.real(), y.real(), scale, tolerance) &&
               is_near(x.imag(), y.imag(), scale, tolerance);
    }
}

Agreement compare_values(int type, const Value &our, const Value &their, const Allowed &allowed) {
    return with_type(type, [&](auto *pointer) {
        using T = std::remove_pointer_t<decltype(pointer)>;
        const T x = as<T>(our), y = as<T>(their);
        if (is_same(x, y)) return Agreement::equal;
        if (allowed.leniency == Leniency::any_choice) {
            const auto is_choice = [&](T value) {
                return std::any_of(allowed.choices.begin(), allowed.choices.end(),
                                   [&](const Value &c) { return is_same(as<T>(c), value); });
            };
            return is_choice(x) && is_choice(y) ? Agreement::lenient : Agreement::differ;
        }
        if (allowed.leniency == Leniency::none) return Agreement::differ;
        return is_allowed(x, y, allowed.leniency) ? Agreement::lenient : Agreement::differ;
    });
}

} // namespace

std::string Object::shape() const {
    if (kind == Kind::scalar) return "";
    return "[" + std::to_string(nrows) +
           (kind == Kind::matrix ? "x" + std::to_string(ncols) : std::string()) + "]";
}

std::size_t type_size(int type) {
    return with_type(type, [](auto *pointer) { return sizeof *pointer; });
}

const char *type_name(int type) {
    static const char *const names[] = {
#define PEER_NAME(prefix, suffix, c_type) #suffix,
        PEER_TYPES(PEER_NAME)
#undef PEER_NAME
            "pair"};
    return names[type];
}

bool is_float(int type) {
    return type == type_FP32 || type == type_FP64 || is_complex(type);
}

std::string text_of(int type, const Value &value) {
    char text[80];
    with_type(type, [&](auto *pointer) {
        using T = std::remove_pointer_t<decltype(pointer)>;
        const T x = as<T>(value);
        if constexpr (std::is_same_v<T, Pair>)
            std::snprintf(text, sizeof text, "{%lld,%lld}", static_cast<long long>(x.a),
                          static_cast<long long>(x.b));
        else if constexpr (std::is_floating_point_v<T>)
            std::snprintf(text, sizeof text, "%.17g", static_cast<double>(x));
        else if constexpr (std::is_same_v<T, std::uint64_t>)
            std::snprintf(text, sizeof text, "%llu", static_cast<unsigned long long>(x));
        else if constexpr (std::is_arithmetic_v<T>)
            std::snprintf(text, sizeof text, "%lld", static_cast<long long>(x));
        else
            std::snprintf(text, sizeof text, "(%.17g,%.17g)", static_cast<double>(x.real()),
                          static_cast<double>(x.imag()));
        return 0;
    });
    return text;
}

Value random_value(Rng &rng, int type, bool is_wild) {
    return with_type(type, [&](auto *pointer) {
        using T = std::remove_pointer_t<decltype(pointer)>;
        Value value;
        T x;
        if constexpr (std::is_same_v<T, Pair>)
            x = Pair{rng.between(-4, 5), rng.between(-4, 5)};
        else if constexpr (std::is_arithmetic_v<T>)
            x = random_real<T>(rng, is_wild);
        else {
            using Part = typename T::value_type;
            const Part real = random_real<Part>(rng, is_wild);
            x = T(real, random_real<Part>(rng, is_wild));
        }
        std::memcpy(value.bytes, &x, sizeof x);
        return value;
    });
}

bool is_calm(int type, const Value &value) {
    return with_type(type, [&](auto *pointer) {
        using T = std::remove_pointer_t<decltype(pointer)>;
        const T x = as<T>(value);
        if constexpr (std::is_same_v<T, Pair>)
            return true;
        else if constexpr (std::is_arithmetic_v<T>)
            return is_small(x);
        else
            return is_small(x.real()) && is_small(x.imag());
    });
}

bool is_less(int type, const Value &a, const Value &b) {
    return with_type(type, [&](auto *pointer) {
        using T = std::remove_pointer_t<decltype(pointer)>;
        const T x = as<T>(a), y = as<T>(b);
        if constexpr (std::is_same_v<T, Pair>)
            return x.a != y.a ? x.a < y.a : x.b < y.b;
        else if constexpr (std::is_arithmetic_v<T>)
            return x < y;
        else
            return false;
    });
}

const char *name_of(Leniency leniency) {
    static const char *const names[] = {"none", "zero-sign", "library-function", "product-order",
                                        "any-choice"};
    return names[static_cast<int>(leniency)];
}

Agreement compare(int type, const Content &our, const Content &their, const Allowed &allowed,
                  std::string &text) {
    if (our.info != their.info) {
        text =
            "reading gives code " + std::to_string(our.info) + " and " + std::to_string(their.info);
        return Agreement::differ;
    }
    if (!our.fault.empty()) {
        text = our.fault;
        return Agreement::differ;
    }
    if (our.entries.size() != their.entries.size()) {
        text = std::to_string(our.entries.size()) + " and " + std::to_string(their.entries.size()) +
               " entries";
        return Agreement::differ;
    }
    Agreement worst = Agreement::equal;
    for (std::size_t k = 0; k < our.entries.size(); k++) {
        const Entry &x = our.entries[k], &y = their.entries[k];
        const std::string position = "(" + std::to_string(x.i) + "," + std::to_string(x.j) + ")";
        if (x.i != y.i || x.j != y.j) {
            text = "an entry at " + position + " and at (" + std::to_string(y.i) + "," +
                   std::to_string(y.j) + ")";
            return Agreement::differ;
        }
        const Agreement agreement = compare_values(type, x.value, y.value, allowed);
        if (agreement == Agreement::equal) continue;
        text = position + ": " + text_of(type, x.value) + " and " + text_of(type, y.value);
        if (agreement == Agreement::differ) return agreement;
        worst = agreement;
    }
    return worst;
}

} // namespace grb::peer
