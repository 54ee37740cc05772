#include "registry/commit.hpp"

#include "base/process_team.hpp"
#include "base/team_parts.hpp"
#include "base/team_places.hpp"

#include "registry/device_rates.hpp"
#include "registry/pick.hpp"
#include "storage/convert.hpp"
#include "storage/dense_update.hpp"

namespace grb {

extern const Variant<CommitProblem> commit_store, commit_block, commit_scatter, commit_spread,
    commit_rows, commit_merge_dense, commit_merge_sparse;
extern const Variant<CommitProblem> cuda_commit_scatter, cuda_commit_listed,
    cuda_commit_merge_cells, cuda_commit_merge_rows, team_commit;

template <>
std::span<const Variant<CommitProblem> *const> built_in_variants<CommitProblem>() noexcept {
    // run_commit() may take the first without looking at the others. The last of the host accepts everything but a
    // block, which the second accepts.
    static constexpr const Variant<CommitProblem> *list[] = {&commit_store,
                                                             &commit_block,
                                                             &commit_scatter,
                                                             &commit_spread,
                                                             &commit_rows,
                                                             &commit_merge_dense,
                                                             &commit_merge_sparse,
                                                             &cuda_commit_scatter,
                                                             &cuda_commit_listed,
                                                             &cuda_commit_merge_cells,
                                                             &cuda_commit_merge_rows,
                                                             &team_commit};
    return list;
}

namespace {

double most_entries(const Snapshot &snapshot) noexcept {
    return static_cast<double>(
        snapshot.knows_nvals() ? snapshot.nvals() : cell_count(snapshot.nrows(), snapshot.ncols()));
}

/// Bytes of the snapshot's dense part that have replicas at other places.
double bytes_elsewhere(const Snapshot &snapshot) noexcept {
    if (!is_dense(snapshot)) return 0;
    const DensePart &part = snapshot.dense_part().get();
    double bytes = 0;
    for (const Array *array : {&part.values, &part.bits}) {
        const auto holds = [array](const Place *place) { return array->is_at(*place); };
        if (!array->empty() && std::any_of(places().begin(), places().end(), holds))
            bytes += static_cast<double>(array->bytes());
    }
    return bytes;
}

} // namespace

bool CommitProblem::is_whole() const noexcept {
    return region == nullptr || (region->rows.is_all && region->columns.is_all);
}

bool CommitProblem::is_store() const noexcept {
    const bool C_is_empty = current && current->knows_nvals() && current->nvals() == 0;
    return becomes_T(mask, mask_was_applied, is_replace, accumulator != nullptr, region,
                     C_is_empty);
}

double CommitProblem::cells() const noexcept {
    return static_cast<double>(C->nrows()) * static_cast<double>(C->ncols());
}

double CommitProblem::area() const noexcept {
    return region == nullptr ? cells()
                             : static_cast<double>(region->rows.count) *
                                   static_cast<double>(region->columns.count);
}

bool CommitProblem::T_can_be_dense() const noexcept {
    if (T) return T->can_be_dense();
    return expected.is_dense || cells() <= std::max(65536.0, 64 * expected.entries);
}

bool CommitProblem::C_can_be_dense() const noexcept {
    return current->can_be_dense() ||
           (T_is_dense() && cells() <= static_cast<double>(largest_dense));
}

double CommitProblem::T_entries() const noexcept {
    return T ? most_entries(*T) : expected.entries;
}

double CommitProblem::C_entries() const noexcept {
    return most_entries(*current);
}

double CommitProblem::T_bytes() const noexcept {
    if (T) return static_cast<double>(T->bytes());
    const auto size = static_cast<double>(expected.type->size);
    return expected.is_dense ? cells() * (size + 0.125) : expected.entries * (size + 4);
}

std::size_t CommitProblem::bytes_away() const noexcept {
    std::size_t bytes = current->bytes_away();
    if (T) bytes += T->bytes_away();
    if (!T && expected.place != nullptr) bytes += static_cast<std::size_t>(T_bytes());
    if (mask.snapshot) bytes += mask.snapshot->bytes_away();
    return bytes;
}

double CommitProblem::transfer_seconds() const noexcept {
    if (places().empty()) return 0;
    if (known_transfer_seconds >= 0) return known_transfer_seconds;
    const device::Rates &r = device::rates();
    const auto away = static_cast<double>(bytes_away());
    const double spread = expected_spread(*current);
    return (away == 0 ? 0 : r.wait_seconds + away / r.download_bytes) +
           (bytes_elsewhere(*current) + spread) / r.upload_bytes + spread / rates().stream_bytes;
}

bool fits_block(const Output &output, const Region &region, const Snapshot &A) {
    const auto is_range = [](const IndexList &list) {
        return list.is_progression() && list.step == 1 && list.count != 0;
    };
    const auto is_full = [](const Snapshot &snapshot) {
        return is_dense(snapshot) && snapshot.knows_nvals() && snapshot.is_full() &&
               !snapshot.is_iso() && snapshot.is_on_host();
    };
    const BinaryOp *const op = output.accumulator;
    const Container &C = *output.C;
    if (!is_range(region.rows) || !is_range(region.columns) || !output.mask.is_none() ||
        !is_full(A) || !is_host_alone() || process_team() != nullptr)
        return false;
    if (op != nullptr && (op->code == BinaryCode::user || op->ztype != C.type())) return false;
    // What stays of C in place of all of it.
    const bool is_part = region.rows.count != C.nrows() || region.columns.count != C.ncols();
    return is_part && is_full(*C.snapshot());
}

double commit_seconds(const CommitProblem &problem) noexcept {
    double least = -1;
    const auto rows = variants<CommitProblem>();
    const auto ask = [&](std::size_t k) {
        if (rows[k]->refuses(problem) != nullptr) return;
        const double factor = row_factor(Operation::commit, static_cast<int>(k));
        const double seconds = rows[k]->cost(problem).seconds * factor;
        if (least < 0 || seconds < least) least = seconds;
    };
    const bool has_places = !is_host_alone();
    for (std::size_t k = 0; k < rows.size() && has_places; k++) {
        const PlaceKind kind = rows[k]->capabilities.place;
        if (kind == host_kind) continue;
        at_places(kind, [&](Place *) {
            ask(k);
            return true;
        });
    }
    const double enough = short_enough();
    for (std::size_t k = 0; k < rows.size(); k++) {
        if (rows[k]->capabilities.place != host_kind) continue;
        // As the choice does.
        if (least >= 0 && least <= enough) break;
        // Every row of the host that merges takes as long as the way.
        const double way = has_places ? problem.transfer_seconds() : 0;
        if (least < 0 || least > way * row_factor(Operation::commit, static_cast<int>(k))) ask(k);
    }
    return std::max(0.0, least);
}

CommitEstimate::CommitEstimate(const CommitAhead &ahead, const Type *type, double entries) {
    const Output &output = *ahead.output;
    problem_.C = output.C;
    problem_.mask = output.mask;
    problem_.accumulator = output.accumulator;
    problem_.is_replace = output.is_replace;
    problem_.region = ahead.region;
    problem_.current = output.C->snapshot();
    problem_.may_write = is_dense(*problem_.current) && problem_.current->owns_arrays();
    problem_.expected.type = type;
    entries_ = std::min(entries, problem_.cells());
}

double CommitEstimate::seconds(const Capabilities &can, Place *place) {
    if (can.fuses_sum) return 0; // the row has applied the accumulator, and there is no mask
    // What places make together they commit together.
    if (place == nullptr && can.place == team_kind && !team_places().empty())
        place = team_places().front();
    const Snapshot *mask = problem_.mask.snapshot.get();
    const bool is_masked = can.fuses_mask && mask != nullptr && mask->knows_nvals();
    const double entries =
        is_masked ? std::min(entries_, problem_.mask.allowed(problem_.cells())) : entries_;
    // From this share of the cells on a result is stored as bitmap or full.
    const bool is_dense =
        can.form == Form::by_entries ? entries * 8 > problem_.cells() : can.form == Form::dense;
    Known &known = known_[can.fuses_mask][is_dense][place != nullptr];
    if (known.is_known && known.place == place) return known.seconds;
    problem_.mask_was_applied = can.fuses_mask;
    problem_.expected.entries = is_dense ? problem_.cells() : entries;
    problem_.expected.is_dense = is_dense;
    problem_.expected.place = place;
    known = {true, place, 0};
    if (problem_.is_store()) return 0;
    problem_.known_transfer_seconds = -1;
    problem_.known_transfer_seconds = problem_.transfer_seconds();
    known.seconds = commit_seconds(problem_) + rates().call_seconds / 2;
    return known.seconds;
}

} // namespace grb
