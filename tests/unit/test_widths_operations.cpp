// Tests the other operations in every width, by rows and by columns: every form gives the result of
// 4-byte arrays by rows, which the differential tests check.
#include "width_fixture.hpp"

#include "algebra/operators.hpp"
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"

using namespace grb;
using namespace mxv_test;
using namespace width_test;

namespace {

/// Runs every variant on `problem` after `place(problem, form)` for every form of `source`.
template <class Problem, class SetInput>
void check_forms(Problem problem, const Snapshot &source, SetInput &&set_input) {
    set_input(problem, by_rows(source, widths[0], false));
    for (const auto *variant : variants<Problem>()) {
        if (variant->refuses(problem) != nullptr) continue;
        SCOPED_TRACE(variant->name);
        set_input(problem, by_rows(source, widths[0], false));
        const Ref<Snapshot> plain = variant->run(problem);
        const Entries expected = entries_of(*plain);
        for (const auto &[name, form] : in_all_widths(source)) {
            set_input(problem, form);
            if (variant->refuses(problem) != nullptr) continue;
            const Ref<Snapshot> result = variant->run(problem);
            ASSERT_EQ(result->nvals(), expected.size()) << name;
            ASSERT_EQ(entries_of(*result), expected) << name;
            ASSERT_EQ(result->nrows(), plain->nrows()) << name;
            ASSERT_EQ(result->ncols(), plain->ncols()) << name;
        }
    }
}

class WidthsOperations : public testing::Test {
protected:
    Random random_{43};
    const Type *type_ = builtin_type(TypeCode::int32);
    // Some rows and columns are empty.
    Ref<Snapshot> A_ = random_matrix(random_, 30, 40, 6, type_);
    Ref<Snapshot> B_ = random_matrix(random_, 30, 40, 9, type_);
    Ref<Snapshot> mask_ = random_matrix(random_, 30, 40, 50, builtin_type(TypeCode::boolean));
};

TEST_F(WidthsOperations, Elementwise) {
    const auto check = [&](auto problem, bool with_mask) {
        problem.op = find_binary_op(BinaryCode::minus, TypeCode::int32);
        if (with_mask) problem.mask = {mask_, MaskKind::value, false};
        problem.A = A_;
        check_forms(problem, *B_, [](auto &p, Ref<Snapshot> B) { p.B = std::move(B); });
        for (const auto &[name, form] : in_all_widths(*B_)) {
            SCOPED_TRACE("B: " + name);
            problem.B = form;
            check_forms(problem, *A_, [](auto &p, Ref<Snapshot> A) { p.A = std::move(A); });
        }
        // The transposed problem has no mask, whose shape would differ.
        problem.mask = {};
        problem.is_A_transposed = problem.is_B_transposed = true;
        check_forms(problem, *A_, [](auto &p, Ref<Snapshot> A) { p.A = std::move(A); });
    };
    for (const bool with_mask : {false, true}) {
        check(EwiseAddProblem{}, with_mask);
        check(EwiseMultProblem{}, with_mask);
    }
}

/// The mask has every width, too.
TEST_F(WidthsOperations, ElementwiseUnderMasks) {
    EwiseAddProblem problem;
    problem.op = find_binary_op(BinaryCode::plus, TypeCode::int32);
    problem.A = A_;
    problem.B = B_;
    for (const MaskKind kind : {MaskKind::value, MaskKind::structure}) {
        for (const bool is_complemented : {false, true}) {
            check_forms(problem, *mask_, [&](EwiseAddProblem &p, Ref<Snapshot> mask) {
                p.mask = {std::move(mask), kind, is_complemented};
            });
        }
    }
}

TEST_F(WidthsOperations, ApplyAndSelect) {
    const std::int64_t thunk = 3;
    const std::int32_t bound = 2;
    for (const bool is_transposed : {false, true}) {
        ApplyProblem apply;
        apply.is_transposed = is_transposed;
        const auto set_input = [](auto &p, Ref<Snapshot> A) { p.A = std::move(A); };
        apply.unary = GrB_AINV_INT32;
        check_forms(apply, *A_, set_input);
        apply.kind = ApplyProblem::Kind::bind_second;
        apply.binary = find_binary_op(BinaryCode::times, TypeCode::int32);
        apply.scalar = OwnValue::of(bound);
        check_forms(apply, *A_, set_input);
        apply.kind = ApplyProblem::Kind::index;
        apply.scalar = OwnValue::of(thunk);
        for (const IndexUnaryOp *op :
             {GrB_ROWINDEX_INT64, GrB_COLINDEX_INT64, GrB_DIAGINDEX_INT64}) {
            apply.index = op;
            check_forms(apply, *A_, set_input);
        }
        SelectProblem select;
        select.is_transposed = is_transposed;
        select.thunk = OwnValue::of(thunk);
        for (const IndexUnaryOp *op : {GrB_TRIL, GrB_TRIU, GrB_OFFDIAG, GrB_ROWGT, GrB_COLLE}) {
            select.index = op;
            check_forms(select, *A_, set_input);
        }
        select.index = GrB_VALUENE_INT32;
        select.thunk = OwnValue::of(bound);
        check_forms(select, *A_, set_input);
    }
}

TEST_F(WidthsOperations, ExtractAndAssign) {
    const std::uint64_t ascending[] = {0, 3, 4, 17, 28}, jumping[] = {20, 2, 29, 2, 11, 0},
                        many[] = {5, 1, 5, 0, 9, 8, 7, 6, 4, 3, 2, 10, 11, 29, 28, 27, 26, 25};
    const IndexList lists[] = {{ascending, 5, false}, {jumping, 6, false}, {many, 18, false}};
    const auto set_input = [](auto &p, Ref<Snapshot> A) { p.A = std::move(A); };
    for (const bool is_transposed : {false, true}) {
        const std::uint64_t m = is_transposed ? 40 : 30, n = is_transposed ? 30 : 40;
        for (const IndexList &rows : {lists[0], lists[1], IndexList{nullptr, m, true}}) {
            for (const IndexList &columns :
                 {lists[0], lists[1], lists[2], IndexList{nullptr, n, true}}) {
                ExtractProblem extract;
                extract.is_transposed = is_transposed;
                extract.rows = rows;
                extract.columns = columns;
                check_forms(extract, *A_, set_input);
                AssignProblem assign;
                assign.is_transposed = is_transposed;
                assign.rows = rows;
                assign.columns = columns;
                assign.nrows = m;
                assign.ncols = n;
                const Ref<Snapshot> small =
                    is_transposed ? random_matrix(random_, columns.count, rows.count, 40, type_)
                                  : random_matrix(random_, rows.count, columns.count, 40, type_);
                check_forms(assign, *small, set_input);
            }
        }
    }
}

TEST_F(WidthsOperations, AssignValuesUnderMasks) {
    const std::uint64_t list[] = {20, 2, 29, 11, 0};
    const std::int32_t value = 7;
    AssignProblem assign;
    assign.scalar = OwnValue::of(value);
    assign.scalar_type = type_;
    assign.nrows = 30;
    assign.ncols = 40;
    for (const IndexList &rows : {IndexList{list, 5, false}, IndexList{nullptr, 30, true}}) {
        for (const IndexList &columns : {IndexList{list, 5, false}, IndexList{nullptr, 40, true}}) {
            for (const MaskKind kind : {MaskKind::value, MaskKind::structure}) {
                for (const bool is_complemented : {false, true}) {
                    assign.rows = rows;
                    assign.columns = columns;
                    check_forms(assign, *mask_, [&](AssignProblem &p, Ref<Snapshot> mask) {
                        p.mask = {std::move(mask), kind, is_complemented};
                    });
                }
            }
        }
    }
}

TEST_F(WidthsOperations, Maxk) {
    const Ref<Snapshot> A = random_matrix(random_, 300, 100, 3, type_);
    for (const bool is_transposed : {false, true}) {
        for (const std::uint64_t k : {1, 2, 90}) {
            MaxkProblem problem;
            problem.is_transposed = is_transposed;
            problem.k = k;
            problem.A = A;
            EXPECT_EQ(problem.fits_balanced(), k < 90); // else too few slots are filled
            check_forms(problem, *A, [](auto &p, Ref<Snapshot> form) { p.A = std::move(form); });
        }
    }
}

TEST_F(WidthsOperations, ReduceTransposeKronecker) {
    const auto set_input = [](auto &p, Ref<Snapshot> A) { p.A = std::move(A); };
    for (const BinaryCode code : {BinaryCode::plus, BinaryCode::min, BinaryCode::bxor}) {
        ReduceProblem reduce;
        reduce.monoid = find_monoid(code, TypeCode::int32);
        if (reduce.monoid == nullptr) continue;
        check_forms(reduce, *A_, set_input);
        reduce.is_transposed = true;
        check_forms(reduce, *A_, set_input);
        reduce.is_transposed = false;
        reduce.to_scalar = true;
        check_forms(reduce, *A_, set_input);
    }
    check_forms(TransposeProblem{}, *A_, set_input);
    const Ref<Snapshot> small = random_matrix(random_, 5, 4, 40, type_);
    KroneckerProblem kronecker;
    kronecker.op = find_binary_op(BinaryCode::minus, TypeCode::int32);
    kronecker.A = A_;
    check_forms(kronecker, *small, [](auto &p, Ref<Snapshot> B) { p.B = std::move(B); });
    for (const auto &[name, form] : in_all_widths(*small)) {
        SCOPED_TRACE("B: " + name);
        kronecker.B = form;
        check_forms(kronecker, *A_, set_input);
    }
}

} // namespace
