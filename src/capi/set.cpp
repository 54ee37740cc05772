// GrB_set of every kind of object.
#include "algebra/batch.hpp"
#include "capi/gxb_context.hpp"
#include "capi/set_fields.hpp"
#include "operations/arguments.hpp"

using namespace grb;

namespace {

/// True for kinds with INT32 fields that can be changed.
template <class T>
inline constexpr bool has_writable_numbers =
    std::is_same_v<T, GrB_Global_opaque> || std::is_same_v<T, Descriptor> ||
    std::is_same_v<T, Scalar> || std::is_base_of_v<Container, T>;

/// True for kinds with fields of type FP64.
template <class T>
inline constexpr bool has_reals =
    std::is_same_v<T, GrB_Global_opaque> || std::is_base_of_v<Container, T>;

/// Returns a field that `object` has and that can be changed. `type`: the type that the caller
/// gives.
template <class T>
const Field &writable_field(const T &object, int number, FieldType type, const char *asked) {
    const Field &field = field_of(object, number);
    if (field.type != type) throw_field_type(field, asked);
    require_writable(field, Kind<T>::bit, Kind<T>::name);
    return field;
}

template <class T>
void change_number(T &object, const Field &field, std::int32_t value) {
    if constexpr (has_writable_numbers<T>) set_number(object, field.number, value);
}

template <class T>
GrB_Info set_int32(const char *function, T *handle, std::int32_t value, int number) {
    return guard(function, handle, [&] {
        T &object = required(handle, "object");
        change_number(object, writable_field(object, number, FieldType::int32, "INT32"), value);
    });
}

template <class T>
GrB_Info set_scalar(const char *function, T *handle, GrB_Scalar value, int number) {
    return guard(function, handle, [&] {
        T &object = required(handle, "object");
        const Scalar &scalar = required(value, "value");
        const bool is_real = field_of(object, number).type == FieldType::real;
        const Field &field =
            writable_field(object, number, is_real ? FieldType::real : FieldType::int32, "Scalar");
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
GrB_Info set_text(const char *function, T *handle, const char *value, int number) {
    return guard(function, handle, [&] {
        T &object = required(handle, "object");
        required_pointer(value, "value");
        [[maybe_unused]] const Field &field =
            writable_field(object, number, FieldType::text, "String");
        if constexpr (std::is_same_v<T, GrB_Global_opaque>) {
            set_library_text(field.number, value);
        } else {
            set_name(object.header, value, (Kind<T>::bit & (owner::type | owner::algebra)) != 0);
        }
    });
}

/// Only the library's blocks of bytes and function addresses can be changed.
template <class T>
GrB_Info set_bytes(const char *function, T *handle, const void *value, int number,
                   std::size_t size) {
    return guard(function, handle, [&] {
        [[maybe_unused]] T &object = required(handle, "object");
        if constexpr (std::is_same_v<T, Type>) {
            if (number == GxB_PRINT_FUNCTION) {
                set_print_function(object, value, size);
                return;
            }
        }
        if constexpr (std::is_same_v<T, GrB_Global_opaque>) {
            const int field = number;
            if (field == GxB_BITMAP_SWITCH || field == GxB_PRINTF || field == GxB_FLUSH) {
                set_library_bytes(field, value, size);
                return;
            }
        }
        required_pointer(value, "value");
        if constexpr (std::is_same_v<T, GrB_Global_opaque>) {
            if (number == GxB_GPU_IDS) return set_gpu_ids(world_context(), value, size);
        }
        throw_field_type(field_of(object, number), "VOID");
    });
}

} // namespace

#define GRB_DEFINE_AS(P, Kind, Number, Letters, Bytes)                                           \
    GrB_Info P##_##Kind##_set_Scalar(P##_##Kind object, GrB_Scalar value, Number field) {        \
        return set_scalar(__func__, object, value, number_of(field));                            \
    }                                                                                            \
    GrB_Info P##_##Kind##_set_String(P##_##Kind object, Letters *value, Number field) {          \
        return set_text(__func__, object, value, number_of(field));                              \
    }                                                                                            \
    GrB_Info P##_##Kind##_set_INT32(P##_##Kind object, int32_t value, Number field) {            \
        return set_int32(__func__, object, value, number_of(field));                             \
    }                                                                                            \
    GrB_Info P##_##Kind##_set_VOID(P##_##Kind object, Bytes *value, Number field, size_t size) { \
        return set_bytes(__func__, object, value, number_of(field), size);                       \
    }
#define GRB_DEFINE(Kind) GRB_DEFINE_AS(GrB, Kind, GrB_Field, const char, const void)
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
GRB_DEFINE_AS(GxB, IndexBinaryOp, int, char, void)
#undef GRB_DEFINE
#undef GRB_DEFINE_AS
