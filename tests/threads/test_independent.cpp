// Threads with objects of their own, or with copies that share storage behind the scenes.
#include "threads/work.h"

#include <stdexcept>

namespace threads {
namespace {

void expect_equal(const Contents &a, const Contents &b, const char *what) {
    if (a != b) throw std::runtime_error(std::string(what) + ": another result");
}

TEST(ThreadsIndependent, ObjectsOfTheirOwn) {
    std::vector<std::vector<Contents>> expected(thread_count);
    for (int t = 0; t < thread_count; t++) {
        const Shared own(static_cast<unsigned>(t));
        for (const Work &work : all_work) expected[t].push_back(work.run(own));
    }
    run_together([&](int t) {
        for (int round = 0; round < 3; round++) {
            const Shared own(static_cast<unsigned>(t));
            for (int k = 0; k < thread_count; k++)
                expect_equal(all_work[k].run(own), expected[t][k], all_work[k].name);
        }
    });
}

/// Elements written and read back, with pending updates in between.
TEST(ThreadsIndependent, Elements) {
    run_together([](int t) {
        OwnedMatrix A;
        constexpr GrB_Index n = 60;
        demand(GrB_Matrix_new(A.out(), GrB_INT64, n, n));
        for (GrB_Index k = 0; k < 2000; k++) {
            const GrB_Index i = (k * 17 + static_cast<GrB_Index>(t)) % n, j = (k * 29) % n;
            if (k % 5 == 4) {
                demand(GrB_Matrix_removeElement(A, i, j));
                continue;
            }
            demand(GrB_Matrix_setElement_INT64(A, static_cast<int64_t>(k), i, j));
            int64_t back = -1;
            demand(GrB_Matrix_extractElement_INT64(&back, A, i, j));
            if (back != static_cast<int64_t>(k)) throw std::runtime_error("another element");
            if (k % 100 == 0) demand(GrB_Matrix_wait(A, GrB_COMPLETE));
        }
    });
}

/// Copies share their storage until one is written; nobody sees another's writes.
TEST(ThreadsIndependent, CopiesThatAreWritten) {
    for (const GrX_Format format : {GrX_SPARSE, GrX_BITMAP}) {
        GrB_Matrix copies[thread_count] = {};
        {
            const OwnedMatrix A(random_matrix(100, 100, 2000, 3));
            require(GrB_Matrix_set_INT32(A, format, static_cast<GrB_Field>(GrX_FORMAT)));
            for (GrB_Matrix &copy : copies) require(GrB_Matrix_dup(&copy, A));
        }
        const Contents original = contents(copies[0]);
        run_together([&](int t) {
            GrB_Matrix A = copies[t];
            const auto value = static_cast<double>(1000 + t);
            for (GrB_Index i = 0; i < 100; i++) {
                demand(GrB_Matrix_setElement_FP64(A, value, i, i));
                if (i % 30 == 0) demand(GrB_Matrix_wait(A, GrB_MATERIALIZE));
            }
            demand(GrB_Matrix_assign_FP64(A, nullptr, GrB_PLUS_FP64, 1, GrB_ALL, 100, GrB_ALL, 100,
                                          nullptr));
            for (GrB_Index i = 0; i < 100; i++) {
                double back = 0;
                demand(GrB_Matrix_extractElement_FP64(&back, A, i, i));
                if (back != value + 1) throw std::runtime_error("another's write");
            }
            demand(GrB_Matrix_free(&copies[t]));
        });
        EXPECT_GT(original.size(), 0U);
    }
}

/// Threads free all copies: the storage's first owner is alone again.
TEST(ThreadsIndependent, CopiesThatAreFreed) {
    for (int round = 0; round < 20; round++) {
        const OwnedVector u(strided_vector(500, 2));
        const Contents original = contents(u);
        GrB_Vector copies[thread_count] = {};
        for (GrB_Vector &copy : copies) require(GrB_Vector_dup(&copy, u));
        run_together([&](int t) {
            if (t % 2 == 0) demand(GrB_Vector_setElement_FP64(copies[t], 77, 4));
            demand(GrB_Vector_free(&copies[t]));
        });
        EXPECT_EQ(contents(u), original);
        require(GrB_Vector_setElement_FP64(u, 88, 4));
        double value = 0;
        require(GrB_Vector_extractElement_FP64(&value, u, 4));
        EXPECT_EQ(value, 88);
    }
}

} // namespace
} // namespace threads
