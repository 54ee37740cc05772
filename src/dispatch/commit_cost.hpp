// The estimate of the commit that follows an operation, as a choice among variants counts it.
#pragma once

#include "dispatch/commit.hpp"

namespace grb {

/// Counts where the commit, or the way of the result to the host after it, may differ between
/// variants. It holds C's state from its first use on, so variants that write C are asked before
/// it.
class CommitCost {
public:
    CommitCost(const VariantList &list, const ProblemBase &problem, const CommitAhead &ahead)
        : problem_(problem), ahead_(ahead), counts_(may_differ(list, problem, ahead)) {}
    bool counts() const noexcept { return counts_; }
    double seconds(const Capabilities &can, Device *device) {
        if (!estimate_)
            estimate_.emplace(ahead_, problem_.type_of_result(), problem_.expected_entries());
        return estimate_->seconds(can, device);
    }

private:
    static bool may_differ(const VariantList &list, const ProblemBase &problem,
                           const CommitAhead &ahead) noexcept {
        if (problem.is_structural() || ahead.output == nullptr) return false;
        const Output &output = *ahead.output;
        if (!ahead.may_matter()) return output.C->host_share() != 0 && !output.C->has_pending();
        return !devices().empty() || !output.mask.is_none() || have_forms(list);
    }
    /// Variants may differ in the forms of their results, so that the commits after them do.
    static bool have_forms(const VariantList &list) noexcept {
        for (int k = 0; k < list.size(); k++)
            if (list.at(k).capabilities.form != Form::by_entries) return true;
        return false;
    }

    const ProblemBase &problem_;
    const CommitAhead &ahead_;
    const bool counts_;
    std::optional<CommitEstimate> estimate_;
};

} // namespace grb
