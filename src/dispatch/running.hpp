// The state of a thread that runs variants. A running variant may need forms, which variants of
// other operations make. These are chosen, counted and logged like all others; the log line, time
// and name of the outer variant do not change.
#pragma once

#include "problems/operation.hpp"
#include "storage/snapshot.hpp"

namespace grb {

struct Running {
    int depth = 0;            // number of nested variants that run
    Device *device = nullptr; // of the innermost variant; null: the host
    bool is_unseen = false;   // in a comparison or dump: nothing inside is counted or logged

    /// Lives while a variant runs.
    class Inside {
    public:
        Inside(Running &running, Device *device) noexcept
            : running_(running), before_(running.device) {
            running_.depth++;
            running_.device = device;
        }
        ~Inside() {
            running_.depth--;
            running_.device = before_;
        }
        Inside(const Inside &) = delete;
        Inside &operator=(const Inside &) = delete;

    private:
        Running &running_;
        Device *const before_;
    };
    /// Lives while variants are compared or operands are written.
    class Unseen {
    public:
        Unseen() noexcept;
        ~Unseen();
        Unseen(const Unseen &) = delete;
        Unseen &operator=(const Unseen &) = delete;

    private:
        const bool before_;
    };
};
/// Returns the calling thread's state.
Running &running() noexcept;

/// Reads a clock that only goes forward.
double seconds_now() noexcept;

/// Waits for queued work of this process on all devices.
inline void wait_for_devices() {
    for (Device *const device : devices())
        if (device->is_usable()) device->finish();
}

/// A range on a profiler's time line while this object lives. Costs nothing without a profiler.
class Range {
public:
    Range(const char *name, Device *device) noexcept
        : device_(device != nullptr && device->begin_range(name) ? device : nullptr) {}
    ~Range() {
        if (device_ != nullptr) device_->end_range();
    }
    Range(const Range &) = delete;
    Range &operator=(const Range &) = delete;

private:
    Device *const device_;
};

} // namespace grb
