// GrB_finalize while other threads work, and signals meanwhile.
#include "threads/work.h"

#include <atomic>
#include <csignal>
#include <stdexcept>
#include <string>
#include <sys/time.h>

namespace threads {
namespace {

std::atomic<int> signals{0};

/// A signal every half millisecond, which interrupts system calls, in whichever thread it meets.
class Interruptions {
public:
    Interruptions() {
        struct sigaction action = {};
        action.sa_handler = [](int) { signals++; };
        sigemptyset(&action.sa_mask);
        sigaction(SIGALRM, &action, &old_);
        const itimerval every{{0, 500}, {0, 500}};
        setitimer(ITIMER_REAL, &every, nullptr);
    }
    ~Interruptions() {
        const itimerval never{};
        setitimer(ITIMER_REAL, &never, nullptr);
        sigaction(SIGALRM, &old_, nullptr);
    }
    Interruptions(const Interruptions &) = delete;
    Interruptions &operator=(const Interruptions &) = delete;

private:
    struct sigaction old_ = {};
};

struct Progress {
    std::atomic<int> at_work{0};
    std::atomic<bool> has_ended{false};
};

/// Right results until the library has ended, then GrB_PANIC.
void work_until_the_end(const Work &work, const Shared &shared, const Contents &expected,
                        Progress &progress) {
    progress.at_work++;
    try {
        while (!progress.has_ended) {
            if (work.run(shared) != expected)
                throw std::runtime_error(std::string(work.name) + ": another result");
        }
        work.run(shared);
    } catch (const CallFailed &failure) {
        if (failure.info() != GrB_PANIC) throw;
        return;
    }
    throw std::runtime_error(std::string(work.name) + ": works after the end");
}

TEST(ThreadsFinalize, WhileOthersWork) {
    signals = 0;
    for (int round = 0; round < 10; round++) {
        {
            const Shared shared(48); // freed after the end
            std::vector<Contents> expected;
            for (const Work &work : all_work) expected.push_back(work.run(shared));
            const Interruptions interruptions;
            Progress progress;
            run_together([&](int t) {
                if (t != 0) {
                    work_until_the_end(all_work[t], shared, expected[t], progress);
                    return;
                }
                do {
                    all_work[0].run(shared);
                } while (progress.at_work < thread_count - 1);
                demand(GrB_finalize());
                progress.has_ended = true;
            });
        }
        require(GrB_init(GrB_NONBLOCKING));
        require(GrB_Global_set_INT32(GrB_GLOBAL, 2, GxB_GLOBAL_NTHREADS));
    }
    EXPECT_GT(signals, 0);
}

// A thread that is about to read the result would otherwise find the old state. Only after another
// GrB_init can a test look.
TEST(ThreadsFinalize, RunsRecordedCalls) {
    const Shared shared(48);
    const Contents expected = all_work[1].run(shared);
    GrB_Index n = 0;
    require(GrB_Matrix_nrows(&n, shared.A));
    OwnedVector w;
    require(GrB_Vector_new(w.out(), GrB_FP64, n));
    require(GrB_mxv(w, nullptr, nullptr, GrB_MIN_PLUS_SEMIRING_FP64, shared.A, shared.dense_u,
                    nullptr));
    require(GrB_finalize());
    require(GrB_init(GrB_NONBLOCKING));
    EXPECT_EQ(contents(w), expected);
    require(GrB_Global_set_INT32(GrB_GLOBAL, 2, GxB_GLOBAL_NTHREADS));
}

} // namespace
} // namespace threads
