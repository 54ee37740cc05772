// Implements casts, comparison and the lists of types.
#include "reference/value.h"

#include <cstdio>
#include <cstdlib>

namespace grb::model {

const std::vector<Type> &builtin_types() {
    static const std::vector<Type> types = {
        {TypeCode::Bool, 1, GrB_BOOL, "BOOL"},       {TypeCode::Int8, 1, GrB_INT8, "INT8"},
        {TypeCode::Uint8, 1, GrB_UINT8, "UINT8"},    {TypeCode::Int16, 2, GrB_INT16, "INT16"},
        {TypeCode::Uint16, 2, GrB_UINT16, "UINT16"}, {TypeCode::Int32, 4, GrB_INT32, "INT32"},
        {TypeCode::Uint32, 4, GrB_UINT32, "UINT32"}, {TypeCode::Int64, 8, GrB_INT64, "INT64"},
        {TypeCode::Uint64, 8, GrB_UINT64, "UINT64"}, {TypeCode::Fp32, 4, GrB_FP32, "FP32"},
        {TypeCode::Fp64, 8, GrB_FP64, "FP64"},
    };
    return types;
}

const std::vector<Type> &stored_types() {
    static const std::vector<Type> types = [] {
        std::vector<Type> all = builtin_types();
        all.push_back({TypeCode::Bf16, 2, GrX_BF16, "BF16"});
        all.push_back({TypeCode::Fp16, 2, GrX_FP16, "FP16"});
        return all;
    }();
    return types;
}

Type type_of(TypeCode code) {
    return stored_types()[static_cast<std::size_t>(code)];
}

Value cast(const Value &x, const Type &to) {
    if (x.type == to) return x;
    if (x.type.is_user() || to.is_user()) {
        std::fprintf(stderr, "the model was asked to cast %s to %s\n", x.type.name, to.name);
        std::abort();
    }
    return visit_stored(x.type.code, [&](auto from) {
        return visit_stored(to.code, [&](auto target) {
            return Value::of(convert<decltype(target)>(x.as<decltype(from)>()));
        });
    });
}

bool is_true(const Value &x) {
    return cast_to<bool>(x);
}

bool operator==(const Value &x, const Value &y) {
    if (x.type != y.type) return false;
    if (x.type.is_user()) return x.bytes == y.bytes;
    return visit_stored(x.type.code, [&](auto zero) {
        using T = decltype(zero);
        using Number = std::conditional_t<is_narrow<T>, float, T>;
        const Number a = x.as<T>(), b = y.as<T>();
        return a == b || (a != a && b != b);
    });
}

bool is_identical(const Value &x, const Value &y) {
    if (x.type != y.type) return false;
    if (!x.type.is_float() && !x.type.is_narrow()) return x.bytes == y.bytes;
    return x == y && (std::isnan(cast_to<double>(x)) ||
                      std::signbit(cast_to<double>(x)) == std::signbit(cast_to<double>(y)));
}

std::string to_string(const Value &x) {
    if (x.type.is_user()) {
        std::string text = x.type.name;
        char byte[8];
        for (std::size_t k = 0; k < x.type.size; ++k) {
            std::snprintf(byte, sizeof byte, ":%02x", x.bytes[k]);
            text += byte;
        }
        return text;
    }
    return visit_stored(x.type.code, [&](auto zero) {
        using T = decltype(zero);
        if constexpr (std::is_floating_point_v<T> || is_narrow<T>) {
            char text[40];
            std::snprintf(text, sizeof text, "%.17g", static_cast<double>(x.as<T>()));
            return std::string(text);
        } else {
            return std::to_string(x.as<T>());
        }
    });
}

} // namespace grb::model
