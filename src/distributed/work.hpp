// The shared parts of group variants: refusals, and the frame of a problem split by its result's
// cuts.
#pragma once

#include "costs/coefficient.hpp"
#include "costs/rates.hpp"
#include "dispatch/carry_out.hpp"
#include "distributed/device_costs.hpp"
#include "distributed/partitioning.hpp"
#include "storage/full_iso.hpp"

namespace grb {

inline const HostCoefficient least_for_devices{
    "group_least_bytes", "bytes", "of operands from which on several devices are considered", 24e6};

/// Returns null if a group may take problems of this operation: GRAPHBLAST_PARTS asks for it, there
/// is a process group, a rule forces a group variant, or there may be a device group.
const char *refuses_group(Operation operation) noexcept;
/// True if only devices form a group and no rule asks for the variant: it must pay.
bool must_pay(Operation operation) noexcept;
/// The number of members: that of GRAPHBLAST_PARTS; 3 if only a rule asks for a group.
int group_size() noexcept;
/// The cost of members that take turns: the calls of all, and `bytes` copied.
Cost group_cost(double bytes) noexcept;

/// Refuses devices for variants whose members would work on the host.
inline const char *refuses_devices(Operation operation) noexcept {
    return must_pay(operation) && are_group_devices_named() ? "not for device groups" : nullptr;
}
/// Operations with a variant for devices. Those that make lazy forms have none: a thread that waits
/// for such a form keeps a lock that a member may want.
constexpr bool is_for_devices(Operation operation) noexcept {
    switch (operation) {
    case Operation::mxv:
    case Operation::mxm:
    case Operation::ewise_add:
    case Operation::ewise_mult:
    case Operation::apply:
    case Operation::select:
    case Operation::assign:
    case Operation::reduce:
    case Operation::commit:
        return true;
    default:
        return false;
    }
}
/// The wishes of a problem's objects (GrX_DISTRIBUTION).
struct Wishes {
    bool one = false, some = false;
    void add(const Ref<Snapshot> &operand) noexcept;
};
/// more_bytes: the size of the members' results, if it counts.
template <class Problem>
const char *refuses_group_with(const Problem &problem, double more_bytes) noexcept {
    if (const char *const refusal = refuses_group(Problem::operation)) return refusal;
    if (!must_pay(Problem::operation)) return nullptr;
    if (!is_for_devices(Problem::operation)) return "not for device groups";
    Wishes wishes;
    if constexpr (requires { problem.A; }) wishes.add(problem.A);
    if constexpr (requires { problem.B; }) wishes.add(problem.B);
    if constexpr (requires { problem.u; }) wishes.add(problem.u);
    if (wishes.one) return "kept on one device";
    const double bytes = static_cast<double>(problem.operand_bytes()) + more_bytes;
    if (!wishes.some && bytes < least_for_devices) return "too small";
    return device_group() == nullptr ? "no team" : nullptr; // a member may have failed
}
template <class Problem>
const char *refuses_group(const Problem &problem) noexcept {
    return refuses_group_with(problem, 0);
}
/// Returns null if the operand may be cut along an axis of the problem.
const char *refuses_cut(const Ref<Snapshot> &operand, Axis axis, bool is_transposed) noexcept;
/// Returns null if the operand may be copied to all.
const char *refuses_copies(const Ref<Snapshot> &operand) noexcept;

/// The cost of work on each position alone: the members' work, and the operands that they lack.
template <class Problem>
Cost group_cost(const Problem &problem) noexcept {
    const auto bytes = static_cast<double>(problem.operand_bytes());
    if (!must_pay(Problem::operation)) return group_cost(bytes);
    DeviceShare share(bytes);
    if constexpr (requires { problem.A; }) share.cuts(problem.A);
    if constexpr (requires { problem.B; }) share.cuts(problem.B);
    if constexpr (requires { problem.T; }) {
        share.cuts(problem.T);
        share.cuts(problem.current);
    }
    if constexpr (requires { problem.mask; }) share.cuts(problem.mask.snapshot);
    return share.cost();
}

/// Returns null if the entries may be listed to be sent. Entries of an iso matrix may exceed the
/// memory.
inline const char *refuses_listing(const Snapshot &A) noexcept {
    return is_full_iso(A) ? "an iso operand" : nullptr;
}

/// An operand that may decide the cuts of a problem.
struct Lead {
    const Ref<Snapshot> &whole; // null: it decides nothing
    bool is_transposed = false;
};
/// Cuts `length` rows (columns) like the operand with the most entries; without one, by positions.
Cuts cuts_led_by(std::initializer_list<Lead> leads, Axis axis, std::uint64_t length, int blocks);

/// Returns the process group if there is one, else the device group, else `local`.
Group &group_in_force(LocalGroup &local) noexcept;

/// The frame of a running group variant. Operands are requested by their axis as the problem sees
/// it.
class GroupWork {
public:
    /// `length`: rows, or columns, of the result or of the split operand.
    GroupWork(Axis axis, std::uint64_t length, std::initializer_list<Lead> leads = {})
        : local_(group_size()), axis_(axis),
          cuts_(cuts_led_by(leads, axis, length, group_.size())) {}
    GroupWork(Axis axis, const Cuts &cuts) : local_(cuts.blocks()), axis_(axis), cuts_(cuts) {}

    Group &group() noexcept { return group_; }
    const Cuts &cuts() const noexcept { return cuts_; }
    Axis axis() const noexcept { return axis_; }
    /// Cuts operands before the members ask for partitions; otherwise all would cut them at once.
    void cut(const Ref<Snapshot> &whole, bool is_transposed) const {
        if (whole) prepare_partitions(*whole, stored(axis_, is_transposed), cuts_);
    }
    Ref<Snapshot> partition(const Ref<Snapshot> &whole, bool is_transposed, int member) const {
        return (*partitioning_of(*whole, stored(axis_, is_transposed), cuts_))[member];
    }
    MaskInput partition(const MaskInput &mask, int member) const {
        MaskInput own = mask;
        if (mask.snapshot) own.snapshot = partition(mask.snapshot, false, member);
        return own;
    }
    /// Joins the nrows × ncols result of body(member), which returns the member's partition.
    /// Members without positions do nothing.
    template <class F>
    Ref<Snapshot> run(const Type *type, std::uint64_t nrows, std::uint64_t ncols, const F &body) {
        HostVector<Ref<Snapshot>> partitions(static_cast<std::size_t>(cuts_.blocks()));
        const bool by_rows = axis_ == Axis::rows;
        group_.each([&](int member) {
            Ref<Snapshot> &partition = partitions[static_cast<std::size_t>(member)];
            const std::uint64_t n = cuts_.extent(member);
            partition = n != 0 ? body(member)
                               : Snapshot::empty(type, by_rows ? 0 : nrows, by_rows ? ncols : 0);
            return partition->nvals();
        });
        return joined(group_, std::move(partitions), axis_, cuts_, type, nrows, ncols);
    }

private:
    const InsideGroup inside_;
    LocalGroup local_;
    Group &group_ = group_in_force(local_);
    const AmongDevices mode_{&group_ == device_group()};
    const Axis axis_;
    const Cuts cuts_;
};

/// A result of one row is cut by its columns, any other by its rows.
inline Axis result_axis(std::uint64_t nrows) noexcept {
    return nrows == 1 ? Axis::columns : Axis::rows;
}

} // namespace grb
