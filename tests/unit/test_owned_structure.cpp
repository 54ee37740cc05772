// Tests that owning problems that move entries (tuples, updates, conversions) outlive their call.
#include "problems/structure.hpp"
#include "storage/convert.hpp"
#include "unit/owned_fixture.hpp"

namespace grb {
namespace {

using namespace owned_test;

TEST_F(OwnedProblems, Formats) {
    check("convert", [](const Caller &) {
        return ConvertProblem{matrix(8, 10, 1), Format::bitmap, GrB_INT32, false};
    });
    const auto rows = [](const Caller &) {
        return RowsProblem{SparseForm(matrix(8, 10, 1)->sparse_form(false)), GrB_INT32, 8, 10};
    };
    check(
        "orient", [&](const Caller &caller) { return OrientProblem{rows(caller)}; },
        [](const OrientProblem &problem) {
            SparseForm columns = carry_out(problem).result;
            return entries_of(*Snapshot::of_columns(GrB_INT32, 8, 10, std::move(columns)));
        });
    check(
        "statistics", [&](const Caller &caller) { return StatisticsProblem{rows(caller)}; },
        [](const StatisticsProblem &problem) {
            const auto longest = static_cast<int>(carry_out(problem).result.longest);
            return Entries{{{0, 0}, mxv_test::small_value(GrB_INT32, longest)}};
        });
    check("concat", [](const Caller &) {
        ConcatProblem problem;
        problem.type = GrB_INT32;
        problem.nrows = 8;
        problem.ncols = 20;
        problem.tiles.push_back({matrix(8, 10, 1), 0, 0});
        problem.tiles.push_back({matrix(8, 10, 2), 0, 10});
        return problem;
    });
    check(
        "sort",
        [](const Caller &caller) {
            SortProblem problem;
            problem.A = matrix(8, 10, 1);
            problem.comes_before = caller.order;
            return problem;
        },
        [](const SortProblem &problem) { return entries_of(*carry_out(problem).result.values); });
}

TEST_F(OwnedProblems, Updates) {
    for (const bool is_dense : {false, true}) {
        check("update", [is_dense](const Caller &caller) {
            const Ref<Snapshot> A = matrix(8, 10, 1);
            UpdateProblem problem;
            problem.A = is_dense ? converted(*A, Format::bitmap) : A;
            problem.updates = &caller.updates;
            EXPECT_FALSE(owns_all(problem)) << "a call that is carried out at once copies nothing";
            return problem;
        });
    }
}

TEST_F(OwnedProblems, Tuples) {
    for (const bool is_iso : {false, true}) {
        for (const bool is_vector : {false, true}) {
            check("build", [=](const Caller &caller) {
                BuildProblem problem;
                problem.tuples = tuple_list(
                    GrB_INT32, is_vector ? 1 : 8, 10, caller.tuple_rows.data(),
                    is_vector ? nullptr : caller.tuple_columns.data(), caller.tuple_values.data(),
                    GrB_INT32, is_iso, caller.tuple_rows.size(), caller.multiply);
                EXPECT_FALSE(owns_all(problem));
                return problem;
            });
        }
    }
    check("build from vectors", [](const Caller &caller) {
        BuildProblem problem;
        problem.tuples.type = problem.tuples.value_type = GrB_INT32;
        problem.tuples.nrows = 1;
        problem.tuples.ncols = 10;
        problem.positions = problem.values = vector(10);
        problem.tuples.n = problem.values->nvals();
        problem.tuples.duplicate = caller.multiply;
        return problem;
    });
}

/// The caller no longer owns the arrays of the answer.
TEST_F(OwnedProblems, TuplesGoIntoArraysOfTheProblem) {
    const std::vector<std::uint64_t> untouched(80, 7);
    const std::vector<std::int32_t> untouched_values(80, 7);
    std::vector<std::uint64_t> rows = untouched, columns = untouched;
    std::vector<std::int32_t> values = untouched_values;
    const Ref<Snapshot> A = matrix(8, 10, 1);
    TuplesProblem problem{A, rows.data(), columns.data(), values.data(), GrB_INT32};
    EXPECT_FALSE(owns_all(problem));
    own_all(problem);
    EXPECT_TRUE(owns_all(problem));
    const TuplesProblem last = problem;
    problem = {};
    carry_out(last);
    EXPECT_EQ(rows, untouched);
    EXPECT_EQ(columns, untouched);
    EXPECT_EQ(values, untouched_values);
    Entries entries;
    for (std::size_t k = 0; k < A->nvals(); k++) {
        entries[{last.rows[k], last.columns[k]}] =
            mxv_test::small_value(GrB_INT32, static_cast<const std::int32_t *>(last.X)[k]);
    }
    EXPECT_EQ(entries, entries_of(*A));
    TuplesProblem few{A, nullptr, columns.data(), nullptr, GrB_INT32};
    own_all(few);
    EXPECT_EQ(few.rows, nullptr);
    EXPECT_EQ(few.X, nullptr);
    carry_out(few);
    EXPECT_TRUE(std::equal(few.columns, few.columns + A->nvals(), last.columns));
}

} // namespace
} // namespace grb
