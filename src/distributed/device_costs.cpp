// Estimates the time that a device group needs to move operands and to share work.
#include "distributed/device_costs.hpp"

#include "costs/device_rates.hpp"
#include "distributed/partitioning.hpp"
#include "storage/snapshot_arrays.hpp"

#include <algorithm>

namespace grb {

namespace {

const HostCoefficient hand_over_seconds{
    "group_hand_over_seconds", "s",
    "until all devices have begun, and the first is told of the end", 30e-6};
const HostCoefficient uneven{"group_uneven", "1", "of an equal share: the slowest member's", 1.04};

const HostCoefficient lead_seconds{
    "group_lead_seconds", "s",
    "what the short operations around a product lose by being shared, too", 1.5e-4};

const HostCoefficient step_seconds{
    "group_step_seconds", "s",
    "for each device, of a step of a traversal: its mask, its partition of the frontier, its count",
    1.5e-5};

/// The key of a separate investment: cutting a snapshot into partitions.
constexpr char partitions_tag[] = "partitions on devices";

struct Away {
    double by_peers = 0, by_upload = 0; // bytes
    double seconds() const noexcept {
        return by_peers / peer_bytes + by_upload / device::rates().upload_bytes;
    }
};

/// The bytes of a snapshot that a device lacks.
Away lacking(const Snapshot &snapshot, const Device &device) noexcept {
    Away away;
    for_arrays(snapshot, [&](const Array &array) {
        if (array.empty() || array.is_at(device)) return;
        (array.is_on_host() ? away.by_upload : away.by_peers) += static_cast<double>(array.bytes());
    });
    return away;
}

double bytes_of_first_form(const Snapshot &snapshot) noexcept {
    return static_cast<double>(snapshot.bytes());
}

} // namespace

DeviceShare::DeviceShare(double bytes) noexcept
    : members_(static_cast<double>(group_devices().size())) {
    seconds_ = hand_over_seconds + bytes * uneven / (members_ * device::rates().stream_bytes);
}

void DeviceShare::add_work(double seconds_at_one, std::initializer_list<const Snapshot *> given,
                           double lead) noexcept {
    // The variants of one device include the transfer of missing operands in their cost.
    double lacked = 0;
    for (const Snapshot *const one : given)
        if (one != nullptr) lacked += lacking(*one, *group_devices().front()).seconds();
    seconds_ += lead * lead_seconds;
    const double work = seconds_at_one - lacked;
    seconds_ += std::max(work, 0.0) * uneven / members_;
}

void DeviceShare::cuts(const Ref<Snapshot> &operand) noexcept {
    if (!operand || has_partitioning(*operand)) return;
    const double bytes = bytes_of_first_form(*operand);
    const bool is_on_host = operand->is_on_host();
    seconds_ += bytes / members_ / (is_on_host ? device::rates().upload_bytes : peer_bytes);
}

void DeviceShare::takes_step() noexcept {
    seconds_ += members_ * step_seconds;
}

void DeviceShare::sends_bits_of(const Ref<Snapshot> &mask) noexcept {
    const double bits = static_cast<double>(mask->ncols()) / 8;
    seconds_ += bytes_of_first_form(*mask) / device::rates().stream_bytes + bits / peer_bytes;
}

void DeviceShare::reads_whole(const Ref<Snapshot> &operand) noexcept {
    if (!operand) return;
    const Away away = lacking(*operand, *group_devices().back());
    // Each member already has its own partition.
    seconds_ += away.seconds() * (has_partitioning(*operand) ? (members_ - 1) / members_ : 1);
}

void DeviceShare::invests_in(const Ref<Snapshot> &operand) noexcept {
    if (has_partitioning(*operand)) return;
    missing_in_ = operand.get();
    missing_seconds_ += bytes_of_first_form(*operand) / members_ / device::rates().upload_bytes;
}

void DeviceShare::invests_in_copies(const Ref<Snapshot> &operand) noexcept {
    const double seconds = lacking(*operand, *group_devices().back()).seconds();
    if (seconds == 0) return;
    missing_in_ = operand.get();
    missing_seconds_ += seconds;
}

Cost DeviceShare::cost() const noexcept {
    Cost cost{seconds_};
    if (missing_in_ == nullptr) return cost;
    cost.missing_seconds = missing_seconds_;
    cost.missing_in = missing_in_;
    cost.missing_item = SnapshotItem(partitions_tag);
    return cost;
}

} // namespace grb
