// Builds a commit's region, and estimates costs that the host's commit variants share.
#include "cpu/commit/commit.hpp"

#include "base/parallel.hpp"
#include "costs/rates.hpp"

namespace grb {

const HostCoefficient taken_seconds{"commit_taken_entry_seconds", "s",
                                    "an entry of a dense T that a list as mask allows", 2e-9};

CommitRegion::CommitRegion(const CommitProblem &problem) {
    const Region *const region = problem.region;
    if (region == nullptr) return;
    if (!region->rows.is_all) sets.rows = &rows_.emplace(region->rows, problem.C->nrows());
    if (!region->columns.is_all)
        sets.columns = &columns_.emplace(region->columns, problem.C->ncols());
    sets.has_major = region->has_major;
    sets.major_is_column = region->major_is_column;
    sets.major = region->major;
}

double pass_seconds(double bytes, double steps) noexcept {
    return stream_seconds(bytes, threads_for(steps));
}

double mask_seconds(const CommitProblem &problem) noexcept {
    if (!problem.has_mask()) return 0;
    const Snapshot &mask = *problem.mask.snapshot;
    if (mask.has_dense()) return stream_seconds(problem.elements());
    return fresh_seconds(problem.elements() / 8) +
           static_cast<double>(mask.nvals()) / rates().scatters_cached;
}

} // namespace grb
