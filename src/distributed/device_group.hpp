// A device group: its members are devices of this process, each with a thread. The reader of moved
// data gathers it (base/array_ranges.hpp), straight from device to device.
#pragma once

#include "distributed/group.hpp"

namespace grb {

/// True while the calling thread works for a device group, or is about to: cuts are even and at
/// multiples of 64, and partitions are ranges of their whole.
bool is_among_devices() noexcept;
class AmongDevices {
public:
    explicit AmongDevices(bool is_among) noexcept;
    ~AmongDevices();
    AmongDevices(const AmongDevices &) = delete;
    AmongDevices &operator=(const AmongDevices &) = delete;

private:
    const bool before_;
};

/// Copies no data: wholes are ranges of the members' arrays.
class GroupOfRanges : public Group {
public:
    Array allgatherv(std::span<const Array> from) override;
    HostVector<Array> alltoallv(std::span<const Array> from,
                                std::span<const Bounds> bounds) override;
    Array broadcast(const Array &from, int root) override;
    HostVector<std::uint64_t> vote(std::span<const Ballot> ballots) override;
};

/// The group of the devices of base/group_devices.hpp, unless GRAPHBLAST_PARTS asks for partitions;
/// else null.
Group *device_group() noexcept;

} // namespace grb
