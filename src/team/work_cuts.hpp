// Where a masked product of places is cut: at equal work, by what its rows look at and by how long the members took.
#pragma once

#include "problems/problems.hpp"
#include "team/parts.hpp"

namespace grb {

/// Kept with A. Unlike other attachments it changes, until the members take as long as each other.
class WorkCuts final : public Attachment {
public:
    static constexpr char tag[] = "cuts by work";
    /// before: what the rows before each one weigh together; one more for all.
    WorkCuts(HostVector<std::uint64_t> before, int parts);
    std::size_t bytes() const noexcept override;
    Cuts cuts() const;
    int parts() const noexcept { return parts_; }
    /// The members took so long with these cuts. Every second time counts: a first one moves pieces to where they are cut now.
    void note(const Cuts &used, std::span<const double> seconds) const;

private:
    void cut_anew(std::span<const double> seconds) const;

    const int parts_;
    mutable SmallMutex mutex_;
    mutable Cuts cuts_;
    mutable HostVector<std::uint64_t> before_; // empty: the cuts stay
    mutable int turns_ = 0;
};

/// Null: the mask does not list what it lets through, and A is cut as it is cut best. The caller works for a team of places.
Ref<const WorkCuts> work_cuts(const MxmProblem &problem, int parts);

} // namespace grb
