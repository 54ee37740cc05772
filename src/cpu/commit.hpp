// What the host's rows of the commit share.
#pragma once

#include "cpu/merge.hpp"
#include "cpu/on_threads.hpp"
#include "dispatch/variant.hpp"
#include "problems/commit.hpp"

#include <optional>

namespace grb {

/// The region of a commit as sets, which live as long as this.
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

/// The mask as a list of positions: neither dense nor complemented.
inline bool mask_is_list(const CommitProblem &problem) noexcept {
    return problem.has_mask() && !problem.mask.is_complemented &&
           !problem.mask.snapshot->has_dense();
}

/// Seconds of passing over so many bytes, by as many threads as the steps are worth.
double pass_seconds(double bytes, double steps) noexcept;
/// Of bringing a mask into the form in which a pass over C's cells wants it.
double mask_seconds(const CommitProblem &problem) noexcept;

} // namespace grb
