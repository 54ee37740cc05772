// The facts that a choice depends on beside the problem and the variants.
#pragma once

#include "problems/operation.hpp"

namespace grb {

/// Read once for each choice.
struct Environment {
    explicit Environment(Operation operation) noexcept;
    /// For estimates, which rules and the user's wishes do not concern.
    static Environment of_estimates() noexcept;

    const char *forced = nullptr; // the variant that a rule asks for
    bool has_rules = false;       // of the operation
    bool is_deterministic = false;
    bool is_host_alone = false; // no device is open, and no variant could open one
    bool is_shared = false;     // processes carry the problem out together
    bool avoids_host = false;

private:
    Environment() = default;
};

} // namespace grb
