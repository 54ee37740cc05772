// Runs a product that pulls.
#pragma once

#include "cuda/mxv/mxv_calls.h"
#include "cuda/mxv/variants/mxv_operands.hpp"

namespace grb::device {

/// Other indices for A's entries, and the values of a full u in that order. Null: A's own. hubs as
/// in MxvPullCall.
struct Renumbered {
    const void *indices = nullptr, *u_values = nullptr;
    std::uint64_t elements = 0, hubs = 0;
};
/// The beginnings of rows (columns) among the entries; see SegmentArrays.
struct KeptSegments final : Attachment {
    static constexpr char tag[] = "segments";
    std::size_t bytes() const noexcept override {
        return sizeof *this + flags.bytes() + ranks.bytes() + rows.bytes();
    }
    SegmentArrays arrays() const;

    Array flags, ranks, rows; // rows: empty where all have entries
    std::uint64_t count = 0;
};
/// Segments of the rows (columns when transposed), kept with A; made on the first call.
Ref<const KeptSegments> segments_of(const Snapshot &A, bool is_transposed);
/// Adds the cost of making them, where they have not been made.
void add_missing_segments(Cost &cost, const Snapshot &A, bool is_transposed);
/// Returns true when neighbouring entries are known to be in columns far apart.
bool is_scattered(const MxvProblem &problem) noexcept;
bool knows_scatter(const MxvProblem &problem) noexcept;
/// Samples A's indices, once. Throws Failure.
void measure_scatter(const MxvProblem &problem);
/// Returns true when is_scattered() and a few columns have most entries: another order of columns
/// then brings gathered values together. It would separate values that are already adjacent.
bool has_scattered_hubs(const MxvProblem &problem) noexcept;
/// Returns why mxv_segmented cannot do it; null: it can.
const char *refuses_segmented(const MxvProblem &problem);

/// Makes the dense result of a call that pulls; `ticket`, kept during the call, gets the count that
/// comes later.
template <class Call>
DenseForm dense_for_product(const MxvProblem &problem, Call &call, unsigned &ticket) {
    const std::uint64_t m = problem.m();
    DenseForm form;
    form.values = Array::make_here(m * problem.result_type()->size);
    call.w_values = form.values.data_here_for_writing();
    if (every_row_gets_entry(problem)) {
        form.nvals = m;
    } else if (problem.mask.is_none() && problem.u->is_known_full()) {
        const Ref<const RowsWithEntries> rows =
            rows_with_entries(*problem.A, problem.is_transposed, call.A);
        form.nvals = rows->count;
        if (rows->count != m) form.bits = rows->bits;
    } else {
        form.bits = Array::make_here((m + 63) / 64 * 8);
        call.w_bits = static_cast<std::uint64_t *>(form.bits.data_here_for_writing());
        call.nvals.later = &ticket;
    }
    return form;
}

Ref<Snapshot> run_pull(const MxvProblem &problem, MxvVariant variant, const Renumbered &renumbered);

} // namespace grb::device
