// Keeps the state of running variants per thread, reads the clock and marks ranges for profilers.
#include "dispatch/running.hpp"

#include <ctime>

namespace grb {

namespace {

constinit thread_local Running running_;

} // namespace

Running &running() noexcept {
    return running_;
}

double seconds_now() noexcept {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

Running::Unseen::Unseen() noexcept : before_(running_.is_unseen) {
    running_.is_unseen = true;
}
Running::Unseen::~Unseen() {
    running_.is_unseen = before_;
}

} // namespace grb
