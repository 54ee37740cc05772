// Tests that choices of the commit, and of operations that move entries without computing
// (conversions, formats, tuples, pending updates), use known facts alone.
#include "choice/asked.hpp"
#include "objects/container.hpp"
#include "problems/chain.hpp"
#include "problems/log_line.hpp"
#include "problems/structure.hpp"
#include "storage/balanced.hpp"

namespace grb {
namespace {

using namespace choice_test;

const Type *const fp32 = builtin_type(TypeCode::fp32), *const fp64 = builtin_type(TypeCode::fp64),
                  *const boolean = builtin_type(TypeCode::boolean),
                  *const uint64 = builtin_type(TypeCode::uint64);

TEST(PureStructure, Convert) {
    Asked<ConvertProblem> asked;
    const auto ask = [&](const Type *type, const Type *other) {
        for (const std::uint64_t m : {std::uint64_t{1}, n}) {
            for (const Operand &A : forms(m, n, type)) {
                for (const bool is_for_host : {false, true}) {
                    ConvertProblem problem{A.snapshot, Format::sparse, type, is_for_host};
                    for (const Format format : {Format::sparse, Format::hypersparse, Format::bitmap,
                                                Format::full, Format::balanced}) {
                        if (format == Format::full && !A.snapshot->is_known_full()) continue;
                        problem.format = format;
                        asked.about(problem, A.name + " to " + name_of_format(format));
                    }
                }
                if (A.snapshot->is_iso() || other == nullptr) continue;
                asked.about({A.snapshot, A.snapshot->format(), other, false}, A.name + ", a cast");
            }
        }
    };
    ask(fp32, fp64);
    ask(UserOperators::get().type, nullptr);
    asked.expect_pure();
}

/// Calls f for each sparse form of each operand.
template <class F>
void for_each_form(const Type *type, const F &f) {
    for (const std::uint64_t m : {std::uint64_t{1}, n}) {
        for (const Operand &A : forms(m, n, type)) {
            const Snapshot &own = *A.snapshot;
            if (own.rows_form().is_present()) f(own.rows_form().get(), m, n, A.name);
            if (own.jumbled_rows_form().is_present())
                f(own.jumbled_rows_form().get(), m, n, A.name + " in any order");
            if (own.columns_form().is_present())
                f(own.columns_form().get(), n, m, A.name + " by column");
        }
    }
}

TEST(PureStructure, OrientAndStatistics) {
    Asked<OrientProblem> oriented;
    Asked<StatisticsProblem> counted;
    for (const Type *type : {fp32, static_cast<const Type *>(UserOperators::get().type)}) {
        for_each_form(type, [&](const SparseForm &rows, std::uint64_t nrows, std::uint64_t ncols,
                                const std::string &what) {
            oriented.about({{rows, type, nrows, ncols}}, what);
            counted.about({{rows, type, nrows, ncols}}, what);
        });
    }
    oriented.expect_pure();
    counted.expect_pure();
}

TEST(PureStructure, Update) {
    Asked<UpdateProblem> asked;
    for (const Type *type : {fp32, static_cast<const Type *>(UserOperators::get().type)}) {
        PendingUpdates updates(type->size);
        const std::uint64_t value = 7;
        for (std::uint64_t k = 0; k < 5; k++) updates.set(0, 3 * k, &value, k % 2 == 0);
        updates.remove(0, 1, true);
        for (const std::uint64_t m : {std::uint64_t{1}, n}) {
            for (const Operand &A : forms(m, n, type)) {
                asked.about({A.snapshot, &updates, false}, A.name);
                if (is_dense(*A.snapshot))
                    asked.about({A.snapshot, &updates, true}, A.name + " in place");
            }
        }
    }
    asked.expect_pure();
}

TEST(PureStructure, Build) {
    const UserOperators &user = UserOperators::get();
    Asked<BuildProblem> asked;
    std::vector<std::uint64_t> rows(n), columns(n);
    for (std::uint64_t k = 0; k < n; k++) rows[k] = columns[k] = n - 1 - k;
    const std::vector<double> values(n, 1);
    for (const BinaryOp *const dup :
         {GrB_PLUS_FP32, GrB_MAX_FP32, GrB_BinaryOp(nullptr), user.add}) {
        const Type *const type = dup == user.add ? user.type : fp32;
        for (const bool is_iso : {false, true}) {
            BuildProblem problem;
            problem.tuples = {type,   n,  n, rows.data(), columns.data(), values.data(), type,
                              is_iso, {}, n, dup};
            asked.about(problem, "a matrix");
            problem.tuples.nrows = 1;
            problem.tuples.columns = nullptr;
            asked.about(problem, "a vector");
        }
        for (const Operand &I : forms(1, n, uint64)) {
            for (const Operand &X : forms(1, n, type)) {
                if (!I.snapshot->knows_nvals() || !X.snapshot->knows_nvals()) continue;
                if (I.snapshot->nvals() != X.snapshot->nvals()) continue;
                if (I.snapshot->nvals() == 0) continue;
                BuildProblem problem;
                problem.tuples = {type,    1,    n,     nullptr, nullptr,
                                  nullptr, type, false, {},      I.snapshot->nvals(),
                                  dup};
                problem.positions = I.snapshot;
                problem.values = X.snapshot;
                asked.about(problem, I.name + " with " + X.name);
            }
        }
    }
    asked.expect_pure();
}

TEST(PureStructure, Tuples) {
    Asked<TuplesProblem> asked;
    std::vector<std::uint64_t> rows(n * n), columns(n * n), X(n * n);
    for (const Type *type : {fp64, static_cast<const Type *>(UserOperators::get().type)}) {
        for (const std::uint64_t m : {std::uint64_t{1}, n}) {
            for (const Operand &A : forms(m, n, type)) {
                asked.about({A.snapshot, rows.data(), columns.data(), X.data(), type}, A.name);
                asked.about({A.snapshot, nullptr, columns.data(), nullptr, type},
                            A.name + ", columns");
                if (type == fp64)
                    asked.about({A.snapshot, nullptr, nullptr, X.data(), fp32},
                                A.name + ", smaller values");
            }
        }
    }
    asked.expect_pure();
}

TEST(PureStructure, Chain) {
    Asked<ChainProblem> asked;
    for (const Operand &A : forms(1, n)) {
        ChainProblem problem;
        problem.base = A.snapshot.get();
        problem.count = 2;
        for (std::size_t k = 0; k < 2; k++) {
            ChainStage &stage = problem.stages[k];
            stage.multiply = GrB_LT_FP32;
            stage.type = builtin_type(TypeCode::boolean);
            stage.A = stage.B = {problem.base, -1};
        }
        asked.about(problem, A.name);
        for (const Operand &graph : forms(n, n)) {
            MxvProblem product;
            product.A = graph.snapshot;
            product.u = A.snapshot;
            product.is_transposed = true;
            product.semiring = GrB_MIN_PLUS_SEMIRING_FP32;
            problem.product = &product;
            asked.about(problem, "a relaxation from " + A.name + " in " + graph.name);
        }
    }
    asked.expect_pure();
}

TEST(PureStructure, TurnsOfASearch) {
    Asked<ChainProblem> asked;
    SearchTurns turns;
    turns.most = 4;
    for (const Operand &A : forms(1, n)) {
        for (const bool is_on_device : {false, true}) {
            ChainProblem problem;
            problem.base = A.snapshot.get();
            problem.search = &turns;
            problem.is_on_device = is_on_device;
            asked.about(problem, A.name);
        }
    }
    asked.expect_pure();
}

TEST(PureStructure, SortAndConcat) {
    Asked<SortProblem> sorted;
    Asked<ConcatProblem> joined;
    const std::vector<Operand> all = forms(n, n);
    for (const Operand &A : all) {
        for (const bool by_column : {false, true}) {
            SortProblem problem;
            problem.A = A.snapshot;
            problem.comes_before = GrB_LT_FP32;
            problem.by_column = by_column;
            sorted.about(problem, A.name);
        }
        for (const Operand &B : all) {
            ConcatProblem problem;
            problem.type = fp64;
            problem.nrows = n;
            problem.ncols = 2 * n;
            problem.tiles.push_back({A.snapshot, 0, 0});
            problem.tiles.push_back({B.snapshot, 0, n});
            joined.about(problem, A.name + " beside " + B.name);
        }
    }
    sorted.expect_pure();
    joined.expect_pure();
}

/// Asks about commits of results in each form, whole and in part, to C in each form.
class Commits {
public:
    Commits(Asked<CommitProblem> &asked, const Type *type, const BinaryOp *accumulator,
            std::uint64_t m)
        : asked_(asked), type_(type), accumulator_(accumulator),
          C_(m == 1 ? Magic::vector : Magic::matrix, type, m, n), masks_(masks(m, n)) {
        block_.rows = IndexList::all(m);
        block_.columns = IndexList::progression(0, 2, n / 2, n);
        major_.rows = IndexList::all(m);
        major_.columns = IndexList::all(n);
        major_.has_major = true;
        all_ = forms(m, n, type);
        C_.owed_merge_cost = 1e9; // small results have paid for a bitmap
    }
    void ask() {
        for (const Operand &C : all_)
            for (const Operand &T : all_) ask(C, T);
        ask_block();
    }

private:
    void ask(const Operand &C, const Operand &T) {
        CommitProblem problem;
        problem.C = &C_;
        problem.current = C.snapshot;
        problem.T = T.snapshot;
        for (const BinaryOp *const accumulator :
             {static_cast<const BinaryOp *>(nullptr), accumulator_}) {
            problem.accumulator = accumulator;
            for (const Region *const region :
                 std::initializer_list<const Region *>{nullptr, &block_, &major_}) {
                problem.region = region;
                for (const NamedMask &mask : masks_) {
                    problem.mask = mask.mask;
                    problem.may_write = is_dense(*C.snapshot);
                    problem.is_replace = !mask.mask.is_none();
                    const std::string what = C.name + " becomes " + T.name + ", " + mask.name;
                    asked_.about(problem, what);
                    problem.is_replace = problem.may_write = false;
                    problem.mask_was_applied = !mask.mask.is_none();
                    asked_.about(problem, what + ", applied");
                    problem.mask_was_applied = false;
                }
            }
        }
        ask_expected(problem, C.name);
    }
    /// Asks about a full result for a block of a full C.
    void ask_block() {
        Region region;
        region.rows = IndexList::all(C_.nrows());
        region.columns = IndexList::progression(0, 1, n / 2, n);
        CommitProblem problem;
        problem.C = &C_;
        problem.current = away(type_, C_.nrows(), n, stub_device(), "full");
        problem.T = away(type_, C_.nrows(), n / 2, stub_device(), "full");
        problem.region = &region;
        asked_.about(problem, "a block");
    }
    /// Asks about a result that does not exist yet.
    void ask_expected(CommitProblem problem, const std::string &what) {
        problem.T = nullptr;
        problem.mask = {};
        problem.region = nullptr;
        for (const bool is_dense : {false, true}) {
            for (Device *const device : {static_cast<Device *>(nullptr), &stub_device()}) {
                problem.expected = {type_, static_cast<double>(n), is_dense, device};
                asked_.about(problem, what + " becomes what is expected");
            }
        }
    }

    Asked<CommitProblem> &asked_;
    const Type *type_;
    const BinaryOp *accumulator_;
    Container C_;
    std::vector<NamedMask> masks_;
    std::vector<Operand> all_;
    Region block_, major_;
};

TEST(PureStructure, Commit) {
    const UserOperators &user = UserOperators::get();
    Asked<CommitProblem> asked;
    for (const std::uint64_t m : {std::uint64_t{1}, n}) {
        Commits(asked, fp32, GrB_PLUS_FP32, m).ask();
        Commits(asked, user.type, user.add, m).ask();
    }
    asked.expect_pure();
}

} // namespace
} // namespace grb
