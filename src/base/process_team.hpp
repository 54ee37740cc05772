// A team whose members are processes, one of which is this one: what calls and choices have to know of it below
// src/team/, which installs it.
#pragma once

#include <atomic>

namespace grb {

/// All processes of a team call the same functions in the same order. Throws what src/team/ throws for the team.
struct ProcessTeam {
    int rank, size;
    /// Returns when all processes have come here, and throws the failure of the lowest one that failed before.
    void (*agree)();
    /// The number that process 0 gives.
    int (*choose)(int number);
};

/// Whether the calling thread works for its process alone (GrX_CONTEXT_LOCAL).
bool is_apart() noexcept;
void set_apart(bool is_apart) noexcept;

/// The team that this process is in; null: none.
inline constinit std::atomic<const ProcessTeam *> joined_team{nullptr};
/// The team that the calling thread's calls are of; null: there is none, or the thread works for its process alone.
inline const ProcessTeam *process_team() noexcept {
    const ProcessTeam *const team = joined_team.load(std::memory_order_acquire);
    return team != nullptr && !is_apart() ? team : nullptr;
}

/// Before something changes that all processes have: none changes it when one of them has failed.
inline void agree_to_change() {
    if (const ProcessTeam *const team = process_team()) team->agree();
}

} // namespace grb
