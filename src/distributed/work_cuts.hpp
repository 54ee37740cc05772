// The cuts of a masked product on devices: equal work, by the probes of rows and the members'
// times.
#pragma once

#include "distributed/partitioning.hpp"
#include "problems/problems.hpp"

namespace grb {

/// Kept with A. Unlike other attachments it changes, until all members take equally long.
class WorkCuts final : public Attachment {
public:
    static constexpr char tag[] = "cuts by work";
    /// before: the total weight of the rows before each one, and that of all rows.
    WorkCuts(HostVector<std::uint64_t> before, int blocks);
    std::size_t bytes() const noexcept override;
    Cuts cuts() const;
    int blocks() const noexcept { return blocks_; }
    /// Records the members' times with these cuts. Every second time counts: a first one includes
    /// moving the partitions to the current cuts.
    void note(const Cuts &used, std::span<const double> seconds) const;

private:
    void cut_anew(std::span<const double> seconds) const;

    const int blocks_;
    mutable SmallMutex mutex_;
    mutable Cuts cuts_;
    mutable HostVector<std::uint64_t> before_; // empty: the cuts are final
    mutable int turns_ = 0;
};

/// Returns null if the mask does not list the allowed entries; then A's own best cuts apply. Call
/// only for a device group.
Ref<const WorkCuts> work_cuts(const MxmProblem &problem, int blocks);

} // namespace grb
