// Helpers that the host's commit variants share.
#pragma once

#include "cpu/common/on_threads.hpp"
#include "cpu/elementwise/merge.hpp"
#include "dispatch/variant.hpp"
#include "problems/commit.hpp"

#include <optional>

namespace grb {

/// The region of a commit as sets, which live as long as this object.
class CommitRegion {
public:
    explicit CommitRegion(const CommitProblem &problem);
    CommitRegion(const CommitRegion &) = delete;
    CommitRegion &operator=(const CommitRegion &) = delete;
    RegionSets sets;

private:
    std::optional<IndexSet> rows_, columns_;
};

inline MergeValues merge_values(const CommitProblem &problem) noexcept {
    return {problem.C->type(), problem.C->type(), problem.T->type(), problem.accumulator};
}

/// The mask is a list of positions: neither dense nor complemented.
inline bool mask_is_list(const CommitProblem &problem) noexcept {
    return problem.has_mask() && !problem.mask.is_complemented &&
           !problem.mask.snapshot->has_dense();
}

/// Seconds for an entry of a dense T that a short mask allows.
extern const HostCoefficient taken_seconds;

/// Seconds to pass over so many bytes, by as many threads as the steps justify.
double pass_seconds(double bytes, double steps) noexcept;
/// Seconds to convert a mask for a pass over C's dense elements.
double mask_seconds(const CommitProblem &problem) noexcept;

} // namespace grb
