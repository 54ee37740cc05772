// Tests vectors and scalars passed as matrices and the reverse, as clients of SuiteSparse:GraphBLAS
// do.
#include "api/gxb.h"

#include <string>

namespace api {
namespace {

template <class To, class From>
To as(From handle) {
    return reinterpret_cast<To>(handle);
}

class Proxies : public testing::Test {
protected:
    VectorPointer u = vector_of(4, {{{0, 0}, 5}, {{0, 2}, 7}});
    MatrixPointer A = matrix_of(4, 4, {{{0, 0}, 1}, {{0, 2}, 2}, {{3, 2}, 3}});
    MatrixPointer column = matrix_of(4, 1, {{{1, 0}, 8}, {{3, 0}, 9}});
    GrB_Scalar s = nullptr;
    void SetUp() override { REQUIRE(GrB_Scalar_new(&s, GrB_FP64)); }
    void TearDown() override { GrB_Scalar_free(&s); }

    GrB_Matrix u_as_matrix() const { return as<GrB_Matrix>(u.get()); }
    GrB_Vector column_as_vector() const { return as<GrB_Vector>(column.get()); }
};

TEST_F(Proxies, VectorsAreMatricesOfOneColumn) {
    GrB_Index rows = 0, columns = 0, entries = 0;
    REQUIRE(GrB_Matrix_nrows(&rows, u_as_matrix()));
    REQUIRE(GrB_Matrix_ncols(&columns, u_as_matrix()));
    REQUIRE(GrB_Matrix_nvals(&entries, u_as_matrix()));
    EXPECT_EQ(rows, 4u);
    EXPECT_EQ(columns, 1u);
    EXPECT_EQ(entries, 2u);
    double value = 0;
    REQUIRE(GrB_Matrix_extractElement_FP64(&value, u_as_matrix(), 2, 0));
    EXPECT_EQ(value, 7);
    EXPECT_EQ(GrB_Matrix_extractElement_FP64(&value, u_as_matrix(), 2, 1), GrB_INVALID_INDEX);
}

TEST_F(Proxies, VectorsAsInputs) {
    const MatrixPointer C = matrix_of(4, 1, {});
    REQUIRE(GrB_mxm(C.get(), nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, A.get(), u_as_matrix(),
                    nullptr));
    EXPECT_EQ(entries_of(C), (EntryMap{{{0, 0}, 19}, {{3, 0}, 21}}));
    const MatrixPointer D = matrix_of(1, 4, {});
    REQUIRE(GrB_transpose(D.get(), nullptr, nullptr, u_as_matrix(), nullptr));
    EXPECT_EQ(entries_of(D), (EntryMap{{{0, 0}, 5}, {{0, 2}, 7}}));
    // The vector is the mask.
    REQUIRE(GrB_Matrix_assign_FP64(C.get(), u_as_matrix(), nullptr, 1, GrB_ALL, 4, GrB_ALL, 1,
                                   GrB_DESC_RS));
    EXPECT_EQ(entries_of(C), (EntryMap{{{0, 0}, 1}, {{2, 0}, 1}}));
}

TEST_F(Proxies, VectorsAsOutputs) {
    REQUIRE(GrB_mxm(u_as_matrix(), nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, A.get(),
                    column.get(), nullptr));
    EXPECT_EQ(entries_of(u), (EntryMap{}));
    REQUIRE(GrB_Matrix_eWiseAdd_BinaryOp(u_as_matrix(), nullptr, GrB_PLUS_FP64, GrB_PLUS_FP64,
                                         column.get(), column.get(), nullptr));
    EXPECT_EQ(entries_of(u), (EntryMap{{{0, 1}, 16}, {{0, 3}, 18}}));
    // The output is also an input and the mask.
    REQUIRE(GrB_Matrix_eWiseAdd_BinaryOp(u_as_matrix(), u_as_matrix(), nullptr, GrB_PLUS_FP64,
                                         u_as_matrix(), column.get(), nullptr));
    EXPECT_EQ(entries_of(u), (EntryMap{{{0, 1}, 24}, {{0, 3}, 27}}));
    REQUIRE(GrB_Matrix_setElement_FP64(u_as_matrix(), 4, 0, 0));
    REQUIRE(GrB_Matrix_removeElement(u_as_matrix(), 1, 0));
    EXPECT_EQ(entries_of(u), (EntryMap{{{0, 0}, 4}, {{0, 3}, 27}}));
    REQUIRE(GrB_Matrix_clear(u_as_matrix()));
    EXPECT_EQ(entries_of(u), (EntryMap{}));
}

// The lists of rows and columns are those of a matrix of 4 x 1.
TEST_F(Proxies, VectorsAsOutputsOfAssign) {
    const GrB_Index rows[] = {1, 3}, first[] = {0};
    const MatrixPointer mask = matrix_of(4, 1, {{{0, 0}, 1}, {{1, 0}, 1}, {{2, 0}, 0}});
    const MatrixPointer two = matrix_of(2, 1, {{{0, 0}, 20}, {{1, 0}, 40}});
    const auto both = [&](const auto &call) {
        const VectorPointer w = vector_of(4, {{{0, 0}, 5}, {{0, 3}, 7}});
        const MatrixPointer C = matrix_of(4, 1, {{{0, 0}, 5}, {{3, 0}, 7}});
        REQUIRE(call(as<GrB_Matrix>(w.get())));
        REQUIRE(call(C.get()));
        EntryMap transposed;
        for (const auto &[position, value] : entries_of(w))
            transposed[{position.second, 0}] = value;
        EXPECT_EQ(transposed, entries_of(C));
    };
    for (const GrB_Descriptor desc :
         {(GrB_Descriptor) nullptr, GrB_DESC_S, GrB_DESC_C, GrB_DESC_R}) {
        both([&](GrB_Matrix C) {
            return GrB_Matrix_assign_FP64(C, mask.get(), nullptr, 3, GrB_ALL, 4, GrB_ALL, 1, desc);
        });
        both([&](GrB_Matrix C) {
            return GrB_Matrix_assign_FP64(C, mask.get(), nullptr, 3, rows, 2, first, 1, desc);
        });
        both([&](GrB_Matrix C) {
            return GrB_Matrix_assign(C, mask.get(), nullptr, two.get(), rows, 2, first, 1, desc);
        });
    }
    both([&](GrB_Matrix C) {
        return GrB_Col_assign(C, nullptr, nullptr, as<GrB_Vector>(two.get()), rows, 2, 0, nullptr);
    });
    both([&](GrB_Matrix C) {
        const VectorPointer one = vector_of(1, {{{0, 0}, 6}});
        return GrB_Row_assign(C, nullptr, nullptr, one.get(), 2, GrB_ALL, 1, nullptr);
    });
    both([&](GrB_Matrix C) {
        return GxB_Matrix_subassign_FP64(C, two.get(), nullptr, 3, rows, 2, first, 1, nullptr);
    });
    both([&](GrB_Matrix C) {
        return GxB_Matrix_subassign(C, C, nullptr, column.get(), GrB_ALL, 4, GrB_ALL, 1,
                                    GrB_DESC_S);
    });
    both([&](GrB_Matrix C) {
        return GxB_Col_subassign(C, nullptr, nullptr, as<GrB_Vector>(two.get()), rows, 2, 0,
                                 nullptr);
    });
    const VectorPointer list = vector_of(2, {{{0, 0}, 1}, {{0, 1}, 3}}, GrB_INT64);
    both([&](GrB_Matrix C) {
        return GxB_Matrix_assign_Vector(C, nullptr, nullptr, two.get(), list.get(), nullptr,
                                        nullptr);
    });
}

TEST_F(Proxies, MatricesAsVectors) {
    GrB_Index size = 0;
    REQUIRE(GrB_Vector_size(&size, column_as_vector()));
    EXPECT_EQ(size, 4u);
    const VectorPointer w = vector_of(4, {});
    REQUIRE(GrB_mxv(w.get(), nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, A.get(),
                    column_as_vector(), GrB_DESC_T0));
    EXPECT_EQ(entries_of(w), (EntryMap{{{0, 2}, 27}}));
    REQUIRE(GrB_mxv(column_as_vector(), nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, A.get(),
                    u.get(), nullptr));
    EXPECT_EQ(entries_of(column), (EntryMap{{{0, 0}, 19}, {{3, 0}, 21}}));
    REQUIRE(GrB_Vector_resize(column_as_vector(), 2));
    GrB_Index rows = 0;
    REQUIRE(GrB_Matrix_nrows(&rows, column.get()));
    EXPECT_EQ(rows, 2u);
    EXPECT_EQ(entries_of(column), (EntryMap{{{0, 0}, 19}}));
}

TEST_F(Proxies, Scalars) {
    REQUIRE(GrB_Scalar_setElement_FP64(s, 3));
    GrB_Index count = 0;
    REQUIRE(GrB_Vector_size(&count, as<GrB_Vector>(s)));
    EXPECT_EQ(count, 1u);
    REQUIRE(GrB_Matrix_nvals(&count, as<GrB_Matrix>(s)));
    EXPECT_EQ(count, 1u);
    const MatrixPointer element = matrix_of(1, 1, {{{0, 0}, 4}});
    // A matrix is the scalar of an assignment.
    REQUIRE(GrB_Vector_assign_Scalar(u.get(), nullptr, nullptr, as<GrB_Scalar>(element.get()),
                                     GrB_ALL, 4, nullptr));
    EXPECT_EQ(entries_of(u), (EntryMap{{{0, 0}, 4}, {{0, 1}, 4}, {{0, 2}, 4}, {{0, 3}, 4}}));
    REQUIRE(GrB_Matrix_apply(as<GrB_Matrix>(s), nullptr, nullptr, GrB_AINV_FP64, element.get(),
                             nullptr));
    double value = 0;
    REQUIRE(GrB_Scalar_extractElement_FP64(&value, s));
    EXPECT_EQ(value, -4);
    REQUIRE(GrB_Matrix_clear(as<GrB_Matrix>(s)));
    REQUIRE(GrB_Scalar_nvals(&count, s));
    EXPECT_EQ(count, 0u);
    REQUIRE(GrB_Scalar_setElement_FP64(as<GrB_Scalar>(element.get()), 6));
    EXPECT_EQ(entries_of(element), (EntryMap{{{0, 0}, 6}}));
    REQUIRE(GrB_Scalar_clear(as<GrB_Scalar>(element.get())));
    EXPECT_EQ(entries_of(element), (EntryMap{}));
}

TEST_F(Proxies, OptionsAndNames) {
    REQUIRE(GrB_Matrix_set_INT32(u_as_matrix(), GrX_FULL, static_cast<GrB_Field>(GrX_FORMAT)));
    int32_t format = 0;
    REQUIRE(GrB_Vector_get_INT32(u.get(), &format, static_cast<GrB_Field>(GrX_FORMAT)));
    EXPECT_EQ(format, GrX_FULL);
    REQUIRE(GrB_Matrix_set_String(u_as_matrix(), const_cast<char *>("u"), GrB_NAME));
    char name[16] = "";
    REQUIRE(GrB_Vector_get_String(u.get(), name, GrB_NAME));
    EXPECT_EQ(std::string(name), "u");
}

TEST_F(Proxies, ErrorsAndShapes) {
    EXPECT_EQ(GrB_Vector_resize(as<GrB_Vector>(A.get()), 3), GrB_UNINITIALIZED_OBJECT);
    const char *text = nullptr;
    REQUIRE(GrB_Matrix_error(&text, A.get()));
    EXPECT_EQ(std::string(text), "GrB_Vector_resize: w is a matrix of 4 x 4, not a vector");
    REQUIRE(GrB_Vector_error(&text, as<GrB_Vector>(A.get())));
    EXPECT_NE(std::string(text), "");
    EXPECT_EQ(GrB_Matrix_resize(u_as_matrix(), 4, 2), GrB_DIMENSION_MISMATCH);
    REQUIRE(GrB_Vector_error(&text, u.get()));
    EXPECT_EQ(std::string(text),
              "GrB_Matrix_resize: the result is 4 x 2, the object given for it is a vector");
    EXPECT_EQ(entries_of(u), (EntryMap{{{0, 0}, 5}, {{0, 2}, 7}}));
    EXPECT_EQ(GrB_Scalar_clear(as<GrB_Scalar>(u.get())), GrB_UNINITIALIZED_OBJECT);
}

TEST_F(Proxies, AnyKindFreesThem) {
    GrB_Matrix matrix = nullptr;
    GrB_Vector vector = nullptr;
    REQUIRE(GrB_Matrix_new(&matrix, GrB_FP64, 3, 3));
    vector = as<GrB_Vector>(matrix);
    REQUIRE(GrB_Vector_free(&vector));
    EXPECT_EQ(vector, nullptr);
    REQUIRE(GrB_Vector_new(&vector, GrB_FP64, 3));
    matrix = as<GrB_Matrix>(vector);
    REQUIRE(GrB_Matrix_free(&matrix));
    EXPECT_EQ(matrix, nullptr);
}

TEST_F(Proxies, TilesAndElements) {
    const GrB_Matrix tiles[] = {u_as_matrix(), column.get()};
    const MatrixPointer C = matrix_of(4, 2, {});
    REQUIRE(GxB_Matrix_concat(C.get(), tiles, 1, 2, nullptr));
    EXPECT_EQ(entries_of(C), (EntryMap{{{0, 0}, 5}, {{1, 1}, 8}, {{2, 0}, 7}, {{3, 1}, 9}}));
}

} // namespace
} // namespace api
