// Calls GrB_get and GrB_set of every kind of object by one name each.
#pragma once

#include "api/world.h"

namespace api {

#define FIELDS_OF(Kind)                                                                            \
    inline GrB_Info get(GrB_##Kind object, std::int32_t *value, GrB_Field field) {                 \
        return GrB_##Kind##_get_INT32(object, value, field);                                       \
    }                                                                                              \
    inline GrB_Info get(GrB_##Kind object, std::size_t *value, GrB_Field field) {                  \
        return GrB_##Kind##_get_SIZE(object, value, field);                                        \
    }                                                                                              \
    inline GrB_Info get(GrB_##Kind object, char *value, GrB_Field field) {                         \
        return GrB_##Kind##_get_String(object, value, field);                                      \
    }                                                                                              \
    inline GrB_Info get(GrB_##Kind object, GrB_Scalar value, GrB_Field field) {                    \
        return GrB_##Kind##_get_Scalar(object, value, field);                                      \
    }                                                                                              \
    inline GrB_Info get(GrB_##Kind object, void *value, GrB_Field field) {                         \
        return GrB_##Kind##_get_VOID(object, value, field);                                        \
    }                                                                                              \
    inline GrB_Info set(GrB_##Kind object, std::int32_t value, GrB_Field field) {                  \
        return GrB_##Kind##_set_INT32(object, value, field);                                       \
    }                                                                                              \
    inline GrB_Info set(GrB_##Kind object, const char *value, GrB_Field field) {                   \
        return GrB_##Kind##_set_String(object, value, field);                                      \
    }                                                                                              \
    inline GrB_Info set(GrB_##Kind object, GrB_Scalar value, GrB_Field field) {                    \
        return GrB_##Kind##_set_Scalar(object, value, field);                                      \
    }                                                                                              \
    inline GrB_Info set(GrB_##Kind object, const void *value, GrB_Field field, std::size_t size) { \
        return GrB_##Kind##_set_VOID(object, value, field, size);                                  \
    }
FIELDS_OF(Global)
FIELDS_OF(Type)
FIELDS_OF(UnaryOp)
FIELDS_OF(BinaryOp)
FIELDS_OF(IndexUnaryOp)
FIELDS_OF(Monoid)
FIELDS_OF(Semiring)
FIELDS_OF(Descriptor)
FIELDS_OF(Scalar)
FIELDS_OF(Vector)
FIELDS_OF(Matrix)
#undef FIELDS_OF

/// Return the values of fields that must exist.
template <class Object>
std::int32_t number(Object object, GrB_Field field) {
    std::int32_t value = -99;
    EXPECT_EQ(get(object, &value, field), GrB_SUCCESS) << field;
    return value;
}
template <class Object>
std::string text(Object object, GrB_Field field) {
    std::size_t size = 0;
    EXPECT_EQ(get(object, &size, field), GrB_SUCCESS) << field;
    if (size == 0) return "no size";
    std::string value(size + 1, '#');
    EXPECT_EQ(get(object, value.data(), field), GrB_SUCCESS) << field;
    EXPECT_EQ(value[size], '#') << "written beyond the size";
    EXPECT_EQ(std::strlen(value.c_str()) + 1, size);
    return value.c_str();
}

} // namespace api
