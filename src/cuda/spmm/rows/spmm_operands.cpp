// Operands, results and estimates of products by a full matrix on the device.
#include "costs/device_rates.hpp"
#include "cuda/mxv/rows/mxv_operands.hpp"
#include "cuda/spmm/rows/spmm.hpp"
#include "cuda/spmm/rows/spmm_rates.hpp"
#include "cuda/spmm/spmm_calls.h"
#include "cuda/structure/rows/convert.hpp"
#include "cuda/structure/rows/transpose.hpp"

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

bool is_turned(const MxmProblem &problem) noexcept {
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
    const auto &part = std::as_const(*problem.A).lines_part(problem.is_A_transposed);
    return part.is_present() ? size_of(part.get().stored_rows)
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
    if (!can_be_cells(B)) return "B is too long to be dense";
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
    const bool has_lines = problem.is_A_transposed ? A.has_columns() : A.has_rows();
    const bool knows_rows = !has_lines || row_statistics(problem) != nullptr;
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
    if (is_turned(problem))
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
    if (!is_turned(problem)) return;
    turned = turned_cells(cells_part(*problem.B).values, problem.n(), problem.k(),
                          problem.B->type()->size);
    B.values = std::as_const(turned).data_here();
}

namespace {

/// The elements of C that are entries, for so many columns and without a mask: those of the rows in
/// which A has some.
struct CellsOfRows final : KeptArray {
    static constexpr char tag[] = "cells of rows";
    using KeptArray::KeptArray;
};

/// Makes C's dense form from its values. `waits`: the number of entries is known afterwards.
DensePart result_cells(const MxmProblem &problem, const Type *type, const SparseArrays &A,
                       const MaskBits &mask, Array &&values, bool waits) {
    const std::uint64_t n = problem.n();
    const Statistics *rows = row_statistics(problem);
    const bool is_masked = mask.bits != nullptr || mask.flip == 0;
    const bool is_counted = is_masked || rows == nullptr;
    DensePart part;
    part.values = std::move(values);
    if (!is_counted) {
        const std::uint64_t left_out = problem.m() - A.nrows; // hypersparse
        part.nvals = (A.nrows - (rows->empty_rows - left_out)) * n;
        if (part.nvals == A.nrows * n) return part;
    }
    // Absent elements must hold valid values of their type: an invalid bool must not be read.
    const bool clears = type->code == TypeCode::boolean;
    const bool is_same_each_time = !is_counted && !clears;
    Attachments &attachments = problem.A->attachments();
    const AttachmentKey key{problem.is_A_transposed, n};
    if (is_same_each_time) {
        if (const Ref<const CellsOfRows> kept = attachments.find<CellsOfRows>(key)) {
            part.bits = kept->array;
            return part;
        }
    }
    part.bits = Array::make_here((A.nrows * n + 63) / 64 * 8);
    RowCellsCall call{};
    call.A = A;
    call.columns = n;
    call.mask = mask;
    call.bits = static_cast<std::uint64_t *>(part.bits.data_here_for_writing());
    if (clears) call.values = part.values.data_here_for_writing();
    call.size = static_cast<int>(type->size);
    std::uint64_t now = 0;
    unsigned ticket = 0;
    if (is_counted && waits) call.nvals.now = &now;
    if (is_counted && !waits) call.nvals.later = &ticket;
    check(gpu::row_cells(&call));
    if (is_counted) part.nvals = now;
    part.nvals.expect(ticket);
    // The next call saves a launch, for less memory than A takes.
    if (is_same_each_time && part.bits.bytes() <= problem.A->bytes())
        attachments.keep(key, make_ref<const CellsOfRows>(part.bits));
    return part;
}

/// Returns the stored rows of A as rows of C with an entry in each column.
Ref<Snapshot> hyper_result(const MxmProblem &problem, const Type *type, const SparseArrays &A,
                           Array &&values) {
    const SparsePart &own = problem.A->sparse_part(problem.is_A_transposed);
    DensePart cells = result_cells(problem, type, A, no_mask(), std::move(values), true);
    if (cells.nvals == A.nrows * problem.n()) cells.bits = Array();
    const Ref<Snapshot> rows = Snapshot::of_dense(type, A.nrows, problem.n(), std::move(cells));
    SparsePart part = listed(*rows, own.index_width);
    part.is_hyper = true;
    part.row_ids = own.row_ids;
    return Snapshot::of_rows(type, problem.m(), problem.n(), std::move(part));
}

} // namespace

Ref<Snapshot> spmm_result(const MxmProblem &problem, const Type *type, const SparseArrays &A,
                          const MaskBits &mask, Array &&values) {
    if (problem.A->sparse_part(problem.is_A_transposed).is_hyper)
        return hyper_result(problem, type, A, std::move(values));
    return of_cells(type, problem.m(), problem.n(),
                    result_cells(problem, type, A, mask, std::move(values), false));
}

} // namespace grb::device
