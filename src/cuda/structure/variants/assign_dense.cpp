// The device variants of assign to GrB_ALL. They need no kernel: the commit does the work. They
// only prevent that data is fetched to the host before it.
#include "cuda/library/dense_costs.hpp"
#include "storage/convert.hpp"

namespace grb {

namespace {

using namespace device;

bool is_whole(const AssignProblem &problem) {
    return problem.rows.is_all && problem.columns.is_all;
}

double element_count_of(const AssignProblem &problem) {
    return static_cast<double>(problem.nrows) * static_cast<double>(problem.ncols);
}

const char *scalar_refuses(const AssignProblem &problem) {
    if (problem.A) return "not a scalar";
    if (!is_whole(problem)) return "only a region";
    if (const char *refusal = refusal_of(problem.scalar_type)) return refusal;
    return nullptr;
}

/// The estimate of the commit's pass over C.
Cost pass_cost(double entries, const AssignProblem &problem) {
    const device::Rates &r = device::rates();
    return {r.launch_seconds +
            2 * entries * static_cast<double>(problem.result_type()->size) / r.stream_bytes};
}

// Dense: an iso result with an entry at every position.

const char *dense_refuses(const AssignProblem &problem) {
    if (const char *refusal = scalar_refuses(problem)) return refusal;
    if (element_count_of(problem) > static_cast<double>(largest_dense))
        return "too large to pass over";
    return refuses_device(AssignProblem::operation,
                          element_count_of(problem) *
                              static_cast<double>(problem.scalar_type->size));
}
Cost dense_cost(const AssignProblem &problem) {
    return pass_cost(problem.mask.is_none() ? 0 : element_count_of(problem), problem);
}
Ref<Snapshot> dense_run(const AssignProblem &problem) {
    DenseForm form;
    form.nvals = problem.nrows * problem.ncols;
    form.is_iso = true;
    form.values = Array::copy_of(problem.scalar, problem.scalar_type->size);
    return Snapshot::of_dense(problem.scalar_type, problem.nrows, problem.ncols, std::move(form));
}

// Mask: shares the pattern of a mask, list or dense, that allows all of its entries.

bool counts_all(const MaskInput &mask) {
    if (mask.kind == MaskKind::structure) return true;
    const SparseForm &list = *list_form(*mask.snapshot);
    return list.is_iso && list.nvals != 0 && list.values.is_on_host() &&
           is_true(list.values.data(), mask.snapshot->type());
}

const char *mask_refuses(const AssignProblem &problem) {
    if (const char *refusal = scalar_refuses(problem)) return refusal;
    const MaskInput &mask = problem.mask;
    if (mask.is_none() || mask.is_complemented) return "no mask to walk";
    const bool is_pattern = list_form(*mask.snapshot) != nullptr
                                ? counts_all(mask)
                                : mask.snapshot->has_dense() && mask.kind == MaskKind::structure;
    if (!is_pattern) return "the mask's pattern is not the result's";
    return refuses_device(
        AssignProblem::operation,
        static_cast<double>(mask.snapshot->most_nvals() * problem.scalar_type->size));
}
Cost mask_cost(const AssignProblem &problem) {
    if (list_form(*problem.mask.snapshot) == nullptr) return pass_cost(0, problem);
    return pass_cost(static_cast<double>(problem.mask.snapshot->most_nvals()), problem);
}
Ref<Snapshot> mask_run(const AssignProblem &problem) {
    if (list_form(*problem.mask.snapshot) == nullptr) {
        DenseForm dense = problem.mask.snapshot->dense_form().get();
        dense.is_iso = true;
        dense.values = Array::copy_of(problem.scalar, problem.scalar_type->size);
        return of_dense(problem.scalar_type, problem.nrows, problem.ncols, std::move(dense));
    }
    SparseForm form = *list_form(*problem.mask.snapshot);
    form.is_iso = true;
    form.values = Array::copy_of(problem.scalar, problem.scalar_type->size);
    return Snapshot::of_rows(problem.scalar_type, problem.nrows, problem.ncols, std::move(form));
}

// Share: assigns all of A to all of C, and shares A's arrays.

const char *share_refuses(const AssignProblem &problem) {
    if (!problem.A) return "scalar";
    if (!is_whole(problem) || problem.is_transposed) return "only a region, or transposed";
    return refuses_device(AssignProblem::operation, static_cast<double>(problem.A->bytes()));
}
Cost share_cost(const AssignProblem &problem) {
    return pass_cost(static_cast<double>(problem.A->most_nvals()), problem);
}
Ref<Snapshot> share_run(const AssignProblem &problem) {
    return problem.A;
}

constexpr Capabilities masked{.fuses_mask = true, .device = device::cuda_kind};
constexpr Capabilities unmasked{.device = device::cuda_kind};

} // namespace

extern const Variant<AssignProblem> cuda_assign_scalar_dense = {
    "cuda/assign_scalar_dense", unmasked, &dense_refuses, &dense_cost, &dense_run};
extern const Variant<AssignProblem> cuda_assign_scalar_mask = {
    "cuda/assign_scalar_mask", masked, &mask_refuses, &mask_cost, &mask_run};
extern const Variant<AssignProblem> cuda_assign_share = {"cuda/assign_share", unmasked,
                                                         &share_refuses, &share_cost, &share_run};

} // namespace grb
