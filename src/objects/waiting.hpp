// Recorded calls, as the objects see them that wait for them. deferred/queue.hpp has the calls.
#pragma once

#include <cstdint>

namespace grb {

class Container;

/// The recorded calls of a thread; or the errors of calls that have failed.
class WaitingCalls {
public:
    /// Runs the calls, in order, if they have not run. Throws the error of a failed call whose
    /// output is `object`, once.
    virtual void finish(const Container &object) const = 0;
    /// Answers the number of the object's entries after the calls, if it is known before they run.
    virtual bool count_entries(const Container &object, std::uint64_t &nvals) const noexcept {
        (void)object, (void)nvals;
        return false;
    }

protected:
    ~WaitingCalls() = default;
};

/// The calls that this thread is running; null: none. Their objects have their states for it.
inline constinit thread_local const WaitingCalls *calls_run_here
    __attribute__((tls_model("initial-exec"))) = nullptr;

/// Why the recorded call that this thread is running is part of no chain, for logs.
struct Alone {
    const char *reason = nullptr; // null: no call runs alone
    bool is_of_next = false;      // the next call cannot join it
};
inline constinit thread_local Alone why_alone __attribute__((tls_model("initial-exec")));

/// The calls that this thread has recorded and that have not run; null: none.
inline constinit thread_local const WaitingCalls *own_calls
    __attribute__((tls_model("initial-exec"))) = nullptr;

} // namespace grb
