// Errors, settings and processes with several threads.
#include "threads/work.h"

#include <atomic>
#include <cstring>
#include <omp.h>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace threads {
namespace {

/// The text of a failure lies on the output of the call that failed, whatever other threads do.
TEST(ThreadsErrors, TextsOfTheirOwn) {
    const Shared shared(41);
    run_together([&](int t) {
        const auto own_size = static_cast<GrB_Index>(10 + t);
        OwnedVector w;
        demand(GrB_Vector_new(w.out(), GrB_FP64, own_size));
        const std::string expected = "w has size " + std::to_string(own_size);
        for (int round = 0; round < 200; round++) {
            if (GrB_mxv(w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, shared.A, shared.u,
                        nullptr) != GrB_DIMENSION_MISMATCH)
                throw std::runtime_error("another code");
            const char *text = nullptr;
            demand(GrB_Vector_error(&text, w));
            if (std::strstr(text, "GrB_mxv: ") == nullptr ||
                std::strstr(text, expected.c_str()) == nullptr)
                throw std::runtime_error(std::string("another text: ") + text);
        }
    });
}

/// Failures that name an object that is only read: the text is of one of them, whole.
TEST(ThreadsErrors, TextsOfASharedObject) {
    const Shared shared(42);
    run_together([&](int) {
        for (int round = 0; round < 200; round++) {
            if (GrB_Matrix_nvals(nullptr, shared.A) != GrB_NULL_POINTER)
                throw std::runtime_error("another code");
        }
    });
    const char *text = nullptr;
    require(GrB_Matrix_error(&text, shared.A));
    EXPECT_STREQ(text, "GrB_Matrix_nvals: nvals is NULL");
}

std::string library_text(int field) {
    char text[4000] = "";
    demand(GrB_Global_get_String(GrB_GLOBAL, text, static_cast<GrB_Field>(field)));
    return text;
}

/// The last variant is the thread's own.
TEST(ThreadsSettings, LastVariant) {
    const Shared shared(43);
    run_together([&](int t) {
        OwnedVector w;
        demand(GrB_Vector_new(w.out(), GrB_FP64, 300));
        for (int round = 0; round < 50; round++) {
            if (t % 2 == 0) {
                demand(GrB_mxv(w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, shared.A,
                               shared.u, nullptr));
            } else {
                demand(GrB_Vector_apply(w, nullptr, nullptr, GrB_AINV_FP64, shared.u, nullptr));
            }
            // Host or device is the registry's choice.
            const char *wanted = t % 2 == 0 ? "/mxv_" : "/apply_";
            if (library_text(GrX_LAST_VARIANT).find(wanted) == std::string::npos)
                throw std::runtime_error("another's variant");
        }
    });
}

/// Settings may change while others compute: results do not.
TEST(ThreadsSettings, ChangedMeanwhile) {
    const Shared shared(44);
    std::vector<Contents> expected;
    for (const Work &work : all_work) expected.push_back(work.run(shared));
    std::atomic<int> running{thread_count - 1};
    run_together([&](int t) {
        if (t != 0) {
            for (int round = 0; round < 10; round++) {
                for (int k = 0; k < thread_count; k++) {
                    if (all_work[k].run(shared) != expected[k])
                        throw std::runtime_error(std::string(all_work[k].name) + ": differs");
                }
            }
            running--;
            return;
        }
        const auto set_number = [](int field, std::int32_t value) {
            demand(GrB_Global_set_INT32(GrB_GLOBAL, value, static_cast<GrB_Field>(field)));
        };
        const auto set_text = [](int field, const char *value) {
            demand(GrB_Global_set_String(GrB_GLOBAL, value, static_cast<GrB_Field>(field)));
        };
        do {
            set_number(GxB_GLOBAL_NTHREADS, 1);
            set_text(GrX_FORCE, "mxm:cpu/mxm_gustavson_hash");
            set_number(GrX_DETERMINISTIC, 1);
            set_text(GrX_SKIP, "mxv:cpu/mxv_pull_rows");
            library_text(GrX_PICKS);
            set_text(GrX_PICKS, "");
            set_text(GrX_SKIP, "");
            set_text(GrX_FORCE, "");
            set_number(GrX_DETERMINISTIC, 0);
            set_number(GxB_GLOBAL_NTHREADS, 2);
        } while (running > 0);
    });
}

/// Results do not depend on the number of threads, and the setting is what was set.
TEST(ThreadsSettings, NumberOfThreads) {
    std::vector<Contents> expected;
    for (const std::int32_t threads : {1, 2, 5, 8}) {
        require(GrB_Global_set_INT32(GrB_GLOBAL, threads, GxB_GLOBAL_NTHREADS));
        std::int32_t answer = 0;
        require(GrB_Global_get_INT32(GrB_GLOBAL, &answer, GxB_GLOBAL_NTHREADS));
        EXPECT_EQ(answer, threads);
        const Shared shared(45);
        for (int k = 0; k < thread_count; k++) {
            const Contents result = all_work[k].run(shared);
            if (threads == 1) expected.push_back(result);
            EXPECT_EQ(result == expected[k], true) << all_work[k].name << ", " << threads;
        }
    }
    require(GrB_Global_set_INT32(GrB_GLOBAL, 2, GxB_GLOBAL_NTHREADS));
}

/// Called from a team of the caller's, nothing starts teams inside it.
TEST(ThreadsSettings, InsideAParallelRegion) {
    const Shared shared(46);
    std::vector<Contents> expected, results(thread_count);
    for (const Work &work : all_work) expected.push_back(work.run(shared));
    std::atomic<int> failures{0};
#pragma omp parallel for num_threads(thread_count) schedule(static, 1)
    for (int t = 0; t < thread_count; t++) {
        try {
            results[t] = all_work[t].run(shared);
        } catch (const std::exception &) {
            failures++;
        }
    }
    EXPECT_EQ(failures, 0);
    for (int t = 0; t < thread_count; t++)
        EXPECT_EQ(results[t] == expected[t], true) << all_work[t].name;
}

/// After threads have used the library, a child of the process uses it too, alone. A child cannot
/// read data that only a GPU has.
TEST(ThreadsProcesses, Fork) {
    const Shared shared(47);
    std::vector<Contents> expected(thread_count);
    run_together([&](int t) { expected[t] = all_work[t].run(shared); });
    std::uint64_t launches = 0;
    require(GrX_Device_counter(&launches, GrX_DEVICE_LAUNCHES));
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        alarm(120); // a hang is a failure
        bool is_right = true;
        try {
            const Shared fresh(47);
            for (int t = 0; t < thread_count; t++) {
                is_right &= all_work[t].run(fresh) == expected[t];
                try {
                    is_right &= all_work[t].run(shared) == expected[t];
                } catch (const CallFailed &failure) {
                    is_right &= launches > 0 && failure.info() == GrB_INVALID_OBJECT;
                }
            }
        } catch (const std::exception &) {
            is_right = false;
        }
        _exit(is_right ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
    for (int t = 0; t < thread_count; t++)
        EXPECT_EQ(all_work[t].run(shared) == expected[t], true) << all_work[t].name;
}

} // namespace
} // namespace threads
