// A CUDA library that a variant calls, loaded once enough work for it has accumulated.
#pragma once

#include "costs/coefficient.hpp"
#include "cuda/library/backend.hpp"
#include "dispatch/context.hpp"

#include <cstring>

namespace grb::device {

/// Returns true if a rule forces this variant.
inline bool is_forced(Operation operation, const char *variant) noexcept {
    const char *const forced = context().has_rules() ? context().forced(operation) : nullptr;
    return forced != nullptr && std::strcmp(forced, variant) == 0;
}

class VendorLibrary {
public:
    /// `absence` opens the library. `worth_loading`: work after which it is loaded, in the
    /// variant's unit.
    constexpr VendorLibrary(const Function<const char **> &absence,
                            const DeviceCoefficient &worth_loading, const char *too_little) noexcept
        : absence_(absence), worth_loading_(worth_loading), too_little_(too_little) {}

    /// Returns the reason why the library cannot be used, as far as is known, or null.
    /// `is_asked_for`: ignores the amount of work.
    const char *refusal(bool is_asked_for) const noexcept {
        const State state = state_.load(std::memory_order_acquire);
        if (state == State::unknown || !(is_asked_for || is_worth_loading())) return too_little_;
        return state == State::open ? nullptr : reason_.load(std::memory_order_relaxed);
    }
    /// Adds the work of a problem that the variant would take, and opens the library once there is
    /// enough. Needs a current device; throws Failure.
    void see(double work, bool is_asked_for) {
        // Deliberate race: a lost update only delays the opening.
        work_seen_.store(work_seen_.load(std::memory_order_relaxed) + work,
                         std::memory_order_relaxed);
        if (state_.load(std::memory_order_relaxed) != State::unknown) return;
        if (!is_asked_for && !is_worth_loading()) return;
        const char *const reason = absence_of(absence_);
        reason_.store(reason, std::memory_order_relaxed);
        state_.store(reason == nullptr ? State::open : State::absent, std::memory_order_release);
    }

    /// Returns true if more work changes nothing.
    bool is_settled() const noexcept {
        return state_.load(std::memory_order_relaxed) != State::unknown && is_worth_loading();
    }

private:
    enum class State : int { unknown, open, absent };
    bool is_worth_loading() const noexcept {
        return work_seen_.load(std::memory_order_relaxed) >= worth_loading_;
    }

    const Function<const char **> &absence_;
    const DeviceCoefficient &worth_loading_;
    const char *const too_little_;
    std::atomic<State> state_{State::unknown};
    std::atomic<const char *> reason_{nullptr};
    std::atomic<double> work_seen_{0};
};

} // namespace grb::device
