// Running a product that pulls.
#pragma once

#include "cuda/mxv/mxv_calls.h"
#include "cuda/mxv/rows/mxv_operands.hpp"

namespace grb::device {

/// Other indices for A's entries, and the values of u in that order: of full u. Null: A's own. hubs as in MxvPullCall.
struct Renumbered {
    const void *indices = nullptr, *u_values = nullptr;
    std::uint64_t cells = 0, hubs = 0;
};
/// Where rows (columns) begin among the entries; see SegmentArrays.
struct KeptSegments final : Attachment {
    static constexpr char tag[] = "segments";
    std::size_t bytes() const noexcept override {
        return sizeof *this + flags.bytes() + ranks.bytes() + rows.bytes();
    }
    SegmentArrays arrays() const;

    Array flags, ranks, rows; // of rows nothing where all have entries
    std::uint64_t count = 0;
};
/// Of the rows (columns when transposed), kept with A; made on the first call.
Ref<const KeptSegments> segments_of(const Snapshot &A, bool is_transposed);
/// What making them costs, where they have not been made.
void add_missing_segments(Cost &cost, const Snapshot &A, bool is_transposed);
/// Neighbouring entries are known to lie in columns far apart.
bool is_scattered(const MxvProblem &problem) noexcept;
bool knows_scatter(const MxvProblem &problem) noexcept;
/// Looks at some of A's indices, once. Throws Failure.
void measure_scatter(const MxvProblem &problem);
/// So they do, and a few columns have most entries: then another order of columns brings together what is
/// gathered. It would tear apart what lies together already.
bool has_scattered_hubs(const MxvProblem &problem) noexcept;
/// Why mxv_segmented cannot do it; null: it can.
const char *refuses_segmented(const MxvProblem &problem);

/// The result's cells, for a call that pulls; `ticket`, kept during the call, gets the count that comes later.
template <class Call>
DensePart cells_for_product(const MxvProblem &problem, Call &call, unsigned &ticket) {
    const std::uint64_t m = problem.m();
    DensePart part;
    part.values = Array::make_here(m * problem.result_type()->size);
    call.w_values = part.values.data_here_for_writing();
    if (every_row_gets_entry(problem)) {
        part.nvals = m;
    } else if (problem.mask.is_none() && problem.u->is_known_full()) {
        const Ref<const RowsWithEntries> rows =
            rows_with_entries(*problem.A, problem.is_transposed, call.A);
        part.nvals = rows->count;
        if (rows->count != m) part.bits = rows->bits;
    } else {
        part.bits = Array::make_here((m + 63) / 64 * 8);
        call.w_bits = static_cast<std::uint64_t *>(part.bits.data_here_for_writing());
        call.nvals.later = &ticket;
    }
    return part;
}

Ref<Snapshot> run_pull(const MxvProblem &problem, MxvVariant variant, const Renumbered &renumbered);

} // namespace grb::device
