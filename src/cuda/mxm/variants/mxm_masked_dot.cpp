// The device variant of mxm for two sparse matrices under a sparse mask: dot products.
#include "cpu/mxm/mxm_cost.hpp"
#include "cuda/library/rows.hpp"
#include "cuda/mxm/mxm_calls.h"
#include "cuda/mxm/variants/mask_pattern.hpp"
#include "cuda/structure/variants/all_rows.hpp"

#include <algorithm>

namespace grb {

namespace {

using namespace device;

const DeviceCoefficient steps_a_second{"device_masked_dot_steps", "1/s",
                                       "mxm_masked_dot: probes of a row's table", 7.5e11,
                                       Scaling::processors};
const DeviceCoefficient entries_a_second{"device_masked_dot_entries", "1/s",
                                         "mxm_masked_dot: entries of the mask, beside their steps",
                                         1.5e10, Scaling::processors};
const DeviceCoefficient fixed{"device_masked_dot_fixed", "s",
                              "mxm_masked_dot: launches, and tasks that have little to do", 60e-6};

const char *refuses(const MxmProblem &problem) {
    if (const char *reason = refuses_pattern(problem.mask)) return reason;
    const Snapshot &A = *problem.A, &B = *problem.B;
    if (const char *reason = refuses_all_rows(A, problem.is_A_transposed)) return reason;
    if (const char *reason = refuses_all_rows(B, !problem.is_B_transposed)) return reason;
    if (const char *reason = refuses_types(A, B)) return reason;
    if (!has_identity(*problem.semiring->add->op)) return "user-defined monoid";
    if (const char *reason = refusal_of(*problem.semiring->multiply)) return reason;
    if (problem.k() == std::uint64_t{1} << 32) return "an inner index of all ones";
    return refuses_device(MxmProblem::operation, size_of(A.bytes()) + size_of(B.bytes()));
}

/// Entries in the columns of B that an entry of the mask names, on average.
double mean_column(const MxmProblem &problem) {
    const Statistics *lengths = problem.B->known_statistics(!problem.is_B_transposed);
    const double sampled =
        mean_length_matched(*problem.mask.snapshot, false, *problem.B, !problem.is_B_transposed);
    if (lengths == nullptr || lengths->mean <= 0) return sampled;
    // If the mask resembles B, it names columns in proportion to their lengths.
    const double spread = lengths->deviation / lengths->mean;
    return std::max(sampled, lengths->mean * (1 + spread * spread));
}

Cost cost(const MxmProblem &problem) {
    const device::Rates &r = device::rates();
    const double entries = size_of(problem.mask.snapshot->most_nvals());
    const Type *const type = problem.result_type();
    // A final merge removes positions without an entry.
    const double taken_out =
        entries * (4 * 4 + 2 * size_of(type->size)) / r.stream_bytes + r.wait_seconds;
    const double a_bytes = size_of(problem.A->bytes()), b_bytes = size_of(problem.B->bytes());
    Cost cost;
    cost.seconds = entries * mean_column(problem) / steps_a_second + entries / entries_a_second +
                   (a_bytes + b_bytes) / r.stream_bytes + pattern_seconds(problem.mask) +
                   taken_out + fixed + all_rows_seconds(*problem.A, problem.is_A_transposed) +
                   all_rows_seconds(*problem.B, !problem.is_B_transposed);
    add_missing_operand(cost, *problem.A, problem.is_A_transposed);
    if (problem.A.get() == problem.B.get() && problem.is_A_transposed == !problem.is_B_transposed)
        return cost;
    const double missing = missing_bytes(*problem.B, true, !problem.is_B_transposed);
    if (cost.missing_in != nullptr) {
        cost.seconds += missing / r.upload_bytes;
        return cost;
    }
    add_missing_operand(cost, *problem.B, !problem.is_B_transposed);
    return cost;
}

/// C(i, j) = ⊕_k A(i, k) ⊗ B(k, j) at the entries (i, j) that the mask allows. A m×k by rows, B k×n
/// by columns (transposed: its rows), mask m×n by rows, any widths, structural or by value; C
/// sparse, sorted. Work O(Σ over the mask of the shorter of column j of B and row i of A times log
/// B, and of A's rows once a task); scratch 32 bytes a row, a value and a byte an entry of the
/// mask. Waits for the number of entries. Deterministic: lengths alone decide which lanes add which
/// terms. Hashed rows and groups of lanes as in Pandey et al. 2021; differs: any semiring, tasks of
/// equal work from measured lengths, columns much longer than the row are searched, rows with few
/// probes are searched, rows longer than the table are taken in chunks, a filter (Bloom 1970)
/// stands before the table, patterns of rows that fit are bits, terms that are all one value are
/// counted. Refused: other masks, hypersparse operands of more than 2^26 rows, user-defined
/// monoids, types of more than 64 bytes.
Ref<Snapshot> run(const MxmProblem &problem) {
    const Type *const type = problem.result_type();
    const std::uint64_t m = problem.m(), n = problem.n();
    const Ref<Snapshot> pattern = mask_pattern(problem.mask);
    if (pattern->nvals() == 0) return Snapshot::empty(type, m, n);
    MxmMaskedDotCall call{};
    call.M = pattern_arrays(pattern->rows_form().get(), m, n);
    Array A_offsets, B_offsets; // of hypersparse ones
    call.A = all_rows(*problem.A, problem.is_A_transposed, A_offsets);
    call.B = all_rows(*problem.B, !problem.is_B_transposed, B_offsets);
    call.semiring = {name_of(*problem.semiring->add->op), name_of(*problem.semiring->multiply),
                     cpp_type_name(type)};
    Array values = Array::make_here(call.M.nvals * type->size),
          has = Array::make_here(call.M.nvals);
    call.values = values.data_here_for_writing();
    // Values without an entry must be valid for their type: an invalid bool must not be read.
    if (type->code == TypeCode::boolean) clear(call.values, call.M.nvals * type->size);
    call.has = static_cast<unsigned char *>(has.data_here_for_writing());
    check(gpu::mxm_masked_dot(&call));
    const Ref<Snapshot> with_gaps = on_pattern(*pattern, type, std::move(values));
    const Ref<Snapshot> is_entry =
        on_pattern(*pattern, builtin_type(TypeCode::boolean), std::move(has));
    return filtered(with_gaps, {is_entry, MaskKind::value, false});
}

} // namespace

extern const Variant<MxmProblem> cuda_mxm_masked_dot = {
    "cuda/mxm_masked_dot",
    {.fuses_mask = true, .device = device::cuda_kind, .form = Form::sparse},
    &refuses,
    &cost,
    &run};

} // namespace grb
