// Tests complex numbers by every variant against std::complex: products, element-wise operations,
// functions, reductions, builds and casts. Compared sums and products have small whole values, so
// that they are exact in any order.
#include "differential/numerics.h"
#include "differential/runner.h"

#include "graphblast/gxb_complex.h"
#include "graphblast/gxb_objects.h"
#include "reference/bridge.h"

#include <gtest/gtest.h>

#include <complex>
#include <functional>
#include <map>

namespace grb::fuzz {
namespace {

using model::require;
using Number = std::complex<double>;

/// The entries of a matrix, or of a vector as one column.
struct Grid {
    Index nrows, ncols;
    std::map<std::pair<Index, Index>, Number> entries;
    bool operator==(const Grid &) const = default;
};

Grid drawn(Rng &rng, Index m, Index n, int percent) {
    Grid grid{m, n, {}};
    for (Index i = 0; i < m; i++)
        for (Index j = 0; j < n; j++)
            if (rng.chance(percent))
                grid.entries[{i, j}] = {static_cast<double>(rng.below(7)) - 3,
                                        static_cast<double>(rng.below(7)) - 3};
    return grid;
}

class Complexes : public ::testing::TestWithParam<bool> {
protected:
    bool is_short() const { return GetParam(); }
    GrB_Type type() const { return is_short() ? GxB_FC32 : GxB_FC64; }
    template <class Object>
    Object of(Object short_one, Object long_one) const {
        return is_short() ? short_one : long_one;
    }
    void TearDown() override { force_variant(""); }

    struct Holder {
        GrB_Matrix matrix = nullptr;
        GrB_Vector vector = nullptr;
        Holder() = default;
        Holder(const Holder &) = delete;
        Holder &operator=(const Holder &) = delete;
        ~Holder() {
            GrB_Matrix_free(&matrix);
            GrB_Vector_free(&vector);
        }
    };

    void make(Holder &to, const Grid &grid, const Storage &storage) const {
        require(GrB_Matrix_new(&to.matrix, type(), grid.nrows, grid.ncols), "new");
        for (const auto &[at, x] : grid.entries)
            require(GxB_Matrix_setElement_FC64(to.matrix, GxB_CMPLX(x.real(), x.imag()), at.first,
                                               at.second),
                    "setElement");
        require(GrB_Matrix_wait(to.matrix, GrB_MATERIALIZE), "wait");
        pin(to.matrix, storage.format, storage.width);
    }
    void make_vector(Holder &to, const Grid &grid, const Storage &storage) const {
        require(GrB_Vector_new(&to.vector, type(), grid.nrows), "new");
        for (const auto &[at, x] : grid.entries)
            require(GxB_Vector_setElement_FC64(to.vector, GxB_CMPLX(x.real(), x.imag()), at.first),
                    "setElement");
        require(GrB_Vector_wait(to.vector, GrB_MATERIALIZE), "wait");
        if (storage.format != Format::Hypersparse) pin(to.vector, storage.format, storage.width);
    }

    static Number number(GxB_FC64_t x) {
        Number result;
        std::memcpy(&result, &x, sizeof result);
        return result;
    }
    static Grid content(GrB_Matrix matrix) {
        Grid grid{0, 0, {}};
        GrB_Index nvals = 0;
        require(GrB_Matrix_nrows(&grid.nrows, matrix), "nrows");
        require(GrB_Matrix_ncols(&grid.ncols, matrix), "ncols");
        require(GrB_Matrix_nvals(&nvals, matrix), "nvals");
        std::vector<GrB_Index> rows(nvals), columns(nvals);
        std::vector<GxB_FC64_t> values(nvals);
        require(GxB_Matrix_extractTuples_FC64(rows.data(), columns.data(), values.data(), &nvals,
                                              matrix),
                "extractTuples");
        for (GrB_Index k = 0; k < nvals; k++)
            grid.entries[{rows[k], columns[k]}] = number(values[k]);
        return grid;
    }
    static Grid content(GrB_Vector vector) {
        Grid grid{0, 1, {}};
        GrB_Index nvals = 0;
        require(GrB_Vector_size(&grid.nrows, vector), "size");
        require(GrB_Vector_nvals(&nvals, vector), "nvals");
        std::vector<GrB_Index> positions(nvals);
        std::vector<GxB_FC64_t> values(nvals);
        require(GxB_Vector_extractTuples_FC64(positions.data(), values.data(), &nvals, vector),
                "extractTuples");
        for (GrB_Index k = 0; k < nvals; k++) grid.entries[{positions[k], 0}] = number(values[k]);
        return grid;
    }

    /// Every variant of the operation gives `expected`.
    template <class Call>
    void expect_matrix(const char *operation, const Grid &expected, const Call &call) {
        for_each_variant(operation, [&] {
            Holder c;
            require(GrB_Matrix_new(&c.matrix, type(), expected.nrows, expected.ncols), "new");
            ASSERT_EQ(call(c.matrix), GrB_SUCCESS);
            EXPECT_TRUE(content(c.matrix) == expected) << last_variant();
        });
    }
    template <class Call>
    void expect_vector(const char *operation, const Grid &expected, const Call &call) {
        for_each_variant(operation, [&] {
            Holder w;
            require(GrB_Vector_new(&w.vector, type(), expected.nrows), "new");
            ASSERT_EQ(call(w.vector), GrB_SUCCESS);
            EXPECT_TRUE(content(w.vector) == expected) << last_variant();
        });
    }

    Rng rng_{1831};
};

using Function = std::function<Number(Number, Number)>;

void add_term(Grid &c, Index i, Index j, Number term, const Function &add) {
    const auto [at, is_new] = c.entries.try_emplace({i, j}, term);
    if (!is_new) at->second = add(at->second, term);
}

Grid product(const Grid &a, const Grid &b, const Function &add, const Function &multiply) {
    Grid c{a.nrows, b.ncols, {}};
    for (const auto &[p, x] : a.entries)
        for (const auto &[q, y] : b.entries)
            if (p.second == q.first) add_term(c, p.first, q.second, multiply(x, y), add);
    return c;
}

const Function plus = [](Number x, Number y) { return x + y; };
const Function times = [](Number x, Number y) {
    return Number(x.real() * y.real() - x.imag() * y.imag(),
                  x.real() * y.imag() + x.imag() * y.real());
};

TEST_P(Complexes, Products) {
    const GrB_Semiring plus_times = of(GxB_PLUS_TIMES_FC32, GxB_PLUS_TIMES_FC64);
    const GrB_Semiring times_plus = of(GxB_TIMES_PLUS_FC32, GxB_TIMES_PLUS_FC64);
    for (const Storage &storage : storages) {
        SCOPED_TRACE(storage.name);
        const int percent = storage.format == Format::Full ? 100 : 20;
        const Grid a = drawn(rng_, 30, 25, percent), b = drawn(rng_, 25, 20, percent);
        const Grid u = drawn(rng_, 25, 1, percent == 100 ? 100 : 60);
        // Few factors keep the product small.
        const Grid few = drawn(rng_, 30, 25, percent == 100 ? 100 : 8);
        const Grid small = drawn(rng_, 25, 1, percent == 100 ? 100 : 15);
        Holder A, B, U, Few, Small;
        make(A, a, storage);
        make(B, b, storage);
        make(Few, few, storage);
        make_vector(U, u, storage);
        make_vector(Small, small, storage);
        expect_matrix("mxm", product(a, b, plus, times), [&](GrB_Matrix c) {
            return GrB_mxm(c, nullptr, nullptr, plus_times, A.matrix, B.matrix, nullptr);
        });
        expect_vector("mxv", product(a, u, plus, times), [&](GrB_Vector w) {
            return GrB_mxv(w, nullptr, nullptr, plus_times, A.matrix, U.vector, nullptr);
        });
        if (percent == 100) continue; // products of 25 sums are not exact
        expect_vector("mxv", product(few, small, times, plus), [&](GrB_Vector w) {
            return GrB_mxv(w, nullptr, nullptr, times_plus, Few.matrix, Small.vector, nullptr);
        });
    }
}

/// ANY may return any term, but it must be one of them.
TEST_P(Complexes, AnyTerm) {
    const GrB_Semiring any_second = of(GxB_ANY_SECOND_FC32, GxB_ANY_SECOND_FC64);
    Holder A, U, M;
    const Grid a = drawn(rng_, 40, 30, 30), u = drawn(rng_, 30, 1, 70);
    make(A, a, storages[0]);
    make_vector(U, u, storages[0]);
    make(M, u, storages[0]);
    for_each_variant("mxv", [&] {
        Holder w;
        require(GrB_Vector_new(&w.vector, type(), 40), "new");
        ASSERT_EQ(GrB_mxv(w.vector, nullptr, nullptr, any_second, A.matrix, U.vector, nullptr),
                  GrB_SUCCESS);
        const Grid found = content(w.vector);
        EXPECT_EQ(found.entries.size(), product(a, u, plus, times).entries.size());
        for (const auto &[at, x] : found.entries) {
            bool is_term = false;
            for (const auto &[of_u, y] : u.entries)
                is_term |= y == x && a.entries.count({at.first, of_u.first}) != 0;
            EXPECT_TRUE(is_term) << last_variant() << " at " << at.first;
        }
    });
    for_each_variant("mxm", [&] {
        Holder c;
        require(GrB_Matrix_new(&c.matrix, type(), 40, 1), "new");
        ASSERT_EQ(GrB_mxm(c.matrix, nullptr, nullptr, any_second, A.matrix, M.matrix, nullptr),
                  GrB_SUCCESS);
        EXPECT_EQ(content(c.matrix).entries.size(), product(a, u, plus, times).entries.size());
    });
}

TEST_P(Complexes, ElementByElement) {
    for (const Storage &storage : storages) {
        SCOPED_TRACE(storage.name);
        const int percent = storage.format == Format::Full ? 100 : 40;
        const Grid a = drawn(rng_, 20, 24, percent), b = drawn(rng_, 20, 24, percent);
        Holder A, B;
        make(A, a, storage);
        make(B, b, storage);
        Grid sum = a, common{20, 24, {}}, difference{20, 24, {}};
        for (const auto &[at, y] : b.entries) {
            const auto own = a.entries.find(at);
            if (own == a.entries.end()) {
                sum.entries[at] = y;
                continue;
            }
            sum.entries[at] += y;
            common.entries[at] = times(own->second, y);
            difference.entries[at] = y - own->second;
        }
        expect_matrix("ewise_add", sum, [&](GrB_Matrix c) {
            return GrB_Matrix_eWiseAdd_BinaryOp(
                c, nullptr, nullptr, of(GxB_PLUS_FC32, GxB_PLUS_FC64), A.matrix, B.matrix, nullptr);
        });
        expect_matrix("ewise_mult", common, [&](GrB_Matrix c) {
            return GrB_Matrix_eWiseMult_BinaryOp(c, nullptr, nullptr,
                                                 of(GxB_TIMES_FC32, GxB_TIMES_FC64), A.matrix,
                                                 B.matrix, nullptr);
        });
        expect_matrix("ewise_mult", difference, [&](GrB_Matrix c) {
            return GrB_Matrix_eWiseMult_BinaryOp(c, nullptr, nullptr,
                                                 of(GxB_RMINUS_FC32, GxB_RMINUS_FC64), A.matrix,
                                                 B.matrix, nullptr);
        });
    }
}

TEST_P(Complexes, BoundValuesAndSelections) {
    const Number bound{2, -1};
    const GxB_FC64_t value = GxB_CMPLX(bound.real(), bound.imag());
    for (const Storage &storage : storages) {
        SCOPED_TRACE(storage.name);
        const Grid a = drawn(rng_, 20, 24, storage.format == Format::Full ? 100 : 40);
        Holder A;
        make(A, a, storage);
        Grid first{20, 24, {}}, second{20, 24, {}}, equal{20, 24, {}}, upper{20, 24, {}};
        for (const auto &[at, x] : a.entries) {
            first.entries[at] = bound - x;
            second.entries[at] = x - bound;
            if (x == bound) equal.entries[at] = x;
            if (at.second >= at.first) upper.entries[at] = x;
        }
        const GrB_BinaryOp minus = of(GxB_MINUS_FC32, GxB_MINUS_FC64);
        expect_matrix("apply", first, [&](GrB_Matrix c) {
            return GxB_Matrix_apply_BinaryOp1st_FC64(c, nullptr, nullptr, minus, value, A.matrix,
                                                     nullptr);
        });
        expect_matrix("apply", second, [&](GrB_Matrix c) {
            return GxB_Matrix_apply_BinaryOp2nd_FC64(c, nullptr, nullptr, minus, A.matrix, value,
                                                     nullptr);
        });
        expect_matrix("select", equal, [&](GrB_Matrix c) {
            return GxB_Matrix_select_FC64(c, nullptr, nullptr,
                                          of(GxB_VALUEEQ_FC32, GxB_VALUEEQ_FC64), A.matrix, value,
                                          nullptr);
        });
        expect_matrix("select", upper, [&](GrB_Matrix c) {
            return GrB_Matrix_select_INT64(c, nullptr, nullptr, GrB_TRIU, A.matrix, 0, nullptr);
        });
    }
}

TEST_P(Complexes, Reductions) {
    for (const Storage &storage : storages) {
        SCOPED_TRACE(storage.name);
        const Grid a = drawn(rng_, 30, 90, storage.format == Format::Full ? 100 : 30);
        Holder A;
        make(A, a, storage);
        Grid rows{30, 1, {}}, columns{90, 1, {}};
        Number sum{};
        for (const auto &[at, x] : a.entries) {
            add_term(rows, at.first, 0, x, plus);
            add_term(columns, at.second, 0, x, plus);
            sum += x;
        }
        const GrB_Monoid add = of(GxB_PLUS_FC32_MONOID, GxB_PLUS_FC64_MONOID);
        expect_vector("reduce", rows, [&](GrB_Vector w) {
            return GrB_Matrix_reduce_Monoid(w, nullptr, nullptr, add, A.matrix, nullptr);
        });
        expect_vector("reduce", columns, [&](GrB_Vector w) {
            return GrB_Matrix_reduce_Monoid(w, nullptr, nullptr, add, A.matrix, GrB_DESC_T0);
        });
        for_each_variant("reduce", [&] {
            GxB_FC64_t found = GxB_CMPLX(0, 0);
            ASSERT_EQ(GxB_Matrix_reduce_FC64(&found, nullptr, add, A.matrix, nullptr), GrB_SUCCESS);
            EXPECT_EQ(number(found), sum) << last_variant();
        });
    }
}

/// Functions agree up to the last digits, which differ between libraries.
TEST_P(Complexes, Functions) {
    const std::pair<GrB_UnaryOp, Number (*)(const Number &)> functions[] = {
        {of(GxB_EXP_FC32, GxB_EXP_FC64), std::exp<double>},
        {of(GxB_LOG_FC32, GxB_LOG_FC64), std::log<double>},
        {of(GxB_SQRT_FC32, GxB_SQRT_FC64), std::sqrt<double>},
        {of(GxB_SIN_FC32, GxB_SIN_FC64), std::sin<double>},
        {of(GxB_COS_FC32, GxB_COS_FC64), std::cos<double>},
        {of(GxB_TAN_FC32, GxB_TAN_FC64), std::tan<double>},
        {of(GxB_ASIN_FC32, GxB_ASIN_FC64), std::asin<double>},
        {of(GxB_ACOS_FC32, GxB_ACOS_FC64), std::acos<double>},
        {of(GxB_ATAN_FC32, GxB_ATAN_FC64), std::atan<double>},
        {of(GxB_TANH_FC32, GxB_TANH_FC64), std::tanh<double>},
        {of(GxB_ACOSH_FC32, GxB_ACOSH_FC64), std::acosh<double>},
        {of(GxB_ATANH_FC32, GxB_ATANH_FC64), std::atanh<double>}};
    for (const Format format : {Format::Sparse, Format::Full}) {
        Grid a = drawn(rng_, 20, 20, format == Format::Full ? 100 : 50);
        for (auto &[at, x] : a.entries) x = x * 0.5 + Number(0.125, 0.25); // not on a pole
        Holder A;
        make(A, a, {format, 0, ""});
        for (const auto &[op, function] : functions) {
            for_each_variant("apply", [&, op = op, function = function] {
                Holder c;
                require(GrB_Matrix_new(&c.matrix, type(), 20, 20), "new");
                ASSERT_EQ(GrB_Matrix_apply(c.matrix, nullptr, nullptr, op, A.matrix, nullptr),
                          GrB_SUCCESS);
                const Grid found = content(c.matrix);
                ASSERT_EQ(found.entries.size(), a.entries.size());
                for (const auto &[at, x] : a.entries) {
                    const Number wanted = function(x);
                    EXPECT_LE(std::abs(found.entries.at(at) - wanted),
                              (is_short() ? 1e-6 : 2e-15) * std::abs(wanted))
                        << last_variant() << ": function of " << x;
                }
            });
        }
    }
}

TEST_P(Complexes, BuildsThatAddUp) {
    Grid expected{50, 50, {}};
    std::vector<GrB_Index> rows, columns;
    std::vector<GxB_FC64_t> values;
    for (int k = 0; k < 4000; k++) {
        const Index i = rng_.below(50), j = rng_.below(50);
        const Number x{static_cast<double>(rng_.below(9)) - 4, static_cast<double>(k % 5)};
        rows.push_back(i);
        columns.push_back(j);
        values.push_back(GxB_CMPLX(x.real(), x.imag()));
        add_term(expected, i, j, x, plus);
    }
    expect_matrix("build", expected, [&](GrB_Matrix c) {
        return GxB_Matrix_build_FC64(c, rows.data(), columns.data(), values.data(), values.size(),
                                     of(GxB_PLUS_FC32, GxB_PLUS_FC64));
    });
}

TEST_P(Complexes, Casts) {
    const Grid a = drawn(rng_, 40, 40, 30);
    Holder A;
    make(A, a, storages[0]);
    Grid reals{40, 40, {}};
    for (const auto &[at, x] : a.entries) reals.entries[at] = x.real();
    // The real part goes through a matrix of INT32 and back.
    for_each_variant("apply", [&] {
        Holder real, back;
        require(GrB_Matrix_new(&real.matrix, GrB_INT32, 40, 40), "new");
        require(GrB_Matrix_new(&back.matrix, type(), 40, 40), "new");
        ASSERT_EQ(
            GrB_Matrix_apply(real.matrix, nullptr, nullptr, GrB_IDENTITY_INT32, A.matrix, nullptr),
            GrB_SUCCESS);
        ASSERT_EQ(GrB_Matrix_apply(back.matrix, nullptr, nullptr,
                                   of(GxB_IDENTITY_FC32, GxB_IDENTITY_FC64), real.matrix, nullptr),
                  GrB_SUCCESS);
        EXPECT_TRUE(content(back.matrix) == reals) << last_variant();
    });
}

INSTANTIATE_TEST_SUITE_P(Types, Complexes, ::testing::Bool(), [](const auto &info) {
    return std::string(info.param ? "FC32" : "FC64");
});

} // namespace
} // namespace grb::fuzz
