// Operands, results and estimates of products by a full matrix on the device.
#include "costs/device_rates.hpp"
#include "cuda/mxv/variants/mxv_operands.hpp"
#include "cuda/spmm/spmm_calls.h"
#include "cuda/spmm/variants/spmm.hpp"
#include "cuda/spmm/variants/spmm_rates.hpp"
#include "cuda/structure/variants/convert.hpp"
#include "cuda/structure/variants/transpose.hpp"

#include <algorithm>

namespace grb::device {

namespace {

bool ignores_b(const MxmProblem &problem) noexcept {
    return problem.semiring->multiply->traits.ignores_y;
}

double bytes_of_a(const MxmProblem &problem) noexcept {
    const bool has_values = !problem.A->is_iso() && !problem.semiring->multiply->traits.ignores_x;
    return size_of(problem.A->most_nvals()) *
           (4 + (has_values ? size_of(problem.A->type()->size) : 0));
}

/// Bytes of B's values that a product reads.
double bytes_of_b(const MxmProblem &problem) noexcept {
    if (problem.B->is_iso() || ignores_b(problem)) return 0;
    return size_of(problem.k()) * size_of(problem.n()) * size_of(problem.B->type()->size);
}

bool needs_transpose(const MxmProblem &problem) noexcept {
    return problem.is_B_transposed && bytes_of_b(problem) != 0;
}

double bytes_of_c(const MxmProblem &problem) noexcept {
    return stored_rows(problem) * size_of(problem.n()) * size_of(problem.result_type()->size);
}

} // namespace

const Statistics *row_statistics(const MxmProblem &problem) noexcept {
    return problem.A->known_statistics(problem.is_A_transposed);
}

double stored_rows(const MxmProblem &problem) noexcept {
    const double m = size_of(problem.m());
    if (!is_hyper(*problem.A, problem.is_A_transposed)) return m;
    const auto &form = std::as_const(*problem.A).vectors_form(problem.is_A_transposed);
    return form.is_present() ? size_of(form.get().stored_rows)
                             : std::min(m, size_of(problem.A->most_nvals()));
}

namespace {

/// Returns refusals that do not depend on numbers of entries.
const char *refuses_all_but_counts(const MxmProblem &problem) {
    const Snapshot &A = *problem.A, &B = *problem.B;
    const Semiring &semiring = *problem.semiring;
    if (!has_identity(*semiring.add->op)) return "user-defined monoid";
    if (const char *reason = refuses_types(A, B)) return reason;
    if (const char *reason = refusal_of(*semiring.multiply)) return reason;
    if (!can_be_dense_operand(B)) return "B is too long to be dense";
    if (problem.n() > (std::uint64_t{1} << 24)) return "too many columns";
    if (A.format() == Format::full && !A.has_rows() && !A.has_columns()) return "A is full";
    if (bytes_of_c(problem) > 0x1p36) return "C is too large to be dense";
    if (B.knows_nvals() && !B.is_full()) return "B is not full";
    return refuses_device(MxmProblem::operation, bytes_of_a(problem) + bytes_of_b(problem));
}

} // namespace

const char *refuses_spmm(const MxmProblem &problem) {
    if (problem.A->is_known_empty()) return "nothing to compute";
    if (const char *reason = refuses_all_but_counts(problem)) return reason;
    return problem.B->is_known_full() && !problem.B->is_known_empty() ? nullptr : "B is not full";
}

void prepare_spmm(const MxmProblem &problem) {
    const Snapshot &A = *problem.A, &B = *problem.B;
    const Snapshot *const mask = problem.mask.snapshot.get();
    const bool has_vectors = problem.is_A_transposed ? A.has_columns() : A.has_rows();
    const bool knows_rows = !has_vectors || row_statistics(problem) != nullptr;
    const bool knows_counts =
        A.knows_nvals() && B.knows_nvals() && (mask == nullptr || mask->knows_nvals());
    if ((knows_counts && knows_rows) || refuses_all_but_counts(problem) != nullptr) return;
    // Waits for counts in flight on the device: else the host would fetch the operands.
    for (const Snapshot *operand : {&A, &B, mask})
        if (operand != nullptr) operand->nvals();
    // Only the host counts lengths of hypersparse rows, and would have to fetch them.
    const bool is_counted_there = A.is_on_host() || !is_hyper(A, problem.is_A_transposed);
    if (knows_rows || !is_counted_there || refuses_spmm(problem) != nullptr) return;
    problem.is_A_transposed ? A.column_statistics() : A.statistics();
}

const char *refuses_masked_spmm(const MxmProblem &problem) {
    if (!problem.mask.is_none()) {
        if (is_hyper(*problem.A, problem.is_A_transposed)) return "hypersparse A under a mask";
        if (!can_be_mask(problem.mask)) return "mask too long for bits";
    }
    return refuses_spmm(problem);
}

SpmmBound spmm_bound(const MxmProblem &problem) {
    const Rates &r = rates();
    const double n = size_of(problem.n());
    const double footprint = bytes_of_b(problem), rows = stored_rows(problem);
    const double entries = size_of(problem.A->most_nvals());
    SpmmBound bound{
        (bytes_of_a(problem) + 4 * rows + footprint + bytes_of_c(problem)) / r.stream_bytes, 0};
    if (footprint == 0) return bound;
    // A row of B is several sectors of 32 bytes: the cache delivers them one by one, memory
    // delivers them together.
    const double row_bytes = std::max(32.0, n * size_of(problem.B->type()->size));
    const double hits = std::min(1.0, r.cached_bytes / footprint);
    bound.gathered =
        entries * (hits * row_bytes / 32 / r.gathers_cached +
                   (1 - hits) * std::max(1 / r.gathers_memory, row_bytes / r.stream_bytes));
    return bound;
}

Cost spmm_cost(const MxmProblem &problem, double seconds, bool fuses_mask) {
    const Rates &r = rates();
    Cost cost;
    cost.seconds = seconds + missing_bytes(*problem.B, false, false) / r.upload_bytes;
    if (needs_transpose(problem))
        cost.seconds += 2 * bytes_of_b(problem) / r.stream_bytes + r.launch_seconds;
    if (!problem.mask.is_none()) {
        // Bits of the mask and of C; a commit also merges C with its old value.
        const double passes = fuses_mask ? 1.0 : spmm_rates.masked_passes;
        cost.seconds += passes * bytes_of_c(problem) / r.stream_bytes + 3 * r.launch_seconds;
    }
    add_missing_operand(cost, *problem.A, problem.is_A_transposed);
    avoid_overflow(cost, bytes_to_hold(*problem.A, problem.is_A_transposed) + bytes_of_b(problem) +
                             2 * bytes_of_c(problem));
    return cost;
}

SpmmOperands::SpmmOperands(const MxmProblem &problem)
    : A(sparse_arrays(*problem.A, problem.is_A_transposed)), B(dense_arrays(*problem.B)) {
    if (!needs_transpose(problem)) return;
    transposed = transposed_elements(dense_operand_form(*problem.B).values, problem.n(),
                                     problem.k(), problem.B->type()->size);
    B.values = std::as_const(transposed).data_here();
}

namespace {

/// The elements of C that are entries, for so many columns and without a mask: those of the rows in
/// which A has some.
struct ElementsOfRows final : KeptArray {
    static constexpr char tag[] = "dense elements of rows";
    using KeptArray::KeptArray;
};

/// Makes C's dense form from its values. `waits`: the number of entries is known afterwards.
DenseForm result_elements(const MxmProblem &problem, const Type *type, const SparseArrays &A,
                          const MaskBits &mask, Array &&values, bool waits) {
    const std::uint64_t n = problem.n();
    const Statistics *rows = row_statistics(problem);
    const bool is_masked = mask.bits != nullptr || mask.flip == 0;
    const bool is_counted = is_masked || rows == nullptr;
    DenseForm form;
    form.values = std::move(values);
    if (!is_counted) {
        const std::uint64_t left_out = problem.m() - A.nrows; // hypersparse
        form.nvals = (A.nrows - (rows->empty_rows - left_out)) * n;
        if (form.nvals == A.nrows * n) return form;
    }
    // Absent elements must hold valid values of their type: an invalid bool must not be read.
    const bool clears = type->code == TypeCode::boolean;
    const bool is_same_each_time = !is_counted && !clears;
    Attachments &attachments = problem.A->attachments();
    const AttachmentKey key{problem.is_A_transposed, n};
    if (is_same_each_time) {
        if (const Ref<const ElementsOfRows> kept = attachments.find<ElementsOfRows>(key)) {
            form.bits = kept->array;
            return form;
        }
    }
    form.bits = Array::make_here((A.nrows * n + 63) / 64 * 8);
    RowElementsCall call{};
    call.A = A;
    call.columns = n;
    call.mask = mask;
    call.bits = static_cast<std::uint64_t *>(form.bits.data_here_for_writing());
    if (clears) call.values = form.values.data_here_for_writing();
    call.size = static_cast<int>(type->size);
    std::uint64_t now = 0;
    unsigned ticket = 0;
    if (is_counted && waits) call.nvals.now = &now;
    if (is_counted && !waits) call.nvals.later = &ticket;
    check(gpu::row_elements(&call));
    if (is_counted) form.nvals = now;
    form.nvals.expect(ticket);
    // The next call saves a launch, for less memory than A takes.
    if (is_same_each_time && form.bits.bytes() <= problem.A->bytes())
        attachments.keep(key, make_ref<const ElementsOfRows>(form.bits));
    return form;
}

/// Returns the stored rows of A as rows of C with an entry in each column.
Ref<Snapshot> hyper_result(const MxmProblem &problem, const Type *type, const SparseArrays &A,
                           Array &&values) {
    const SparseForm &own = problem.A->sparse_form(problem.is_A_transposed);
    DenseForm dense = result_elements(problem, type, A, no_mask(), std::move(values), true);
    if (dense.nvals == A.nrows * problem.n()) dense.bits = Array();
    const Ref<Snapshot> rows = Snapshot::of_dense(type, A.nrows, problem.n(), std::move(dense));
    SparseForm form = listed(*rows, own.index_width);
    form.is_hyper = true;
    form.row_ids = own.row_ids;
    return Snapshot::of_rows(type, problem.m(), problem.n(), std::move(form));
}

} // namespace

Ref<Snapshot> spmm_result(const MxmProblem &problem, const Type *type, const SparseArrays &A,
                          const MaskBits &mask, Array &&values) {
    if (problem.A->sparse_form(problem.is_A_transposed).is_hyper)
        return hyper_result(problem, type, A, std::move(values));
    return of_dense(type, problem.m(), problem.n(),
                    result_elements(problem, type, A, mask, std::move(values), false));
}

} // namespace grb::device
