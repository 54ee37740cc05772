// Tests the thread pool: each task runs once, from any caller, whatever happened to the threads
// before.
#include "base/parallel.hpp"
#include "base/processors.hpp"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <gtest/gtest.h>
#include <mutex>
#include <omp.h>
#include <sched.h>
#include <set>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace grb {
namespace {

/// Returns how often each task of a loop ran.
std::vector<int> runs_of(std::int64_t tasks, int threads) {
    std::vector<std::atomic<int>> runs(static_cast<std::size_t>(tasks));
    parallel_tasks(tasks, threads, [&](std::int64_t k) { runs[static_cast<std::size_t>(k)]++; });
    return {runs.begin(), runs.end()};
}

TEST(ThreadPool, EachTaskOnce) {
    for (const int threads : {1, 2, 3, 8})
        for (const std::int64_t tasks : {0, 1, 2, 7, 1000})
            EXPECT_EQ(runs_of(tasks, threads), std::vector<int>(static_cast<std::size_t>(tasks), 1))
                << tasks << " tasks, " << threads << " threads";
}

/// Returns how many threads run tasks that wait for each other, for ten seconds at most.
std::size_t threads_that_meet(int threads) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    std::atomic<int> arrived{0};
    std::mutex mutex;
    std::set<std::thread::id> seen;
    parallel_tasks(threads, threads, [&](std::int64_t) {
        {
            const std::lock_guard<std::mutex> guard(mutex);
            seen.insert(std::this_thread::get_id());
        }
        arrived++;
        while (arrived.load() < threads && std::chrono::steady_clock::now() < end)
            std::this_thread::yield();
    });
    return seen.size();
}

TEST(ThreadPool, AsManyThreadsAsAsked) {
    EXPECT_EQ(threads_that_meet(4), 4U);
}

/// The loop may not go to OpenMP's threads, which are fewer.
TEST(ThreadPool, MoreThreadsThanOpenMpHas) {
    const int before = omp_get_max_threads();
    omp_set_num_threads(2);
    set_max_threads(2);
    int started = 0;
#pragma omp parallel reduction(+ : started)
    started++;
    EXPECT_EQ(started, 2);
    for (int k = 0; k < 20; k++) runs_of(64, 2); // the pool counts OpenMP's threads now and then
    EXPECT_EQ(threads_that_meet(4), 4U);
    set_max_threads(0);
    omp_set_num_threads(before);
}

TEST(ThreadPool, NoMoreThreadsThanAsked) {
    ASSERT_EQ(runs_of(64, 8).size(), 64U); // more threads exist than the next loops need
    std::atomic<int> at_work{0}, most{0};
    for (int round = 0; round < 50; round++) {
        parallel_tasks(32, 2, [&](std::int64_t) {
            const int now = ++at_work;
            int before = most.load();
            while (before < now && !most.compare_exchange_weak(before, now)) {
            }
            std::this_thread::yield();
            at_work--;
        });
    }
    EXPECT_LE(most.load(), 2);
}

TEST(ThreadPool, ALoopWithinALoopHasOneThread) {
    std::atomic<int> inner{0};
    parallel_tasks(8, 4, [&](std::int64_t) {
        const std::thread::id self = std::this_thread::get_id();
        EXPECT_EQ(threads_for(1e9), 1);
        parallel_tasks(5, 4, [&](std::int64_t) {
            EXPECT_EQ(std::this_thread::get_id(), self);
            inner++;
        });
    });
    EXPECT_EQ(inner.load(), 40);
}

TEST(ThreadPool, TheFirstExceptionComesBack) {
    std::atomic<int> ran{0};
    EXPECT_THROW(parallel_tasks(100, 4,
                                [&](std::int64_t k) {
                                    ran++;
                                    if (k == 3) throw std::runtime_error("third");
                                }),
                 std::runtime_error);
    EXPECT_GE(ran.load(), 1);
    EXPECT_EQ(runs_of(100, 4), std::vector<int>(100, 1)); // and the pool works on
}

TEST(ThreadPool, ManyCallersAtOnce) {
    std::vector<std::thread> callers;
    std::atomic<int> wrong{0};
    for (int c = 0; c < 100; c++) // more loops than can be shared at once
        callers.emplace_back([&] {
            for (int round = 0; round < 20; round++)
                if (runs_of(50, 4) != std::vector<int>(50, 1)) wrong++;
        });
    for (std::thread &caller : callers) caller.join();
    EXPECT_EQ(wrong.load(), 0);
}

/// Sleeping threads wake up, and ended threads are restarted.
TEST(ThreadPool, AfterSleepAndAfterItsEnd) {
    for (int round = 0; round < 3; round++) {
        EXPECT_EQ(runs_of(100, 4), std::vector<int>(100, 1));
        usleep(2000);
        EXPECT_EQ(runs_of(100, 4), std::vector<int>(100, 1));
        end_thread_pool();
    }
}

TEST(ThreadPool, EndsWhileOthersWork) {
    std::atomic<bool> is_over{false};
    std::atomic<int> wrong{0};
    std::thread caller([&] {
        while (!is_over.load())
            if (runs_of(200, 4) != std::vector<int>(200, 1)) wrong++;
    });
    for (int round = 0; round < 50; round++) end_thread_pool();
    is_over = true;
    caller.join();
    EXPECT_EQ(wrong.load(), 0);
}

/// A child has none of its parent's threads, and makes its own.
TEST(ThreadPool, ChildAfterFork) {
    ASSERT_EQ(runs_of(100, 4), std::vector<int>(100, 1));
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        alarm(60); // a hang is a failure
        const bool is_right = runs_of(100, 4) == std::vector<int>(100, 1);
        end_thread_pool();
        _exit(is_right ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    EXPECT_EQ(runs_of(100, 4), std::vector<int>(100, 1));
}

/// Signals reach the program's own threads only. Loops of any thread but the main one are run by
/// the pool's own threads, whatever OpenMP has.
TEST(ThreadPool, HelpersBlockSignals) {
    std::atomic<int> arrived{0}, unblocked{0};
    const auto count_unblocked = [&] {
        const std::thread::id caller = std::this_thread::get_id();
        parallel_tasks(2, 2, [&](std::int64_t) {
            arrived++;
            while (arrived.load() < 2) std::this_thread::yield();
            sigset_t blocked;
            pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
            const bool is_helper = std::this_thread::get_id() != caller;
            if (is_helper &&
                (sigismember(&blocked, SIGINT) == 0 || sigismember(&blocked, SIGSEGV) == 1))
                unblocked++;
        });
    };
    std::thread(count_unblocked).join();
    EXPECT_EQ(unblocked.load(), 0);
}

/// Sets a variable until the end of the scope.
class Variable {
public:
    Variable(const char *name, const char *value) : name_(name) {
        const char *const old = std::getenv(name);
        had_ = old != nullptr;
        if (had_) old_ = old;
        if (value != nullptr) {
            setenv(name, value, 1);
        } else {
            unsetenv(name);
        }
    }
    ~Variable() {
        if (had_) {
            setenv(name_, old_.c_str(), 1);
        } else {
            unsetenv(name_);
        }
    }
    Variable(const Variable &) = delete;
    Variable &operator=(const Variable &) = delete;

private:
    const char *name_;
    bool had_ = false;
    std::string old_;
};

TEST(Processors, TheEnvironmentsNumber) {
    const auto threads = [](const char *number, const char *limit) {
        const Variable one("OMP_NUM_THREADS", number), two("OMP_THREAD_LIMIT", limit);
        return threads_of_environment();
    };
    EXPECT_EQ(threads(nullptr, nullptr), 0);
    EXPECT_EQ(threads("6", nullptr), 6);
    EXPECT_EQ(threads("4,2", nullptr), 4);
    EXPECT_EQ(threads(" 3 ", nullptr), 3);
    EXPECT_EQ(threads("8", "5"), 5);
    EXPECT_EQ(threads(nullptr, "5"), 0);
    for (const char *nonsense : {"", "many", "0", "-2", "3x", "99999999999999999999"})
        EXPECT_EQ(threads(nonsense, nullptr), 0) << nonsense;
}

TEST(Processors, WithinTheAffinityMask) {
    cpu_set_t all;
    ASSERT_EQ(sched_getaffinity(0, sizeof all, &all), 0);
    const int before = usable_processors();
    EXPECT_GE(before, 1);
    EXPECT_LE(before, CPU_COUNT(&all));
    int first = 0;
    while (!CPU_ISSET(first, &all)) first++;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    EXPECT_EQ(usable_processors(), 1);
    ASSERT_EQ(sched_setaffinity(0, sizeof all, &all), 0);
}

} // namespace
} // namespace grb
