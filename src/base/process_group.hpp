// A process group that this process belongs to: the facts that calls and choices below
// src/distributed/ need. src/distributed/ installs it.
#pragma once

#include <atomic>

namespace grb {

/// All processes of a group call the same functions in the same order. The functions throw the
/// errors of src/distributed/.
struct ProcessGroup {
    int rank, size;
    /// Returns when all processes have arrived, and throws the failure of the lowest one that
    /// failed before.
    void (*agree)();
    /// The number that process 0 passes.
    int (*choose)(int number);
};

/// True when the calling thread works for its process alone (GrX_CONTEXT_LOCAL).
bool is_apart() noexcept;
void set_apart(bool is_apart) noexcept;

/// The process group of this process, or null.
inline constinit std::atomic<const ProcessGroup *> joined_group{nullptr};
/// The process group of the calling thread's calls. Is null when there is none, or when the thread
/// works for its process alone.
inline const ProcessGroup *process_group() noexcept {
    const ProcessGroup *const group = joined_group.load(std::memory_order_acquire);
    return group != nullptr && !is_apart() ? group : nullptr;
}

/// Called before all processes change something that they share: none changes it when one of them
/// has failed.
inline void agree_to_change() {
    if (const ProcessGroup *const group = process_group()) group->agree();
}

} // namespace grb
