// The device variant of assign to a region: S(I(i), J(j)) = A(i, j) in the shape of C, for the
// commit.
#include "cpu/mxv/mxv_pull.hpp"
#include "cuda/library/dense_costs.hpp"
#include "cuda/structure/structure_calls.h"
#include "cuda/structure/variants/formats.hpp"
#include "cuda/structure/variants/index_lists.hpp"
#include "storage/convert.hpp"

namespace grb {

namespace {

using namespace device;

double element_count_of(const AssignProblem &problem) noexcept {
    return static_cast<double>(problem.nrows) * static_cast<double>(problem.ncols);
}

double positions_of(const AssignProblem &problem) noexcept {
    return static_cast<double>(problem.rows.count) * static_cast<double>(problem.columns.count);
}

double list_bytes(const AssignProblem &problem) noexcept {
    return bytes_of(problem.rows) + bytes_of(problem.columns);
}

/// Returns true if there is a value for each position of the region.
bool fills_region(const AssignProblem &problem) noexcept {
    return !problem.A || problem.A->is_known_full();
}

/// Returns true for one row with a value for each position: a sorted list is then the result's
/// pattern.
bool may_be_list(const AssignProblem &problem) noexcept {
    return problem.nrows == 1 && fills_region(problem) && !problem.columns.is_all &&
           problem.rows.count == 1 && !problem.is_transposed;
}

const char *refuses(const AssignProblem &problem) {
    if (const char *refusal = refusal_of(problem.result_type())) return refusal;
    if (problem.rows.is_all && problem.columns.is_all && !problem.is_transposed)
        return "not a region";
    if (positions_of(problem) == 0 || (problem.A && problem.A->is_known_empty()))
        return "nothing to compute";
    if (problem.A && !can_be_dense_operand(*problem.A)) return "too large or not dense";
    const double bytes =
        (problem.A ? static_cast<double>(problem.A->bytes()) : 0) + list_bytes(problem);
    if (const char *refusal = refuses_device(AssignProblem::operation, bytes)) return refusal;
    const double entries =
        problem.A ? static_cast<double>(problem.A->most_nvals()) : positions_of(problem);
    const double elements = element_count_of(problem);
    const bool can_pass_over = elements <= static_cast<double>(largest_dense) &&
                               (elements <= 65536 || elements / 64 <= entries);
    // is_ascending() reads the list: it is called last, when the answer depends on it.
    return can_pass_over || (may_be_list(problem) && problem.columns.is_ascending())
               ? nullptr
               : "few entries for so many positions";
}

Cost cost(const AssignProblem &problem) {
    const device::Rates &r = device::rates();
    const auto size = static_cast<double>(problem.result_type()->size);
    PassCost cost;
    if (problem.A && (!problem.A->has_dense() || missing_dense_bytes(*problem.A) > 0))
        cost.reads(*problem.A);
    if (!may_be_list(problem)) {
        cost.writes(element_count_of(problem) * (size + 0.125) + 8 * element_count_of(problem) / 4);
    }
    Cost result = cost.cost();
    result.seconds += list_bytes(problem) / r.upload_bytes + 3 * r.launch_seconds;
    return result;
}

/// Uses the list itself as the pattern, with A's values in its order.
Ref<Snapshot> list_run(const AssignProblem &problem) {
    const IndexList &list = problem.columns;
    const Type *type = problem.result_type();
    SparseForm form;
    form.stored_rows = 1;
    form.nvals = list.count;
    form.index_width = index_width_for(1, problem.ncols);
    form.offset_width = offset_width_for(form.index_width, form.nvals);
    form.row_offsets = vector_offsets(form.nvals, form.offset_width);
    form.column_indices = Array(list.count * static_cast<std::size_t>(form.index_width));
    if (form.index_width == 4) {
        auto *const to = form.column_indices.as<std::uint32_t>();
        for (std::uint64_t k = 0; k < list.count; k++) to[k] = static_cast<std::uint32_t>(list[k]);
    } else {
        auto *const to = form.column_indices.as<std::uint64_t>();
        for (std::uint64_t k = 0; k < list.count; k++) to[k] = list[k];
    }
    if (problem.A) {
        const DenseForm &source = dense_operand_form(*problem.A);
        form.is_iso = source.is_iso;
        form.values = source.is_iso ? own_iso(source.values, type) : source.values;
    } else {
        form.is_iso = true;
        form.values = Array::copy_of(problem.scalar, type->size);
    }
    return Snapshot::of_rows(type, 1, problem.ncols, std::move(form));
}

/// S(I(i), J(j)) = A(i, j), or one value; the last mention of a repeated position counts. Each list
/// is inverted by atomicMax of its positions, so that the last one wins whatever the timing. Then
/// one thread per element of S gathers from A through both inverses; see
/// cuda/structure/gather_elements.cu. No element is written twice, so lists may repeat positions. A
/// bitmap, full or densified first, transposed or not; S bitmap or full. If S is one row with an
/// ascending list and a value for each position, S is that list. Work O(elements of C), for a list
/// O(|J|); scratch 8 bytes a row and column. Does not wait. Deterministic. Refused: all of C (see
/// cuda/assign_share), C too large to be dense, C far larger than A.
Ref<Snapshot> run(const AssignProblem &problem) {
    if (may_be_list(problem) && problem.columns.is_ascending()) return list_run(problem);
    const Type *type = problem.result_type();
    const std::uint64_t m = problem.nrows, n = problem.ncols;
    Array row_positions, column_positions;
    DenseForm form;
    unsigned ticket = 0;
    GatherElementsCall call{};
    call.rows = inverse_positions(problem.rows, m, row_positions);
    call.columns = inverse_positions(problem.columns, n, column_positions);
    call.nrows = m;
    call.ncols = n;
    call.size = static_cast<int>(type->size);
    if (problem.A) {
        const DenseForm &source = dense_operand_form(*problem.A);
        call.row_stride = problem.is_transposed ? 1 : problem.A->ncols();
        call.column_stride = problem.is_transposed ? problem.A->ncols() : 1;
        call.bits = static_cast<const std::uint64_t *>(source.bits.data_here());
        form.is_iso = source.is_iso;
        if (source.is_iso) {
            form.values = own_iso(source.values, type);
        } else {
            form.values = Array::make_here(m * n * type->size);
            call.values = source.values.data_here();
            call.out_values = form.values.data_here_for_writing();
        }
    } else {
        form.is_iso = true;
        form.values = Array::copy_of(problem.scalar, type->size);
    }
    form.bits = Array::make_here((m * n + 63) / 64 * 8);
    call.out_bits = static_cast<std::uint64_t *>(form.bits.data_here_for_writing());
    if (fills_region(problem) && problem.rows.is_ascending() && problem.columns.is_ascending()) {
        form.nvals = problem.rows.count * problem.columns.count;
    } else {
        call.nvals.later = &ticket;
    }
    check(gpu::gather_elements(&call));
    form.nvals.expect(ticket);
    return of_dense(type, m, n, std::move(form));
}

} // namespace

extern const Variant<AssignProblem> cuda_assign_scatter = {
    "cuda/assign_scatter", {.device = device::cuda_kind}, &refuses, &cost, &run};

} // namespace grb
