// Chooses the number of threads of a loop.
#include "base/parallel.hpp"

#include "base/processors.hpp"

#include <atomic>

// Is weak: null unless the program or one of its libraries has loaded an OpenMP.
extern "C" {
__attribute__((weak)) int omp_in_parallel(void);
__attribute__((weak)) int omp_get_max_threads(void);
}

namespace grb {

namespace {

std::atomic<int> user_limit_{0};
thread_local const std::atomic<int> *own_limit_ = nullptr;
constexpr double steps_worth_a_thread = 20000.0;

int default_threads() noexcept {
    if (omp_get_max_threads != nullptr) return std::max(1, omp_get_max_threads());
    static const int threads = [] {
        const int wanted = threads_of_environment();
        return wanted > 0 ? wanted : usable_processors();
    }();
    return threads;
}

bool is_in_a_loop() noexcept {
    return is_in_shared_loop() || (omp_in_parallel != nullptr && omp_in_parallel() != 0);
}

} // namespace

int max_threads() noexcept {
    const int own = own_limit_ != nullptr ? own_limit_->load(std::memory_order_relaxed) : 0;
    const int limit = own > 0 ? own : user_limit_.load(std::memory_order_relaxed);
    return limit > 0 ? limit : default_threads();
}

void set_max_threads(int threads) noexcept {
    user_limit_.store(threads, std::memory_order_relaxed);
}

void engage_limit(const std::atomic<int> *threads) noexcept {
    own_limit_ = threads;
}

int threads_for(double work) noexcept {
    if (work < 2 * steps_worth_a_thread || is_in_a_loop()) return 1;
    const double useful = work / steps_worth_a_thread;
    const int limit = max_threads();
    return useful >= limit ? limit : std::max(1, static_cast<int>(useful));
}

} // namespace grb
