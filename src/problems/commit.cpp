// Bounds, transfers and descriptions for the commit's cost models.
#include "problems/commit.hpp"

#include "base/process_group.hpp"

#include "costs/device_rates.hpp"
#include "costs/rates.hpp"
#include "storage/convert.hpp"
#include "storage/dense_update.hpp"

namespace grb {

bool CommitAhead::may_matter() const noexcept {
    return output != nullptr && !becomes_T(output->mask, false, output->is_replace,
                                           output->accumulator != nullptr, region, false);
}

namespace {

double most_entries(const Snapshot &snapshot) noexcept {
    return static_cast<double>(snapshot.knows_nvals()
                                   ? snapshot.nvals()
                                   : element_count(snapshot.nrows(), snapshot.ncols()));
}

/// Returns the bytes of the snapshot's dense form that have replicas on other devices.
double bytes_elsewhere(const Snapshot &snapshot) noexcept {
    if (!is_dense(snapshot)) return 0;
    const DenseForm &form = snapshot.dense_form().get();
    double bytes = 0;
    for (const Array *array : {&form.values, &form.bits}) {
        const auto holds = [array](const Device *device) { return array->is_at(*device); };
        if (!array->empty() && std::any_of(devices().begin(), devices().end(), holds))
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

double CommitProblem::elements() const noexcept {
    return static_cast<double>(C->nrows()) * static_cast<double>(C->ncols());
}

double CommitProblem::area() const noexcept {
    return region == nullptr ? elements()
                             : static_cast<double>(region->rows.count) *
                                   static_cast<double>(region->columns.count);
}

bool CommitProblem::T_can_be_dense() const noexcept {
    if (T) return T->can_be_dense();
    return expected.is_dense || elements() <= std::max(65536.0, 64 * expected.entries);
}

bool CommitProblem::C_can_be_dense() const noexcept {
    return current->can_be_dense() ||
           (T_is_dense() && elements() <= static_cast<double>(largest_dense));
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
    return expected.is_dense ? elements() * (size + 0.125) : expected.entries * (size + 4);
}

double CommitProblem::bytes_of_new_state() const noexcept {
    const auto size = static_cast<double>(C->type()->size);
    const double kept = is_store() ? 0 : C_entries();
    const bool is_dense = T_is_dense() || (!is_store() && grb::is_dense(*current));
    return is_dense ? elements() * (size + 0.125) : (kept + T_entries()) * (size + 4);
}

std::size_t CommitProblem::bytes_away() const noexcept {
    std::size_t bytes = current->bytes_away();
    if (T) bytes += T->bytes_away();
    if (!T && expected.device != nullptr) bytes += static_cast<std::size_t>(T_bytes());
    if (mask.snapshot) bytes += mask.snapshot->bytes_away();
    return bytes;
}

double CommitProblem::transfer_seconds() const noexcept {
    if (devices().empty()) return 0;
    if (known_transfer_seconds >= 0) return known_transfer_seconds;
    const device::Rates &r = device::rates();
    const auto away = static_cast<double>(bytes_away());
    const double expansion = expected_expansion(*current);
    return (away == 0 ? 0 : r.wait_seconds + away / r.download_bytes) +
           (1 - host_share) * (bytes_elsewhere(*current) + expansion) / r.upload_bytes +
           expansion / rates().stream_bytes;
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
        !is_full(A) || !is_host_alone() || process_group() != nullptr)
        return false;
    if (op != nullptr && (op->code == BinaryCode::user || op->ztype != C.type())) return false;
    // The region is a part of C, not all of it.
    const bool is_partial = region.rows.count != C.nrows() || region.columns.count != C.ncols();
    return is_partial && is_full(*C.snapshot());
}

} // namespace grb
