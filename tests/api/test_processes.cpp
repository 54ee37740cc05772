// Tests the library in a child after fork(), and called from inside an OpenMP parallel region.
#include "api/world.h"

#include <atomic>
#include <omp.h>
#include <sys/wait.h>
#include <unistd.h>

namespace api {
namespace {

constexpr GrB_Index size = 300000; // enough for several threads

/// Makes a ring: entry (i, i + 1), value 1.
GrB_Matrix ring() {
    std::vector<GrB_Index> rows(size), columns(size);
    std::vector<double> values(size, 1);
    for (GrB_Index i = 0; i < size; i++) {
        rows[i] = i;
        columns[i] = (i + 1) % size;
    }
    GrB_Matrix A = nullptr;
    if (GrB_Matrix_new(&A, GrB_FP64, size, size) != GrB_SUCCESS) return nullptr;
    return GrB_Matrix_build_FP64(A, rows.data(), columns.data(), values.data(), size, nullptr) ==
                   GrB_SUCCESS
               ? A
               : nullptr;
}

/// Returns the sum of A · 1: `size` for the ring; −1 when a call fails.
double sum_of_product(GrB_Matrix A) {
    GrB_Vector u = nullptr, w = nullptr;
    double sum = -1;
    const bool succeeded =
        GrB_Vector_new(&u, GrB_FP64, size) == GrB_SUCCESS &&
        GrB_Vector_new(&w, GrB_FP64, size) == GrB_SUCCESS &&
        GrB_Vector_assign_FP64(u, nullptr, nullptr, 1, GrB_ALL, size, nullptr) == GrB_SUCCESS &&
        GrB_mxv(w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, A, u, nullptr) == GrB_SUCCESS &&
        GrB_Vector_apply(w, nullptr, GrB_PLUS_FP64, GrB_ABS_FP64, w, nullptr) == GrB_SUCCESS &&
        GrB_Vector_reduce_FP64(&sum, nullptr, GrB_PLUS_MONOID_FP64, w, nullptr) == GrB_SUCCESS;
    GrB_Vector_free(&u);
    GrB_Vector_free(&w);
    return succeeded ? sum / 2 : -1;
}

TEST(Processes, ChildAfterFork) {
    GrB_Matrix A = ring();
    ASSERT_NE(A, nullptr);
    ASSERT_EQ(sum_of_product(A), static_cast<double>(size)); // the threads have run once
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        alarm(60); // a hang is a failure
        GrB_Matrix B = ring();
        const bool is_right = B != nullptr && sum_of_product(A) == static_cast<double>(size) &&
                              sum_of_product(B) == static_cast<double>(size) &&
                              GrB_finalize() == GrB_SUCCESS;
        _exit(is_right ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
    EXPECT_EQ(sum_of_product(A), static_cast<double>(size)); // the parent works on
    REQUIRE(GrB_Matrix_free(&A));
}

#if defined(__SANITIZE_THREAD__)
constexpr bool is_watched = true;
#elif defined(__has_feature)
constexpr bool is_watched = __has_feature(thread_sanitizer);
#else
constexpr bool is_watched = false;
#endif

std::atomic<int> seen_in_region{0};

/// z = x; counts calls by threads of an OpenMP region other than the first.
void copy_and_look(void *z, const void *x) {
    *static_cast<double *>(z) = *static_cast<const double *>(x);
    if (omp_in_parallel() != 0 && omp_get_thread_num() != 0) seen_in_region++;
}

/// Applies the operator to a full vector so often that the library asks for other threads again.
/// Returns the sum of the result, or -1 when a call fails.
double sum_of_applied(GrB_UnaryOp op) {
    GrB_Vector u = nullptr, w = nullptr;
    double sum = -1;
    bool succeeded =
        GrB_Vector_new(&u, GrB_FP64, size) == GrB_SUCCESS &&
        GrB_Vector_new(&w, GrB_FP64, size) == GrB_SUCCESS &&
        GrB_Vector_assign_FP64(u, nullptr, nullptr, 1, GrB_ALL, size, nullptr) == GrB_SUCCESS &&
        GrB_Vector_apply_IndexOp_FP64(u, nullptr, nullptr, GrB_ROWINDEX_INT64, u, 0, nullptr) ==
            GrB_SUCCESS;
    for (int k = 0; k < 20 && succeeded; k++)
        succeeded = GrB_Vector_apply(w, nullptr, nullptr, op, u, nullptr) == GrB_SUCCESS;
    succeeded = succeeded && GrB_Vector_reduce_FP64(&sum, nullptr, GrB_PLUS_MONOID_FP64, w,
                                                    nullptr) == GrB_SUCCESS;
    GrB_Vector_free(&u);
    GrB_Vector_free(&w);
    return succeeded ? sum : -1;
}

TEST(Processes, SharesThreadsOfTheProgramsRegions) {
    if (is_watched) GTEST_SKIP() << "under this sanitizer the library has threads of its own";
    constexpr double expected = static_cast<double>(size) * (size - 1) / 2;
    const int threads = omp_get_max_threads();
    omp_set_num_threads(4);
    std::atomic<int> count{0};
#pragma omp parallel
    count++;
    if (count < 4) {
        omp_set_num_threads(threads);
        GTEST_SKIP() << "OpenMP gives fewer threads";
    }
    GrB_UnaryOp op = nullptr;
    REQUIRE(GrB_UnaryOp_new(&op, copy_and_look, GrB_FP64, GrB_FP64));
    seen_in_region = 0;
    EXPECT_EQ(sum_of_applied(op), expected);
    EXPECT_GT(seen_in_region, 0);
    // OpenMP's threads are not in a child.
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        alarm(60); // a hang is a failure
        seen_in_region = 0;
        _exit(sum_of_applied(op) == expected && seen_in_region == 0 ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
    omp_set_num_threads(threads);
    REQUIRE(GrB_UnaryOp_free(&op));
}

TEST(Processes, InsideAParallelRegion) {
    GrB_Matrix A = ring();
    ASSERT_NE(A, nullptr);
    std::vector<double> sums(4, -1);
    std::vector<int> depths(4);
#pragma omp parallel for num_threads(4)
    for (int t = 0; t < 4; t++) {
        // A is shared and only read; each iteration has its own other objects.
        sums[t] = sum_of_product(A);
        depths[t] = omp_in_parallel();
    }
    EXPECT_EQ(sums, std::vector<double>(4, static_cast<double>(size)));
    EXPECT_EQ(depths, std::vector<int>(4, 1));
    REQUIRE(GrB_Matrix_free(&A));
}

/// The first readers of an object with pending updates assemble them; each sees all.
TEST(Processes, ReadersOfPendingUpdates) {
    for (int round = 0; round < 20; round++) {
        GrB_Vector u = new_vector(GrB_INT64, 1000);
        for (GrB_Index i = 0; i < 1000; i += 3) REQUIRE(GrB_Vector_setElement_INT64(u, 1, i));
        std::vector<std::int64_t> sums(4, -1);
#pragma omp parallel for num_threads(4)
        for (int t = 0; t < 4; t++) {
            if (GrB_Vector_reduce_INT64(&sums[t], nullptr, GrB_PLUS_MONOID_INT64, u, nullptr) !=
                GrB_SUCCESS)
                sums[t] = -1;
        }
        EXPECT_EQ(sums, std::vector<std::int64_t>(4, 334));
        REQUIRE(GrB_Vector_free(&u));
    }
}

} // namespace
} // namespace api
