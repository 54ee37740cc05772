// SuiteSparse's forms of GrB_get and GrB_set: by type of the value, and variadic.
#include "capi/get_fields.hpp"
#include "capi/gxb_settings.hpp"
#include "capi/set_fields.hpp"
#include "dispatch/burble.hpp"
#include "suitesparse/GraphBLAS.h"

#include <algorithm>
#include <cstdarg>

using namespace grb;

namespace {

GrB_Global_opaque &library() noexcept {
    return *GrB_GLOBAL;
}

/// Returns the field of an object, which must have a type that the caller can give or take.
template <class T>
const Field &typed_field(const T &object, int number, FieldType type, const char *asked) {
    const Field &field = field_of(object, number);
    if (field.type != type) throw_field_type(field, asked);
    return field;
}

template <class T>
void put_number(T &object, int number, std::int32_t value) {
    const Field &field = typed_field(object, number, FieldType::int32, "INT32");
    require_writable(field, Kind<T>::bit, Kind<T>::name);
    set_number(object, field.number, value);
}

template <class T>
void put_real(T &object, int number, double value) {
    const Field &field = typed_field(object, number, FieldType::real, "FP64");
    require_writable(field, Kind<T>::bit, Kind<T>::name);
    set_real(object, field.number, value);
}

template <class T>
std::int32_t number_at(const T &object, int number) {
    return *number_of_field(object, typed_field(object, number, FieldType::int32, "INT32").number);
}

template <class T>
double real_at(const T &object, int number) {
    return real_of_field(object, typed_field(object, number, FieldType::real, "FP64").number);
}

void put_text(int number, const char *value) {
    required_pointer(value, "value");
    const Field &field = typed_field(library(), number, FieldType::text, "CHAR");
    require_writable(field, owner::library, Kind<GrB_Global_opaque>::name);
    set_library_text(field.number, value);
}

const char *text_at(int number) {
    const char *text = settings_text(number);
    if (text != nullptr) return text;
    throw Error(GrB_INVALID_VALUE, "the library has no field %d of type CHAR", number);
}

void put_function(int field, void *function) {
    if (field != GxB_PRINTF && field != GxB_FLUSH) {
        throw Error(GrB_INVALID_VALUE, "field %d of the library is no function that can be set",
                    field);
    }
    change_settings([=](Settings &all) {
        if (field == GxB_PRINTF) {
            all.print = reinterpret_cast<int (*)(const char *, ...)>(function);
        } else {
            all.flush = reinterpret_cast<int (*)()>(function);
        }
        set_burble_functions({all.print, all.flush});
    });
}

void put_bitmap_switches(int field, const double *values) {
    if (field != GxB_BITMAP_SWITCH)
        throw Error(GrB_INVALID_VALUE, "field %d of the library is no array of FP64", field);
    const Settings defaults;
    change_settings([&](Settings &all) {
        std::copy_n(values != nullptr ? values : defaults.bitmap_switch, GxB_NBITMAP_SWITCH,
                    all.bitmap_switch);
    });
}

void put_memory_pool(int field, const std::int64_t *values) {
    if (field != GxB_MEMORY_POOL)
        throw Error(GrB_INVALID_VALUE, "field %d of the library is no array of INT64", field);
    const Settings defaults;
    change_settings([&](Settings &all) {
        std::copy_n(values != nullptr ? values : defaults.memory_pool, 64, all.memory_pool);
    });
}

bool is_function(int field) noexcept {
    return (field >= GxB_MALLOC_FUNCTION && field <= GxB_FREE_FUNCTION) || field == GxB_PRINTF ||
           field == GxB_FLUSH;
}

/// True for fields that are bool to the functions without a type in their name, and INT32 to the
/// others.
bool is_flag(int field) noexcept {
    return field == GxB_BURBLE || field == GxB_LIBRARY_OPENMP || field == GxB_PRINT_1BASED ||
           field == GxB_JIT_USE_CMAKE || field == GxB_IS_HYPER;
}

/// Stores an INT32, or a bool where the caller passes the address of one.
void store_number(void *target, int field, std::int32_t number) {
    if (is_flag(field)) {
        *static_cast<bool *>(target) = number != 0;
    } else {
        *static_cast<std::int32_t *>(target) = number;
    }
}

void put_any(int field, va_list &arguments) {
    if (field == GxB_BITMAP_SWITCH) return put_bitmap_switches(field, va_arg(arguments, double *));
    if (field == GxB_MEMORY_POOL) return put_memory_pool(field, va_arg(arguments, std::int64_t *));
    if (is_function(field)) return put_function(field, va_arg(arguments, void *));
    switch (field_of(library(), field).type) {
    case FieldType::real:
        return put_real(library(), field, va_arg(arguments, double));
    case FieldType::text:
        return put_text(field, va_arg(arguments, const char *));
    default:
        return put_number(library(), field, va_arg(arguments, int));
    }
}

void get_any(int field, va_list &arguments) {
    void *const target = required_pointer(va_arg(arguments, void *), "value");
    if (const int *version = settings_version(field)) {
        std::copy_n(version, 3, static_cast<std::int32_t *>(target));
    } else if (field == GxB_BITMAP_SWITCH) {
        std::copy_n(settings().bitmap_switch, GxB_NBITMAP_SWITCH, static_cast<double *>(target));
    } else if (field == GxB_MEMORY_POOL) {
        std::copy_n(settings().memory_pool, 64, static_cast<std::int64_t *>(target));
    } else if (is_function(field)) {
        *static_cast<void **>(target) = function_of_field(field);
    } else if (field_of(library(), field).type == FieldType::real) {
        *static_cast<double *>(target) = real_at(library(), field);
    } else if (field_of(library(), field).type == FieldType::text) {
        *static_cast<const char **>(target) = text_at(field);
    } else {
        store_number(target, field, number_at(library(), field));
    }
}

template <class T>
void put_any(T &object, int field, va_list &arguments) {
    if (field_of(object, field).type == FieldType::real) {
        put_real(object, field, va_arg(arguments, double));
    } else {
        put_number(object, field, va_arg(arguments, int));
    }
}

template <class T>
void get_any(const T &object, int field, va_list &arguments) {
    void *const target = required_pointer(va_arg(arguments, void *), "value");
    if (field_of(object, field).type == FieldType::real) {
        *static_cast<double *>(target) = real_at(object, field);
    } else {
        store_number(target, field, number_at(object, field));
    }
}

} // namespace

void grb::set_library_bytes(int field, const void *value, std::size_t size) {
    const bool is_array = field == GxB_BITMAP_SWITCH;
    const std::size_t wanted = is_array ? sizeof Settings::bitmap_switch : sizeof(void *);
    if (size != wanted) {
        throw Error(GrB_INVALID_VALUE, "field %d takes %zu bytes, size is %zu", field, wanted,
                    size);
    }
    if (is_array) {
        put_bitmap_switches(field, static_cast<const double *>(value));
    } else {
        put_function(field, const_cast<void *>(value));
    }
}

const GxB_Format_Value GxB_FORMAT_DEFAULT = GxB_BY_ROW;
const double GxB_HYPER_DEFAULT = default_hyper_switch;
const double GxB_ALWAYS_HYPER = 1;
const double GxB_NEVER_HYPER = -1;

GrB_Info GxB_Global_Option_set(int field, ...) {
    va_list arguments;
    va_start(arguments, field);
    const GrB_Info info = guard(__func__, library_settings, [&] { put_any(field, arguments); });
    va_end(arguments);
    return info;
}

GrB_Info GxB_Global_Option_get(int field, ...) {
    va_list arguments;
    va_start(arguments, field);
    const GrB_Info info = guard(__func__, library_settings, [&] { get_any(field, arguments); });
    va_end(arguments);
    return info;
}

GrB_Info GxB_Global_Option_set_INT32(GxB_Option_Field field, int32_t value) {
    return guard(__func__, library_settings,
                 [&] { put_number(library(), number_of(field), value); });
}

GrB_Info GxB_Global_Option_set_FP64(GxB_Option_Field field, double value) {
    return guard(__func__, library_settings, [&] { put_real(library(), number_of(field), value); });
}

GrB_Info GxB_Global_Option_set_FP64_ARRAY(GxB_Option_Field field, double *values) {
    return guard(__func__, library_settings,
                 [&] { put_bitmap_switches(number_of(field), values); });
}

GrB_Info GxB_Global_Option_set_INT64_ARRAY(GxB_Option_Field field, int64_t *values) {
    return guard(__func__, library_settings, [&] { put_memory_pool(number_of(field), values); });
}

GrB_Info GxB_Global_Option_set_CHAR(GxB_Option_Field field, const char *value) {
    return guard(__func__, library_settings, [&] { put_text(number_of(field), value); });
}

GrB_Info GxB_Global_Option_set_FUNCTION(GxB_Option_Field field, void *value) {
    return guard(__func__, library_settings, [&] { put_function(number_of(field), value); });
}

GrB_Info GxB_Global_Option_get_INT32(GxB_Option_Field field, int32_t *value) {
    return guard(__func__, library_settings, [&] {
        required_pointer(value, "value");
        if (const int *version = settings_version(number_of(field))) {
            std::copy_n(version, 3, value);
        } else {
            *value = number_at(library(), number_of(field));
        }
    });
}

GrB_Info GxB_Global_Option_get_FP64(GxB_Option_Field field, double *value) {
    return guard(__func__, library_settings, [&] {
        required_pointer(value, "value");
        if (number_of(field) == GxB_BITMAP_SWITCH) {
            std::copy_n(settings().bitmap_switch, GxB_NBITMAP_SWITCH, value);
        } else {
            *value = real_at(library(), number_of(field));
        }
    });
}

GrB_Info GxB_Global_Option_get_INT64(GxB_Option_Field field, int64_t *value) {
    return guard(__func__, library_settings, [&] {
        required_pointer(value, "value");
        if (number_of(field) != GxB_MEMORY_POOL) {
            throw Error(GrB_INVALID_VALUE, "field %d of the library is no array of INT64",
                        number_of(field));
        }
        std::copy_n(settings().memory_pool, 64, value);
    });
}

GrB_Info GxB_Global_Option_get_CHAR(GxB_Option_Field field, const char **value) {
    return guard(__func__, library_settings, [&] {
        required_pointer(value, "value");
        *value = text_at(number_of(field));
    });
}

GrB_Info GxB_Global_Option_get_FUNCTION(GxB_Option_Field field, void **value) {
    return guard(__func__, library_settings, [&] {
        required_pointer(value, "value");
        *value = function_of_field(number_of(field));
    });
}

#define GRB_DEFINE(Object)                                                                      \
    GrB_Info GxB_##Object##_Option_set(GrB_##Object object, int field, ...) {                   \
        va_list arguments;                                                                      \
        va_start(arguments, field);                                                             \
        const GrB_Info info = guard(                                                            \
            __func__, object, [&] { put_any(required(object, "object"), field, arguments); });  \
        va_end(arguments);                                                                      \
        return info;                                                                            \
    }                                                                                           \
    GrB_Info GxB_##Object##_Option_get(GrB_##Object object, int field, ...) {                   \
        va_list arguments;                                                                      \
        va_start(arguments, field);                                                             \
        const GrB_Info info = guard(                                                            \
            __func__, object, [&] { get_any(required(object, "object"), field, arguments); });  \
        va_end(arguments);                                                                      \
        return info;                                                                            \
    }                                                                                           \
    GrB_Info GxB_##Object##_Option_set_INT32(GrB_##Object object, GxB_Option_Field field,       \
                                             int32_t value) {                                   \
        return guard(__func__, object,                                                          \
                     [&] { put_number(required(object, "object"), number_of(field), value); }); \
    }                                                                                           \
    GrB_Info GxB_##Object##_Option_set_FP64(GrB_##Object object, GxB_Option_Field field,        \
                                            double value) {                                     \
        return guard(__func__, object,                                                          \
                     [&] { put_real(required(object, "object"), number_of(field), value); });   \
    }                                                                                           \
    GrB_Info GxB_##Object##_Option_get_INT32(GrB_##Object object, GxB_Option_Field field,       \
                                             int32_t *value) {                                  \
        return guard(__func__, object, [&] {                                                    \
            const auto &given = required(object, "object");                                     \
            required_pointer(value, "value");                                                   \
            *value = number_at(given, number_of(field));                                        \
        });                                                                                     \
    }                                                                                           \
    GrB_Info GxB_##Object##_Option_get_FP64(GrB_##Object object, GxB_Option_Field field,        \
                                            double *value) {                                    \
        return guard(__func__, object, [&] {                                                    \
            const auto &given = required(object, "object");                                     \
            required_pointer(value, "value");                                                   \
            *value = real_at(given, number_of(field));                                          \
        });                                                                                     \
    }
GRB_DEFINE(Matrix)
GRB_DEFINE(Vector)
#undef GRB_DEFINE
