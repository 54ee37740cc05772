// Tests SuiteSparse's functions on complex domains, and its operators on positions in eWiseUnion
// and sort.
#include "api/exchange.h"
#include "api/gxb.h"

namespace api {
namespace {

using C32 = GxB_FC32_t;
using C64 = GxB_FC64_t;

VectorPointer complex_vector(std::initializer_list<C64> values) {
    VectorPointer u(new_vector(GxB_FC64, values.size()));
    GrB_Index i = 0;
    for (const C64 value : values) REQUIRE(GxB_Vector_setElement_FC64(u.get(), value, i++));
    return u;
}

std::map<GrB_Index, C64> values_of(const VectorPointer &u) {
    GrB_Index n = 0;
    REQUIRE(GrB_Vector_nvals(&n, u.get()));
    std::vector<GrB_Index> positions(n);
    std::vector<C64> values(n);
    REQUIRE(GxB_Vector_extractTuples_FC64(positions.data(), values.data(), &n, u.get()));
    std::map<GrB_Index, C64> result;
    for (GrB_Index k = 0; k < n; k++) result[positions[k]] = values[k];
    return result;
}

template <class T>
void expect_terminal(GrB_Info (*make)(GrB_Monoid *, GrB_BinaryOp, T, T), GrB_BinaryOp op,
                     GrB_BinaryOp other) {
    GrB_Monoid monoid = nullptr;
    REQUIRE(make(&monoid, op, T(1, 0), T(0, 2)));
    T identity, terminal;
    bool has_terminal = false;
    REQUIRE(GxB_Monoid_identity(&identity, monoid));
    REQUIRE(GxB_Monoid_terminal(&has_terminal, &terminal, monoid));
    EXPECT_EQ(identity, T(1, 0));
    EXPECT_TRUE(has_terminal);
    EXPECT_EQ(terminal, T(0, 2));
    REQUIRE(GrB_Monoid_free(&monoid));
    EXPECT_EQ(make(&monoid, other, T(1, 0), T(0, 0)), GrB_DOMAIN_MISMATCH);
}

TEST(GxbComplex, MonoidsWithATerminalValue) {
    expect_terminal<C32>(GxB_Monoid_terminal_new_FC32, GxB_TIMES_FC32, GxB_TIMES_FC64);
    expect_terminal<C64>(GxB_Monoid_terminal_new_FC64, GxB_TIMES_FC64, GxB_TIMES_FC32);
}

TEST(GxbComplex, Subassign) {
    const VectorPointer u = complex_vector({{1, 1}, {2, 2}, {3, 3}});
    const GrB_Index positions[] = {2, 0};
    REQUIRE(GxB_Vector_subassign_FC32(u.get(), nullptr, nullptr, C32(0, 7), positions, 2, nullptr));
    REQUIRE(GxB_Vector_subassign_FC64(u.get(), nullptr, GxB_TIMES_FC64, C64(0, 1), positions, 1,
                                      nullptr));
    EXPECT_EQ(values_of(u), (std::map<GrB_Index, C64>{{0, {0, 7}}, {1, {2, 2}}, {2, {-7, 0}}}));

    const MatrixPointer A(new_matrix(GxB_FC32, 2, 2));
    const GrB_Index row[] = {1}, column[] = {0};
    REQUIRE(GxB_Matrix_subassign_FC64(A.get(), nullptr, nullptr, C64(1, -1), row, 1, GrB_ALL, 2,
                                      nullptr));
    REQUIRE(GxB_Matrix_subassign_FC32(A.get(), nullptr, GxB_PLUS_FC32, C32(0, 5), row, 1, column, 1,
                                      nullptr));
    C64 value;
    REQUIRE(GxB_Matrix_extractElement_FC64(&value, A.get(), 1, 0));
    EXPECT_EQ(value, C64(1, 4));
    REQUIRE(GxB_Matrix_extractElement_FC64(&value, A.get(), 1, 1));
    EXPECT_EQ(value, C64(1, -1));
    EXPECT_EQ(GxB_Matrix_extractElement_FC64(&value, A.get(), 0, 0), GrB_NO_VALUE);
}

TEST(GxbComplex, Iterators) {
    const std::vector<C64> expected{{1, 2}, {0, -3}, {4, 0}};
    const VectorPointer u = complex_vector({expected[0], expected[1], expected[2]});
    const VectorPointer narrow(new_vector(GxB_FC32, 3));
    REQUIRE(GrB_Vector_apply(narrow.get(), nullptr, nullptr, GxB_IDENTITY_FC64, u.get(), nullptr));
    GxB_Iterator wide_at = nullptr, narrow_at = nullptr;
    REQUIRE(GxB_Iterator_new(&wide_at));
    REQUIRE(GxB_Iterator_new(&narrow_at));
    REQUIRE(GxB_Vector_Iterator_attach(wide_at, u.get(), nullptr));
    REQUIRE(GxB_Vector_Iterator_attach(narrow_at, narrow.get(), nullptr));
    for (GrB_Index k = 0; k < 3; k++) {
        REQUIRE(GxB_Vector_Iterator_seek(wide_at, k));
        REQUIRE(GxB_Vector_Iterator_seek(narrow_at, k));
        EXPECT_EQ(GxB_Iterator_get_FC64(wide_at), expected[k]);
        EXPECT_EQ(GxB_Iterator_get_FC32(narrow_at), C32(expected[k]));
    }
    REQUIRE(GxB_Iterator_free(&wide_at));
    REQUIRE(GxB_Iterator_free(&narrow_at));
}

TEST(GxbComplex, SelectByValue) {
    // The comparison is by values, not bytes: -0 equals zero.
    const VectorPointer u = complex_vector({{-0.0, 0}, {0, 1}, {2, 0}, {0, 1}}),
                        w(new_vector(GxB_FC64, 4));
    GrB_Scalar thunk = nullptr;
    REQUIRE(GrB_Scalar_new(&thunk, GxB_FC32));
    REQUIRE(GxB_Scalar_setElement_FC32(thunk, C32(0, 1)));
    const auto kept = [&](GxB_SelectOp op) {
        REQUIRE(GxB_Vector_select(w.get(), nullptr, nullptr, op, u.get(), thunk, nullptr));
        std::vector<GrB_Index> positions;
        for (const auto &[position, value] : values_of(w)) positions.push_back(position);
        return positions;
    };
    using Positions = std::vector<GrB_Index>;
    EXPECT_EQ(kept(GxB_NONZERO), (Positions{1, 2, 3}));
    EXPECT_EQ(kept(GxB_EQ_ZERO), (Positions{0}));
    EXPECT_EQ(kept(GxB_EQ_THUNK), (Positions{1, 3}));
    EXPECT_EQ(kept(GxB_NE_THUNK), (Positions{0, 2}));
    for (const GxB_SelectOp op : {GxB_GT_ZERO, GxB_GE_ZERO, GxB_LT_ZERO, GxB_LE_ZERO, GxB_GT_THUNK,
                                  GxB_GE_THUNK, GxB_LT_THUNK, GxB_LE_THUNK}) {
        EXPECT_EQ(GxB_Vector_select(w.get(), nullptr, nullptr, op, u.get(), thunk, nullptr),
                  GrB_DOMAIN_MISMATCH);
        EXPECT_NE(error_text(w.get()).find("needs an order, which values of type GxB_FC64"),
                  std::string::npos)
            << error_text(w.get());
    }
    REQUIRE(GrB_Scalar_free(&thunk));
}

TEST(GxbComplex, InWords) {
    std::FILE *file = std::tmpfile();
    const VectorPointer u = complex_vector({{1.5, -2}, {0, 0.1}});
    REQUIRE(GxB_Vector_fprint(u.get(), "u", GxB_SHORT, file));
    REQUIRE(GxB_Vector_fprint(u.get(), "u", GxB_SHORT_VERBOSE, file));
    std::rewind(file);
    std::string text;
    for (int c; (c = std::fgetc(file)) != EOF;) text.push_back(static_cast<char>(c));
    std::fclose(file);
    EXPECT_NE(text.find("    (0)   1.5-2i\n    (1)   0+0.1i\n"), std::string::npos) << text;
    EXPECT_NE(text.find("    (1)   0+0.10000000000000001i\n"), std::string::npos) << text;
}

TEST(GxbComplex, UnionAndBlobs) {
    const VectorPointer u(new_vector(GxB_FC64, 2)), v(new_vector(GxB_FC32, 2)),
        w(new_vector(GxB_FC64, 2));
    REQUIRE(GxB_Vector_setElement_FC64(u.get(), C64(0, 2), 0));
    REQUIRE(GxB_Vector_setElement_FC64(v.get(), C64(3, 0), 1));
    REQUIRE(GxB_Vector_eWiseUnion(w.get(), nullptr, nullptr, GxB_MINUS_FC64, u.get(),
                                  scalar_of(10).get(), v.get(), scalar_of(1).get(), nullptr));
    const std::map<GrB_Index, C64> expected{{0, {-1, 2}}, {1, {7, 0}}};
    EXPECT_EQ(values_of(w), expected);

    void *blob = nullptr;
    GrB_Index size = 0;
    REQUIRE(GxB_Vector_serialize(&blob, &size, w.get(), nullptr));
    char name[GxB_MAX_NAME_LEN];
    REQUIRE(GxB_deserialize_type_name(name, blob, size));
    EXPECT_STREQ(name, "GxB_FC64_t");
    GrB_Vector back = nullptr;
    REQUIRE(GxB_Vector_deserialize(&back, nullptr, blob, size, nullptr));
    const VectorPointer owner(back);
    EXPECT_EQ(values_of(owner), expected);
    std::free(blob);
}

TEST(GxbPositions, UnionOfAnyDomain) {
    World world;
    GrB_Index nrows = 0, ncols = 0;
    REQUIRE(GrB_Matrix_nrows(&nrows, world.pair_A));
    REQUIRE(GrB_Matrix_ncols(&ncols, world.pair_A));
    const MatrixPointer corner = matrix_of(nrows, ncols, {{{nrows - 1, ncols - 1}, 5}}),
                        C(new_matrix(GrB_INT64, nrows, ncols)),
                        pattern(new_matrix(GrB_INT64, nrows, ncols));
    REQUIRE(GrB_Matrix_apply(pattern.get(), nullptr, nullptr, GxB_POSITIONJ1_INT64, world.pair_A,
                             nullptr));
    EntryMap expected = entries_of(pattern);
    expected[{nrows - 1, ncols - 1}] = static_cast<double>(ncols);
    const ScalarPointer unread = scalar_of(77);
    REQUIRE(GxB_Matrix_eWiseUnion(C.get(), nullptr, nullptr, GxB_SECONDJ1_INT64, world.pair_A,
                                  unread.get(), corner.get(), unread.get(), nullptr));
    EXPECT_EQ(entries_of(C), expected);
}

TEST(GxbPositions, AreNoOrder) {
    const VectorPointer u = vector_of(3, {{{0, 0}, 1}, {{0, 1}, 2}}), w(new_vector(GrB_FP64, 3));
    for (const GrB_BinaryOp op : {GxB_FIRSTI_INT32, GxB_IGNORE_DUP}) {
        EXPECT_EQ(GxB_Vector_sort(w.get(), nullptr, op, u.get(), nullptr), GrB_DOMAIN_MISMATCH);
        EXPECT_NE(error_text(w.get()).find("GxB_"), std::string::npos) << error_text(w.get());
    }
    const ScalarPointer one = scalar_of(1);
    EXPECT_EQ(GxB_Vector_eWiseUnion(w.get(), nullptr, nullptr, GxB_IGNORE_DUP, u.get(), one.get(),
                                    u.get(), one.get(), nullptr),
              GrB_DOMAIN_MISMATCH);
}

} // namespace
} // namespace api
