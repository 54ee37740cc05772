// Containers and vectors as arrays, for the tests of both.
#pragma once

#include "api/gxb.h"

#include <cstdint>

namespace api {

struct ContainerFreed {
    void operator()(GxB_Container container) const { GxB_Container_free(&container); }
};
using ContainerPointer = std::unique_ptr<GxB_Container_struct, ContainerFreed>;

inline ContainerPointer new_container() {
    GxB_Container container = nullptr;
    REQUIRE(GxB_Container_new(&container));
    return ContainerPointer(container);
}

inline std::int32_t field_of(GrB_Matrix A, GrB_Field field) {
    std::int32_t value = -1;
    REQUIRE(GrB_Matrix_get_INT32(A, &value, field));
    return value;
}
inline std::int32_t field_of(GrB_Vector v, GrB_Field field) {
    std::int32_t value = -1;
    REQUIRE(GrB_Vector_get_INT32(v, &value, field));
    return value;
}
inline GrB_Index size_of(GrB_Vector v) {
    GrB_Index n = 0;
    REQUIRE(GrB_Vector_size(&n, v));
    return n;
}
inline GrB_Type type_of(GrB_Vector v) {
    GrB_Type type = nullptr;
    REQUIRE(GxB_Vector_type(&type, v));
    return type;
}

template <class T>
T *load(GrB_Vector v, GrB_Type type, std::initializer_list<T> values, int handling = GrB_DEFAULT) {
    T *const array = array_of(values);
    void *given = array;
    REQUIRE(GxB_Vector_load(v, &given, type, values.size(), values.size() * sizeof(T), handling,
                            nullptr));
    EXPECT_EQ(given, handling == GrB_DEFAULT ? nullptr : array);
    return array;
}

struct Unloaded {
    void *array = nullptr;
    GrB_Type type = nullptr;
    std::uint64_t n = 99, bytes = 99;
    int handling = 99;
};
inline Unloaded unload(GrB_Vector v) {
    Unloaded out;
    REQUIRE(
        GxB_Vector_unload(v, &out.array, &out.type, &out.n, &out.bytes, &out.handling, nullptr));
    EXPECT_EQ(size_of(v), 0u);
    return out;
}

inline constexpr auto readonly_code = GxB_OUTPUT_IS_READONLY;

} // namespace api
