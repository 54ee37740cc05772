// The device variant of mxm for two full matrices under a sparse mask (sampled dense-dense product,
// SDDMM).
#include "cuda/library/dense_costs.hpp"
#include "cuda/mxm/mxm_calls.h"
#include "cuda/mxm/variants/mask_pattern.hpp"
#include "cuda/structure/variants/transpose.hpp"

#include <algorithm>

namespace grb {

namespace {

using namespace device;

const DeviceCoefficient operations{"device_sampled_operations", "1/s",
                                   "mxm_sampled: multiply-adds, whatever the bytes", 5e12,
                                   Scaling::processors};
const DeviceCoefficient entries_a_second{"device_sampled_entries", "1/s",
                                         "mxm_sampled: entries of the mask, however short k is",
                                         4e10, Scaling::processors};

/// The bytes that a gather fetches.
constexpr double sector_bytes = 32;

/// An operand, and whether its rows must be made from its columns: those of A and of B' run along
/// k.
struct Side {
    const Snapshot &operand;
    bool needs_transpose, is_ignored;

    double bytes() const noexcept {
        return is_ignored || operand.is_iso()
                   ? 0
                   : element_count_of(operand) * size_of(operand.type()->size);
    }
};
Side left_of(const MxmProblem &problem) noexcept {
    return {*problem.A, problem.is_A_transposed, problem.semiring->multiply->traits.ignores_x};
}
Side right_of(const MxmProblem &problem) noexcept {
    return {*problem.B, !problem.is_B_transposed, problem.semiring->multiply->traits.ignores_y};
}

/// Returns refusals that do not depend on numbers of entries.
const char *refuses_all_but_counts(const MxmProblem &problem) {
    if (const char *reason = refuses_pattern(problem.mask)) return reason;
    const Snapshot &A = *problem.A, &B = *problem.B;
    if (!A.has_dense() || !B.has_dense()) return "A and B are not both full";
    if (const char *reason = refuses_types(A, B)) return reason;
    if (!has_identity(*problem.semiring->add->op)) return "user-defined monoid";
    if (const char *reason = refusal_of(*problem.semiring->multiply)) return reason;
    return refuses_device(MxmProblem::operation,
                          left_of(problem).bytes() + right_of(problem).bytes());
}

const char *refuses(const MxmProblem &problem) {
    if (const char *reason = refuses_all_but_counts(problem)) return reason;
    const Snapshot &A = *problem.A, &B = *problem.B;
    if (A.is_known_empty() || B.is_known_empty()) return "nothing to compute";
    return A.is_known_full() && B.is_known_full() ? nullptr : "A and B are not both full";
}

void prepare(const MxmProblem &problem) {
    const Snapshot &A = *problem.A, &B = *problem.B;
    if ((A.knows_nvals() && B.knows_nvals()) || refuses_all_but_counts(problem) != nullptr) return;
    A.nvals(); // waits
    B.nvals();
}

/// Seconds to read one side: its rows once an entry from the cache or from memory, but at least
/// once in all.
double gathered_seconds(const Side &side, double entries, double k) {
    if (side.bytes() == 0) return 0;
    const Rates &r = rates();
    const double row_bytes = k * size_of(side.operand.type()->size);
    const double hits = std::min(1.0, r.cached_bytes / side.bytes());
    const double sectors = std::max(1.0, row_bytes / sector_bytes);
    const double gathered =
        entries * (hits * sectors / r.gathers_cached +
                   (1 - hits) * std::max(1 / r.gathers_memory, row_bytes / r.stream_bytes));
    const double transposed =
        side.needs_transpose ? 2 * side.bytes() / r.stream_bytes + r.launch_seconds : 0.0;
    return gathered + transposed + missing_dense_bytes(side.operand) / r.upload_bytes;
}

Cost cost(const MxmProblem &problem) {
    const Rates &r = rates();
    const double k = size_of(problem.k());
    const double entries = size_of(problem.mask.snapshot->most_nvals());
    const double read = gathered_seconds(left_of(problem), entries, k) +
                        gathered_seconds(right_of(problem), entries, k);
    const double work = entries * k / operations + entries / entries_a_second;
    return {std::max(read, work) + pattern_seconds(problem.mask) + r.launch_seconds +
            entries * size_of(problem.result_type()->size) / r.stream_bytes};
}

/// Returns the operand with rows along k. `transposed` keeps one that is made for this.
DenseArrays rows_along_k(const Side &side, Array &transposed) {
    DenseArrays arrays = dense_arrays(side.operand);
    if (!side.needs_transpose || side.bytes() == 0) return arrays;
    transposed = transposed_elements(dense_operand_form(side.operand).values, side.operand.nrows(),
                                     side.operand.ncols(), side.operand.type()->size);
    arrays.values = std::as_const(transposed).data_here();
    return arrays;
}

/// C(i, j) = ⊕_k A(i, k) ⊗ B(k, j) at the entries (i, j) that the mask allows. A m×k, B k×n full;
/// the mask by rows, each stored, any widths, structural or by value, not complemented; C has the
/// allowed entries. A by rows and B by columns (transposed) are read as they are, else transposed
/// once. Work O(entries · k), distributed by entries; scratch: transposed operands, and the pattern
/// of a mask by value. Waits for the number of entries of a mask by value, else for nothing.
/// Deterministic: each lane strides over the terms in the order of k, then lanes are joined in
/// pairs. Sampled dense-dense product as by Nisa et al. 2018 and Hong et al. 2019, without their
/// tiles: a group of lanes makes an entry, whatever its row, and the caches keep the rows. Refused:
/// other masks, operands that are not full, user-defined monoids, types of more than 64 bytes.
Ref<Snapshot> run(const MxmProblem &problem) {
    const Type *const type = problem.result_type();
    const Ref<Snapshot> pattern = mask_pattern(problem.mask);
    if (pattern->nvals() == 0) return Snapshot::empty(type, problem.m(), problem.n());
    Array left, right;
    MxmSampledCall call{};
    call.M = pattern_arrays(pattern->rows_form().get(), problem.m(), problem.n());
    call.A = rows_along_k(left_of(problem), left);
    call.B = rows_along_k(right_of(problem), right);
    call.k = problem.k();
    call.semiring = {name_of(*problem.semiring->add->op), name_of(*problem.semiring->multiply),
                     cpp_type_name(type)};
    Array values = Array::make_here(call.M.nvals * type->size);
    call.values = values.data_here_for_writing();
    check(gpu::mxm_sampled(&call));
    return on_pattern(*pattern, type, std::move(values));
}

} // namespace

extern const Variant<MxmProblem> cuda_mxm_sampled = {
    "cuda/mxm_sampled",
    {.fuses_mask = true, .device = device::cuda_kind, .form = Form::sparse},
    &refuses,
    &cost,
    &run,
    &prepare};

} // namespace grb
