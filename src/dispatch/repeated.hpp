// The stage of a choice for problems that repeat while a device is open: in a loop of small calls
// estimates would take longer than the kernels.
#pragma once

#include "dispatch/choose.hpp"
#include "problems/facts.hpp"

#include <optional>

namespace grb {

/// A problem whose choice may be kept for the next ones like it. It is void when the choice depends
/// on more than facts: on a rule, a process group, several devices, index lists, or updates that
/// wait.
class Repeated {
public:
    Repeated(const VariantList &list, const ProblemBase &problem, const Environment &environment,
             const CommitAhead &ahead) noexcept;
    /// Returns the kept choice, if its variant accepts this problem; none after 64 times, since
    /// forms that are not among the facts may have come or gone.
    Candidate find() const noexcept;
    /// Ignores host variants of the commit: they depend on what earlier merges have cost.
    void keep(const Candidate &chosen) const noexcept;
    /// Forgets a variant that has failed: the next choice weighs the problem again.
    void forget() const noexcept;

private:
    const VariantList &list_;
    const ProblemBase &problem_;
    std::optional<Facts> facts_;
};

} // namespace grb
