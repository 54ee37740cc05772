// GrB_set of every kind of object.
#include "algebra/batch.hpp"
#include "capi/set_fields.hpp"
#include "operations/arguments.hpp"

using namespace grb;

namespace {

/// Kinds that have INT32 fields to change.
template <class T>
inline constexpr bool has_writable_numbers =
    std::is_same_v<T, GrB_Global_opaque> || std::is_same_v<T, Descriptor> ||
    std::is_same_v<T, Scalar> || std::is_base_of_v<Container, T>;

/// Kinds that have fields of type FP64.
template <class T>
inline constexpr bool has_reals =
    std::is_same_v<T, GrB_Global_opaque> || std::is_base_of_v<Container, T>;

/// The field, which `object` must have and which must be changeable. `type`: the type that the caller gives.
template <class T>
const Field &writable_field(const T &object, const GrB_Field &name, FieldType type,
                            const char *asked) {
    const Field &field = field_of(object, number_of(name));
    if (field.type != type) throw_field_type(field, asked);
    require_writable(field, Kind<T>::bit, Kind<T>::name);
    return field;
}

template <class T>
void change_number(T &object, const Field &field, std::int32_t value) {
    if constexpr (has_writable_numbers<T>) set_number(object, field.number, value);
}

template <class T>
GrB_Info set_int32(const char *function, T *handle, std::int32_t value, const GrB_Field &name) {
    return guard(function, handle, [&] {
        T &object = required(handle, "object");
        change_number(object, writable_field(object, name, FieldType::int32, "INT32"), value);
    });
}

template <class T>
GrB_Info set_scalar(const char *function, T *handle, GrB_Scalar value, const GrB_Field &name) {
    return guard(function, handle, [&] {
        T &object = required(handle, "object");
        const Scalar &scalar = required(value, "value");
        const bool is_real = field_of(object, number_of(name)).type == FieldType::real;
        const Field &field =
            writable_field(object, name, is_real ? FieldType::real : FieldType::int32, "Scalar");
        const Type *const type = builtin_type(is_real ? TypeCode::fp64 : TypeCode::int32);
        check_domain("value", scalar.type, type);
        if (!scalar.has_value) throw Error(GrB_EMPTY_OBJECT, "value has no value");
        if constexpr (has_reals<T>) {
            if (is_real) {
                double real;
                cast_values(&real, type, scalar.value.data(), scalar.type, 1);
                set_real(object, field.number, real);
                return;
            }
        }
        std::int32_t number;
        cast_values(&number, type, scalar.value.data(), scalar.type, 1);
        change_number(object, field, number);
    });
}

template <class T>
GrB_Info set_text(const char *function, T *handle, const char *value, const GrB_Field &name) {
    return guard(function, handle, [&] {
        T &object = required(handle, "object");
        required_pointer(value, "value");
        [[maybe_unused]] const Field &field =
            writable_field(object, name, FieldType::text, "String");
        if constexpr (std::is_same_v<T, GrB_Global_opaque>) {
            set_library_text(field.number, value);
        } else {
            set_name(object.header, value, (Kind<T>::bit & (owner::type | owner::algebra)) != 0);
        }
    });
}

/// Of fields that are blocks of bytes, or addresses of functions, only the library's can be changed.
template <class T>
GrB_Info set_bytes(const char *function, T *handle, const void *value, const GrB_Field &name,
                   std::size_t size) {
    return guard(function, handle, [&] {
        const T &object = required(handle, "object");
        if constexpr (std::is_same_v<T, GrB_Global_opaque>) {
            const int field = number_of(name);
            if (field == GxB_BITMAP_SWITCH || field == GxB_PRINTF || field == GxB_FLUSH) {
                set_library_bytes(field, value, size);
                return;
            }
        }
        required_pointer(value, "value");
        throw_field_type(field_of(object, number_of(name)), "VOID");
    });
}

} // namespace

#define GRB_DEFINE(Kind)                                                                      \
    GrB_Info GrB_##Kind##_set_Scalar(GrB_##Kind object, GrB_Scalar value, GrB_Field field) {  \
        return set_scalar(__func__, object, value, field);                                    \
    }                                                                                         \
    GrB_Info GrB_##Kind##_set_String(GrB_##Kind object, const char *value, GrB_Field field) { \
        return set_text(__func__, object, value, field);                                      \
    }                                                                                         \
    GrB_Info GrB_##Kind##_set_INT32(GrB_##Kind object, int32_t value, GrB_Field field) {      \
        return set_int32(__func__, object, value, field);                                     \
    }                                                                                         \
    GrB_Info GrB_##Kind##_set_VOID(GrB_##Kind object, const void *value, GrB_Field field,     \
                                   size_t size) {                                             \
        return set_bytes(__func__, object, value, field, size);                               \
    }
GRB_DEFINE(Global)
GRB_DEFINE(Type)
GRB_DEFINE(UnaryOp)
GRB_DEFINE(BinaryOp)
GRB_DEFINE(IndexUnaryOp)
GRB_DEFINE(Monoid)
GRB_DEFINE(Semiring)
GRB_DEFINE(Descriptor)
GRB_DEFINE(Scalar)
GRB_DEFINE(Vector)
GRB_DEFINE(Matrix)
#undef GRB_DEFINE
