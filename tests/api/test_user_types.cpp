// A user-defined type of 16 bytes with user-defined operators through all operations, in all formats,
// against loops over maps. The type is the affine maps x → a·x + b: composing them does not commute,
// so that exchanged operands show.
#include "api/world.h"

#include <functional>
#include <map>

namespace api {
namespace {

struct Affine {
    double a, b;
    bool operator==(const Affine &) const = default;
};
static_assert(sizeof(Affine) == 16);

Affine plus(const Affine &x, const Affine &y) {
    return {x.a + y.a, x.b + y.b};
}
Affine compose(const Affine &x, const Affine &y) {
    return {x.a * y.a, x.a * y.b + x.b};
}
Affine scale(double x, const Affine &y) {
    return {x * y.a, x * y.b};
}
Affine exchange(const Affine &x) {
    return {x.b, -x.a};
}
Affine shift(const Affine &x, GrB_Index i, GrB_Index j, const Affine &y) {
    return {x.a + static_cast<double>(i) * y.a, x.b + static_cast<double>(j) * y.b};
}
bool is_above(const Affine &x, GrB_Index i, GrB_Index j, const Affine &y) {
    return x.a + static_cast<double>(i) > y.a && x.b + static_cast<double>(j) > y.b;
}

template <class T>
const T &at(const void *x) {
    return *static_cast<const T *>(x);
}
void do_plus(void *z, const void *x, const void *y) {
    *static_cast<Affine *>(z) = plus(at<Affine>(x), at<Affine>(y));
}
void do_compose(void *z, const void *x, const void *y) {
    *static_cast<Affine *>(z) = compose(at<Affine>(x), at<Affine>(y));
}
void do_scale(void *z, const void *x, const void *y) {
    *static_cast<Affine *>(z) = scale(at<double>(x), at<Affine>(y));
}
void do_exchange(void *z, const void *x) {
    *static_cast<Affine *>(z) = exchange(at<Affine>(x));
}
void do_slope(void *z, const void *x) {
    *static_cast<double *>(z) = at<Affine>(x).a;
}
void do_shift(void *z, const void *x, GrB_Index i, GrB_Index j, const void *y) {
    *static_cast<Affine *>(z) = shift(at<Affine>(x), i, j, at<Affine>(y));
}
void do_is_above(void *z, const void *x, GrB_Index i, GrB_Index j, const void *y) {
    *static_cast<bool *>(z) = is_above(at<Affine>(x), i, j, at<Affine>(y));
}

using Position = std::pair<GrB_Index, GrB_Index>;
template <class T>
using EntriesOf = std::map<Position, T>;
using Model = EntriesOf<Affine>;
using Combine = Affine (*)(const Affine &, const Affine &);

constexpr GrB_Index n = 8; // all matrices are n x n, all vectors of size n
const GrB_Index rows_list[] = {6, 1, 3}, columns_list[] = {2, 7, 0, 5};

bool is_there(GrX_Format format, GrB_Index i, GrB_Index j, unsigned seed) {
    return format == GrX_FULL || (i * 3 + j * 5 + seed) % 7 < 3;
}
Affine some_value(GrB_Index i, GrB_Index j, unsigned seed) {
    return {static_cast<double>((i * 5 + j + seed) % 6) - 2,
            static_cast<double>((i + j * 3 + seed) % 5) - 1};
}

/// Operands in one format, and the same as maps; a vector has its entries in column 0.
class UserTypes : public testing::TestWithParam<GrX_Format> {
protected:
    void SetUp() override {
        REQUIRE(GxB_Type_new(&type, sizeof(Affine), "Affine",
                             "typedef struct { double a, b ; } Affine ;"));
        REQUIRE(GrB_BinaryOp_new(&plus_op, do_plus, type, type, type));
        REQUIRE(GrB_BinaryOp_new(&compose_op, do_compose, type, type, type));
        REQUIRE(GrB_BinaryOp_new(&scale_op, do_scale, type, GrB_FP64, type));
        REQUIRE(GrB_UnaryOp_new(&exchange_op, do_exchange, type, type));
        REQUIRE(GrB_UnaryOp_new(&slope_op, do_slope, GrB_FP64, type));
        REQUIRE(GrB_IndexUnaryOp_new(&shift_op, do_shift, type, type, type));
        REQUIRE(GrB_IndexUnaryOp_new(&is_above_op, do_is_above, GrB_BOOL, type, type));
        const Affine zero{0, 0};
        REQUIRE(GrB_Monoid_new_UDT(&monoid, plus_op, &zero));
        REQUIRE(GrB_Semiring_new(&semiring, monoid, compose_op));
        REQUIRE(GrB_Semiring_new(&scaling, monoid, scale_op));
        A = matrix(1);
        B = matrix(2);
        C = matrix(4);
        u = vector(3);
        w = vector(5);
        numbers = new_matrix(GrB_FP64, n, n);
        for (GrB_Index i = 0; i < n; i++) {
            for (GrB_Index j = 0; j < n; j++) {
                if (!is_there(GetParam(), i, j, 6)) continue;
                model_numbers[{i, j}] = static_cast<double>(i) - static_cast<double>(j);
                REQUIRE(GrB_Matrix_setElement_FP64(numbers, model_numbers[{i, j}], i, j));
            }
        }
        model_A = entries(A);
        model_B = entries(B);
        model_C = entries(C);
        model_u = entries(u);
        model_w = entries(w);
        REQUIRE(GrB_Scalar_new(&scalar, type));
        REQUIRE(GrB_Scalar_setElement_UDT(scalar, &value));
    }
    void TearDown() override {
        for (GrB_Matrix *object : {&A, &B, &C, &numbers}) REQUIRE(GrB_Matrix_free(object));
        for (GrB_Vector *object : {&u, &w}) REQUIRE(GrB_Vector_free(object));
        REQUIRE(GrB_Scalar_free(&scalar));
        for (GrB_Semiring *object : {&semiring, &scaling}) REQUIRE(GrB_Semiring_free(object));
        REQUIRE(GrB_Monoid_free(&monoid));
        for (GrB_BinaryOp *object : {&plus_op, &compose_op, &scale_op})
            REQUIRE(GrB_BinaryOp_free(object));
        for (GrB_UnaryOp *object : {&exchange_op, &slope_op}) REQUIRE(GrB_UnaryOp_free(object));
        for (GrB_IndexUnaryOp *object : {&shift_op, &is_above_op})
            REQUIRE(GrB_IndexUnaryOp_free(object));
        REQUIRE(GrB_Type_free(&type));
    }

    GrB_Matrix matrix(unsigned seed) const {
        GrB_Matrix made = new_matrix(type, n, n);
        for (GrB_Index i = 0; i < n; i++) {
            for (GrB_Index j = 0; j < n; j++) {
                if (!is_there(GetParam(), i, j, seed)) continue;
                const Affine one = some_value(i, j, seed);
                REQUIRE(GrB_Matrix_setElement_UDT(made, &one, i, j));
            }
        }
        REQUIRE(GrB_Matrix_set_INT32(made, GetParam(), static_cast<GrB_Field>(GrX_FORMAT)));
        return made;
    }
    GrB_Vector vector(unsigned seed) const {
        GrB_Vector made = new_vector(type, n);
        for (GrB_Index i = 0; i < n; i++) {
            if (!is_there(GetParam(), i, 0, seed)) continue;
            const Affine one = some_value(i, 0, seed);
            REQUIRE(GrB_Vector_setElement_UDT(made, &one, i));
        }
        if (GetParam() != GrX_HYPERSPARSE)
            REQUIRE(GrB_Vector_set_INT32(made, GetParam(), static_cast<GrB_Field>(GrX_FORMAT)));
        return made;
    }
    static Model entries(GrB_Matrix object) {
        GrB_Index nvals = 0;
        REQUIRE(GrB_Matrix_nvals(&nvals, object));
        std::vector<GrB_Index> rows(nvals), columns(nvals);
        std::vector<Affine> values(nvals);
        REQUIRE(GrB_Matrix_extractTuples_UDT(rows.data(), columns.data(), values.data(), &nvals,
                                             object));
        Model all;
        for (GrB_Index k = 0; k < nvals; k++) all[{rows[k], columns[k]}] = values[k];
        EXPECT_EQ(all.size(), nvals);
        return all;
    }
    static Model entries(GrB_Vector object) {
        GrB_Index nvals = 0;
        REQUIRE(GrB_Vector_nvals(&nvals, object));
        std::vector<GrB_Index> indices(nvals);
        std::vector<Affine> values(nvals);
        REQUIRE(GrB_Vector_extractTuples_UDT(indices.data(), values.data(), &nvals, object));
        Model all;
        for (GrB_Index k = 0; k < nvals; k++) all[{indices[k], 0}] = values[k];
        EXPECT_EQ(all.size(), nvals);
        return all;
    }

    // The model's operations.
    static Model transposed(const Model &x) {
        Model z;
        for (const auto &[p, one] : x) z[{p.second, p.first}] = one;
        return z;
    }
    template <class X>
    static Model product(const EntriesOf<X> &x, const Model &y, Affine (*multiply)(X, const Affine &)) {
        Model z;
        for (const auto &[p, left] : x) {
            for (const auto &[q, right] : y) {
                if (p.second != q.first) continue;
                add_to(z, {p.first, q.second}, multiply(left, right), plus);
            }
        }
        return z;
    }
    static Affine compose_values(Affine x, const Affine &y) { return compose(x, y); }
    static void add_to(Model &z, Position p, const Affine &one, Combine combine) {
        const auto [place, is_new] = z.try_emplace(p, one);
        if (!is_new) place->second = combine(place->second, one);
    }
    static Model merged(Model x, const Model &y, Combine combine) {
        for (const auto &[p, one] : y) add_to(x, p, one, combine);
        return x;
    }
    /// Where `mask` has an entry (or, complemented, has none): y's entries, elsewhere x's.
    template <class M>
    static Model masked(const Model &x, const Model &y, const EntriesOf<M> &mask, bool complement) {
        Model z;
        for (const auto &[p, one] : x)
            if ((mask.count(p) != 0) == complement) z[p] = one;
        for (const auto &[p, one] : y)
            if ((mask.count(p) != 0) != complement) z[p] = one;
        return z;
    }
    static Affine sum(const Model &x) {
        Affine total{0, 0};
        for (const auto &entry : x) total = plus(total, entry.second);
        return total;
    }

    GrB_Type type{};
    GrB_BinaryOp plus_op{}, compose_op{}, scale_op{};
    GrB_UnaryOp exchange_op{}, slope_op{};
    GrB_IndexUnaryOp shift_op{}, is_above_op{};
    GrB_Monoid monoid{};
    GrB_Semiring semiring{}, scaling{};
    GrB_Matrix A{}, B{}, C{}, numbers{};
    GrB_Vector u{}, w{};
    GrB_Scalar scalar{};
    const Affine value{3, -2};
    Model model_A, model_B, model_C, model_u, model_w;
    EntriesOf<double> model_numbers;
};

TEST_P(UserTypes, Products) {
    REQUIRE(GrB_mxm(C, nullptr, nullptr, semiring, A, B, nullptr));
    EXPECT_EQ(entries(C), product(model_A, model_B, compose_values));
    REQUIRE(GrB_mxm(C, nullptr, nullptr, semiring, A, B, GrB_DESC_T0T1));
    EXPECT_EQ(entries(C), product(transposed(model_A), transposed(model_B), compose_values));
    const Model before = entries(C);
    REQUIRE(GrB_mxm(C, numbers, plus_op, semiring, B, A, GrB_DESC_SC));
    EXPECT_EQ(entries(C), masked(before, merged(before, product(model_B, model_A, compose_values),
                                                plus),
                                 model_numbers, true));
    REQUIRE(GrB_mxm(C, nullptr, nullptr, scaling, numbers, A, nullptr));
    EXPECT_EQ(entries(C), product<double>(model_numbers, model_A, scale));
    REQUIRE(GrB_mxv(w, nullptr, nullptr, semiring, A, u, nullptr));
    EXPECT_EQ(entries(w), product(model_A, model_u, compose_values));
    REQUIRE(GrB_mxv(w, nullptr, compose_op, scaling, numbers, u, nullptr));
    EXPECT_EQ(entries(w), merged(product(model_A, model_u, compose_values),
                                 product<double>(model_numbers, model_u, scale), compose));
    REQUIRE(GrB_vxm(w, nullptr, nullptr, semiring, u, A, nullptr));
    EXPECT_EQ(entries(w), transposed(product(transposed(model_u), model_A, compose_values)));
}

TEST_P(UserTypes, Kronecker) {
    GrB_Matrix K = new_matrix(type, 2, 3), result = new_matrix(type, 2 * n, 3 * n);
    const Affine first{2, 1}, second{-1, 3};
    REQUIRE(GrB_Matrix_setElement_UDT(K, &first, 0, 2));
    REQUIRE(GrB_Matrix_setElement_UDT(K, &second, 1, 0));
    REQUIRE(GrB_Matrix_kronecker_Semiring(result, nullptr, nullptr, semiring, K, A, nullptr));
    Model expected;
    for (const auto &[p, one] : model_A) {
        expected[{p.first, 2 * n + p.second}] = compose(first, one);
        expected[{n + p.first, p.second}] = compose(second, one);
    }
    EXPECT_EQ(entries(result), expected);
    REQUIRE(GrB_Matrix_free(&K));
    REQUIRE(GrB_Matrix_free(&result));
}

TEST_P(UserTypes, ElementWise) {
    REQUIRE(GrB_Matrix_eWiseAdd_BinaryOp(C, nullptr, nullptr, compose_op, A, B, nullptr));
    EXPECT_EQ(entries(C), merged(model_A, model_B, compose));
    REQUIRE(GrB_Matrix_eWiseMult_Semiring(C, nullptr, nullptr, semiring, A, B, GrB_DESC_T0));
    Model both;
    for (const auto &[p, one] : transposed(model_A))
        if (model_B.count(p) != 0) both[p] = compose(one, model_B[p]);
    EXPECT_EQ(entries(C), both);
    REQUIRE(GrB_Vector_eWiseAdd_Monoid(w, nullptr, compose_op, monoid, w, u, nullptr));
    EXPECT_EQ(entries(w), merged(model_w, merged(model_w, model_u, plus), compose));
    REQUIRE(GrB_Matrix_eWiseMult_BinaryOp(C, nullptr, nullptr, scale_op, numbers, A, nullptr));
    Model scaled;
    for (const auto &[p, x] : model_numbers)
        if (model_A.count(p) != 0) scaled[p] = scale(x, model_A[p]);
    EXPECT_EQ(entries(C), scaled);
}

TEST_P(UserTypes, ApplyAndSelect) {
    const auto mapped = [](const Model &x, const std::function<Affine(Position, Affine)> &f) {
        Model z;
        for (const auto &[p, one] : x) z[p] = f(p, one);
        return z;
    };
    REQUIRE(GrB_Matrix_apply(C, nullptr, nullptr, exchange_op, A, GrB_DESC_T0));
    EXPECT_EQ(entries(C),
              mapped(transposed(model_A), [](Position, Affine x) { return exchange(x); }));
    REQUIRE(GrB_Matrix_apply_BinaryOp1st_UDT(C, nullptr, nullptr, compose_op, &value, A, nullptr));
    EXPECT_EQ(entries(C),
              mapped(model_A, [this](Position, Affine x) { return compose(value, x); }));
    REQUIRE(GrB_Vector_apply_BinaryOp2nd_Scalar(w, nullptr, plus_op, compose_op, u, scalar,
                                                nullptr));
    EXPECT_EQ(entries(w), merged(model_w, mapped(model_u, [this](Position, Affine x) {
                                     return compose(x, value);
                                 }),
                                 plus));
    REQUIRE(GrB_Matrix_apply_BinaryOp1st_FP64(C, nullptr, nullptr, scale_op, 4, A, nullptr));
    EXPECT_EQ(entries(C), mapped(model_A, [](Position, Affine x) { return scale(4, x); }));
    REQUIRE(GrB_Matrix_apply_IndexOp_UDT(C, nullptr, nullptr, shift_op, A, &value, nullptr));
    EXPECT_EQ(entries(C), mapped(model_A, [this](Position p, Affine x) {
                  return shift(x, p.first, p.second, value);
              }));
    GrB_Matrix slopes = new_matrix(GrB_FP64, n, n);
    REQUIRE(GrB_Matrix_apply(slopes, nullptr, nullptr, slope_op, A, nullptr));
    double slope = 0, expected_slope = 0;
    REQUIRE(GrB_Matrix_reduce_FP64(&slope, nullptr, GrB_PLUS_MONOID_FP64, slopes, nullptr));
    for (const auto &entry : model_A) expected_slope += entry.second.a;
    EXPECT_EQ(slope, expected_slope);
    REQUIRE(GrB_Matrix_free(&slopes));

    Model kept;
    for (const auto &[p, one] : model_A)
        if (is_above(one, p.first, p.second, value)) kept[p] = one;
    ASSERT_TRUE(!kept.empty() && kept.size() < model_A.size());
    REQUIRE(GrB_Matrix_select_UDT(C, nullptr, nullptr, is_above_op, A, &value, nullptr));
    EXPECT_EQ(entries(C), kept);
    REQUIRE(GrB_Matrix_select_Scalar(C, nullptr, nullptr, is_above_op, A, scalar, nullptr));
    EXPECT_EQ(entries(C), kept);
}

TEST_P(UserTypes, AssignAndExtract) {
    GrB_Matrix part = new_matrix(type, 3, 4);
    REQUIRE(GrB_Matrix_extract(part, nullptr, nullptr, A, rows_list, 3, columns_list, 4, nullptr));
    Model expected_part, expected = model_C;
    for (GrB_Index i = 0; i < 3; i++) {
        for (GrB_Index j = 0; j < 4; j++) {
            const Position from{rows_list[i], columns_list[j]};
            if (model_A.count(from) != 0) expected_part[{i, j}] = model_A[from];
        }
    }
    EXPECT_EQ(entries(part), expected_part);
    REQUIRE(GrB_Matrix_assign(C, nullptr, compose_op, part, rows_list, 3, columns_list, 4,
                              nullptr));
    for (const auto &[p, one] : expected_part)
        add_to(expected, {rows_list[p.first], columns_list[p.second]}, one, compose);
    EXPECT_EQ(entries(C), expected);
    REQUIRE(GrB_Matrix_assign_UDT(C, nullptr, nullptr, &value, rows_list, 3, columns_list, 4,
                                  nullptr));
    for (const GrB_Index i : rows_list)
        for (const GrB_Index j : columns_list) expected[{i, j}] = value;
    EXPECT_EQ(entries(C), expected);
    REQUIRE(GrB_Matrix_assign_Scalar(C, numbers, nullptr, scalar, GrB_ALL, n, GrB_ALL, n,
                                     GrB_DESC_S));
    for (const auto &entry : model_numbers) expected[entry.first] = value;
    EXPECT_EQ(entries(C), expected);
    REQUIRE(GrB_Matrix_free(&part));

    REQUIRE(GrB_Col_extract(w, nullptr, nullptr, A, GrB_ALL, n, 2, nullptr));
    Model column;
    for (const auto &[p, one] : model_A)
        if (p.second == 2) column[{p.first, 0}] = one;
    EXPECT_EQ(entries(w), column);
    REQUIRE(GrB_Vector_assign(w, nullptr, plus_op, u, GrB_ALL, n, nullptr));
    EXPECT_EQ(entries(w), merged(column, model_u, plus));
    REQUIRE(GrB_Row_assign(A, nullptr, nullptr, u, 4, GrB_ALL, n, nullptr));
    Model row = model_A;
    for (GrB_Index j = 0; j < n; j++) row.erase({4, j});
    for (const auto &[p, one] : model_u) row[{4, p.first}] = one;
    EXPECT_EQ(entries(A), row);
}

TEST_P(UserTypes, Reduce) {
    REQUIRE(GrB_Matrix_reduce_Monoid(w, nullptr, nullptr, monoid, A, GrB_DESC_T0));
    Model sums;
    for (const auto &[p, one] : model_A) add_to(sums, {p.second, 0}, one, plus);
    EXPECT_EQ(entries(w), sums);
    Affine total{5, 7};
    REQUIRE(GrB_Matrix_reduce_UDT(&total, plus_op, monoid, A, nullptr));
    EXPECT_EQ(total, plus({5, 7}, sum(model_A)));
    REQUIRE(GrB_Vector_reduce_Monoid_Scalar(scalar, compose_op, monoid, u, nullptr));
    REQUIRE(GrB_Scalar_extractElement_UDT(&total, scalar));
    EXPECT_EQ(total, compose(value, sum(model_u)));
    REQUIRE(GrB_Vector_clear(u));
    REQUIRE(GrB_Vector_reduce_UDT(&total, nullptr, monoid, u, nullptr));
    EXPECT_EQ(total, (Affine{0, 0}));
}

INSTANTIATE_TEST_SUITE_P(Formats, UserTypes,
                         testing::Values(GrX_AUTO, GrX_SPARSE, GrX_HYPERSPARSE, GrX_BITMAP,
                                         GrX_FULL),
                         [](const auto &info) {
                             static constexpr const char *names[] = {"Auto", "Sparse",
                                                                     "Hypersparse", "Bitmap",
                                                                     "Full"};
                             return names[info.param];
                         });

} // namespace
} // namespace api
