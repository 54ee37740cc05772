// Parallel loops: OpenMP inside, exceptions carried out of the region, no team for small work.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>

namespace grb {

/// Upper limit set by the user (GxB_GLOBAL_NTHREADS, else OMP_NUM_THREADS); at least 1.
int max_threads() noexcept;
void set_max_threads(int threads) noexcept;
/// A limit for what this thread calls, which goes before the other; null: none.
void engage_limit(const std::atomic<int> *threads) noexcept;

/// Threads worth starting for `work` elementary steps (about a nanosecond each); 1 inside an active
/// parallel region and in a child after fork, where the OpenMP pool no longer exists.
int threads_for(double work) noexcept;

/// Remembers the process that initialised the library.
void remember_process() noexcept;

/// Calls task(k) for k in [0, tasks), dynamically scheduled on up to `threads` threads. The first
/// exception thrown by a task is thrown again here after all threads have stopped.
template <class F>
void parallel_tasks(std::int64_t tasks, int threads, F &&task) {
    if (threads <= 1 || tasks <= 1) {
        for (std::int64_t k = 0; k < tasks; k++) task(k);
        return;
    }
    std::exception_ptr failure;
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
    for (std::int64_t k = 0; k < tasks; k++) {
        try {
            task(k);
        } catch (...) {
#pragma omp critical(grb_parallel_failure)
            failure = std::current_exception();
        }
    }
    if (failure) std::rethrow_exception(failure);
}

/// Splits [0, n) into equal pieces and calls body(begin, end) for each; `work_per_item` in
/// elementary steps decides how many threads are worth it.
template <class F>
void parallel_ranges(std::uint64_t n, double work_per_item, F &&body) {
    const int threads = threads_for(static_cast<double>(n) * work_per_item);
    if (threads <= 1) {
        if (n != 0) body(std::uint64_t{0}, n);
        return;
    }
    const std::uint64_t pieces =
        std::min<std::uint64_t>(n, static_cast<std::uint64_t>(threads) * 4);
    parallel_tasks(static_cast<std::int64_t>(pieces), threads, [&](std::int64_t k) {
        const auto piece = static_cast<std::uint64_t>(k);
        const std::uint64_t begin = n / pieces * piece + std::min(piece, n % pieces);
        const std::uint64_t end = begin + n / pieces + (piece < n % pieces ? 1 : 0);
        body(begin, end);
    });
}

} // namespace grb
