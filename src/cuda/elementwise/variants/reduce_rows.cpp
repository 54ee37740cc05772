// The device variant of reduce to a vector.
#include "cuda/elementwise/elementwise_calls.h"
#include "cuda/library/dense_costs.hpp"
#include "cuda/mxv/mxv_calls.h"
#include "cuda/mxv/variants/mxv_operands.hpp"
#include "cuda/mxv/variants/pull_rates.hpp"
#include "cuda/structure/variants/transpose.hpp"
#include "storage/full_iso.hpp"

namespace grb {

extern const Variant<MxvProblem> cuda_mxv_merge_path, cuda_mxv_vsr;

namespace {

using namespace device;

/// The product with a full vector whose values are not read: ⊕_j FIRST(A(i, j), 1).
struct PullProblem {
    BinaryOp first{}; // a user's type has no FIRST of its own
    Semiring semiring;
    MxvProblem problem;

    explicit PullProblem(const ReduceProblem &reduce)
        : semiring{{}, {Magic::semiring}, reduce.monoid, &first, ""} {
        const Type *type = reduce.result_type();
        first.code = BinaryCode::first;
        first.ztype = first.xtype = first.ytype = type;
        first.traits.is_idempotent = first.traits.ignores_y = true;
        problem.A = reduce.A;
        problem.is_transposed = reduce.is_transposed;
        problem.semiring = &semiring;
        problem.mask = reduce.mask;
        DenseForm ones;
        ones.nvals = problem.n();
        ones.is_iso = true;
        problem.u = Snapshot::of_dense(type, 1, problem.n(), std::move(ones));
    }
};

/// Returns true for values too wide for the merge path's tiles, which are summed in registers.
bool has_wide_values(const ReduceProblem &problem) noexcept {
    return problem.result_type()->size > merge_widest_value;
}

/// Returns the variant that runs the product.
const Variant<MxvProblem> &pull_variant(const ReduceProblem &problem) noexcept {
    return has_wide_values(problem) ? cuda_mxv_vsr : cuda_mxv_merge_path;
}

std::uint64_t result_size(const ReduceProblem &problem) noexcept {
    return problem.is_transposed ? problem.A->ncols() : problem.A->nrows();
}

const char *refuses(const ReduceProblem &problem) {
    const Snapshot &A = *problem.A;
    if (problem.to_scalar) return "to a scalar";
    if (const char *refusal = refusal_of(*problem.monoid)) return refusal;
    if (const char *refusal = refusal_of(problem.A->type())) return refusal;
    if (is_known_empty(A)) return "nothing to compute";
    if (is_full_iso(A)) return iso_refusal;
    const auto &rows = A.vectors_form(problem.is_transposed);
    if (!is_dense(A) && !rows.is_present() && !can_transpose_there(A, problem.is_transposed))
        return "not there as compressed rows";
    if (!is_dense(A) && is_hyper(A, problem.is_transposed)) return "hypersparse A";
    if (!can_be_mask(problem.mask)) return "mask too long for bits";
    if (size_of(result_size(problem)) * size_of(problem.result_type()->size) > 0x1p36)
        return "w is too long to be dense";
    return refuses_device(ReduceProblem::operation, static_cast<double>(A.bytes()));
}

void prepare(const ReduceProblem &problem) {
    const Snapshot &A = *problem.A;
    const bool is_counted = A.known_statistics(problem.is_transposed) != nullptr;
    const bool is_there = A.vectors_form(problem.is_transposed).is_present();
    if (is_dense(A) || is_counted || !is_there || refuses(problem) != nullptr) return;
    problem.is_transposed ? A.column_statistics() : A.statistics();
}

/// Cost for a compressed A, estimated as cuda/mxv_merge_path does for a product by bits.
Cost list_cost(const ReduceProblem &problem) {
    const Snapshot &A = *problem.A;
    const device::Rates &r = device::rates();
    const double m = size_of(result_size(problem)), entries = size_of(A.most_nvals());
    const double bits = size_of(problem.is_transposed ? A.nrows() : A.ncols()) / 8;
    const double mean = std::max(1.0, entries / std::max(1.0, m));
    const double entry = 4 + (A.is_iso() ? 0 : size_of(A.type()->size));
    const Statistics *lengths = A.known_statistics(problem.is_transposed);
    const bool is_uneven = lengths == nullptr || lengths->deviation > mean;
    const double base = is_uneven ? device::pull.merge_uneven : device::pull.merge_even;
    const double factor =
        has_wide_values(problem) ? device::pull.vsr_base : base + device::pull.row_ends / mean;
    const double bytes = entries * entry + m * (4 + size_of(problem.result_type()->size)) + bits;
    Cost cost;
    cost.seconds = std::max(bytes / r.stream_bytes, entries / device::gather_rate(bits)) * factor +
                   2 * r.launch_seconds;
    add_missing_operand(cost, A, problem.is_transposed);
    return cost;
}

Cost cost(const ReduceProblem &problem) {
    if (!is_dense(*problem.A)) return list_cost(problem);
    const Snapshot &A = *problem.A;
    PassCost cost;
    cost.reads(A);
    cost.reads(problem.mask);
    cost.writes(static_cast<double>(result_size(problem) * problem.result_type()->size));
    Cost result = cost.cost();
    result.seconds += device::rates().launch_seconds;
    return result;
}

Ref<Snapshot> dense_run(const ReduceProblem &problem) {
    const Snapshot &A = *problem.A;
    const Type *type = problem.result_type();
    const std::uint64_t m = result_size(problem);
    ReduceToVectorCall call{};
    call.x = elements(A);
    call.nrows = A.nrows();
    call.ncols = A.ncols();
    call.of_columns = problem.is_transposed;
    call.add = name_of(*problem.monoid->op);
    Array mask_words;
    call.mask = mask_element_bits(problem.mask, m, mask_words);
    DenseForm form;
    unsigned ticket = 0;
    form.values = Array::make_here(m * type->size);
    call.w_values = form.values.data_here_for_writing();
    if (is_known_full(A) && problem.mask.is_none()) {
        form.nvals = m;
    } else {
        form.bits = Array::make_here((m + 63) / 64 * 8);
        call.w_bits = static_cast<std::uint64_t *>(form.bits.data_here_for_writing());
        call.nvals.later = &ticket;
    }
    check(gpu::reduce_to_vector(&call));
    form.nvals.expect(ticket);
    return of_dense(type, 1, m, std::move(form));
}

/// w(i) = ⊕_j A(i, j), of columns when transposed.
/// Compressed A: as w = A ⊕.FIRST 1 by cuda/mxv_merge_path, its schedule kept with A: an equal
/// number of rows and entries for each thread, in an order that A's pattern fixes; values of more
/// than 40 bytes by cuda/mxv_vsr. Bitmap and full storage: by strides and chunks that the sizes
/// fix; see cuda/elementwise/reduce_to_vector.cuh.
/// A m×n, standard; any monoid with source or of the catalogue, any mask; w bitmap or full. Bytes:
/// A once. Does not wait: the number of entries comes later. Deterministic.
/// Refused: a CSR (transposed: CSC) that A lacks and that the device cannot make, hypersparse A,
/// iso A.
Ref<Snapshot> run(const ReduceProblem &problem) {
    return is_dense(*problem.A) ? dense_run(problem)
                                : pull_variant(problem).run(PullProblem(problem).problem);
}

} // namespace

extern const Variant<ReduceProblem> cuda_reduce_rows = {
    "cuda/reduce_rows",
    {.fuses_mask = true, .device = device::cuda_kind},
    &refuses,
    &cost,
    &run,
    &prepare};

} // namespace grb
