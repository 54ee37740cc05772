/// C⟨M, replace⟩ = accum(C, T) by a pass over the dense elements, 64 at a time (see
/// merge_dense.cpp).
/// C m×n bitmap or full, in place where nobody shares it, or a new bitmap; a sparse T is densified.
/// Work O(m·n); parallel; deterministic. Refused: a C with too many elements.
#include "base/parallel.hpp"
#include "costs/rates.hpp"
#include "cpu/commit/commit.hpp"
#include "storage/convert.hpp"
#include "storage/full_iso.hpp"

namespace grb {

namespace {

/// Two iso operands: the result is a new iso snapshot, without a pass over the elements.
bool makes_iso(const CommitProblem &problem) {
    const auto has_one = [](const Snapshot &snapshot) {
        return snapshot.knows_nvals() && is_full_iso(snapshot);
    };
    return problem.T && has_one(*problem.current) && has_one(*problem.T) && !problem.has_mask() &&
           problem.is_whole() && !problem.has_major();
}

bool is_in_place(const CommitProblem &problem) {
    // A user's function over large values may need memory, and a merge in place must not fail.
    const bool may_allocate =
        problem.accumulator != nullptr && problem.accumulator->code == BinaryCode::user;
    return problem.may_write && problem.T_can_be_dense() && !may_allocate && !makes_iso(problem);
}

const char *refuses(const CommitProblem &problem) {
    if (problem.T_is_block()) return T_is_a_block;
    return problem.C_can_be_dense() ? nullptr : "too many dense elements";
}

const HostCoefficient element_seconds{"commit_element_seconds", "s",
                                      "a dense element that is merged, beside its bytes", 2e-10};
const HostCoefficient touched_elements{
    "commit_touched_elements", "1",
    "dense elements read and written for an entry of a list: words without entries are skipped",
    16};

Cost cost(const CommitProblem &problem) {
    if (makes_iso(problem)) return {rates().call_seconds};
    const double elements = problem.elements();
    const auto own = static_cast<double>(problem.C->type()->size),
               other = static_cast<double>(problem.T_type()->size);
    // A list touches few elements; the others of C stay unchanged, or empty.
    const double listed =
        (mask_is_list(problem)  ? static_cast<double>(problem.mask.snapshot->most_nvals())
         : problem.T_is_dense() ? elements
                                : problem.T_entries()) +
        (is_in_place(problem) ? 0 : problem.C_entries());
    const double touched = std::min(elements, touched_elements * listed);
    // Memory in use a moment ago, mostly. An iso value is not read.
    double bytes = touched * ((problem.current->is_iso() ? 1 : 2) * own + other);
    double fresh = 0;
    if (!problem.T_is_dense()) fresh += elements * (other + 1);
    if (!is_dense(*problem.current)) fresh += elements * (own + 1);
    if (!is_in_place(problem)) bytes += touched * own;
    const int threads = threads_for(2 * elements);
    const int made = !problem.T_is_dense() + !is_dense(*problem.current) + !is_in_place(problem);
    return {problem.transfer_seconds() + rates().call_seconds + made * rates().result_seconds +
            shared_seconds(bytes / rates().stream_cached + element_seconds * elements, threads) +
            fresh_seconds(fresh) + mask_seconds(problem)};
}

Ref<Snapshot> run_in_place(const CommitProblem &problem, const CommitRegion &region) {
    Snapshot &own = *problem.current;
    own.fetch();
    const DenseView T = problem.T->dense();
    const MaskView mask = problem.mask.view();
    merge_dense(own.dense(), T, merge_values(problem), problem.rule(), mask, region.sets, &own);
    return problem.current;
}

/// A snapshot in dense form, however few its entries: the other operand has all elements. The
/// snapshot keeps its own form, as others may read it too.
struct Densified {
    DenseForm dense;
    DenseView view;

    explicit Densified(const Snapshot &snapshot) {
        if (snapshot.can_be_dense()) {
            view = snapshot.dense();
            return;
        }
        dense = sparse_to_dense(snapshot.rows_in_any_order());
        view = view_of(dense, snapshot.type(), snapshot.nrows(), snapshot.ncols());
    }
};

Ref<Snapshot> run(const CommitProblem &problem) {
    const CommitRegion region(problem);
    // The iso value would have to be expanded first.
    if (is_in_place(problem) && !problem.current->is_iso()) return run_in_place(problem, region);
    const Densified C(*problem.current), T(*problem.T);
    return problem.C->conformed(merge_dense(C.view, T.view, merge_values(problem), problem.rule(),
                                            problem.mask.view(), region.sets, nullptr));
}

} // namespace

extern const Variant<CommitProblem> commit_merge_dense = {
    "cpu/commit_merge_dense", {.fuses_mask = true}, &refuses, &cost, &run};

} // namespace grb
