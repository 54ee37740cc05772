// Matrices and vectors in arenas.
#pragma once

#include "api/arenas.h"
#include "api/containers.h"

namespace api {

inline const EntryMap some_entry_map = {
    {{0, 1}, 2}, {{1, 0}, 3}, {{1, 3}, 4}, {{2, 2}, 5}, {{3, 3}, 6}};

inline MatrixPointer matrix_in(int header, int data, GrB_Index n = 4,
                               const EntryMap &entries = some_entry_map) {
    GrB_Matrix A = nullptr;
    REQUIRE(GxB_Matrix_new_arena(&A, GrB_FP64, n, n, header, data));
    for (const auto &[position, value] : entries)
        REQUIRE(GrB_Matrix_setElement_FP64(A, value, position.first, position.second));
    REQUIRE(GrB_Matrix_wait(A, GrB_MATERIALIZE));
    return MatrixPointer(A);
}
inline VectorPointer vector_in(int header, int data, const EntryMap &entries) {
    GrB_Vector v = nullptr;
    REQUIRE(GxB_Vector_new_arena(&v, GrB_FP64, 4, header, data));
    for (const auto &[position, value] : entries)
        REQUIRE(GrB_Vector_setElement_FP64(v, value, position.second));
    REQUIRE(GrB_Vector_wait(v, GrB_MATERIALIZE));
    return VectorPointer(v);
}

/// Arrays that a matrix of a format has.
inline int arrays_of(int format) {
    return format == GrX_HYPERSPARSE ? 4 : format == GrX_SPARSE ? 3 : format == GrX_BITMAP ? 2 : 1;
}

inline void expect_arrays_in(int arena, GrB_Matrix A) {
    EXPECT_EQ(live_in(arena), arrays_of(field_of(A, GrX_FORMAT_STATUS)));
}

} // namespace api
