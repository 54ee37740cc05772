// Tests that owning problems outlive the lists, scalars and operators of the call that made them.
#include "unit/owned_fixture.hpp"

namespace grb {
namespace {

using namespace owned_test;

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

/// The scalar is longer than the space inside a value.
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

/// A monoid and a semiring keep their operators, whose handles are freed.
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
