// The device variant of assign of a whole vector to another under a sparse mask.
#include "cuda/library/dense_costs.hpp"
#include "cuda/library/rows.hpp"

namespace grb {

namespace {

using namespace device;

/// The method that finds the entries of A under the mask.
enum class Walk {
    none,
    mask, // probes A's dense form at the entries of the mask
    both  // intersects two lists
};

Walk walk_of(const AssignProblem &problem) noexcept {
    const Snapshot &A = *problem.A, &M = *problem.mask.snapshot;
    if (!M.rows_form().is_present()) return Walk::none;
    if (A.has_dense()) return Walk::mask;
    return A.rows_form().is_present() ? Walk::both : Walk::none;
}

const char *refuses(const AssignProblem &problem) {
    if (!problem.A) return "scalar";
    if (problem.nrows != 1 || !problem.rows.is_all || !problem.columns.is_all)
        return "not all of a vector";
    if (problem.is_transposed) return "A is transposed";
    const MaskInput &mask = problem.mask;
    if (mask.is_none() || mask.is_complemented) return "no mask to walk";
    if (mask.kind == MaskKind::value && !is_real_code(mask.snapshot->type()->code))
        return "a mask of numbers that are not real";
    if (const char *refusal = refusal_of(problem.A->type())) return refusal;
    if (is_known_empty(*problem.A)) return "nothing to compute";
    if (walk_of(problem) == Walk::none) return "no list to walk";
    return refuses_device(AssignProblem::operation, static_cast<double>(problem.A->bytes()));
}

Cost cost(const AssignProblem &problem) {
    const Snapshot &A = *problem.A, &M = *problem.mask.snapshot;
    const double entries = std::min(most_entries(A), most_entries(M));
    MergeCost cost;
    cost.reads(M, false);
    if (walk_of(problem) == Walk::mask) {
        cost.gathers(A, entries);
    } else {
        cost.reads(A, false);
    }
    cost.writes(entries, A.type());
    return cost.cost();
}

/// The elements of A at the entries of the mask.
Ref<Snapshot> gathered(const AssignProblem &problem) {
    const Snapshot &A = *problem.A, &M = *problem.mask.snapshot;
    RowsMerge merge(M, false, A.type());
    merge.with_elements(A);
    merge.call.inside = {take_nothing, take_nothing, take_b};
    const bool is_tested = problem.mask.kind == MaskKind::value;
    if (is_tested) {
        merge.call.function.kind = MapKind::value;
        merge.call.function.functor = "Ne";
        merge.call.function.type = cpp_type_name(M.type());
        merge.call.is_selection = merge.call.is_vector = true;
    }
    if (A.is_iso()) merge.make_iso(own_iso(A.dense_form().get().values, A.type()));
    return !is_tested && A.is_full() ? merge.run_keeping_pattern() : merge.run();
}

/// S = A at the true entries of the mask, which is a list and not complemented: probes A's dense
/// form, or intersects with A's list, by sparse_list in cuda/merge/sparse_merge.cuh. Vectors of any
/// width; S sorted, on the mask's own pattern if A is full and all entries of the mask count. Work
/// O(|M| + |A|), for dense A O(|M|). Waits for the number of entries, unless the pattern is the
/// mask's. Deterministic. Refused: scalars, regions, complements, masks that are no lists.
Ref<Snapshot> run(const AssignProblem &problem) {
    if (problem.mask.snapshot->nvals() == 0)
        return Snapshot::empty(problem.A->type(), 1, problem.ncols);
    return walk_of(problem) == Walk::mask ? gathered(problem) : filtered(problem.A, problem.mask);
}

} // namespace

extern const Variant<AssignProblem> cuda_assign_masked = {
    "cuda/assign_masked",
    {.fuses_mask = true, .device = device::cuda_kind, .form = Form::sparse},
    &refuses,
    &cost,
    &run};

} // namespace grb
