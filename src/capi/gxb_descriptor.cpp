// SuiteSparse's functions that set and get fields of descriptors.
#include "capi/get_fields.hpp"
#include "capi/set_fields.hpp"
#include "suitesparse/GraphBLAS.h"

#include <cstdarg>

using namespace grb;

namespace {

/// True for fields of older descriptors that set a number of threads: accepted, without effect.
bool is_for_threads(int field) noexcept {
    return field == GxB_GLOBAL_NTHREADS || field == GxB_GLOBAL_CHUNK;
}

GrB_Info put_in_descriptor(const char *function, GrB_Descriptor desc, int field, int value) {
    return guard(function, desc, [&] {
        Descriptor &descriptor = required(desc, "desc");
        if (!is_for_threads(field)) set_number(descriptor, field, value);
    });
}

GrB_Info get_of_descriptor(const char *function, GrB_Descriptor desc, int field,
                           std::int32_t *value) {
    return guard(function, desc, [&] {
        // Without a descriptor all fields are GrB_DEFAULT.
        const Descriptor *descriptor = optional(desc, "desc");
        required_pointer(value, "value");
        const Descriptor empty{{}, {Magic::descriptor}};
        const Descriptor &asked = descriptor != nullptr ? *descriptor : empty;
        if (is_for_threads(field)) {
            *value = 0;
            return;
        }
        const Field &found = field_of(asked, field);
        if (found.type != FieldType::int32) throw_field_type(found, "INT32");
        *value = *number_of_field(asked, found.number);
    });
}

void check_is_real(int field) {
    if (is_for_threads(field)) return;
    throw Error(GrB_INVALID_VALUE, "field %d of a descriptor is no FP64", field);
}

GrB_Info put_real_in_descriptor(const char *function, GrB_Descriptor desc, int field) {
    return guard(function, desc, [&] {
        required(desc, "desc");
        check_is_real(field);
    });
}

GrB_Info get_real_of_descriptor(const char *function, GrB_Descriptor desc, int field,
                                double *value) {
    return guard(function, desc, [&] {
        optional(desc, "desc");
        required_pointer(value, "value");
        check_is_real(field);
        *value = 0;
    });
}

} // namespace

GrB_Info GxB_Desc_set_INT32(GrB_Descriptor desc, GrB_Desc_Field field, int32_t value) {
    return put_in_descriptor(__func__, desc, number_of(field), value);
}

GrB_Info GxB_Desc_get_INT32(GrB_Descriptor desc, GrB_Desc_Field field, int32_t *value) {
    return get_of_descriptor(__func__, desc, number_of(field), value);
}

GrB_Info GxB_Desc_set_FP64(GrB_Descriptor desc, GrB_Desc_Field field, double) {
    return put_real_in_descriptor(__func__, desc, number_of(field));
}

GrB_Info GxB_Desc_get_FP64(GrB_Descriptor desc, GrB_Desc_Field field, double *value) {
    return get_real_of_descriptor(__func__, desc, number_of(field), value);
}

GrB_Info GxB_Desc_set(GrB_Descriptor desc, int field, ...) {
    if (field == GxB_GLOBAL_CHUNK) return put_real_in_descriptor(__func__, desc, field);
    va_list arguments;
    va_start(arguments, field);
    const GrB_Info info = put_in_descriptor(__func__, desc, field, va_arg(arguments, int));
    va_end(arguments);
    return info;
}

GrB_Info GxB_Desc_get(GrB_Descriptor desc, int field, ...) {
    va_list arguments;
    va_start(arguments, field);
    void *const value = va_arg(arguments, void *);
    va_end(arguments);
    return field == GxB_GLOBAL_CHUNK
               ? get_real_of_descriptor(__func__, desc, field, static_cast<double *>(value))
               : get_of_descriptor(__func__, desc, field, static_cast<std::int32_t *>(value));
}

GrB_Info GxB_Descriptor_get(GrB_Desc_Value *value, GrB_Descriptor desc, GrB_Desc_Field field) {
    std::int32_t number = 0;
    const GrB_Info info =
        get_of_descriptor(__func__, desc, number_of(field), value != nullptr ? &number : nullptr);
    if (info == GrB_SUCCESS) std::memcpy(value, &number, sizeof number);
    return info;
}
