// The casts between the built-in types, as functions over arrays.
#include "algebra/batch_kernels.hpp"
#include "algebra/dispatch.hpp"

#include <cstring>

namespace grb {

namespace {

template <class Z, class X>
Z cast_any(X x) {
    if constexpr (is_complex<Z> || is_complex<X>) {
        return cast_complex<Z>(x);
    } else {
        return cast<Z>(x);
    }
}

template <class Z, class X>
void cast_batch(void *z, const void *x, std::size_t n) {
    if constexpr (is_same_type<Z, X>) {
        copy_values(z, x, n, sizeof(Z), false);
    } else if constexpr (is_same_type<X, bool>) {
        // Casts also read absent elements of a bitmap, which may hold any byte.
        auto *result = static_cast<Z *>(z);
        const auto *values = static_cast<const unsigned char *>(x);
        GRB_ELEMENTWISE
        for (std::size_t k = 0; k < n; k++) {
            if constexpr (is_complex<Z> || is_narrow<Z>) {
                result[k] = cast_any<Z>(values[k] != 0);
            } else {
                result[k] = static_cast<Z>(values[k] != 0);
            }
        }
    } else {
        auto *result = static_cast<Z *>(z);
        const auto *values = static_cast<const X *>(x);
        GRB_ELEMENTWISE
        for (std::size_t k = 0; k < n; k++) result[k] = cast_any<Z>(values[k]);
    }
}

/// The casts from one type to each type, by the code of the target.
struct CastRow {
    CastBatch to[type_code_count];
};

#define GRB_CAST(code, P, SUFFIX, c_type, T, ...) , cast_batch<T, X>
template <class X>
constexpr CastRow casts_from = {{nullptr GRB_BUILTIN_TYPES(GRB_CAST)}};
#undef GRB_CAST

} // namespace

CastBatch find_cast(TypeCode to, TypeCode from) noexcept {
    if (to == TypeCode::user || from == TypeCode::user) return nullptr;
    return dispatch_builtin(from, [to](auto tag) {
        return casts_from<typename decltype(tag)::type>.to[static_cast<std::size_t>(to)];
    });
}

void cast_values(void *z, const Type *to, const void *x, const Type *from, std::size_t n) noexcept {
    if (to->code == from->code) {
        copy_values(z, x, n, to->size, false);
    } else {
        find_cast(to->code, from->code)(z, x, n);
    }
}

bool is_true(const void *x, const Type *type) noexcept {
    if (type->code == TypeCode::user) {
        const auto *bytes = static_cast<const unsigned char *>(x);
        for (std::size_t k = 0; k < type->size; k++) {
            if (bytes[k] != 0) return true;
        }
        return false;
    }
    return dispatch_builtin(type->code, [x](auto tag) {
        typename decltype(tag)::type value;
        std::memcpy(&value, x, sizeof value);
        return cast_any<bool>(value);
    });
}

} // namespace grb
