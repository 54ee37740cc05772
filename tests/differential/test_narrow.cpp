// Tests products by full matrices of narrow numbers by every variant: sums are exact in FP32 and
// rounded once to the type of C, also where rows are cut into chunks.
#include "differential/numerics.h"
#include "differential/runner.h"

#include "suitesparse/GraphBLAS.h"

#include <gtest/gtest.h>

namespace grb::fuzz {
namespace {

using model::require;

struct NarrowCase {
    TypeCode a, b, c;
    Index columns;
};

/// A graph with a long row, a long column and empty rows; values are small whole numbers.
struct Sparse {
    Index nrows = 460, ncols = 1500;
    std::vector<Index> rows, columns;
    std::vector<float> values;

    explicit Sparse(Rng &rng) {
        for (Index i = 0; i < nrows; i++) {
            const int percent = i == 13 || i == 431 ? 95 : i % 7 == 0 ? 0 : 3;
            for (Index j = 0; j < ncols; j++)
                if (rng.chance(j == 5 ? 50 : percent))
                    add(i, j, static_cast<float>(rng.below(3)) + 1);
        }
    }
    void add(Index i, Index j, float x) {
        rows.push_back(i);
        columns.push_back(j);
        values.push_back(x);
    }
};

GrB_Matrix new_matrix(TypeCode type, Index nrows, Index ncols) {
    GrB_Matrix matrix = nullptr;
    require(GrB_Matrix_new(&matrix, model::type_of(type).handle, nrows, ncols), "new");
    return matrix;
}

class NarrowProducts : public ::testing::TestWithParam<NarrowCase> {
protected:
    void TearDown() override { force_variant(""); }

    /// B(k, c) is a multiple of 1/4, which both types hold.
    static float factor(Index k, Index c) {
        return static_cast<float>((k * 5 + c * 3) % 17) / 4 - 2;
    }
    static bool is_pattern() { return GetParam().a == TypeCode::Bool; }
    static GrB_Semiring ring() {
        return is_pattern() ? GxB_PLUS_SECOND_FP32 : GrB_PLUS_TIMES_SEMIRING_FP32;
    }
    /// A is iso where only the pattern counts.
    static GrB_Matrix left_factor(const Sparse &a) {
        GrB_Matrix A = new_matrix(GetParam().a, a.nrows, a.ncols);
        if (!is_pattern()) {
            require(GrB_Matrix_build_FP32(A, a.rows.data(), a.columns.data(), a.values.data(),
                                          a.rows.size(), nullptr),
                    "build");
            return A;
        }
        GrB_Scalar one = nullptr;
        require(GrB_Scalar_new(&one, GrB_BOOL), "new");
        require(GrB_Scalar_setElement_BOOL(one, true), "setElement");
        require(GxB_Matrix_build_Scalar(A, a.rows.data(), a.columns.data(), one, a.rows.size()),
                "build");
        GrB_Scalar_free(&one);
        return A;
    }
    GrB_Matrix full_factor(const Sparse &a) const {
        GrB_Matrix B = new_matrix(GetParam().b, a.ncols, GetParam().columns);
        std::vector<Index> i, j;
        std::vector<float> x;
        for (Index k = 0; k < a.ncols; k++)
            for (Index c = 0; c < GetParam().columns; c++) {
                i.push_back(k);
                j.push_back(c);
                x.push_back(factor(k, c));
            }
        require(GrB_Matrix_build_FP32(B, i.data(), j.data(), x.data(), x.size(), nullptr), "build");
        return B;
    }
    /// first plus the sums, rounded once, by rows.
    static std::vector<float> expected(const Sparse &a, float first) {
        const Index n = GetParam().columns;
        std::vector<double> sums(a.nrows * n, 0);
        for (std::size_t k = 0; k < a.rows.size(); k++)
            for (Index c = 0; c < n; c++)
                sums[a.rows[k] * n + c] +=
                    (is_pattern() ? 1 : a.values[k]) * factor(a.columns[k], c);
        std::vector<float> rounded;
        for (const double sum : sums) {
            const float x = first + static_cast<float>(sum);
            rounded.push_back(
                model::cast_to<float>(cast(Value::of(x), model::type_of(GetParam().c))));
        }
        return rounded;
    }
    /// Entries of C have the expected values; each row with entries of A has all columns.
    void check(GrB_Matrix C, const Sparse &a, const std::vector<float> &wanted) const {
        const Index n = GetParam().columns;
        std::vector<bool> is_empty(a.nrows, true);
        for (const Index row : a.rows) is_empty[row] = false;
        Index count = a.nrows * n, filled = 0, wrong = 0;
        for (Index i = 0; i < a.nrows; i++) filled += is_empty[i] ? 0 : n;
        std::vector<Index> i(count), j(count);
        std::vector<float> x(count);
        require(GrB_Matrix_extractTuples_FP32(i.data(), j.data(), x.data(), &count, C), "tuples");
        EXPECT_EQ(count, filled) << last_variant();
        for (Index k = 0; k < count; k++)
            if (x[k] != wanted[i[k] * n + j[k]] && wrong++ < 3)
                ADD_FAILURE() << last_variant() << " at " << i[k] << ", " << j[k] << ": " << x[k]
                              << ", expected " << wanted[i[k] * n + j[k]];
        EXPECT_EQ(wrong, 0U) << last_variant();
    }
};

TEST_P(NarrowProducts, AreRoundedOnce) {
    Rng rng(77);
    const Sparse a(rng);
    GrB_Matrix A = left_factor(a), B = full_factor(a);
    const std::vector<float> wanted = expected(a, 0);
    for_each_variant("mxm", [&] {
        GrB_Matrix C = new_matrix(GetParam().c, a.nrows, GetParam().columns);
        ASSERT_EQ(GrB_mxm(C, nullptr, nullptr, ring(), A, B, nullptr), GrB_SUCCESS);
        check(C, a, wanted);
        GrB_Matrix_free(&C);
    });
    GrB_Matrix_free(&A);
    GrB_Matrix_free(&B);
}

/// The product adds to values of C, read in C's type, and rounds the sum.
TEST_P(NarrowProducts, AreAddedInFP32) {
    Rng rng(78);
    const Sparse a(rng);
    GrB_Matrix A = left_factor(a), B = full_factor(a);
    const Index n = GetParam().columns;
    const Type type = model::type_of(GetParam().c);
    const float before = model::cast_to<float>(cast(Value::of(1.0 / 3), type));
    const std::vector<float> wanted = expected(a, before);
    for_each_variant("mxm", [&] {
        GrB_Matrix C = new_matrix(GetParam().c, a.nrows, n);
        require(GrB_Matrix_assign_FP32(C, nullptr, nullptr, before, GrB_ALL, a.nrows, GrB_ALL, n,
                                       nullptr),
                "assign");
        ASSERT_EQ(GrB_mxm(C, nullptr, GrB_PLUS_FP32, ring(), A, B, nullptr), GrB_SUCCESS);
        GrB_Index count = 0;
        require(GrB_Matrix_nvals(&count, C), "nvals");
        EXPECT_EQ(count, a.nrows * n) << last_variant();
        for (const Index i : {Index{0}, Index{1}, Index{13}, Index{431}, a.nrows - 1})
            for (Index c = 0; c < n; c++) {
                float x = 0;
                require(GrB_Matrix_extractElement_FP32(&x, C, i, c), "extractElement");
                EXPECT_EQ(x, wanted[i * n + c]) << last_variant() << " at " << i << ", " << c;
            }
        GrB_Matrix_free(&C);
    });
    GrB_Matrix_free(&A);
    GrB_Matrix_free(&B);
}

std::vector<NarrowCase> narrow_cases() {
    std::vector<NarrowCase> cases;
    const auto bf16 = TypeCode::Bf16, fp16 = TypeCode::Fp16, fp32 = TypeCode::Fp32;
    for (const Index columns : {1, 3, 8, 64, 136})
        for (const NarrowCase types : {NarrowCase{fp32, bf16, bf16, 0},
                                       {fp16, fp16, fp16, 0},
                                       {TypeCode::Bool, bf16, bf16, 0},
                                       {fp32, fp32, fp16, 0},
                                       {bf16, fp16, fp32, 0}})
            cases.push_back({types.a, types.b, types.c, columns});
    return cases;
}

INSTANTIATE_TEST_SUITE_P(Types, NarrowProducts, ::testing::ValuesIn(narrow_cases()),
                         [](const auto &info) {
                             const NarrowCase &own = info.param;
                             return std::string(model::type_of(own.a).name) + "_" +
                                    model::type_of(own.b).name + "_" + model::type_of(own.c).name +
                                    "_" + std::to_string(own.columns);
                         });

} // namespace
} // namespace grb::fuzz
