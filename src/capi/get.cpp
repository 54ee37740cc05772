// GrB_get of every kind of object.
#include "algebra/batch.hpp"
#include "capi/get_fields.hpp"
#include "capi/gxb_context.hpp"
#include "operations/arguments.hpp"

using namespace grb;

namespace {

/// True for kinds with fields of type SIZE; the others never ask for one.
template <class T>
inline constexpr bool has_sizes = std::is_same_v<T, Type> || std::is_base_of_v<Container, T>;

template <class T>
GrB_Info get_number(const char *function, T *handle, std::int32_t *value, int number) {
    return guard(function, handle, [&] {
        const T &object = required(handle, "object");
        required_pointer(value, "value");
        const Field &field = field_of(object, number);
        if (field.type != FieldType::int32) throw_field_type(field, "INT32");
        const Number number = number_of_field(object, field.number);
        if (!number) return GrB_NO_VALUE;
        *value = *number;
        return GrB_SUCCESS;
    });
}

/// True for kinds with fields of type VOID.
template <class T>
inline constexpr bool has_bytes = std::is_same_v<T, GrB_Global_opaque> || std::is_same_v<T, Type> ||
                                  std::is_same_v<T, Monoid> || std::is_same_v<T, Semiring>;

const Monoid &monoid_of(const Monoid &monoid) {
    return monoid;
}
const Monoid &monoid_of(const Semiring &semiring) {
    return *semiring.add;
}

/// Gets a SIZE, the number of bytes of a VOID, or that of a String with its final 0.
template <class T>
GrB_Info get_size(const char *function, T *handle, std::size_t *value, int number) {
    return guard(function, handle, [&] {
        const T &object = required(handle, "object");
        required_pointer(value, "value");
        const Field &field = field_of(object, number);
        if (field.number == GxB_GPU_IDS) {
            *value = gpu_ids_bytes;
            return GrB_SUCCESS;
        }
        if (field.type == FieldType::text) {
            const Text text = text_of_field(object, field.number);
            if (!text) return GrB_NO_VALUE;
            *value = text->size() + 1;
            return GrB_SUCCESS;
        }
        if constexpr (has_sizes<T>) {
            if (field.type == FieldType::size) {
                *value = size_of_field(object, field.number);
                return GrB_SUCCESS;
            }
        }
        if constexpr (has_bytes<T>) {
            if (field.type == FieldType::bytes) {
                *value = bytes_of_field(object, field.number).size;
                return GrB_SUCCESS;
            }
        }
        throw_field_type(field, "SIZE");
    });
}

template <class T>
GrB_Info get_text(const char *function, T *handle, char *value, int number) {
    return guard(function, handle, [&] {
        const T &object = required(handle, "object");
        required_pointer(value, "value");
        const Field &field = field_of(object, number);
        if (field.type != FieldType::text) throw_field_type(field, "String");
        const Text text = text_of_field(object, field.number);
        if (!text) return GrB_NO_VALUE;
        std::memcpy(value, text->c_str(), text->size() + 1);
        return GrB_SUCCESS;
    });
}

void store(Scalar &scalar, const void *value, const Type *type) {
    check_domain("the field", type, scalar.type);
    cast_values(scalar.value.data(), scalar.type, value, type, 1);
    scalar.has_value = true;
}

/// True for kinds with fields of type FP64.
template <class T>
inline constexpr bool has_reals =
    std::is_same_v<T, GrB_Global_opaque> || std::is_base_of_v<Container, T>;

/// Stores the identity or terminal value; leaves the scalar empty when there is none.
void store_value(Scalar &scalar, const Monoid &monoid, int field) {
    const Type &type = *monoid.type();
    if (scalar.type != &type) {
        throw Error(GrB_DOMAIN_MISMATCH, "the field is of type %s, value of type %s",
                    text_of_field(type, GrB_NAME)->c_str(),
                    text_of_field(*scalar.type, GrB_NAME)->c_str());
    }
    const void *const value = value_of_field(monoid, field);
    if (value != nullptr) std::memcpy(scalar.value.data(), value, type.size);
    scalar.has_value = value != nullptr;
}

void store_theta(Scalar &scalar, const BinaryOp &op) {
    if (op.binding == nullptr) throw Error(GrB_INVALID_VALUE, "the operator has no theta");
    const Type &type = *op.binding->source->theta_type;
    if (scalar.type != &type) {
        throw Error(GrB_DOMAIN_MISMATCH, "theta is of type %s, value of type %s",
                    text_of_field(type, GrB_NAME)->c_str(),
                    text_of_field(*scalar.type, GrB_NAME)->c_str());
    }
    std::memcpy(scalar.value.data(), op.binding->theta.data(), type.size);
    scalar.has_value = true;
}

/// Gets INT32, SIZE and FP64 fields, cast to the scalar's domain, and values of a monoid's type as
/// they are.
template <class T>
GrB_Info get_scalar(const char *function, T *handle, GrB_Scalar value, int number) {
    return guard(function, value, [&] {
        const T &object = required(handle, "object");
        Scalar &scalar = required(value, "value");
        const Field &field = field_of(object, number);
        if constexpr (has_sizes<T>) {
            if (field.type == FieldType::size) {
                const std::uint64_t size = size_of_field(object, field.number);
                store(scalar, &size, builtin_type(TypeCode::uint64));
                return GrB_SUCCESS;
            }
        }
        if constexpr (has_reals<T>) {
            if (field.type == FieldType::real) {
                const double real = real_of_field(object, field.number);
                store(scalar, &real, builtin_type(TypeCode::fp64));
                return GrB_SUCCESS;
            }
        }
        if constexpr (std::is_same_v<T, Monoid> || std::is_same_v<T, Semiring>) {
            if (field.type == FieldType::value) {
                store_value(scalar, monoid_of(object), field.number);
                return GrB_SUCCESS;
            }
        }
        if constexpr (std::is_same_v<T, BinaryOp>) {
            if (field.type == FieldType::value) {
                store_theta(scalar, object);
                return GrB_SUCCESS;
            }
        }
        if (field.type != FieldType::int32) throw_field_type(field, "Scalar");
        const Number number = number_of_field(object, field.number);
        if (!number) return GrB_NO_VALUE;
        store(scalar, &*number, builtin_type(TypeCode::int32));
        return GrB_SUCCESS;
    });
}

template <class T>
GrB_Info get_bytes(const char *function, T *handle, void *value, int number) {
    return guard(function, handle, [&] {
        const T &object = required(handle, "object");
        required_pointer(value, "value");
        if constexpr (std::is_same_v<T, GrB_Global_opaque>) {
            if (number == GxB_GPU_IDS) return get_gpu_ids(world_context(), value);
            if (is_arena_function(number)) {
                void *const function = arena_function_of_field(number);
                std::memcpy(value, &function, sizeof function);
                return;
            }
        }
        const Field &field = field_of(object, number);
        if constexpr (has_bytes<T>) {
            if (field.type == FieldType::bytes) {
                const FieldBytes found = bytes_of_field(object, field.number);
                std::memcpy(value, found.bytes, found.size);
                return;
            }
        }
        throw_field_type(field, "VOID");
    });
}

} // namespace

#define GRB_DEFINE_AS(P, Kind, Number)                                                    \
    GrB_Info P##_##Kind##_get_Scalar(P##_##Kind object, GrB_Scalar value, Number field) { \
        return get_scalar(__func__, object, value, number_of(field));                     \
    }                                                                                     \
    GrB_Info P##_##Kind##_get_String(P##_##Kind object, char *value, Number field) {      \
        return get_text(__func__, object, value, number_of(field));                       \
    }                                                                                     \
    GrB_Info P##_##Kind##_get_INT32(P##_##Kind object, int32_t *value, Number field) {    \
        return get_number(__func__, object, value, number_of(field));                     \
    }                                                                                     \
    GrB_Info P##_##Kind##_get_SIZE(P##_##Kind object, size_t *value, Number field) {      \
        return get_size(__func__, object, value, number_of(field));                       \
    }                                                                                     \
    GrB_Info P##_##Kind##_get_VOID(P##_##Kind object, void *value, Number field) {        \
        return get_bytes(__func__, object, value, number_of(field));                      \
    }
#define GRB_DEFINE(Kind) GRB_DEFINE_AS(GrB, Kind, GrB_Field)
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
GRB_DEFINE_AS(GxB, IndexBinaryOp, int)
#undef GRB_DEFINE
#undef GRB_DEFINE_AS
