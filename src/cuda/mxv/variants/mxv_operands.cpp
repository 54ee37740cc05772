// Answers questions of the device variants of mxv and keeps entry rows and row bits with A.
#include "cuda/mxv/variants/mxv_operands.hpp"

#include "costs/device_rates.hpp"
#include "cuda/mxv/mxv_calls.h"
#include "cuda/mxv/variants/mxv_push.hpp"
#include "cuda/structure/variants/convert.hpp"
#include "storage/convert.hpp"

namespace grb::device {

bool ignores_a(const MxvProblem &problem) noexcept {
    const BinaryTraits &traits = problem.semiring->multiply->traits;
    return problem.is_flipped ? traits.ignores_y : traits.ignores_x;
}

bool ignores_u(const MxvProblem &problem) noexcept {
    const BinaryTraits &traits = problem.semiring->multiply->traits;
    return problem.is_flipped ? traits.ignores_x : traits.ignores_y;
}

bool first_product_decides(const MxvProblem &problem) noexcept {
    return is_pattern(problem) || problem.first_product_decides();
}

double operand_bytes(const MxvProblem &problem) noexcept {
    const bool has_values = !problem.A->is_iso() && !ignores_a(problem);
    return size_of(problem.A->most_nvals()) *
           (4 + (has_values ? size_of(problem.A->type()->size) : 0));
}

bool is_hyper(const Snapshot &A, bool of_columns) noexcept {
    const LazyForm<SparseForm> &form = A.vectors_form(of_columns);
    if (form.is_present()) return form.get().is_hyper;
    const LazyForm<SparseForm> &jumbled = A.jumbled_rows_form();
    if (!of_columns && jumbled.is_present()) return jumbled.get().is_hyper;
    return should_be_hyper(of_columns ? A.ncols() : A.nrows(), A.most_nvals());
}

const char *refuses_mxv(const MxvProblem &problem) noexcept {
    if (const char *refusal = refusal_of(*problem.semiring->multiply)) return refusal;
    for (const Snapshot *operand : {problem.A.get(), problem.u.get()})
        if (const char *refusal = refusal_of(operand->type())) return refusal;
    if (problem.A->is_known_empty() || problem.u->is_known_empty()) return "nothing to compute";
    return nullptr;
}

const char *refuses_pull(const MxvProblem &problem) {
    if (const char *reason = refuses_mxv(problem)) return reason;
    if (const char *reason = refusal_of(*problem.semiring->add)) return reason;
    // A dense u may be up to as large as a matrix of a few entries a column.
    const bool is_affordable = refusal_of(problem.u->type()) == nullptr &&
                               problem.n() <= largest_dense &&
                               problem.n() / 64 <= problem.A->most_nvals();
    if (!is_affordable && !can_be_dense_operand(*problem.u)) return "u is too long to be dense";
    if (size_of(problem.m()) * size_of(problem.result_type()->size) > 0x1p36)
        return "w is too long to be dense";
    if (is_hyper(*problem.A, problem.is_transposed)) return "hypersparse A";
    return refuses_device(MxvProblem::operation, operand_bytes(problem));
}

const Statistics *row_statistics(const MxvProblem &problem) noexcept {
    return problem.A->known_statistics(problem.is_transposed);
}

void make_row_statistics(const MxvProblem &problem) {
    if (!problem.has_pull_rows() || row_statistics(problem) != nullptr) return;
    problem.is_transposed ? problem.A->column_statistics() : problem.A->statistics();
}

void prepare_product(const MxvProblem &problem) {
    // The count of a partition's mask may be in flight on another device, and only pulling remains.
    const Snapshot *const mask = problem.is_pulled ? nullptr : problem.mask.snapshot.get();
    const bool knows_counts = problem.A->knows_nvals() && problem.u->knows_nvals() &&
                              (mask == nullptr || mask->knows_nvals());
    const bool knows_rows = !problem.has_pull_rows() || row_statistics(problem) != nullptr;
    if ((knows_counts && knows_rows) || refuses_mxv(problem) != nullptr ||
        refuses_device(MxvProblem::operation, operand_bytes(problem)) != nullptr) {
        return;
    }
    // The choice of pull or push depends on how many entries u has, and a loop on the device knows
    // them soon.
    problem.A->nvals();
    problem.u->nvals();
    if (mask != nullptr) mask->nvals();
    if (refuses_pull(problem) == nullptr) make_row_statistics(problem);
}

bool every_row_gets_entry(const MxvProblem &problem) noexcept {
    if (!problem.mask.is_none() || !problem.u->is_known_full()) return false;
    const Statistics *rows = row_statistics(problem);
    return rows != nullptr && rows->empty_rows == 0;
}

double pull_seconds(const MxvProblem &problem) {
    const Rates &r = rates();
    const double m = size_of(problem.m()), n = size_of(problem.n());
    const double u_bytes = n * (problem.u->is_iso() ? 0 : size_of(problem.u->type()->size)) + n / 8;
    const double w_bytes = m * size_of(problem.result_type()->size);
    return std::max((operand_bytes(problem) + 4 * m + u_bytes + w_bytes) / r.stream_bytes,
                    size_of(problem.A->most_nvals()) / gather_rate(u_bytes));
}

Cost pull_cost(const MxvProblem &problem, double seconds, bool reads_u) {
    const Rates &r = rates();
    Cost cost;
    cost.seconds = seconds;
    if (reads_u) cost.seconds += missing_bytes(*problem.u, false, false) / r.upload_bytes;
    if (!problem.u->has_dense())
        cost.seconds += dense_bytes(*problem.u) / r.stream_bytes + 2 * r.launch_seconds;
    add_missing_operand(cost, *problem.A, problem.is_transposed);
    avoid_overflow(cost, bytes_to_hold(*problem.A, problem.is_transposed) +
                             dense_bytes(*problem.u) +
                             2 * size_of(problem.m()) * size_of(problem.result_type()->size));
    return cost;
}

Schedule schedule_of(const Schedules &schedules, Schedule own) noexcept {
    return static_cast<Schedule>(schedules.choose(static_cast<int>(own)));
}

Ref<const RowsWithEntries> rows_with_entries(const Snapshot &snapshot, bool of_columns,
                                             const SparseArrays &A) {
    return snapshot.attachments().get_or_make<RowsWithEntries>({of_columns}, [&] {
        auto rows = make_ref<RowsWithEntries>();
        rows->bits = Array::make_here((A.nrows + 63) / 64 * 8);
        RowBitsCall call{A, static_cast<std::uint64_t *>(rows->bits.data_here_for_writing()),
                         &rows->count};
        check(gpu::row_bits(&call));
        return rows;
    });
}

Ref<const EntryRows> entry_rows(const Snapshot &snapshot, bool of_columns, const SparseArrays &A) {
    return snapshot.attachments().get_or_make<EntryRows>({of_columns}, [&] {
        const int width = entry_row_width(A.nrows);
        Array rows = Array::make_here(A.nvals * static_cast<std::uint64_t>(width));
        const EntryRowsCall call{A, rows.data_here_for_writing(), width};
        check(gpu::entry_rows(&call));
        return make_ref<EntryRows>(std::move(rows));
    });
}

} // namespace grb::device
