#include "base/parallel.hpp"

#include <atomic>
#include <omp.h>
#include <unistd.h>

namespace grb {

namespace {
std::atomic<int> user_limit_{0};
std::atomic<pid_t> process_{0};
thread_local const std::atomic<int> *own_limit_ = nullptr;
constexpr double steps_worth_a_thread = 20000.0;
} // namespace

int max_threads() noexcept {
    const int own = own_limit_ != nullptr ? own_limit_->load(std::memory_order_relaxed) : 0;
    const int limit = own > 0 ? own : user_limit_.load(std::memory_order_relaxed);
    return limit > 0 ? limit : std::max(1, omp_get_max_threads());
}

void set_max_threads(int threads) noexcept {
    user_limit_.store(threads, std::memory_order_relaxed);
}

void engage_limit(const std::atomic<int> *threads) noexcept {
    own_limit_ = threads;
}

void remember_process() noexcept {
    process_.store(getpid(), std::memory_order_relaxed);
}

int threads_for(double work) noexcept {
    if (work < 2 * steps_worth_a_thread) return 1;
    if (omp_in_parallel() != 0 || process_.load(std::memory_order_relaxed) != getpid()) return 1;
    const double useful = work / steps_worth_a_thread;
    const int limit = max_threads();
    return useful >= limit ? limit : std::max(1, static_cast<int>(useful));
}

} // namespace grb
