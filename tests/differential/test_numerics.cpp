// Tests NaN, infinities, zeros of both signs and denormals in sums, minima and maxima: every
// variant gives the same bits.
#include "differential/numerics.h"

namespace grb::fuzz {
namespace {

/// FIRST, SECOND and PLUS have curated kernels; the others run through batches.
const char *const multiplies[] = {"FIRST", "SECOND", "PLUS", "TIMES", "MAX"};

TEST_P(Numerics, OrderedProducts) {
    for (const Storage &storage : storages) {
        SCOPED_TRACE(storage.name);
        for (const char *add : {"MIN", "MAX"}) {
            for (const char *multiply : multiplies) {
                const std::string name = std::string(add) + "_" + multiply;
                if (name == "MAX_MAX") continue;
                SCOPED_TRACE(name);
                const Semiring &s = model::semiring(name, GetParam());
                const Matrix a = special_rows(specials_, 24, 70, 40);
                const Matrix b = special_rows(specials_, 70, 9, 60);
                const Matrix u = special_rows(specials_, 70, 1, 70);
                const Matrix full = special_rows(specials_, 70, 1, 100);
                const Held la(a, storage), lb(b, storage);
                check_matrix("mxm", model::product(s, a, b), [&](GrB_Matrix c) {
                    return GrB_mxm(c, nullptr, nullptr, s.handle, la.matrix, lb.matrix, nullptr);
                });
                // The dot products run only under a mask.
                const Held everywhere(special_rows({specials_.back()}, 24, 9, 100));
                check_matrix("mxm", model::product(s, a, b), [&](GrB_Matrix c) {
                    return GrB_mxm(c, everywhere.matrix, nullptr, s.handle, la.matrix, lb.matrix,
                                   GrB_DESC_S);
                });
                for (const Matrix *x : {&u, &full}) {
                    const HeldVector lx(*x, storage);
                    check_vector("mxv", model::product(s, a, *x), [&](GrB_Vector w) {
                        return GrB_mxv(w, nullptr, nullptr, s.handle, la.matrix, lx.vector,
                                       nullptr);
                    });
                }
            }
        }
    }
}

TEST_P(Numerics, Sums) {
    for (const Storage &storage : storages) {
        SCOPED_TRACE(storage.name);
        // The second operand leaves the first unchanged: the terms are a's values.
        for (const bool is_product : {true, false}) {
            const Semiring &s = model::semiring(is_product ? "PLUS_TIMES" : "PLUS_MIN", GetParam());
            const Value neutral =
                is_product ? Value::of(1.0) : Value::of(std::numeric_limits<double>::infinity());
            const Matrix a = special_rows(summables_, 24, 70, 80);
            const Matrix u = special_rows({neutral}, 70, 1, 100);
            const Held la(a, storage);
            const HeldVector lu(u, storage);
            for_each_variant("mxv", [&] {
                const HeldVector w(Matrix{type_, 24, 1, {}}, storages[0]);
                ASSERT_EQ(
                    GrB_mxv(w.vector, nullptr, nullptr, s.handle, la.matrix, lu.vector, nullptr),
                    GrB_SUCCESS);
                // A sum of zeros alone may have either sign.
                EXPECT_EQ(content(w.vector, type_), model::product(s, a, u));
            });
        }
    }
}

TEST_P(Numerics, ReductionsToVectors) {
    for (const Storage &storage : storages) {
        SCOPED_TRACE(storage.name);
        for (const char *name : {"MIN", "MAX"}) {
            const Monoid &m = model::monoid(name, GetParam());
            for (const int percent : {15, 100}) {
                const Matrix a = special_rows(specials_, 24, 150, percent);
                const Held la(a, storage);
                check_vector("reduce", model::row_reduction(m, a), [&](GrB_Vector w) {
                    return GrB_Matrix_reduce_Monoid(w, nullptr, nullptr, m.handle, la.matrix,
                                                    nullptr);
                });
                check_vector("reduce", model::row_reduction(m, model::transposed(a)),
                             [&](GrB_Vector w) {
                                 return GrB_Matrix_reduce_Monoid(w, nullptr, nullptr, m.handle,
                                                                 la.matrix, GrB_DESC_T0);
                             });
            }
        }
    }
}

/// NaN alone reduces to NaN; the identity only results from no entries.
TEST_P(Numerics, ReductionsOfNanAlone) {
    for (const Storage &storage : storages) {
        SCOPED_TRACE(storage.name);
        for (const char *name : {"MIN", "MAX"}) {
            const Monoid &m = model::monoid(name, GetParam());
            for (const bool is_empty : {false, true}) {
                const Matrix a = is_empty ? Matrix{type_, 30, 60, {}} : all_nan(30, 60);
                const Held la(a, storage);
                for_each_variant("reduce", [&] {
                    Value got = Value::of(77.0);
                    ASSERT_EQ(calls::reduce(got, nullptr, m.handle, la.matrix), GrB_SUCCESS);
                    const double x = model::cast_to<double>(got);
                    EXPECT_EQ(std::isnan(x), !is_empty) << x;
                    if (is_empty) {
                        EXPECT_EQ(x, model::cast_to<double>(m.identity));
                    }
                });
            }
        }
    }
}

TEST_P(Numerics, ReductionsToValues) {
    for (const Storage &storage : storages) {
        SCOPED_TRACE(storage.name);
        for (const char *name : {"MIN", "MAX"}) {
            const Monoid &m = model::monoid(name, GetParam());
            for (int k = 0; k < 20; ++k) {
                // With few distinct values, none decides always.
                const std::vector<Value> kinds = {specials_[0], rng_.pick(specials_),
                                                  rng_.pick(specials_)};
                const Matrix a = special_rows(kinds, 5, 130, k % 2 == 0 ? 30 : 100);
                const Held la(a, storage);
                const Value wanted = model::reduce(Value{type_, {}}, nullptr, m, a);
                for_each_variant("reduce", [&] {
                    Value got{type_, {}};
                    ASSERT_EQ(calls::reduce(got, nullptr, m.handle, la.matrix), GrB_SUCCESS);
                    EXPECT_TRUE(is_identical(got, wanted))
                        << to_string(got) << " instead of " << to_string(wanted);
                });
            }
        }
    }
}

/// Rows are long enough for lanes, chunks and several threads.
TEST_P(Numerics, LongRows) {
    constexpr Index n = 150000;
    Matrix a{type_, 4, n, {}}, u{type_, n, 1, {}};
    const Value nan = specials_[0], zero = Value::of(0.0), minus_zero = Value::of(-0.0);
    for (Index j = 0; j < n; ++j) {
        a.set(0, j, nan);
        a.set(1, j, j == n - 2 ? minus_zero : nan);
        a.set(2, j, j == n / 2 ? minus_zero : zero);
        a.set(3, j, j == n / 2 ? zero : minus_zero);
        if (j % 3 != 1) u.set(j, 0, nan);
    }
    const Held la(a);
    const HeldVector lu(u, storages[3]);
    for (const char *name : {"MIN", "MAX"}) {
        SCOPED_TRACE(name);
        const Monoid &m = model::monoid(name, GetParam());
        const Semiring &s = model::semiring(std::string(name) + "_FIRST", GetParam());
        const Matrix sums = model::row_reduction(m, a), products = model::product(s, a, u);
        for (const int threads : {1, 4}) {
            set_threads(threads);
            check_vector("reduce", sums, [&](GrB_Vector w) {
                return GrB_Matrix_reduce_Monoid(w, nullptr, nullptr, m.handle, la.matrix, nullptr);
            });
            check_vector("mxv", products, [&](GrB_Vector w) {
                return GrB_mxv(w, nullptr, nullptr, s.handle, la.matrix, lu.vector, nullptr);
            });
            for (Index i = 0; i < 4; ++i) {
                GrB_Vector row = model::to_library_vector(Matrix{type_, n, 1, {}});
                ASSERT_EQ(
                    GrB_Col_extract(row, nullptr, nullptr, la.matrix, GrB_ALL, n, i, GrB_DESC_T0),
                    GrB_SUCCESS);
                Value got{type_, {}};
                ASSERT_EQ(calls::reduce(got, nullptr, m.handle, row), GrB_SUCCESS);
                EXPECT_TRUE(is_identical(got, sums.entries.at({i, 0}))) << i << to_string(got);
                GrB_Vector_free(&row);
            }
        }
    }
    set_threads(0);
}

INSTANTIATE_TEST_SUITE_P(Types, Numerics, ::testing::Values(TypeCode::Fp32, TypeCode::Fp64),
                         [](const auto &info) {
                             return std::string(model::type_of(info.param).name);
                         });

} // namespace
} // namespace grb::fuzz
