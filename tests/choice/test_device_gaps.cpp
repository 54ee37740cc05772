// Tests which operations run on the host although there is a GPU: it asks each operation about
// operands of each form whose only copy is on the device; the forms that no GPU variant accepts
// equal the table in docs/guide/gpu_operations.md. GRAPHBLAST_WRITE_GAPS=1 writes the table.
#include "choice/fixture.hpp"
#include "cuda/library/backend.hpp"
#include "dispatch/carry_out.hpp"
#include "dispatch/context.hpp"
#include "graphblast/gxb_complex.h"
#include "paths.h"
#include "problems/log_line.hpp"
#include "problems/structure.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <vector>

namespace grb {
namespace {

using namespace choice_test;

const Type *const fp32 = builtin_type(TypeCode::fp32), *const fc64 = builtin_type(TypeCode::fc64);

/// The forms that no variant of an operation accepts, with the reasons.
class Gaps {
public:
    template <class Problem>
    void ask(const Problem &problem, const std::string &what, const std::string &form) {
        std::set<std::string> reasons;
        for (const Variant<Problem> *variant : variants<Problem>()) {
            if (variant->capabilities.device != device::cuda_kind) continue;
            const char *const reason = variant->refuses(problem);
            if (reason == nullptr) return;
            reasons.insert(reason);
        }
        // These reasons mean a variant of another purpose, not a gap.
        for (const char *other :
             {"no cast", "to a vector", "to a scalar", "not a scalar", "scalar"})
            reasons.erase(other);
        std::string why;
        for (const std::string &reason : reasons) why += (why.empty() ? "" : "; ") + reason;
        gaps_[{what, reasons.empty() ? "no variant" : why}].push_back(form);
    }
    std::vector<std::string> table() const {
        std::vector<std::string> lines = {"| operation | operands | why |", "|---|---|---|"};
        for (const auto &[key, forms] : gaps_) {
            std::string all;
            for (const std::string &form : forms) all += (all.empty() ? "" : ", ") + form;
            lines.push_back("| " + key.first + " | " + all + " | " + key.second + " |");
        }
        return lines;
    }

private:
    std::map<std::pair<std::string, std::string>, std::vector<std::string>> gaps_;
};

std::vector<Operand> some_forms(std::uint64_t m, const Type *type) {
    const std::set<std::string> wanted = {"rows", "columns",  "hyper",  "bitmap",
                                          "full", "balanced", "jumbled"};
    std::vector<Operand> chosen;
    for (Operand &form : forms(m, n, type))
        if (wanted.count(form.name) != 0) chosen.push_back(std::move(form));
    return chosen;
}

void ask_products(Gaps &gaps, const Semiring *semiring, const Type *type, const std::string &of) {
    const std::vector<Operand> matrices = some_forms(n, type), vectors = some_forms(1, type);
    for (const Operand &A : matrices) {
        for (const Operand &u : vectors) {
            MxvProblem problem;
            problem.A = A.snapshot;
            problem.u = u.snapshot;
            problem.semiring = semiring;
            gaps.ask(problem, "mxv, " + of, A.name + " by " + u.name);
        }
        for (const Operand &B : matrices) {
            MxmProblem problem;
            problem.A = A.snapshot;
            problem.B = B.snapshot;
            problem.semiring = semiring;
            gaps.ask(problem, "mxm, " + of, A.name + " by " + B.name);
        }
    }
}

template <class Problem>
void ask_ewise(Gaps &gaps, const std::string &name, const BinaryOp *op, const Type *type) {
    const std::vector<Operand> all = some_forms(n, type);
    for (const Operand &A : all) {
        for (const Operand &B : all) {
            Problem problem;
            problem.A = A.snapshot;
            problem.B = B.snapshot;
            problem.op = op;
            gaps.ask(problem, name, A.name + " and " + B.name);
        }
    }
}

void ask_entries(Gaps &gaps) {
    const std::int64_t zero = 0;
    for (const Operand &A : some_forms(n, fp32)) {
        ApplyProblem apply;
        apply.A = A.snapshot;
        apply.unary = GrB_AINV_FP32;
        gaps.ask(apply, "apply", A.name);
        SelectProblem select;
        select.A = A.snapshot;
        select.index = GrB_TRIL;
        select.thunk.set(&zero, sizeof zero);
        gaps.ask(select, "select", A.name);
        for (const bool to_scalar : {false, true}) {
            ReduceProblem reduce;
            reduce.A = A.snapshot;
            reduce.monoid = GrB_PLUS_MONOID_FP32;
            reduce.to_scalar = to_scalar;
            gaps.ask(reduce, to_scalar ? "reduce to a value" : "reduce rows", A.name);
            if (to_scalar) continue;
            reduce.is_transposed = true;
            gaps.ask(reduce, "reduce columns", A.name);
        }
        TransposeProblem transpose;
        transpose.A = A.snapshot;
        gaps.ask(transpose, "transpose", A.name);
        MaxkProblem maxk;
        maxk.A = A.snapshot;
        maxk.k = 3;
        gaps.ask(maxk, "largest of each row", A.name);
        KroneckerProblem kronecker;
        kronecker.A = kronecker.B = A.snapshot;
        kronecker.op = GrB_TIMES_FP32;
        gaps.ask(kronecker, "kronecker", A.name);
    }
}

void ask_regions(Gaps &gaps) {
    std::vector<std::uint64_t> up, down;
    for (std::uint64_t k = 0; k < n / 2; k++) {
        up.push_back(2 * k);
        down.push_back(n - 1 - k);
    }
    const IndexList lists[] = {{up.data(), up.size()}, {down.data(), down.size()}};
    const float two = 2;
    for (const Operand &A : some_forms(n, fp32)) {
        for (const IndexList &rows : lists) {
            ExtractProblem extract;
            extract.A = A.snapshot;
            extract.rows = rows;
            extract.columns = lists[1];
            gaps.ask(extract, "extract by lists",
                     A.name + (&rows == lists ? "" : ", rows in any order"));
            AssignProblem assign;
            assign.A = A.snapshot;
            assign.nrows = assign.ncols = 2 * n;
            assign.rows = IndexList::progression(0, 2, n, 2 * n);
            assign.columns = IndexList::progression(n, 1, n, 2 * n);
            if (&rows == lists) gaps.ask(assign, "assign to a region", A.name);
        }
        ExtractProblem problem;
        problem.A = A.snapshot;
        problem.rows = IndexList::progression(3, 1, 1, n);
        problem.columns = IndexList::all(n);
        gaps.ask(problem, "extract a row", A.name);
        problem.is_transposed = true;
        gaps.ask(problem, "extract a column", A.name);
    }
    for (const Operand &u : some_forms(1, fp32)) {
        AssignProblem problem;
        problem.A = u.snapshot;
        problem.nrows = problem.ncols = n;
        problem.rows = IndexList::progression(3, 1, 1, n);
        problem.columns = IndexList::all(n);
        gaps.ask(problem, "assign a row", u.name);
    }
    AssignProblem scalar;
    scalar.scalar.set(&two, sizeof two);
    scalar.scalar_type = fp32;
    scalar.nrows = scalar.ncols = n;
    scalar.rows = lists[0];
    scalar.columns = lists[1];
    gaps.ask(scalar, "assign a value to a region", "by lists");
}

void ask_structure(Gaps &gaps) {
    for (const Operand &A : some_forms(n, fp32)) {
        for (const Format format :
             {Format::sparse, Format::hypersparse, Format::bitmap, Format::balanced}) {
            const bool has_it = A.snapshot->format() == format || A.name == "balanced" ||
                                (format == Format::bitmap && A.name == "full");
            if (has_it) continue;
            ConvertProblem convert{A.snapshot, format, fp32, false};
            gaps.ask(convert, std::string("convert to ") + name_of_format(format), A.name);
        }
        SortProblem sort;
        sort.A = A.snapshot;
        sort.comes_before = GrB_LT_FP32;
        gaps.ask(sort, "sort", A.name);
        ConcatProblem concat;
        concat.type = fp32;
        concat.nrows = n;
        concat.ncols = 2 * n;
        concat.tiles.push_back({A.snapshot, 0, 0});
        concat.tiles.push_back({A.snapshot, 0, n});
        gaps.ask(concat, "concat", A.name);
    }
}

/// Asks about dimensions for which neither a dense part nor the offsets of all rows fit anywhere.
void ask_scattered(Gaps &gaps) {
    constexpr std::uint64_t length = std::uint64_t{1} << 40;
    const std::string form = "2^40 rows and columns";
    const Ref<Snapshot> A = scattered_away(fp32, length, length, stub_device()),
                        u = scattered_away(fp32, 1, length, stub_device());
    MxvProblem mxv;
    mxv.A = A;
    mxv.u = u;
    mxv.semiring = GrB_PLUS_TIMES_SEMIRING_FP32;
    gaps.ask(mxv, "mxv, FP32", form);
    MxmProblem mxm;
    mxm.A = mxm.B = A;
    mxm.semiring = GrB_PLUS_TIMES_SEMIRING_FP32;
    gaps.ask(mxm, "mxm, FP32", form);
    EwiseAddProblem sum;
    sum.A = sum.B = A;
    sum.op = GrB_PLUS_FP32;
    gaps.ask(sum, "eWiseAdd", form);
    EwiseMultProblem product;
    product.A = product.B = A;
    product.op = GrB_TIMES_FP32;
    gaps.ask(product, "eWiseMult", form);
    ApplyProblem apply;
    apply.A = A;
    apply.unary = GrB_AINV_FP32;
    gaps.ask(apply, "apply", form);
    SelectProblem select;
    const std::int64_t zero = 0;
    select.A = A;
    select.index = GrB_TRIL;
    select.thunk.set(&zero, sizeof zero);
    gaps.ask(select, "select", form);
    ReduceProblem reduce;
    reduce.A = A;
    reduce.monoid = GrB_PLUS_MONOID_FP32;
    gaps.ask(reduce, "reduce rows", form);
    reduce.to_scalar = true;
    gaps.ask(reduce, "reduce to a value", form);
    TransposeProblem transpose;
    transpose.A = A;
    gaps.ask(transpose, "transpose", form);
    SortProblem sort;
    sort.A = A;
    sort.comes_before = GrB_LT_FP32;
    gaps.ask(sort, "sort", form);
    ConcatProblem concat;
    concat.type = fp32;
    concat.nrows = length;
    concat.ncols = 2 * length;
    concat.tiles.push_back({A, 0, 0});
    concat.tiles.push_back({A, 0, length});
    gaps.ask(concat, "concat", form);
    const std::uint64_t some[] = {7, 5};
    ExtractProblem extract;
    extract.A = A;
    extract.rows = extract.columns = {some, 2};
    gaps.ask(extract, "extract by lists", form);
}

std::vector<std::string> lines_of(const std::string &path) {
    std::ifstream file(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
}

TEST(DeviceGaps, AreThoseOfThePage) {
    const UserOperators &user = UserOperators::get();
    const At at(stub_device());
    context().set_forced("");
    Gaps gaps;
    ask_products(gaps, GrB_PLUS_TIMES_SEMIRING_FP32, fp32, "FP32");
    ask_products(gaps, GxB_PLUS_TIMES_FC64, fc64, "complex");
    ask_products(gaps, user.semiring, user.type, "a user's type and monoid");
    ask_ewise<EwiseAddProblem>(gaps, "eWiseAdd", GrB_PLUS_FP32, fp32);
    ask_ewise<EwiseMultProblem>(gaps, "eWiseMult", GrB_TIMES_FP32, fp32);
    ask_entries(gaps);
    ask_regions(gaps);
    ask_structure(gaps);
    ask_scattered(gaps);

    const std::string path = std::string(GRAPHBLAST_SOURCE_DIR) + "/docs/guide/gpu_operations.md";
    const std::vector<std::string> page = lines_of(path), table = gaps.table();
    const auto begin = std::find(page.begin(), page.end(), table[0]);
    ASSERT_NE(begin, page.end()) << path << " has no table of operations";
    const auto end = std::find_if(begin, page.end(),
                                  [](const std::string &line) { return line.rfind('|', 0) != 0; });
    if (std::getenv("GRAPHBLAST_WRITE_GAPS") != nullptr) {
        std::ofstream file(path);
        for (auto line = page.begin(); line != begin; ++line) file << *line << '\n';
        for (const std::string &line : table) file << line << '\n';
        for (auto line = end; line != page.end(); ++line) file << *line << '\n';
        return;
    }
    EXPECT_EQ(std::vector<std::string>(begin, end), table)
        << "GRAPHBLAST_WRITE_GAPS=1 test_choice --gtest_filter='DeviceGaps*' writes the table anew";
}

} // namespace
} // namespace grb
