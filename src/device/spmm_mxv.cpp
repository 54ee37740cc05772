// The device row of mxm that multiplies by a matrix of one column: the rows of mxv do.
#include "device/convert.hpp"

namespace grb {

namespace {

/// The same product with B as a vector.
MxvProblem product_with_vector(const MxmProblem &problem) {
    MxvProblem product;
    product.A = problem.A;
    product.is_transposed = problem.is_A_transposed;
    product.semiring = problem.semiring;
    DensePart part = device::cells_part(*problem.B);
    product.u = Snapshot::of_dense(problem.B->type(), 1, problem.k(), std::move(part));
    return product;
}

struct Candidate {
    const Variant<MxvProblem> *variant = nullptr;
    Cost cost;
};

/// The device's row that is quickest once it has what it keeps with A; none where all refuse.
Candidate quickest(const MxvProblem &product) {
    Candidate best;
    for (const Variant<MxvProblem> *variant : variants<MxvProblem>()) {
        if (!variant->capabilities.is_on_device || !variant->capabilities.is_deterministic ||
            variant->refuses(product) != nullptr) {
            continue;
        }
        const Cost cost = variant->cost(product);
        if (best.variant == nullptr || cost.seconds < best.cost.seconds) best = {variant, cost};
    }
    return best;
}

const char *refuses(const MxmProblem &problem) {
    const Snapshot &B = *problem.B;
    if (problem.n() != 1 || problem.is_B_transposed) return "B is no column";
    if (!B.has_dense() || !device::can_be_cells(B)) return "B is not dense";
    if (const char *reason =
            device::refuses_device(MxmProblem::operation, device::size_of(problem.A->bytes()))) {
        return reason;
    }
    return quickest(product_with_vector(problem)).variant == nullptr ? "no row of mxv takes it"
                                                                     : nullptr;
}

Cost cost(const MxmProblem &problem) {
    return quickest(product_with_vector(problem)).cost;
}

/// C = A ⊕.⊗ B for B of one column, dense: as the device's deterministic row of mxv that is quickest. C a column,
/// dense; the mask is left to the commit.
Ref<Snapshot> run(const MxmProblem &problem) {
    const MxvProblem product = product_with_vector(problem);
    const Variant<MxvProblem> *variant = quickest(product).variant;
    if (variant == nullptr) throw device::Failure(device::Status::unsupported);
    const Ref<Snapshot> w = variant->run(product);
    DensePart part = device::cells_part(*w);
    return Snapshot::of_dense(problem.result_type(), problem.m(), 1, std::move(part));
}

} // namespace

extern const Variant<MxmProblem> cuda_spmm_mxv = {
    "cuda/spmm_mxv", {.is_on_device = true}, &refuses, &cost, &run};

} // namespace grb
