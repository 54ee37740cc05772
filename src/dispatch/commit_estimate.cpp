// The estimate of the commit after an operation.
#include "base/group_devices.hpp"
#include "base/group_partitions.hpp"
#include "costs/rates.hpp"
#include "dispatch/choose.hpp"

#include <algorithm>

namespace grb {

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
    problem_.host_share = output.C->host_share();
    entries_ = std::min(entries, problem_.elements());
}

void expect_return(CommitProblem &problem) noexcept {
    const auto bytes = static_cast<std::size_t>(problem.bytes_of_new_state());
    problem.return_seconds = problem.host_share * fetch_cost(bytes, 0).transfer;
}

double CommitEstimate::seconds(const Capabilities &can, Device *device) {
    const bool is_done = can.fuses_sum || can.writes_output;
    if (is_done && problem_.host_share == 0) return 0; // the commit has nothing left to do
    // Devices that make a result together commit it together.
    if (device == nullptr && can.device == group_kind && !group_devices().empty())
        device = group_devices().front();
    const Snapshot *mask = problem_.mask.snapshot.get();
    const bool is_masked = can.fuses_mask && mask != nullptr && mask->knows_nvals();
    const double entries =
        is_masked ? std::min(entries_, problem_.mask.allowed(problem_.elements())) : entries_;
    // A result that fills at least this fraction of the positions is stored as bitmap or full.
    const bool is_dense =
        can.form == Form::by_entries ? entries * 8 > problem_.elements() : can.form == Form::dense;
    Known &known = known_[can.fuses_mask][is_dense][device != nullptr];
    if (!is_done && known.is_known && known.device == device) return known.seconds;
    problem_.mask_was_applied = can.fuses_mask;
    problem_.expected.entries = is_dense ? problem_.elements() : entries;
    problem_.expected.is_dense = is_dense;
    problem_.expected.device = device;
    if (problem_.host_share != 0) expect_return(problem_);
    const double back = device == nullptr ? 0 : problem_.return_seconds;
    if (is_done) return back;
    known = {true, device, back};
    if (problem_.is_store()) return back;
    problem_.known_transfer_seconds = -1;
    problem_.known_transfer_seconds = problem_.transfer_seconds();
    known.seconds =
        least_seconds(variant_list<CommitProblem>(), problem_) + rates().call_seconds / 2;
    return known.seconds;
}

} // namespace grb
