/// C = A ⊕ B (union) or A ⊗ B (intersection) of two sparse operands of the operator's type: counts
/// rows, then writes them; one thread writes a union at once; operands that share one pattern need
/// new values only.
/// A, B m×n by rows, transposed or not; C by rows, sorted. Work O(entries), of ⊗ O(shorter row·log)
/// where one is much shorter; scratch 24 bytes per entry of the longest row. Parallel over rows, or
/// chunks of few rows.
/// Deterministic. Refused: a mask, dense operands, hypersparse ones, iso, types or widths that
/// differ.
#include "algebra/bound.hpp"
#include "base/parallel.hpp"
#include "costs/rates.hpp"
#include "cpu/common/on_threads.hpp"
#include "cpu/elementwise/union_rows.hpp"
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"

namespace grb {

namespace {

template <class Problem>
const char *refuses(const Problem &problem) {
    if (!problem.mask.is_none()) return "a mask";
    return refuses_to_combine(*problem.A, problem.is_A_transposed, *problem.B,
                              problem.is_B_transposed, problem.op->ztype);
}

const HostCoefficient add_operations{"ewise_rows_add_operations", "1",
                                     "batch operations for each entry of a union", 2};
const HostCoefficient mult_operations{"ewise_rows_mult_operations", "1",
                                      "batch operations for each entry of an intersection", 1};

/// Both operands' index arrays, as far as cached, are the same: only values are computed.
template <class Problem>
bool have_one_pattern(const Problem &problem) noexcept {
    const auto A = problem.A->vectors_at_hand(problem.is_A_transposed),
               B = problem.B->vectors_at_hand(problem.is_B_transposed);
    return A && B && A->row_offsets == B->row_offsets && A->column_indices == B->column_indices;
}

template <class Problem>
Cost cost(const Problem &problem, double entries, double operations) {
    if (have_one_pattern(problem)) {
        const auto values = static_cast<double>(problem.A->most_nvals());
        const double size = static_cast<double>(problem.op->ztype->size),
                     bytes = values * (2 * size + size);
        const bool is_users = problem.op->code == BinaryCode::user;
        return {rates().call_seconds + rates().result_seconds / 2 +
                pass_on_threads(values / value_rate(is_users), bytes)};
    }
    return {rates().call_seconds + 2 * rates().result_seconds +
            on_threads(entries * operations / rates().operations_batch +
                       8 * static_cast<double>(problem.m()) / rates().stream_bytes)};
}
Cost cost_add(const EwiseAddProblem &problem) {
    return cost(problem,
                static_cast<double>(problem.A->most_nvals()) +
                    static_cast<double>(problem.B->most_nvals()),
                add_operations);
}
Cost cost_mult(const EwiseMultProblem &problem) {
    const double in_a = static_cast<double>(problem.A->most_nvals()),
                 in_b = static_cast<double>(problem.B->most_nvals());
    constexpr double searched = 32; // steps of a search in a much longer row
    return cost(problem, std::min(in_a + in_b, searched * std::min(in_a, in_b)), mult_operations);
}

/// The operands' pattern with new values.
template <class Problem>
Ref<Snapshot> computed(const Problem &problem, const SparseView &A, const SparseView &B) {
    const Type *const z = problem.op->ztype;
    SparseForm form = problem.A->share_rows(problem.is_A_transposed);
    form.values = Array(A.nvals * z->size);
    auto *const values = form.values.template as<unsigned char>();
    const auto *const a = static_cast<const unsigned char *>(A.values),
                      *const b = static_cast<const unsigned char *>(B.values);
    const BoundBinary op(problem.op, z, z, z);
    parallel_ranges(A.nvals, 2, [&](std::uint64_t begin, std::uint64_t end) {
        op(values + begin * z->size, a + begin * z->size, b + begin * z->size, end - begin);
    });
    return Snapshot::of_rows(z, A.nrows, A.ncols, std::move(form));
}

template <class Problem>
Ref<Snapshot> run(const Problem &problem, Combination combination) {
    const SparseView A = problem.A->rows(problem.is_A_transposed);
    const SparseView B = problem.B->rows(problem.is_B_transposed);
    if (A.row_offsets == B.row_offsets && A.column_indices == B.column_indices)
        return computed(problem, A, B);
    return combine_rows(combination, A, B, problem.op, {});
}
Ref<Snapshot> run_add(const EwiseAddProblem &problem) {
    return run(problem, Combination::unite);
}
Ref<Snapshot> run_mult(const EwiseMultProblem &problem) {
    return run(problem, Combination::intersect);
}

} // namespace

extern const Variant<EwiseAddProblem> ewise_add_rows = {
    "cpu/ewise_add_rows", {.form = Form::sparse}, refuses<EwiseAddProblem>, cost_add, run_add};
extern const Variant<EwiseMultProblem> ewise_mult_rows = {
    "cpu/ewise_mult_rows", {.form = Form::sparse}, refuses<EwiseMultProblem>, cost_mult, run_mult};

} // namespace grb
