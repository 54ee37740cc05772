// The device variant of mxm that multiplies by a matrix of one column with a variant of mxv.
#include "costs/device_rates.hpp"
#include "cuda/structure/variants/convert.hpp"
#include "dispatch/context.hpp"

namespace grb {

namespace {

/// The product by B as it is, a matrix of one column, for estimates.
MxvProblem product_with(const Ref<Snapshot> &u, const MxmProblem &problem) {
    MxvProblem product;
    product.A = problem.A;
    product.u = u;
    product.is_transposed = problem.is_A_transposed;
    product.semiring = problem.semiring;
    return product;
}

/// The product with B as a vector, for the variants of mxv to execute.
MxvProblem product_with_vector(const MxmProblem &problem) {
    DenseForm form = device::dense_operand_form(*problem.B);
    return product_with(Snapshot::of_dense(problem.B->type(), 1, problem.k(), std::move(form)),
                        problem);
}

struct Candidate {
    const Variant<MxvProblem> *variant = nullptr;
    Cost cost;
};

/// Returns the device variant that is quickest once A keeps its data, of those that are not
/// skipped; none where all refuse.
Candidate quickest(const MxvProblem &product) {
    Candidate best;
    for (const Variant<MxvProblem> *variant : variants<MxvProblem>()) {
        if (variant->capabilities.device != device::cuda_kind ||
            !variant->capabilities.is_deterministic ||
            (context().has_rules() && context().is_skipped(variant->name)) ||
            variant->refuses(product) != nullptr) {
            continue;
        }
        const Cost cost = variant->cost(product);
        if (best.variant == nullptr || cost.seconds < best.cost.seconds) best = {variant, cost};
    }
    return best;
}

/// refuses() leaves its candidate for cost() and run() of the same call, which follow it in this
/// thread. The operands and the semiring identify it; those of an earlier call may have been freed,
/// and others may have their addresses: so refuses() searches each time, and the others do where it
/// was not called.
struct Found {
    const Snapshot *A = nullptr, *B = nullptr;
    const Semiring *semiring = nullptr;
    bool is_A_transposed = false;
    Candidate candidate;
};
constinit thread_local Found last_found;

const Candidate &find_candidate(const MxmProblem &problem) {
    last_found = {problem.A.get(), problem.B.get(), problem.semiring, problem.is_A_transposed,
                  quickest(product_with(problem.B, problem))};
    return last_found.candidate;
}

const Candidate &found(const MxmProblem &problem) {
    const bool is_same = last_found.A == problem.A.get() && last_found.B == problem.B.get() &&
                         last_found.semiring == problem.semiring &&
                         last_found.is_A_transposed == problem.is_A_transposed;
    return is_same ? last_found.candidate : find_candidate(problem);
}

/// Returns refusals that no variant of mxv makes.
const char *refuses_operands(const MxmProblem &problem) {
    const Snapshot &B = *problem.B;
    if (problem.n() != 1) return "B is no column";
    if (!B.has_dense() || !device::can_be_dense_operand(B)) return "B is not dense";
    return device::refuses_device(MxmProblem::operation, device::size_of(problem.A->bytes()));
}

const char *refuses(const MxmProblem &problem) {
    if (const char *reason = refuses_operands(problem)) return reason;
    return find_candidate(problem).variant == nullptr ? "no variant of mxv takes it" : nullptr;
}

void prepare(const MxmProblem &problem) {
    if (refuses_operands(problem) != nullptr) return;
    const MxvProblem product = product_with(problem.B, problem);
    for (const Variant<MxvProblem> *variant : variants<MxvProblem>())
        if (variant->capabilities.device == device::cuda_kind && variant->prepare != nullptr)
            variant->prepare(product);
}

Cost cost(const MxmProblem &problem) {
    Cost cost = found(problem).cost;
    cost.seconds += device::rates().launch_seconds; // w becomes C
    return cost;
}

/// C = A ⊕.⊗ B for B of one column (transposed: one row), dense: by the quickest deterministic
/// device variant of mxv. C a column, dense; the commit applies the mask.
Ref<Snapshot> run(const MxmProblem &problem) {
    const MxvProblem product = product_with_vector(problem);
    const Variant<MxvProblem> *variant = found(problem).variant;
    // B may also be listed, which a vector of its elements is not.
    if (variant == nullptr || variant->refuses(product) != nullptr)
        variant = quickest(product).variant;
    if (variant == nullptr) throw device::Failure(device::Status::unsupported);
    const Ref<Snapshot> w = variant->run(product);
    DenseForm form = device::dense_operand_form(*w);
    return Snapshot::of_dense(problem.result_type(), problem.m(), 1, std::move(form));
}

} // namespace

extern const Variant<MxmProblem> cuda_spmm_mxv = {
    "cuda/spmm_mxv", {.device = device::cuda_kind, .form = Form::dense}, &refuses, &cost, &run,
    &prepare};

} // namespace grb
