// The device variant of maxk.
#include "cuda/library/dense_costs.hpp"
#include "cuda/ssd/ssd_calls.h"
#include "storage/balanced.hpp"

#include <algorithm>

namespace grb {

namespace {

using namespace device;

/// Returns refusals that do not depend on the number of entries.
const char *refuses_all_but_count(const MaxkProblem &problem) {
    const Snapshot &A = *problem.A;
    if (problem.is_transposed) return "transposed";
    if (!A.has_dense() || !can_be_dense_operand(A)) return "not dense";
    if (A.is_iso()) return "iso";
    if (problem.m() == 0 || problem.n() > INT32_MAX) return "no rows, or too long ones";
    if (A.knows_nvals() && !problem.fits_balanced()) return "most slots would stay empty";
    return refuses_device(MaxkProblem::operation, size_of(A.bytes()));
}

const char *refuses(const MaxkProblem &problem) {
    if (const char *reason = refuses_all_but_count(problem)) return reason;
    return problem.A->knows_nvals() ? nullptr : "its entries are still being counted";
}

void prepare(const MaxkProblem &problem) {
    if (!problem.A->knows_nvals() && refuses_all_but_count(problem) == nullptr)
        problem.A->nvals(); // waits
}

const DeviceCoefficient keys_a_second{
    "device_maxk_keys", "1/s", "all rounds over them in registers", 4.7e11, Scaling::processors};

Cost cost(const MaxkProblem &problem) {
    PassCost cost;
    cost.reads(*problem.A);
    const double kept = size_of(problem.m()) * size_of(problem.k);
    cost.writes(kept * (size_of(problem.A->type()->size) + 2));
    Cost result = cost.cost();
    result.seconds += size_of(problem.m()) * size_of(problem.n()) / keys_a_second;
    return result;
}

/// C = the k largest entries of each row of A: m×n bitmap or full, C row-balanced with k slots. A
/// warp per row, whose values stay in registers for rows up to 512 (cuda/ssd/maxk.cuh). Bytes: A
/// once (rows up to 512), C once. Deterministic. Refused: A transposed, compressed or iso.
Ref<Snapshot> run(const MaxkProblem &problem) {
    const Snapshot &A = *problem.A;
    const std::uint64_t m = problem.m(), n = problem.n(), k = problem.k;
    BalancedForm form;
    form.slots = k;
    form.index_width = balanced_index_width(n);
    form.counts = Array::make_here(m * 4);
    form.column_indices = Array::make_here(m * k * static_cast<std::uint64_t>(form.index_width));
    form.values = Array::make_here(m * k * A.type()->size);
    MaxkCall call{};
    call.nrows = m;
    call.columns = n;
    call.k = k;
    call.A = dense_arrays(A);
    call.is_abs = problem.is_by_magnitude;
    call.position_width = form.index_width;
    call.counts = static_cast<unsigned *>(form.counts.data_here_for_writing());
    call.positions = form.column_indices.data_here_for_writing();
    call.to_values = form.values.data_here_for_writing();
    form.nvals = m * k; // for full rows
    if (call.A.bits != nullptr) call.nvals = &form.nvals;
    check(gpu::maxk(&call));
    return Snapshot::of_balanced(A.type(), m, n, std::move(form));
}

} // namespace

extern const Variant<MaxkProblem> cuda_maxk_select = {
    "cuda/maxk_select", {.device = device::cuda_kind}, &refuses, &cost, &run, &prepare};

} // namespace grb
