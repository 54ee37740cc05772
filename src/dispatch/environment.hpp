// The facts that a choice depends on beside the problem and the variants.
#pragma once

#include "dispatch/running.hpp"
#include "problems/operation.hpp"

namespace grb {

/// Read once for each choice.
struct Environment {
    explicit Environment(Operation operation) noexcept;
    /// Returns the environment of estimates, which ignore rules and the user's wishes.
    static Environment of_estimates() noexcept;

    Running *running = nullptr;   // of the thread
    const char *forced = nullptr; // the variant that a rule asks for
    bool has_rules = false;       // of the operation
    bool is_deterministic = false;
    bool is_host_alone = false; // no device is open, and no variant could open one
    bool is_outermost = false;  // the call is not made by a variant that runs
    bool is_shared = false;     // several processes carry the problem out together
    bool avoids_host = false;
    bool is_logged = false;
    /// True for one process with its CPU alone, in a call of the program without rules.
    bool is_plain() const noexcept { return is_host_alone && is_outermost && !has_rules; }

private:
    Environment() = default;
};

} // namespace grb
