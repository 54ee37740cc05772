// Parallel loops. Exceptions leave the loop; small work stays on one thread.
#pragma once

#include "base/thread_pool.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>

namespace grb {

/// The most threads of an operation, at least 1. The first known of: the user's limit
/// (GxB_GLOBAL_NTHREADS); the number that OpenMP would use, if the program has loaded it;
/// OMP_NUM_THREADS; the number of processors.
int max_threads() noexcept;
void set_max_threads(int threads) noexcept;
/// Sets a limit for the calling thread, which replaces the user's; null removes it.
void engage_limit(const std::atomic<int> *threads) noexcept;

/// The number of threads that pays off for `work` elementary steps (about a nanosecond each).
/// Returns 1 inside a parallel loop of the library or of the program's OpenMP.
int threads_for(double work) noexcept;

/// Calls task(k) for k in [0, tasks), dynamically scheduled on up to `threads` threads. After a
/// task has thrown, the loop skips the tasks that have not begun, and throws the first exception
/// again.
template <class F>
void parallel_tasks(std::int64_t tasks, int threads, F &&task) {
    if (threads <= 1 || tasks <= 1) {
        for (std::int64_t k = 0; k < tasks; k++) task(k);
        return;
    }
    struct Loop {
        F &task;
        std::atomic<bool> has_failed{false};
        std::exception_ptr failure;
    } loop{task, {}, {}};
    const auto run = [](void *body, std::int64_t k) {
        Loop &own = *static_cast<Loop *>(body);
        if (own.has_failed.load(std::memory_order_relaxed)) return;
        try {
            own.task(k);
        } catch (...) {
            if (!own.has_failed.exchange(true)) own.failure = std::current_exception();
        }
    };
    share_loop(tasks, threads, run, &loop);
    if (loop.failure) std::rethrow_exception(loop.failure);
}

/// Splits [0, n) into equal chunks and calls body(begin, end) for each; `work_per_item` in
/// elementary steps decides the number of threads.
template <class F>
void parallel_ranges(std::uint64_t n, double work_per_item, F &&body) {
    const int threads = threads_for(static_cast<double>(n) * work_per_item);
    if (threads <= 1) {
        if (n != 0) body(std::uint64_t{0}, n);
        return;
    }
    const std::uint64_t chunks =
        std::min<std::uint64_t>(n, static_cast<std::uint64_t>(threads) * 4);
    parallel_tasks(static_cast<std::int64_t>(chunks), threads, [&](std::int64_t k) {
        const auto chunk = static_cast<std::uint64_t>(k);
        const std::uint64_t begin = n / chunks * chunk + std::min(chunk, n % chunks);
        const std::uint64_t end = begin + n / chunks + (chunk < n % chunks ? 1 : 0);
        body(begin, end);
    });
}

} // namespace grb
