// Tests that a choice uses known facts alone: no variant's refusal or estimate copies, waits or
// allocates, while the operands' only copy is on a device that still counts their entries.
#include "choice/asked.hpp"
#include "dispatch/context.hpp"
#include "storage/build.hpp"
#include "storage/diagonal.hpp"

namespace grb {
namespace {

using namespace choice_test;

const Type *const fp32 = builtin_type(TypeCode::fp32);

TEST(PureChoice, MatrixVector) {
    const UserOperators &user = UserOperators::get();
    Asked<MxvProblem> asked;
    context().set_forced("");
    const auto ask = [&](const Semiring *semiring, const Type *type) {
        const std::vector<Operand> matrices = forms(n, n, type), vectors = forms(1, n, type);
        for (const NamedMask &mask : masks(1, n)) {
            for (const Operand &A : matrices) {
                for (const Operand &u : vectors) {
                    for (const bool is_transposed : {false, true}) {
                        MxvProblem problem;
                        problem.A = A.snapshot;
                        problem.u = u.snapshot;
                        problem.is_transposed = is_transposed;
                        problem.semiring = semiring;
                        problem.mask = mask.mask;
                        asked.about(problem, A.name + " by " + u.name + ", " + mask.name);
                    }
                }
            }
        }
    };
    // A forced variant opens the library.
    MxvProblem opening;
    opening.A = away(fp32, n, n, stub_device(), "rows");
    opening.u = away(fp32, 1, n, stub_device(), "full");
    opening.semiring = GrB_PLUS_TIMES_SEMIRING_FP32;
    context().set_forced("mxv:cuda/mxv_cusparse");
    prepare(opening);
    ask(GrB_PLUS_TIMES_SEMIRING_FP32, fp32);
    context().set_forced("");
    ask(GrB_LOR_LAND_SEMIRING_BOOL, builtin_type(TypeCode::boolean));
    ask(GrB_MIN_PLUS_SEMIRING_FP32, fp32);
    ask(user.semiring, user.type);
    asked.expect_pure();
}

TEST(PureChoice, MatrixMatrix) {
    const UserOperators &user = UserOperators::get();
    Asked<MxmProblem> asked;
    const auto ask = [&](const Semiring *semiring, const Type *type, std::uint64_t rows,
                         std::uint64_t columns) {
        const std::vector<NamedMask> all_masks = masks(rows, columns);
        const Ref<Snapshot> C = away(type, rows, columns, stub_device(), "full");
        const std::vector<Operand> left = forms(rows, n, type), right = forms(n, columns, type);
        for (const Operand &A : left) {
            for (const Operand &B : right) {
                for (const NamedMask &mask : all_masks) {
                    MxmProblem problem;
                    problem.A = A.snapshot;
                    problem.B = B.snapshot;
                    problem.semiring = semiring;
                    problem.mask = mask.mask;
                    if (mask.mask.is_none()) problem.sum_into = C;
                    asked.about(problem, A.name + " by " + B.name + ", " + mask.name);
                    if (rows != n) continue;
                    problem.sum_into = nullptr;
                    problem.is_A_transposed = true;
                    asked.about(problem, A.name + " transposed by " + B.name + ", " + mask.name);
                }
            }
        }
    };
    MxmProblem opening;
    opening.A = away(fp32, n, n, stub_device(), "rows");
    opening.B = away(fp32, n, 8, stub_device(), "full");
    opening.semiring = GrB_PLUS_TIMES_SEMIRING_FP32;
    context().set_forced("mxm:cuda/spmm_cusparse");
    prepare(opening);
    opening.A = away(fp32, n, n, stub_device(), "full");
    prepare(opening); // cuBLAS
    DenseForm ones;
    ones.nvals = n;
    ones.values = Array::zeroed(n * fp32->size);
    opening.A = diagonal(*Snapshot::of_dense(fp32, 1, n, std::move(ones)), 0);
    opening.B = away(fp32, n, n, stub_device(), "rows");
    prepare(opening); // finds the structure of A
    asked.about(opening, "a diagonal by rows");
    ask(GrB_PLUS_TIMES_SEMIRING_FP32, fp32, n, 8);
    ask(GrB_PLUS_TIMES_SEMIRING_FP32, fp32, 8, 8);
    ask(GrB_PLUS_TIMES_SEMIRING_FP32, fp32, n, 1);
    ask(GrB_PLUS_TIMES_SEMIRING_FP32, builtin_type(TypeCode::bf16), n, 8);
    context().set_forced("");
    ask(user.semiring, user.type, n, 8);
    asked.expect_pure();
}

template <class Problem>
void ask_ewise(const BinaryOp *op, const Type *type, Asked<Problem> &asked) {
    const std::vector<Operand> left = forms(n, n, type), right = forms(n, n, type);
    for (const NamedMask &mask : masks(n, n)) {
        for (const Operand &A : left) {
            for (const Operand &B : right) {
                Problem problem;
                problem.A = A.snapshot;
                problem.B = B.snapshot;
                problem.op = op;
                problem.mask = mask.mask;
                asked.about(problem, A.name + " and " + B.name + ", " + mask.name);
            }
        }
    }
}

/// Makes a list of 1000 positions on the host.
Ref<Snapshot> list_of(std::uint64_t count) {
    std::vector<std::uint64_t> positions(count);
    for (std::uint64_t k = 0; k < count; k++) positions[k] = 9 * k;
    const float two = 2;
    return build_snapshot(fp32, 1, 1000, positions.data(), nullptr, &two, fp32, true, count,
                          GrB_PLUS_FP32);
}

TEST(PureChoice, ElementWise) {
    const UserOperators &user = UserOperators::get();
    Asked<EwiseAddProblem> sums;
    ask_ewise(GrB_PLUS_FP32, fp32, sums);
    ask_ewise(user.add, user.type, sums);
    sums.expect_pure();
    Asked<EwiseMultProblem> products;
    ask_ewise(GrB_TIMES_FP32, fp32, products);
    ask_ewise(user.times, user.type, products);
    EwiseMultProblem lists;
    lists.A = list_of(100);
    lists.B = list_of(3);
    lists.op = GrB_TIMES_FP32;
    products.about(lists, "a long list and a short one");
    products.expect_pure();
}

TEST(PureChoice, ApplyAndSelect) {
    const UserOperators &user = UserOperators::get();
    Asked<ApplyProblem> applied;
    Asked<SelectProblem> selected;
    const float two = 2;
    const std::int64_t zero = 0;
    for (const NamedMask &mask : masks(n, n)) {
        for (const bool is_transposed : {false, true}) {
            const auto ask = [&](const Operand &A, const UnaryOp *unary,
                                 const IndexUnaryOp *index) {
                const std::string what = A.name + ", " + mask.name;
                ApplyProblem apply;
                apply.A = A.snapshot;
                apply.is_transposed = is_transposed;
                apply.mask = mask.mask;
                apply.unary = unary;
                applied.about(apply, what);
                apply.kind = ApplyProblem::Kind::index;
                apply.index = index;
                apply.scalar.set(&zero, sizeof zero);
                applied.about(apply, what + ", by position");
                SelectProblem select;
                select.A = A.snapshot;
                select.is_transposed = is_transposed;
                select.mask = mask.mask;
                select.index = index;
                select.thunk.set(&zero, sizeof zero);
                selected.about(select, what);
            };
            for (const Operand &A : forms(n, n)) {
                ask(A, GrB_AINV_FP32, GrB_TRIL);
                ApplyProblem bound;
                bound.kind = ApplyProblem::Kind::bind_second;
                bound.A = A.snapshot;
                bound.binary = GrB_TIMES_FP32;
                bound.scalar.set(&two, sizeof two);
                bound.mask = mask.mask;
                applied.about(bound, A.name + " times two, " + mask.name);
            }
            for (const Operand &A : forms(n, n, user.type)) ask(A, user.half, user.test);
        }
    }
    applied.expect_pure();
    selected.expect_pure();
}

TEST(PureChoice, ReduceAndTranspose) {
    const UserOperators &user = UserOperators::get();
    Asked<ReduceProblem> reduced;
    Asked<TransposeProblem> transposed;
    const auto ask = [&](const Monoid *monoid, const Type *type) {
        for (const Operand &A : forms(n, n, type)) {
            for (const bool to_scalar : {false, true}) {
                for (const bool is_transposed : {false, true}) {
                    ReduceProblem problem;
                    problem.A = A.snapshot;
                    problem.monoid = monoid;
                    problem.to_scalar = to_scalar;
                    problem.is_transposed = is_transposed;
                    reduced.about(problem, A.name);
                }
            }
            TransposeProblem transpose;
            transpose.A = A.snapshot;
            transposed.about(transpose, A.name);
        }
    };
    ask(GrB_PLUS_MONOID_FP32, fp32);
    ask(user.monoid, user.type);
    reduced.expect_pure();
    transposed.expect_pure();
}

std::vector<std::uint64_t> some_indices(bool is_ascending) {
    std::vector<std::uint64_t> list;
    for (std::uint64_t k = 0; k < n / 2; k++) list.push_back(is_ascending ? 2 * k : n - 1 - k);
    return list;
}

TEST(PureChoice, ExtractAndAssign) {
    const std::vector<std::uint64_t> up = some_indices(true), down = some_indices(false);
    const IndexList lists[] = {IndexList::all(n),
                               {up.data(), up.size()},
                               {down.data(), down.size()},
                               IndexList::progression(3, 2, n / 4, n)};
    Asked<ExtractProblem> extracted;
    Asked<AssignProblem> assigned;
    const float two = 2;
    for (const std::uint64_t m : {std::uint64_t{1}, n}) {
        for (const Operand &A : forms(m, n)) {
            for (const IndexList &columns : lists) {
                ExtractProblem extract;
                extract.A = A.snapshot;
                extract.rows = IndexList::all(m);
                extract.columns = columns;
                extracted.about(extract, A.name);
                if (m != 1) extract.rows = lists[1];
                extracted.about(extract, A.name + ", some rows");
                AssignProblem assign;
                assign.A = A.snapshot;
                assign.nrows = 2 * m - m % 2;
                assign.ncols = 2 * n;
                assign.rows = m == 1 ? IndexList::all(1) : IndexList::progression(0, 1, m, 2 * m);
                assign.columns = columns.is_all ? IndexList::progression(0, 1, n, 2 * n) : columns;
                assigned.about(assign, A.name);
                assign.fits_block = true;
                assigned.about(assign, A.name + " as a block");
                assign.fits_block = false;
                assign.nrows = m;
                assign.ncols = n;
                assign.rows = IndexList::all(m);
                assign.columns = IndexList::all(n);
                assigned.about(assign, A.name + " to all");
            }
            for (const NamedMask &mask : masks(m, n)) {
                AssignProblem under;
                under.A = A.snapshot;
                under.nrows = m;
                under.ncols = n;
                under.rows = IndexList::all(m);
                under.columns = IndexList::all(n);
                under.mask = mask.mask;
                assigned.about(under, A.name + " to all, " + mask.name);
            }
            ExtractProblem by_vector;
            by_vector.A = A.snapshot;
            by_vector.rows = IndexList::all(m);
            by_vector.columns = {nullptr, 6};
            by_vector.column_vector =
                away(builtin_type(TypeCode::uint64), 1, 6, stub_device(), "counted");
            extracted.about(by_vector, A.name + " by a vector");
        }
        for (const NamedMask &mask : masks(m, n)) {
            for (const IndexList &columns : lists) {
                AssignProblem scalar;
                scalar.scalar.set(&two, sizeof two);
                scalar.scalar_type = fp32;
                scalar.nrows = m;
                scalar.ncols = n;
                scalar.rows = IndexList::all(m);
                scalar.columns = columns;
                scalar.mask = mask.mask;
                assigned.about(scalar, "a scalar, " + mask.name);
            }
        }
    }
    extracted.expect_pure();
    assigned.expect_pure();
}

TEST(PureChoice, KroneckerAndMaxk) {
    Asked<KroneckerProblem> multiplied;
    Asked<MaxkProblem> selected;
    for (const Operand &A : forms(n, n)) {
        for (const Operand &B : forms(n, n)) {
            KroneckerProblem problem;
            problem.A = A.snapshot;
            problem.B = B.snapshot;
            problem.op = GrB_TIMES_FP32;
            multiplied.about(problem, A.name + " and " + B.name);
        }
        MaxkProblem problem;
        problem.A = A.snapshot;
        problem.k = 3;
        selected.about(problem, A.name);
    }
    multiplied.expect_pure();
    selected.expect_pure();
}

/// Each operation of the registry needs a test in this folder.
TEST(PureChoice, EveryOperationIsAsked) {
    for (const RegistryVariant &variant : registry_variants())
        EXPECT_TRUE(asked_operations().count(variant.operation))
            << variant.name << " of " << name_of(variant.operation) << " is not asked";
    EXPECT_EQ(asked_operations().size(), static_cast<std::size_t>(operation_count));
}

} // namespace
} // namespace grb
