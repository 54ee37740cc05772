// Problems own what they refer to: made owning, each one outlives the lists, scalars and operators of the call
// that made it.
#include "registry/pick.hpp"
#include "unit/mxv_fixture.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace grb {
namespace {

using mxv_test::Entries;
using mxv_test::entries_of;

void add(void *z, const void *x, const void *y) {
    *static_cast<std::int32_t *>(z) =
        *static_cast<const std::int32_t *>(x) + *static_cast<const std::int32_t *>(y);
}
void add_twice(void *z, const void *x, const void *y) {
    *static_cast<std::int32_t *>(z) =
        *static_cast<const std::int32_t *>(x) + 2 * *static_cast<const std::int32_t *>(y);
}
void square(void *z, const void *x) {
    const std::int32_t value = *static_cast<const std::int32_t *>(x);
    *static_cast<std::int32_t *>(z) = value * value;
}
void add_column(void *z, const void *x, GrB_Index, GrB_Index j, const void *thunk) {
    *static_cast<std::int32_t *>(z) = *static_cast<const std::int32_t *>(x) +
                                      static_cast<std::int32_t>(j) +
                                      *static_cast<const std::int32_t *>(thunk);
}
void wrong(void *z, const void *, const void *) {
    *static_cast<std::int32_t *>(z) = -1;
}
void wrong_unary(void *z, const void *) {
    *static_cast<std::int32_t *>(z) = -1;
}
void wrong_index(void *z, const void *, GrB_Index, GrB_Index, const void *) {
    *static_cast<std::int32_t *>(z) = -1;
}

/// What a caller has while it calls.
struct Caller {
    std::vector<std::uint64_t> rows{7, 2, 5}, columns{0, 9, 4, 4};
    std::int32_t scalar = 3;
    std::array<double, 9> wide{1, 2, 3, 4, 5, 6, 7, 8, 9};
    GrB_UnaryOp unary = nullptr;
    GrB_BinaryOp sum = nullptr, multiply = nullptr;
    GrB_IndexUnaryOp index = nullptr;
    GrB_Monoid monoid = nullptr;
    GrB_Semiring semiring = nullptr;

    Caller() { make(add, add_twice, square, add_column); }
    Caller(const Caller &) = delete;
    ~Caller() { free_all(); }

    IndexList row_list() const { return {rows.data(), rows.size(), false}; }
    IndexList column_list() const { return {columns.data(), columns.size(), false}; }
    /// The call is over: the memory serves something else, and so does that of the operators.
    void spoil() {
        std::fill(rows.begin(), rows.end(), UINT64_MAX);
        std::fill(columns.begin(), columns.end(), UINT64_MAX);
        rows = columns = {};
        scalar = -100;
        wide.fill(-100);
        free_all();
        make(wrong, wrong, wrong_unary, wrong_index);
    }

private:
    void make(GxB_binary_function first, GxB_binary_function second, GxB_unary_function third,
              GxB_index_unary_function fourth) {
        GrB_UnaryOp_new(&unary, third, GrB_INT32, GrB_INT32);
        GrB_BinaryOp_new(&sum, first, GrB_INT32, GrB_INT32, GrB_INT32);
        GrB_BinaryOp_new(&multiply, second, GrB_INT32, GrB_INT32, GrB_INT32);
        GrB_IndexUnaryOp_new(&index, fourth, GrB_INT32, GrB_INT32, GrB_INT32);
        GrB_Monoid_new_INT32(&monoid, sum, 0);
        GrB_Semiring_new(&semiring, monoid, multiply);
    }
    void free_all() {
        // The parts before what is made of them.
        GrB_UnaryOp_free(&unary);
        GrB_BinaryOp_free(&sum);
        GrB_BinaryOp_free(&multiply);
        GrB_IndexUnaryOp_free(&index);
        GrB_Monoid_free(&monoid);
        GrB_Semiring_free(&semiring);
    }
};

class OwnedProblems : public testing::Test {
protected:
    void SetUp() override { ASSERT_EQ(GrB_init(GrB_NONBLOCKING), GrB_SUCCESS); }
    void TearDown() override { GrB_finalize(); }

    static Ref<Snapshot> matrix(std::uint64_t m, std::uint64_t n, int seed) {
        mxv_test::Random random(static_cast<std::uint64_t>(seed));
        Entries entries;
        for (std::uint64_t i = 0; i < m; i++)
            for (std::uint64_t j = 0; j < n; j++)
                if (random.below(3) == 0) entries[{i, j}] = random.value(GrB_INT32);
        return mxv_test::make_matrix(GrB_INT32, m, n, entries, {});
    }
    static Ref<Snapshot> vector(std::uint64_t n) {
        Entries entries;
        for (std::uint64_t k = 0; k < n; k += 2)
            entries[{0, k}] = mxv_test::small_value(GrB_INT32, static_cast<int>(k % 5));
        return mxv_test::make_vector(GrB_INT32, n, entries, mxv_test::VectorForm::sparse, {});
    }

    template <class Make>
    static void check(const char *name, const Make &make) {
        SCOPED_TRACE(name);
        Caller at_once, gone;
        const Entries expected = entries_of(*run_picked(make(at_once)).result);
        EXPECT_FALSE(expected.empty());
        auto waiting = make(gone);
        own_all(waiting);
        EXPECT_TRUE(owns_all(waiting));
        gone.spoil();
        // Copied and moved about.
        auto copy = waiting;
        waiting = {};
        const auto last = std::move(copy);
        EXPECT_EQ(entries_of(*run_picked(last).result), expected);
    }
};

TEST_F(OwnedProblems, Products) {
    check("mxv", [](const Caller &caller) {
        MxvProblem problem;
        problem.A = matrix(8, 10, 1);
        problem.u = vector(10);
        problem.semiring = caller.semiring;
        return problem;
    });
    check("mxm", [](const Caller &caller) {
        MxmProblem problem;
        problem.A = matrix(8, 10, 1);
        problem.B = matrix(10, 6, 2);
        problem.semiring = caller.semiring;
        return problem;
    });
    check("kronecker", [](const Caller &caller) {
        KroneckerProblem problem;
        problem.A = matrix(3, 4, 3);
        problem.B = matrix(4, 2, 4);
        problem.op = caller.multiply;
        return problem;
    });
}

TEST_F(OwnedProblems, Elementwise) {
    check("ewise_add", [](const Caller &caller) {
        EwiseAddProblem problem;
        problem.A = matrix(8, 10, 1);
        problem.B = matrix(8, 10, 2);
        problem.op = caller.multiply;
        return problem;
    });
    check("ewise_mult", [](const Caller &caller) {
        EwiseMultProblem problem;
        problem.A = matrix(8, 10, 1);
        problem.B = matrix(8, 10, 2);
        problem.op = caller.multiply;
        return problem;
    });
    for (const auto kind : {ApplyProblem::Kind::unary, ApplyProblem::Kind::bind_first,
                            ApplyProblem::Kind::bind_second, ApplyProblem::Kind::index}) {
        check("apply", [kind](const Caller &caller) {
            ApplyProblem problem;
            problem.kind = kind;
            problem.A = matrix(8, 10, 1);
            problem.unary = caller.unary;
            problem.binary = caller.multiply;
            problem.index = caller.index;
            problem.scalar = OwnValue::of(caller.scalar);
            return problem;
        });
    }
    check("select", [](const Caller &caller) {
        SelectProblem problem;
        problem.A = matrix(8, 10, 1);
        problem.index = caller.index;
        problem.thunk = OwnValue::of(caller.scalar);
        return problem;
    });
}

TEST_F(OwnedProblems, Others) {
    for (const bool to_scalar : {false, true}) {
        check("reduce", [to_scalar](const Caller &caller) {
            ReduceProblem problem;
            problem.A = matrix(8, 10, 1);
            problem.to_scalar = to_scalar;
            problem.monoid = caller.monoid;
            return problem;
        });
    }
    check("transpose", [](const Caller &) {
        TransposeProblem problem;
        problem.A = matrix(8, 10, 1);
        return problem;
    });
    check("maxk", [](const Caller &) {
        MaxkProblem problem;
        problem.A = matrix(8, 10, 1);
        problem.k = 2;
        return problem;
    });
}

TEST_F(OwnedProblems, Lists) {
    check("extract", [](const Caller &caller) {
        ExtractProblem problem;
        problem.A = matrix(8, 10, 1);
        problem.rows = caller.row_list();
        problem.columns = caller.column_list();
        EXPECT_FALSE(owns_all(problem)) << "a call that is carried out at once copies no list";
        return problem;
    });
    check("assign", [](const Caller &caller) {
        AssignProblem problem;
        problem.A = matrix(3, 10, 2);
        problem.rows = caller.row_list();
        problem.columns = IndexList::progression(9, -1, 10, 20);
        problem.nrows = 8;
        problem.ncols = 20;
        return problem;
    });
    check("assign a scalar", [](const Caller &caller) {
        AssignProblem problem;
        problem.rows = IndexList::all(8);
        problem.columns = {caller.columns.data(), 3, false};
        problem.nrows = 8;
        problem.ncols = 10;
        problem.scalar = OwnValue::of(caller.scalar);
        problem.scalar_type = GrB_INT32;
        return problem;
    });
}

/// Longer than what a value has room for.
TEST_F(OwnedProblems, WideScalar) {
    GrB_Type type = nullptr;
    ASSERT_EQ(GrB_Type_new(&type, sizeof(Caller::wide)), GrB_SUCCESS);
    check("assign a wide scalar", [type](const Caller &caller) {
        AssignProblem problem;
        problem.rows = caller.row_list();
        problem.columns = IndexList::all(10);
        problem.nrows = 8;
        problem.ncols = 10;
        problem.scalar = OwnValue::of(caller.wide);
        problem.scalar_type = type;
        return problem;
    });
    GrB_Type_free(&type);
}

/// A monoid and a semiring keep their parts, whose handles are free.
TEST_F(OwnedProblems, PartsOutliveTheirHandles) {
    GrB_BinaryOp sum = nullptr, multiply = nullptr;
    GrB_Monoid monoid = nullptr;
    GrB_Semiring semiring = nullptr;
    ASSERT_EQ(GrB_BinaryOp_new(&sum, add, GrB_INT32, GrB_INT32, GrB_INT32), GrB_SUCCESS);
    ASSERT_EQ(GrB_BinaryOp_new(&multiply, add_twice, GrB_INT32, GrB_INT32, GrB_INT32), GrB_SUCCESS);
    ASSERT_EQ(GrB_Monoid_new_INT32(&monoid, sum, 0), GrB_SUCCESS);
    ASSERT_EQ(GrB_Semiring_new(&semiring, monoid, multiply), GrB_SUCCESS);
    Held<Semiring> held = semiring;
    const GrB_BinaryOp freed = multiply;
    GrB_BinaryOp_free(&sum);
    GrB_BinaryOp_free(&multiply);
    GrB_Monoid_free(&monoid);
    GrB_Semiring_free(&semiring);
    EXPECT_EQ(held->multiply, freed);
    EXPECT_EQ(held->header.magic, Magic::freed) << "no call takes the handle any more";
    const std::int32_t x = 5, y = 7;
    std::int32_t z = 0;
    held->multiply->function(&z, &x, &y);
    EXPECT_EQ(z, 19);
    held->add->op->function(&z, &x, &y);
    EXPECT_EQ(z, 12);
}

} // namespace
} // namespace grb
