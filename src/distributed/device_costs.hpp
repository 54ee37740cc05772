// The cost of a problem on a device group.
#pragma once

#include "base/group_devices.hpp"
#include "costs/coefficient.hpp"
#include "dispatch/compare.hpp"
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"

#include <initializer_list>
#include <limits>

namespace grb {

inline const HostCoefficient peer_bytes{"group_peer_bytes", "bytes/s", "from device to device",
                                        2.5e11};

/// Estimates a problem that the devices of base/group_devices.hpp share: the work of each, the
/// bytes that move, and the operands that are missing. Uses only facts that are already known.
class DeviceShare {
public:
    /// Together the members read this many bytes sequentially.
    explicit DeviceShare(double bytes) noexcept;

    /// Adds the work of the quickest single-device variant, divided among the members. `given`:
    /// operands whose transfer does not count. `lead`: the fraction of the usual loss of short
    /// operations around a product.
    template <class Problem>
    void works_like(const Problem &problem, std::initializer_list<const Snapshot *> given,
                    double lead = 1) {
        const Device &first = *group_devices().front();
        double least = std::numeric_limits<double>::infinity();
        {
            const QueryScope at(*group_devices().front());
            for (const auto *variant : variants<Problem>())
                if (variant->capabilities.device == first.kind() &&
                    variant->refuses(problem) == nullptr)
                    least = std::min(least, own_seconds(variant->cost(problem)));
        }
        add_work(least, given, lead);
    }
    /// Adds an operand of which each member reads its partition.
    void cuts(const Ref<Snapshot> &operand) noexcept;
    /// Adds the synchronisation before and after a step of a traversal, which counts because the
    /// step is short.
    void takes_step() noexcept;
    /// Adds a dense mask by value, whose bits are made on one device (distributed/mask_bits.hpp).
    void sends_bits_of(const Ref<Snapshot> &mask) noexcept;
    /// Adds an operand that each member reads wholly and that changes with each call.
    void reads_whole(const Ref<Snapshot> &operand) noexcept;
    /// Adds lasting operands: missing partitions or copies are an investment.
    void invests_in(const Ref<Snapshot> &operand) noexcept;
    void invests_in_copies(const Ref<Snapshot> &operand) noexcept;
    Cost cost() const noexcept;

    /// An estimate without the penalty for operands that do not fit.
    static double own_seconds(const Cost &cost) noexcept {
        return cost.seconds < host_penalty ? cost.seconds : cost.seconds - host_penalty;
    }

private:
    void add_work(double seconds_at_one, std::initializer_list<const Snapshot *> given,
                  double lead) noexcept;

    const double members_;
    double seconds_ = 0, missing_seconds_ = 0;
    const Snapshot *missing_in_ = nullptr;
};

} // namespace grb
