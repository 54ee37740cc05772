// Tests subassign against a model, ranges in place of index lists, build of one value, eWiseUnion.
#include "api/gxb.h"

#include <optional>
#include <random>

namespace api {
namespace {

using Indices = std::vector<GrB_Index>;

EntryMap random_entries(std::mt19937 &random, GrB_Index m, GrB_Index n, double density) {
    EntryMap entries;
    std::uniform_real_distribution<double> chance(0, 1);
    for (GrB_Index i = 0; i < m; i++) {
        for (GrB_Index j = 0; j < n; j++) {
            // A value may be 0, which is false in a mask.
            if (chance(random) < density) entries[{i, j}] = static_cast<double>(random() % 5);
        }
    }
    return entries;
}

/// Returns different indices below n, in any order.
Indices random_indices(std::mt19937 &random, GrB_Index n) {
    Indices indices;
    indices.reserve(n); // an empty list is not NULL
    for (GrB_Index k = 0; k < n; k++) {
        if (random() % 2 == 0) indices.push_back(k);
    }
    std::shuffle(indices.begin(), indices.end(), random);
    return indices;
}

struct Rules {
    bool has_mask, complement, structure, replace, accumulates;
    DescriptorPointer descriptor() const {
        return descriptor_of(
            {{GrB_OUTP, replace ? GrB_REPLACE : GrB_DEFAULT},
             {GrB_MASK, (complement ? GrB_COMP : 0) | (structure ? GrB_STRUCTURE : 0)}});
    }
};

/// Computes C(I, J)<M> = accum(C(I, J), A) by definition.
EntryMap subassigned(EntryMap C, const Rules &rules, const EntryMap &mask, const EntryMap &A,
                     const Indices &I, const Indices &J) {
    for (GrB_Index i = 0; i < I.size(); i++) {
        for (GrB_Index j = 0; j < J.size(); j++) {
            const Coordinates target{I[i], J[j]}, source{i, j};
            bool is_let = true;
            if (rules.has_mask) {
                const auto found = mask.find(source);
                is_let = found != mask.end() && (rules.structure || found->second != 0);
            }
            if (rules.complement) is_let = !is_let;
            if (!is_let) {
                if (rules.replace) C.erase(target);
                continue;
            }
            const auto given = A.find(source);
            if (given == A.end()) {
                if (!rules.accumulates) C.erase(target);
            } else if (rules.accumulates && C.count(target) != 0) {
                C[target] += given->second;
            } else {
                C[target] = given->second;
            }
        }
    }
    return C;
}

TEST(GxbSubassign, AsDefined) {
    std::mt19937 random(7);
    for (int round = 0; round < 300; round++) {
        const Rules rules{random() % 4 != 0, random() % 2 == 0, random() % 2 == 0,
                          random() % 2 == 0, random() % 2 == 0};
        const GrB_Index m = 1 + random() % 6, n = 1 + random() % 6;
        const Indices I = random_indices(random, m), J = random_indices(random, n);
        const EntryMap C = random_entries(random, m, n, 0.5),
                       A = random_entries(random, I.size(), J.size(), 0.5),
                       M = random_entries(random, I.size(), J.size(), 0.5);
        const MatrixPointer c = matrix_of(m, n, C), a = matrix_of(I.size(), J.size(), A),
                            mask = matrix_of(I.size(), J.size(), M);
        const DescriptorPointer desc = rules.descriptor();
        ASSERT_EQ(GxB_Matrix_subassign(c.get(), rules.has_mask ? mask.get() : nullptr,
                                       rules.accumulates ? GrB_PLUS_FP64 : nullptr, a.get(),
                                       I.data(), I.size(), J.data(), J.size(), desc.get()),
                  GrB_SUCCESS)
            << error_text(c.get());
        ASSERT_EQ(entries_of(c), subassigned(C, rules, M, A, I, J)) << "round " << round;

        // The call assigns one value to all positions.
        EntryMap sevens;
        for (GrB_Index i = 0; i < I.size(); i++) {
            for (GrB_Index j = 0; j < J.size(); j++) sevens[{i, j}] = 7;
        }
        const MatrixPointer filled = matrix_of(m, n, C);
        ASSERT_EQ(GxB_Matrix_subassign_INT8(filled.get(), rules.has_mask ? mask.get() : nullptr,
                                            rules.accumulates ? GrB_PLUS_FP64 : nullptr, 7,
                                            I.data(), I.size(), J.data(), J.size(), desc.get()),
                  GrB_SUCCESS);
        ASSERT_EQ(entries_of(filled), subassigned(C, rules, M, sevens, I, J)) << "round " << round;
    }
}

TEST(GxbSubassign, VectorsRowsAndColumns) {
    std::mt19937 random(8);
    for (int round = 0; round < 200; round++) {
        const Rules rules{random() % 4 != 0, random() % 2 == 0, random() % 2 == 0,
                          random() % 2 == 0, random() % 2 == 0};
        const GrB_Index n = 1 + random() % 9, m = 3;
        const Indices J = random_indices(random, n);
        const EntryMap W = random_entries(random, 1, n, 0.5),
                       U = random_entries(random, 1, J.size(), 0.5),
                       M = random_entries(random, 1, J.size(), 0.5);
        const VectorPointer w = vector_of(n, W), u = vector_of(J.size(), U),
                            mask = vector_of(J.size(), M);
        const GrB_Vector given_mask = rules.has_mask ? mask.get() : nullptr;
        const GrB_BinaryOp accum = rules.accumulates ? GrB_PLUS_FP64 : nullptr;
        const DescriptorPointer desc = rules.descriptor();
        REQUIRE(GxB_Vector_subassign(w.get(), given_mask, accum, u.get(), J.data(), J.size(),
                                     desc.get()));
        ASSERT_EQ(entries_of(w), subassigned(W, rules, M, U, {0}, J)) << "round " << round;

        const EntryMap C = random_entries(random, m, n, 0.5);
        const MatrixPointer row = matrix_of(m, n, C);
        REQUIRE(GxB_Row_subassign(row.get(), given_mask, accum, u.get(), 1, J.data(), J.size(),
                                  desc.get()));
        ASSERT_EQ(entries_of(row), subassigned(C, rules, M, U, {1}, J)) << "round " << round;

        const auto transposed = [](const EntryMap &entries) {
            EntryMap other;
            for (const auto &[position, value] : entries)
                other[{position.second, position.first}] = value;
            return other;
        };
        const MatrixPointer column = matrix_of(n, m, transposed(C));
        REQUIRE(GxB_Col_subassign(column.get(), given_mask, accum, u.get(), J.data(), J.size(), 1,
                                  desc.get()));
        ASSERT_EQ(transposed(entries_of(column)), subassigned(C, rules, M, U, {1}, J));
    }
}

TEST(GxbSubassign, ScalarsAndMistakes) {
    const EntryMap W{{{0, 0}, 1}, {{0, 1}, 2}, {{0, 2}, 3}};
    const VectorPointer w = vector_of(4, W), u = vector_of(2, {});
    const GrB_Index some[] = {1, 2}, outside[] = {1, 4};
    REQUIRE(GxB_Vector_subassign_Scalar(w.get(), nullptr, nullptr, scalar_of(8).get(), some, 2,
                                        nullptr));
    EXPECT_EQ(entries_of(w), (EntryMap{{{0, 0}, 1}, {{0, 1}, 8}, {{0, 2}, 8}}));
    GrB_Scalar none = nullptr;
    REQUIRE(GrB_Scalar_new(&none, GrB_FP64));
    REQUIRE(GxB_Vector_subassign_Scalar(w.get(), nullptr, nullptr, none, some, 1, nullptr));
    EXPECT_EQ(entries_of(w), (EntryMap{{{0, 0}, 1}, {{0, 2}, 8}}));
    REQUIRE(GrB_Scalar_free(&none));
    EXPECT_EQ(GxB_Vector_subassign(w.get(), nullptr, nullptr, u.get(), outside, 2, nullptr),
              GrB_INDEX_OUT_OF_BOUNDS);
    EXPECT_EQ(GxB_Vector_subassign(w.get(), nullptr, nullptr, u.get(), some, 1, nullptr),
              GrB_DIMENSION_MISMATCH);
    EXPECT_EQ(GxB_Vector_subassign(w.get(), w.get(), nullptr, u.get(), some, 2, nullptr),
              GrB_DIMENSION_MISMATCH);
    EXPECT_EQ(GxB_Vector_subassign(w.get(), nullptr, nullptr, nullptr, some, 2, nullptr),
              GrB_NULL_POINTER);
    const MatrixPointer C = matrix_of(2, 2, {});
    EXPECT_EQ(GxB_Row_subassign(C.get(), nullptr, nullptr, u.get(), 2, GrB_ALL, 2, nullptr),
              GrB_INVALID_INDEX);
    EXPECT_EQ(error_text(C.get()), "GxB_Row_subassign: i is 2, C has 2 rows");
    EXPECT_EQ(entries_of(w), (EntryMap{{{0, 0}, 1}, {{0, 2}, 8}}));
}

/// Returns the indices of a range, or nothing when it leaves the dimension.
std::optional<Indices> listed(GrB_Index kind, const GrB_Index range[3], GrB_Index n) {
    const auto begin = static_cast<std::int64_t>(range[GxB_BEGIN]),
               end = static_cast<std::int64_t>(range[GxB_END]),
               step = kind == GxB_RANGE ? 1 : static_cast<std::int64_t>(range[GxB_INC]);
    Indices indices;
    if (step == 0) return indices;
    const bool is_down = kind == GxB_BACKWARDS;
    for (std::int64_t k = begin; is_down ? k >= end : k <= end; k += is_down ? -step : step)
        indices.push_back(static_cast<GrB_Index>(k));
    const bool leaves = !indices.empty() && static_cast<GrB_Index>(std::max(begin, end)) >= n;
    return leaves ? std::nullopt : std::optional(indices);
}

TEST(GxbRanges, AreTheListsThatTheyStandFor) {
    const GrB_Index n = 7;
    EntryMap U;
    for (GrB_Index k = 0; k < n; k++) U[{0, k}] = static_cast<double>(10 + k);
    const VectorPointer u = vector_of(n, U);
    for (const GrB_Index kind : {GxB_RANGE, GxB_STRIDE, GxB_BACKWARDS}) {
        for (GrB_Index begin = 0; begin < 9; begin++) {
            for (GrB_Index end = 0; end < 9; end++) {
                for (const GrB_Index step : {GrB_Index{0}, GrB_Index{1}, GrB_Index{3}}) {
                    const GrB_Index range[3] = {begin, end, step};
                    const std::optional<Indices> list = listed(kind, range, n);
                    const VectorPointer w(new_vector(GrB_FP64, list ? list->size() : 0));
                    const GrB_Info info = GrB_Vector_extract(w.get(), nullptr, nullptr, u.get(),
                                                             range, kind, nullptr);
                    ASSERT_EQ(info, list ? GrB_SUCCESS : GrB_INDEX_OUT_OF_BOUNDS)
                        << error_text(w.get());
                    if (!list) continue;
                    EntryMap expected;
                    for (GrB_Index k = 0; k < list->size(); k++)
                        expected[{0, k}] = static_cast<double>(10 + (*list)[k]);
                    ASSERT_EQ(entries_of(w), expected);
                }
            }
        }
    }
}

TEST(GxbRanges, InEveryOperationWithLists) {
    const GrB_Index down[] = {2, 0, 2}, two[] = {1, 2};
    const MatrixPointer A = matrix_of(2, 2, {{{0, 0}, 1}, {{0, 1}, 2}, {{1, 0}, 3}, {{1, 1}, 4}});
    const VectorPointer u = vector_of(2, {{{0, 0}, 5}, {{0, 1}, 6}});
    const MatrixPointer C(new_matrix(GrB_FP64, 3, 3));
    REQUIRE(GrB_Matrix_assign(C.get(), nullptr, nullptr, A.get(), down, GxB_BACKWARDS, two,
                              GxB_RANGE, nullptr));
    EXPECT_EQ(entries_of(C), (EntryMap{{{2, 1}, 1}, {{2, 2}, 2}, {{0, 1}, 3}, {{0, 2}, 4}}));
    const MatrixPointer D(new_matrix(GrB_FP64, 2, 2));
    REQUIRE(GrB_Matrix_extract(D.get(), nullptr, nullptr, C.get(), down, GxB_BACKWARDS, two,
                               GxB_RANGE, nullptr));
    EXPECT_EQ(entries_of(D), entries_of(A));
    REQUIRE(GxB_Matrix_subassign_FP64(C.get(), nullptr, nullptr, 9, down, GxB_BACKWARDS, two,
                                      GxB_RANGE, nullptr));
    EXPECT_EQ(entries_of(C), (EntryMap{{{2, 1}, 9}, {{2, 2}, 9}, {{0, 1}, 9}, {{0, 2}, 9}}));
    REQUIRE(GrB_Row_assign(C.get(), nullptr, nullptr, u.get(), 1, two, GxB_RANGE, nullptr));
    REQUIRE(GrB_Col_assign(C.get(), nullptr, nullptr, u.get(), down, GxB_BACKWARDS, 0, nullptr));
    EXPECT_EQ(entries_of(C).at({1, 2}), 6);
    EXPECT_EQ(entries_of(C).at({2, 0}), 5);
    const VectorPointer w(new_vector(GrB_FP64, 2));
    REQUIRE(GrB_Col_extract(w.get(), nullptr, nullptr, C.get(), down, GxB_BACKWARDS, 0, nullptr));
    EXPECT_EQ(entries_of(w), entries_of(u));
    const VectorPointer v(new_vector(GrB_FP64, 3));
    REQUIRE(GrB_Vector_assign(v.get(), nullptr, nullptr, u.get(), two, GxB_RANGE, nullptr));
    REQUIRE(GrB_Vector_assign_FP64(v.get(), nullptr, nullptr, 1, down, GxB_STRIDE, nullptr));
    EXPECT_EQ(entries_of(v), (EntryMap{{{0, 1}, 5}, {{0, 2}, 6}}));
}

TEST(GxbBuild, OneValueForAll) {
    const VectorPointer w(new_vector(GrB_INT32, 6));
    const GrB_Index positions[] = {4, 1, 4}, rows[] = {1, 0, 1}, outside[] = {1, 6};
    EXPECT_EQ(GxB_Vector_build_Scalar(w.get(), outside, scalar_of(3).get(), 2),
              GrB_INDEX_OUT_OF_BOUNDS);
    REQUIRE(GxB_Vector_build_Scalar(w.get(), positions, scalar_of(3.7).get(), 3));
    EXPECT_EQ(entries_of(w), (EntryMap{{{0, 1}, 3}, {{0, 4}, 3}}));
    EXPECT_EQ(GxB_Vector_build_Scalar(w.get(), positions, scalar_of(3).get(), 3),
              GrB_OUTPUT_NOT_EMPTY);
    const MatrixPointer C(new_matrix(GrB_FP64, 2, 5));
    GrB_Scalar none = nullptr;
    REQUIRE(GrB_Scalar_new(&none, GrB_FP64));
    EXPECT_EQ(GxB_Matrix_build_Scalar(C.get(), rows, positions, none, 3), GrB_EMPTY_OBJECT);
    REQUIRE(GrB_Scalar_free(&none));
    REQUIRE(GxB_Matrix_build_Scalar(C.get(), rows, positions, scalar_of(2).get(), 3));
    EXPECT_EQ(entries_of(C), (EntryMap{{{0, 1}, 2}, {{1, 4}, 2}}));
    bool iso = false;
    REQUIRE(GxB_Matrix_iso(&iso, C.get()));
    EXPECT_TRUE(iso);
}

TEST(GxbUnion, AsDefined) {
    std::mt19937 random(9);
    for (int round = 0; round < 200; round++) {
        const GrB_Index m = 1 + random() % 6, n = 1 + random() % 6;
        const bool transposes_A = random() % 2 == 0, transposes_B = random() % 2 == 0;
        const EntryMap A = random_entries(random, m, n, 0.5), B = random_entries(random, m, n, 0.5);
        const auto given = [&](const EntryMap &entries, bool transposes) {
            if (!transposes) return matrix_of(m, n, entries);
            EntryMap other;
            for (const auto &[position, value] : entries)
                other[{position.second, position.first}] = value;
            return matrix_of(n, m, other);
        };
        EntryMap expected;
        for (GrB_Index i = 0; i < m; i++) {
            for (GrB_Index j = 0; j < n; j++) {
                const bool in_A = A.count({i, j}) != 0, in_B = B.count({i, j}) != 0;
                if (in_A || in_B) {
                    expected[{i, j}] = (in_A ? A.at({i, j}) : 100) - (in_B ? B.at({i, j}) : 1000);
                }
            }
        }
        const MatrixPointer a = given(A, transposes_A), b = given(B, transposes_B),
                            C(new_matrix(GrB_FP64, m, n));
        const auto desc = descriptor_of({{GrB_INP0, transposes_A ? GrB_TRAN : GrB_DEFAULT},
                                         {GrB_INP1, transposes_B ? GrB_TRAN : GrB_DEFAULT}});
        ASSERT_EQ(GxB_Matrix_eWiseUnion(C.get(), nullptr, nullptr, GrB_MINUS_FP64, a.get(),
                                        scalar_of(100).get(), b.get(),
                                        scalar_of(1000, GrB_INT32).get(), desc.get()),
                  GrB_SUCCESS)
            << error_text(C.get());
        ASSERT_EQ(entries_of(C), expected) << "round " << round;
    }
}

TEST(GxbUnion, MasksAliasesAndMistakes) {
    const EntryMap U{{{0, 0}, 1}, {{0, 1}, 2}}, V{{{0, 1}, 10}, {{0, 2}, 20}};
    const VectorPointer u = vector_of(4, U), v = vector_of(4, V),
                        mask = vector_of(4, {{{0, 1}, 1}, {{0, 2}, 1}});
    const ScalarPointer five = scalar_of(5);
    REQUIRE(GxB_Vector_eWiseUnion(u.get(), mask.get(), GrB_TIMES_FP64, GrB_MINUS_FP64, u.get(),
                                  five.get(), v.get(), five.get(), nullptr));
    EXPECT_EQ(entries_of(u), (EntryMap{{{0, 0}, 1}, {{0, 1}, -16}, {{0, 2}, -15}}));
    GrB_Scalar none = nullptr;
    REQUIRE(GrB_Scalar_new(&none, GrB_FP64));
    EXPECT_EQ(GxB_Vector_eWiseUnion(u.get(), nullptr, nullptr, GrB_MINUS_FP64, u.get(), five.get(),
                                    v.get(), none, nullptr),
              GrB_EMPTY_OBJECT);
    REQUIRE(GrB_Scalar_free(&none));
    const VectorPointer other = vector_of(5, {});
    EXPECT_EQ(GxB_Vector_eWiseUnion(u.get(), nullptr, nullptr, GrB_MINUS_FP64, u.get(), five.get(),
                                    other.get(), five.get(), nullptr),
              GrB_DIMENSION_MISMATCH);
    EXPECT_EQ(entries_of(u), (EntryMap{{{0, 0}, 1}, {{0, 1}, -16}, {{0, 2}, -15}}));
}

} // namespace
} // namespace api
