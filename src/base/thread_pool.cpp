// Implements the thread pool: starts helpers, shares loops among them, and ends them.
#include "base/thread_pool.hpp"

#include "base/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <csignal>
#include <mutex>
#include <new>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

// Are weak: null unless the program or one of its libraries has loaded an OpenMP with GCC's names.
extern "C" {
__attribute__((weak)) void GOMP_parallel(void (*run)(void *), void *data, unsigned threads,
                                         unsigned flags);
__attribute__((weak)) int omp_get_thread_num(void);
__attribute__((weak)) int omp_in_parallel(void);
__attribute__((weak)) int omp_get_max_threads(void);
}

namespace grb {

namespace {

/// The time that a thread spins for the next loop before it sleeps. Loops of one operation follow
/// each other within microseconds. Waking a sleeper costs the caller about as much as this time.
constexpr std::chrono::microseconds patience{100};
constexpr int most_helpers = 1023;
/// The most loops that are shared at the same time. Further callers work alone.
constexpr int most_loops = 64;
constexpr int most_segments = 64;

constexpr std::uint32_t open_bit = std::uint32_t{1} << 31;
constexpr std::uint32_t count_bits = open_bit - 1;

/// Consecutive tasks that one thread begins. The same thread begins with the same segment of each
/// loop, so that it finds in its processor's cache the data that it read or wrote in the loop
/// before.
struct alignas(64) Segment {
    std::atomic<std::int64_t> next{0};
    std::int64_t end = 0;

    bool take(std::int64_t &task) noexcept {
        if (next.load(std::memory_order_relaxed) >= end) return false;
        task = next.fetch_add(1, std::memory_order_relaxed);
        return task < end;
    }
};

/// A loop that helpers may join. Its memory outlives the call: a helper may read it when the call
/// is over.
struct alignas(64) Loop {
    /// open_bit while helpers may join, plus the number of threads that read the loop or help.
    std::atomic<std::uint32_t> state{0};
    std::atomic<int> threads{0};
    /// All tasks have begun.
    std::atomic<bool> is_exhausted{false};
    // Written while the loop is closed and no thread is inside.
    void (*run)(void *, std::int64_t) = nullptr;
    void *body = nullptr;
    int segment_count = 0;
    Segment segments[most_segments];

    bool has_tasks() const noexcept { return !is_exhausted.load(std::memory_order_relaxed); }
    bool wants_help(std::uint32_t seen) const noexcept {
        return (seen & open_bit) != 0 &&
               static_cast<int>(seen & count_bits) < threads.load(std::memory_order_relaxed) - 1 &&
               has_tasks();
    }
    void split(std::int64_t tasks) noexcept {
        segment_count = std::min(threads.load(std::memory_order_relaxed), most_segments);
        for (int s = 0; s < segment_count; s++) {
            segments[s].next.store(tasks / segment_count * s +
                                       std::min<std::int64_t>(s, tasks % segment_count),
                                   std::memory_order_relaxed);
            segments[s].end = tasks / segment_count * (s + 1) +
                              std::min<std::int64_t>(s + 1, tasks % segment_count);
        }
        is_exhausted.store(false, std::memory_order_relaxed);
    }
    /// Does the tasks of the thread's own segment first, then those that the others have left in
    /// theirs.
    void work(int thread) noexcept {
        for (int k = 0; k < segment_count; k++) {
            Segment &segment = segments[(thread + k) % segment_count];
            for (std::int64_t task; segment.take(task);) run(body, task);
        }
        is_exhausted.store(true, std::memory_order_relaxed);
    }
    void leave() noexcept {
        // The only waiter is the thread that closed the loop; the last helper to leave wakes it.
        if (state.fetch_sub(1, std::memory_order_release) == 1) state.notify_one();
    }
};

void pause() noexcept {
#if defined(__x86_64__)
    _mm_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

/// Spins until the condition holds or patience ends; returns whether it holds.
template <class F>
bool await(const F &holds) noexcept {
    if (holds()) return true;
    const auto end = std::chrono::steady_clock::now() + patience;
    do {
        for (int k = 0; k < 16; k++) {
            pause();
            if (holds()) return true;
        }
    } while (std::chrono::steady_clock::now() < end);
    return false;
}

thread_local bool is_inside = false;
/// OpenMP's threads do not survive a fork.
bool is_forked = false;

/// Returns the most threads beside the calling one and `helpers` that the process has been seen to
/// have. Asks the system at one call in 16.
int most_other_threads(int helpers) noexcept {
    static std::atomic<int> most{0};
    static std::atomic<unsigned> calls{0};
    constexpr unsigned interval = 16;
    if (calls.fetch_add(1, std::memory_order_relaxed) % interval == 0) {
        struct stat tasks {};
        // The folder has a link from each thread's, and two more.
        if (stat("/proc/self/task", &tasks) == 0)
            most.store(std::max(most.load(std::memory_order_relaxed),
                                static_cast<int>(tasks.st_nlink) - 3 - helpers),
                       std::memory_order_relaxed);
    }
    return most.load(std::memory_order_relaxed);
}

// The thread sanitizer does not see how OpenMP's threads wait for each other.
#if defined(__SANITIZE_THREAD__)
constexpr bool is_watched = true;
#elif defined(__has_feature)
constexpr bool is_watched = __has_feature(thread_sanitizer);
#else
constexpr bool is_watched = false;
#endif

/// True when loops of the calling thread go to the threads of the program's OpenMP. These spin for
/// milliseconds after each of the program's own loops, and would take the processors from helpers.
/// Only the main thread uses them, since OpenMP starts further threads for each other caller; only
/// once there are as many other threads as OpenMP would use, since it ends the program where the
/// system refuses one; and only where the library may use as many, and the loop asks for no more.
bool uses_openmp(int wanted, int helpers) noexcept {
    if (is_watched || GOMP_parallel == nullptr || omp_get_thread_num == nullptr ||
        omp_in_parallel == nullptr || omp_get_max_threads == nullptr)
        return false;
    static thread_local const bool is_main = getpid() == gettid();
    if (!is_main || is_forked) return false;
    const int threads = omp_get_max_threads();
    return wanted <= threads && threads == max_threads() &&
           most_other_threads(helpers) >= threads - 1 && omp_in_parallel() == 0;
}

/// True for a loop with work for so few threads that it gains less than OpenMP takes: all of its
/// threads meet before and after, then spin for milliseconds, and each slows the other of its core
/// down.
bool is_too_small_for_openmp(int threads) noexcept {
    constexpr int threads_for_one = 5;
    return threads <= omp_get_max_threads() / threads_for_one;
}

/// Does the tasks of a loop on the threads of the program's OpenMP: always on all of them, since it
/// ends threads that a smaller loop leaves out.
void share_by_openmp(Loop &loop) noexcept {
    const auto help = [](void *data) {
        Loop &own = *static_cast<Loop *>(data);
        const int number = omp_get_thread_num();
        if (number >= own.threads.load(std::memory_order_relaxed)) return;
        is_inside = true;
        own.work(number);
        is_inside = false;
    };
    GOMP_parallel(help, &loop, 0, 0);
}

/// The number of a helper, from 1 on; all threads that call have 0.
thread_local int own_number = 0;

/// Is constant-initialised and never destroyed: threads may still run when the process ends.
struct ThreadPool {
    Loop loops[most_loops];
    std::atomic<std::uint64_t> used_loops{0};
    /// Counts loops that opened. Sleepers wait for a change.
    std::atomic<int> opened{0};
    std::atomic<int> spinning{0}, sleeping{0};
    /// Threads inside share_loop: callers and helpers.
    std::atomic<int> working{0};
    std::atomic<bool> is_ending{false};
    std::atomic<int> helpers{0};
    std::mutex mutex; // guards `threads`
    pthread_t threads[most_helpers] = {};

    Loop *take_loop() noexcept {
        std::uint64_t used = used_loops.load(std::memory_order_relaxed);
        for (;;) {
            if (used == ~std::uint64_t{0}) return nullptr;
            const int k = std::countr_one(used);
            if (used_loops.compare_exchange_weak(used, used | std::uint64_t{1} << k,
                                                 std::memory_order_acquire))
                return &loops[k];
        }
    }
    void give_back(const Loop *loop) noexcept {
        used_loops.fetch_and(~(std::uint64_t{1} << (loop - loops)), std::memory_order_release);
    }

    void start(int wanted) noexcept;
    void call(const Loop &loop) noexcept;
    bool help_somebody() noexcept;
    void help() noexcept;
    void end() noexcept;
};
constinit ThreadPool pool;

extern "C" void *grb_help(void *number) {
    is_inside = true;
    own_number = static_cast<int>(reinterpret_cast<std::intptr_t>(number));
    pool.help();
    return nullptr;
}

/// The signals that helpers block: all but those that a thread causes itself. The program's own
/// threads get the others.
sigset_t signals_of_helpers() noexcept {
    sigset_t set;
    sigfillset(&set);
    for (const int own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, SIGPROF})
        sigdelset(&set, own);
    return set;
}

/// Starts helpers until there are `wanted`, or until the system refuses one. When another thread is
/// starting helpers, this call leaves it to that thread.
void ThreadPool::start(int wanted) noexcept {
    const std::unique_lock<std::mutex> guard(mutex, std::try_to_lock);
    if (!guard.owns_lock() || is_ending.load()) return;
    const sigset_t blocked = signals_of_helpers();
    sigset_t before;
    pthread_sigmask(SIG_SETMASK, &blocked, &before);
    while (helpers.load() < std::min(wanted, most_helpers)) {
        pthread_t &thread = threads[helpers.load()];
        const std::intptr_t number = helpers.load() + 1;
        if (pthread_create(&thread, nullptr, grb_help, reinterpret_cast<void *>(number)) != 0)
            break;
        pthread_setname_np(thread, "graphblast");
        helpers++;
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

/// Wakes up to two sleepers when the loop wants more helpers than are spinning. Each woken helper
/// calls this again, so that no thread pays for waking all of them.
void ThreadPool::call(const Loop &loop) noexcept {
    const int inside = static_cast<int>(loop.state.load(std::memory_order_relaxed) & count_bits);
    if (!loop.has_tasks()) return;
    const int wanted = loop.threads.load(std::memory_order_relaxed) - 1 - inside;
    const int missing = wanted - spinning.load();
    for (int k = 0; k < std::min(missing, 2) && sleeping.load() > 0; k++) opened.notify_one();
}

bool ThreadPool::help_somebody() noexcept {
    const std::uint64_t used = used_loops.load(std::memory_order_relaxed);
    for (int k = 0; k < most_loops && used >> k != 0; k++) {
        if ((used >> k & 1) == 0) continue;
        Loop &loop = loops[k];
        if (!loop.wants_help(loop.state.load(std::memory_order_relaxed))) continue;
        if (working.load(std::memory_order_relaxed) >= loop.threads.load(std::memory_order_relaxed))
            continue;
        const bool may_join = loop.wants_help(loop.state.fetch_add(1, std::memory_order_acq_rel));
        if (may_join) {
            working.fetch_add(1, std::memory_order_relaxed);
            call(loop);
            loop.work(own_number);
            working.fetch_sub(1, std::memory_order_relaxed);
        }
        loop.leave();
        if (may_join) return true;
    }
    return false;
}

void ThreadPool::help() noexcept {
    while (!is_ending.load()) {
        const int seen = opened.load();
        if (help_somebody()) continue;
        const auto is_called = [&] { return opened.load(std::memory_order_acquire) != seen; };
        spinning++;
        const bool is_needed = await(is_called);
        spinning--;
        if (is_needed) continue;
        sleeping++;
        opened.wait(seen);
        sleeping--;
    }
}

void ThreadPool::end() noexcept {
    const std::lock_guard<std::mutex> guard(mutex);
    is_ending.store(true);
    opened++;
    opened.notify_all();
    const int count = helpers.load();
    for (int k = 0; k < count; k++) pthread_join(threads[k], nullptr);
    helpers.store(0);
    is_ending.store(false);
}

/// Resets the pool in a forked child, which has none of the helper threads and in which the
/// parent's open loops never end.
void forget_the_parents_pool() noexcept {
    pool.used_loops.store(0);
    for (Loop &loop : pool.loops) loop.state.store(0);
    for (std::atomic<int> *count : {&pool.spinning, &pool.sleeping, &pool.working, &pool.helpers})
        count->store(0);
    pool.is_ending.store(false);
    new (&pool.mutex) std::mutex; // a thread of the parent may have held it
    is_forked = true;
}
[[maybe_unused]] const int is_told_of_forks =
    pthread_atfork(nullptr, nullptr, forget_the_parents_pool);

} // namespace

bool is_in_shared_loop() noexcept {
    return is_inside;
}

void share_loop(std::int64_t tasks, int threads, void (*run)(void *body, std::int64_t k),
                void *body) noexcept {
    const std::int64_t useful = std::min<std::int64_t>(threads, tasks);
    const bool is_shared = useful > 1 && !is_inside,
               is_by_openmp =
                   is_shared && uses_openmp(static_cast<int>(useful),
                                            pool.helpers.load(std::memory_order_relaxed)),
               is_alone = !is_shared || (is_by_openmp && is_too_small_for_openmp(threads));
    Loop *const loop = is_alone ? nullptr : pool.take_loop();
    if (loop == nullptr) {
        for (std::int64_t k = 0; k < tasks; k++) run(body, k);
        return;
    }
    loop->threads.store(static_cast<int>(useful), std::memory_order_relaxed);
    loop->split(tasks);
    loop->run = run;
    loop->body = body;
    if (is_by_openmp) {
        pool.working.fetch_add(static_cast<int>(useful), std::memory_order_relaxed);
        share_by_openmp(*loop);
        pool.working.fetch_sub(static_cast<int>(useful), std::memory_order_relaxed);
        return pool.give_back(loop);
    }
    if (pool.helpers.load(std::memory_order_relaxed) < useful - 1)
        pool.start(static_cast<int>(useful) - 1);
    loop->state.fetch_or(open_bit, std::memory_order_release);
    pool.working.fetch_add(1, std::memory_order_relaxed);
    pool.opened++;
    pool.call(*loop);

    is_inside = true;
    loop->work(own_number);
    is_inside = false;

    loop->state.fetch_and(~open_bit, std::memory_order_relaxed);
    const auto have_left = [&] { return loop->state.load(std::memory_order_acquire) == 0; };
    while (!await(have_left)) {
        const std::uint32_t seen = loop->state.load(std::memory_order_acquire);
        if (seen != 0) loop->state.wait(seen, std::memory_order_acquire);
    }
    pool.working.fetch_sub(1, std::memory_order_relaxed);
    pool.give_back(loop);
}

void end_thread_pool() noexcept {
    pool.end();
}

} // namespace grb
