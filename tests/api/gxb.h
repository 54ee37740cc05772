// Small objects for the tests of SuiteSparse's functions, as lists of entries.
#pragma once

#include "api/world.h"
#include "suitesparse/GraphBLAS.h"

#include <cstdlib>
#include <initializer_list>
#include <map>
#include <memory>
#include <utility>

namespace api {

using Coordinates = std::pair<GrB_Index, GrB_Index>;
/// Maps positions to values; a vector's positions are (0, i).
using EntryMap = std::map<Coordinates, double>;

/// Frees the object that it holds.
struct Freed {
    void operator()(GrB_Matrix A) const { GrB_Matrix_free(&A); }
    void operator()(GrB_Vector u) const { GrB_Vector_free(&u); }
    void operator()(GrB_Scalar s) const { GrB_Scalar_free(&s); }
    void operator()(GrB_Descriptor d) const { GrB_Descriptor_free(&d); }
};
using MatrixPointer = std::unique_ptr<GrB_Matrix_opaque, Freed>;
using VectorPointer = std::unique_ptr<GrB_Vector_opaque, Freed>;
using ScalarPointer = std::unique_ptr<GrB_Scalar_opaque, Freed>;
using DescriptorPointer = std::unique_ptr<GrB_Descriptor_opaque, Freed>;

inline MatrixPointer matrix_of(GrB_Index nrows, GrB_Index ncols, const EntryMap &entries,
                               GrB_Type type = GrB_FP64) {
    MatrixPointer A(new_matrix(type, nrows, ncols));
    for (const auto &[position, value] : entries)
        REQUIRE(GrB_Matrix_setElement_FP64(A.get(), value, position.first, position.second));
    return A;
}

inline VectorPointer vector_of(GrB_Index size, const EntryMap &entries, GrB_Type type = GrB_FP64) {
    VectorPointer u(new_vector(type, size));
    for (const auto &[position, value] : entries)
        REQUIRE(GrB_Vector_setElement_FP64(u.get(), value, position.second));
    return u;
}

inline ScalarPointer scalar_of(double value, GrB_Type type = GrB_FP64) {
    GrB_Scalar s = nullptr;
    REQUIRE(GrB_Scalar_new(&s, type));
    REQUIRE(GrB_Scalar_setElement_FP64(s, value));
    return ScalarPointer(s);
}

inline DescriptorPointer
descriptor_of(std::initializer_list<std::pair<GrB_Desc_Field, int>> settings) {
    GrB_Descriptor d = nullptr;
    REQUIRE(GrB_Descriptor_new(&d));
    for (const auto &[field, value] : settings) REQUIRE(GxB_Desc_set_INT32(d, field, value));
    return DescriptorPointer(d);
}

inline EntryMap entries_of(GrB_Matrix A) {
    GrB_Index n = 0;
    REQUIRE(GrB_Matrix_nvals(&n, A));
    std::vector<GrB_Index> rows(n), columns(n);
    std::vector<double> values(n);
    REQUIRE(GrB_Matrix_extractTuples_FP64(rows.data(), columns.data(), values.data(), &n, A));
    EntryMap entries;
    for (GrB_Index k = 0; k < n; k++) entries[{rows[k], columns[k]}] = values[k];
    return entries;
}
inline EntryMap entries_of(const MatrixPointer &A) {
    return entries_of(A.get());
}

inline EntryMap entries_of(GrB_Vector u) {
    GrB_Index n = 0;
    REQUIRE(GrB_Vector_nvals(&n, u));
    std::vector<GrB_Index> positions(n);
    std::vector<double> values(n);
    REQUIRE(GrB_Vector_extractTuples_FP64(positions.data(), values.data(), &n, u));
    EntryMap entries;
    for (GrB_Index k = 0; k < n; k++) entries[{0, positions[k]}] = values[k];
    return entries;
}
inline EntryMap entries_of(const VectorPointer &u) {
    return entries_of(u.get());
}

/// Copies values into memory of malloc.
template <class T>
T *array_of(std::initializer_list<T> values) {
    auto *array = static_cast<T *>(std::malloc(values.size() * sizeof(T) + 1));
    std::copy(values.begin(), values.end(), array);
    return array;
}

} // namespace api
