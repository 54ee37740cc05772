// The device variants of eWiseAdd and eWiseMult on bitmap and full storage.
#include "cuda/elementwise/elementwise_calls.h"
#include "cuda/library/dense_costs.hpp"
#include "storage/full_iso.hpp"

namespace grb {

namespace {

template <class Problem>
const char *refuses(const Problem &problem) {
    if (const char *refusal = device::refusal_of(*problem.op)) return refusal;
    if (problem.is_A_transposed || problem.is_B_transposed) return "transposed operand";
    const Snapshot &A = *problem.A, &B = *problem.B;
    if (const char *refusal = device::refuses_dense_beside(A, B)) return refusal;
    if (const char *refusal = device::refuses_dense_beside(B, A)) return refusal;
    if (problem.mask.is_none() && is_full_iso(*problem.A) && is_full_iso(*problem.B))
        return device::iso_refusal;
    if (!device::can_be_mask(problem.mask)) return "sparse mask of a matrix";
    return device::refuses_device(Problem::operation, device::dense_bytes(*problem.A) +
                                                          device::dense_bytes(*problem.B));
}

/// Returns true when the result is known to be full.
template <class Problem>
bool is_full(const Problem &problem) {
    constexpr bool is_union = Problem::operation == Operation::ewise_add;
    const bool a = device::is_known_full(*problem.A), b = device::is_known_full(*problem.B);
    return problem.mask.is_none() && (is_union ? a || b : a && b);
}

/// Returns the operand whose bits the result shares, since the other operand is full. Null: the
/// result has its own bits.
template <class Problem>
const DenseForm *bits_of(const Problem &problem) {
    constexpr bool is_union = Problem::operation == Operation::ewise_add;
    if (is_union || !problem.mask.is_none()) return nullptr;
    const auto are_kept = [](const Snapshot &own, const Snapshot &other) {
        return device::is_known_full(other) && own.has_dense() &&
               !own.dense_form().get().bits.empty() && !own.dense_form().get().nvals.is_pending();
    };
    if (are_kept(*problem.A, *problem.B)) return &problem.A->dense_form().get();
    return are_kept(*problem.B, *problem.A) ? &problem.B->dense_form().get() : nullptr;
}

template <class Problem>
Cost cost(const Problem &problem) {
    device::PassCost cost;
    cost.reads(*problem.A);
    cost.reads(*problem.B);
    cost.reads(problem.mask);
    const double elements = device::element_count_of(*problem.A);
    cost.writes(elements * static_cast<double>(problem.op->ztype->size));
    if (!is_full(problem) && bits_of(problem) == nullptr) cost.writes(elements / 8);
    return cost.cost();
}

template <class Problem>
Ref<Snapshot> run(const Problem &problem) {
    using namespace device;
    constexpr bool is_union = Problem::operation == Operation::ewise_add;
    const std::uint64_t m = problem.A->nrows(), n = problem.A->ncols(), positions = m * n;
    const Type *type = problem.result_type();
    MergeCall call{};
    DenseForm dense_a, dense_b;
    call.a = elements(*problem.A, dense_a);
    call.b = elements(*problem.B, dense_b);
    call.op = name_of(*problem.op);
    call.z_type = cpp_type_name(type);
    call.inside =
        is_union ? Takes{take_a, take_b, take_both} : Takes{take_nothing, take_nothing, take_both};
    call.elements = positions;
    Array mask_words;
    call.mask = mask_element_bits(problem.mask, positions, mask_words);

    DenseForm form;
    unsigned ticket = 0;
    form.values = Array::make_here(positions * type->size);
    call.values = form.values.data_here_for_writing();
    if (const DenseForm *const kept = bits_of(problem)) {
        form.bits = kept->bits;
        form.nvals = kept->nvals;
    } else if (!is_full(problem)) {
        form.bits = Array::make_here((positions + 63) / 64 * 8);
        call.bits = static_cast<std::uint64_t *>(form.bits.data_here_for_writing());
        call.nvals.later = &ticket;
    } else {
        form.nvals = positions;
    }
    check(gpu::merge_elements(&call));
    form.nvals.expect(ticket);
    return of_dense(type, m, n, std::move(form));
}

constexpr Capabilities capabilities{
    .fuses_mask = true, .device = device::cuda_kind, .form = Form::dense};

} // namespace

extern const Variant<EwiseAddProblem> cuda_ewise_add_dense = {
    "cuda/ewise_add_dense", capabilities, &refuses<EwiseAddProblem>, &cost<EwiseAddProblem>,
    &run<EwiseAddProblem>};
extern const Variant<EwiseMultProblem> cuda_ewise_mult_dense = {
    "cuda/ewise_mult_dense", capabilities, &refuses<EwiseMultProblem>, &cost<EwiseMultProblem>,
    &run<EwiseMultProblem>};

} // namespace grb
