// The device row of reduce to a vector.
#include "cuda/elementwise/elementwise_calls.h"
#include "cuda/library/cell_costs.hpp"
#include "cuda/mxv/mxv_calls.h"
#include "storage/uniform.hpp"

namespace grb {

extern const Variant<MxvProblem> cuda_mxv_merge_path, cuda_mxv_vsr;

namespace {

using namespace device;

/// The product with a full vector whose values nobody reads: ⊕_j FIRST(A(i, j), 1).
struct PullProblem {
    BinaryOp first{}; // a type of a user's has none of its own
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
        DensePart ones;
        ones.nvals = problem.n();
        ones.is_iso = true;
        problem.u = Snapshot::of_dense(type, 1, problem.n(), std::move(ones));
    }
};

/// The row that carries it out: values that are too wide for the merge path's tiles go by registers.
const Variant<MxvProblem> &pull_row(const ReduceProblem &problem) {
    return problem.result_type()->size > merge_widest_value ? cuda_mxv_vsr : cuda_mxv_merge_path;
}

const char *refuses(const ReduceProblem &problem) {
    const Snapshot &A = *problem.A;
    if (problem.to_scalar) return "to a scalar";
    if (const char *refusal = refusal_of(*problem.monoid)) return refusal;
    if (const char *refusal = refusal_of(problem.A->type())) return refusal;
    if (A.nvals() == 0) return "nothing to compute";
    if (is_uniform(A)) return one_value;
    const auto &rows = A.lines_part(problem.is_transposed);
    if (!is_dense(A) && !rows.is_present()) return "not there as compressed rows";
    if (!can_be_mask(problem.mask)) return "mask too long for bits";
    if (const char *refusal =
            refuses_device(ReduceProblem::operation, static_cast<double>(A.bytes()))) {
        return refusal;
    }
    return is_dense(A) ? nullptr : pull_row(problem).refuses(PullProblem(problem).problem);
}

Cost cost(const ReduceProblem &problem) {
    if (!is_dense(*problem.A)) return pull_row(problem).cost(PullProblem(problem).problem);
    const Snapshot &A = *problem.A;
    PassCost cost;
    cost.reads(A);
    cost.reads(problem.mask);
    const std::uint64_t m = problem.is_transposed ? A.ncols() : A.nrows();
    cost.writes(static_cast<double>(m * problem.result_type()->size));
    Cost result = cost.cost();
    result.seconds += device::rates().launch_seconds;
    return result;
}

Ref<Snapshot> lines_run(const ReduceProblem &problem) {
    const Snapshot &A = *problem.A;
    const Type *type = problem.result_type();
    const std::uint64_t m = problem.is_transposed ? A.ncols() : A.nrows();
    ReduceLinesCall call{};
    call.x = cells(A);
    call.nrows = A.nrows();
    call.ncols = A.ncols();
    call.of_columns = problem.is_transposed;
    call.add = name_of(*problem.monoid->op);
    Array mask_words;
    call.mask = mask_cells(problem.mask, m, mask_words);
    DensePart part;
    unsigned ticket = 0;
    part.values = Array::make_here(m * type->size);
    call.w_values = part.values.data_here_for_writing();
    if (is_known_full(A) && problem.mask.is_none()) {
        part.nvals = m;
    } else {
        part.bits = Array::make_here((m + 63) / 64 * 8);
        call.w_bits = static_cast<std::uint64_t *>(part.bits.data_here_for_writing());
        call.nvals.later = &ticket;
    }
    check(gpu::reduce_lines(&call));
    part.nvals.expect(ticket);
    return of_cells(type, 1, m, std::move(part));
}

/// w(i) = ⊕_j A(i, j), of columns when transposed. Compressed rows as w = A ⊕.FIRST 1 by cuda/mxv_merge_path,
/// its schedule kept with A: an equal share of rows and entries for each thread, in an order that A's pattern
/// fixes; values of more than 40 bytes by cuda/mxv_vsr. Bitmap and full storage by strides and chunks that the sizes fix; see cuda/kernels/reduce_lines.cuh.
/// A m×n, standard; any monoid with source or of the catalogue, any mask; w bitmap or full. Bytes: A once. Does not
/// wait: the number of entries comes later. Deterministic.
/// Refused: rows (transposed: columns) that A lacks, hypersparse A, one value everywhere.
Ref<Snapshot> run(const ReduceProblem &problem) {
    return is_dense(*problem.A) ? lines_run(problem)
                                : pull_row(problem).run(PullProblem(problem).problem);
}

} // namespace

extern const Variant<ReduceProblem> cuda_reduce_rows = {
    "cuda/reduce_rows", {.fuses_mask = true, .place = device::cuda_kind}, &refuses, &cost, &run};

} // namespace grb
