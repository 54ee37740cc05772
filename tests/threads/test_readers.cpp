// Many readers of one object: what the library makes when it is first needed is made once, and no
// reader sees half of it.
#include "threads/work.h"

#include <atomic>
#include <stdexcept>
#include <thread>

namespace threads {
namespace {

TEST(ThreadsReaders, EachItsOwnOperation) {
    for (unsigned round = 0; round < 6; round++) {
        std::vector<Contents> expected;
        {
            const Shared alone(round);
            for (const Work &work : all_work) expected.push_back(work.run(alone));
        }
        const Shared shared(round);
        std::vector<Contents> results(thread_count);
        run_together([&](int t) { results[t] = all_work[t].run(shared); });
        for (int t = 0; t < thread_count; t++)
            EXPECT_EQ(results[t] == expected[t], true) << all_work[t].name;
    }
}

TEST(ThreadsReaders, AllTheSameOperation) {
    for (const Work &work : all_work) {
        Contents expected;
        {
            const Shared alone(11);
            expected = work.run(alone);
        }
        const Shared shared(11);
        std::vector<Contents> results(thread_count);
        run_together([&](int t) { results[t] = work.run(shared); });
        for (int t = 0; t < thread_count; t++) EXPECT_EQ(results[t] == expected, true) << work.name;
    }
}

/// Readers of updates that nobody has folded in yet: the first one does.
TEST(ThreadsReaders, PendingUpdates) {
    constexpr GrB_Index n = 200;
    for (const GrX_Format format : {GrX_AUTO, GrX_HYPERSPARSE, GrX_BITMAP, GrX_BALANCED}) {
        for (int round = 0; round < 5; round++) {
            const OwnedMatrix A(random_matrix(n, n, 3000, 5));
            require(GrB_Matrix_set_INT32(A, format, static_cast<GrB_Field>(GrX_FORMAT)));
            OwnedMatrix copy; // so that the updates cannot be written in place
            require(GrB_Matrix_dup(copy.out(), A));
            for (GrB_Index i = 0; i < n; i++) {
                require(GrB_Matrix_setElement_FP64(A, 7, i, i));
                require(GrB_Matrix_removeElement(A, i, (i + 1) % n));
            }
            std::vector<Contents> seen(thread_count);
            std::vector<double> sums(thread_count, -1);
            run_together([&](int t) {
                double value = 0;
                GrB_Index nvals = 0;
                switch (t % 4) {
                case 0:
                    demand(GrB_Matrix_nvals(&nvals, A));
                    break;
                case 1:
                    demand(GrB_Matrix_extractElement_FP64(&value, A, 3, 3));
                    if (value != 7) throw std::runtime_error("an update is missing");
                    if (GrB_Matrix_extractElement_FP64(&value, A, 3, 4) != GrB_NO_VALUE)
                        throw std::runtime_error("a removal is missing");
                    break;
                case 2:
                    demand(GrB_Matrix_wait(A, GrB_COMPLETE));
                    break;
                default:
                    break;
                }
                demand(GrB_Matrix_reduce_FP64(&sums[t], nullptr, GrB_PLUS_MONOID_FP64, A, nullptr));
                seen[t] = contents(A);
                if (nvals != 0 && seen[t].size() != 3 * nvals)
                    throw std::runtime_error("another number of entries");
            });
            for (int t = 1; t < thread_count; t++) {
                EXPECT_EQ(seen[t] == seen[0], true);
                EXPECT_EQ(sums[t], sums[0]);
            }
            EXPECT_GE(sums[0], 7.0 * n);
        }
    }
}

/// GrB_wait, and then a flag: all that was done to the object is there for who sees the flag.
TEST(ThreadsReaders, PublicationByWait) {
    for (int round = 0; round < 10; round++) {
        GrB_Matrix published = nullptr;
        std::atomic<bool> is_published{false};
        std::vector<double> sums(thread_count, -1);
        run_together([&](int t) {
            if (t == 0) {
                GrB_Matrix A = random_matrix(200, 200, 4000, 21);
                for (GrB_Index i = 0; i < 200; i++)
                    demand(GrB_Matrix_setElement_FP64(A, 3, i, (i * 7) % 200));
                demand(GrB_mxm(A, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, A, A, nullptr));
                demand(GrB_Matrix_setElement_FP64(A, 5, 1, 1));
                demand(GrB_Matrix_wait(A, round % 2 == 0 ? GrB_COMPLETE : GrB_MATERIALIZE));
                published = A;
                is_published.store(true, std::memory_order_release);
            } else {
                while (!is_published.load(std::memory_order_acquire)) std::this_thread::yield();
            }
            double value = 0;
            demand(GrB_Matrix_extractElement_FP64(&value, published, 1, 1));
            if (value != 5) throw std::runtime_error("the last write is missing");
            demand(GrB_Matrix_reduce_FP64(&sums[t], nullptr, GrB_PLUS_MONOID_FP64, published,
                                          nullptr));
        });
        for (int t = 1; t < thread_count; t++) EXPECT_EQ(sums[t], sums[0]);
        require(GrB_Matrix_free(&published));
    }
}

void add(void *z, const void *x, const void *y) {
    *static_cast<double *>(z) = *static_cast<const double *>(x) + *static_cast<const double *>(y);
}

/// Operators, monoids, semirings, descriptors and scalars are only read by operations.
TEST(ThreadsReaders, SharedAlgebra) {
    GrB_BinaryOp plus = nullptr;
    GrB_Monoid monoid = nullptr;
    GrB_Semiring semiring = nullptr;
    GrB_Descriptor transposed = nullptr;
    GrB_Scalar two = nullptr;
    require(GrB_BinaryOp_new(&plus, add, GrB_FP64, GrB_FP64, GrB_FP64));
    require(GrB_Monoid_new_FP64(&monoid, plus, 0));
    require(GrB_Semiring_new(&semiring, monoid, GrB_TIMES_FP64));
    require(GrB_Descriptor_new(&transposed));
    require(GrB_Descriptor_set(transposed, GrB_INP0, GrB_TRAN));
    require(GrB_Scalar_new(&two, GrB_FP64));
    require(GrB_Scalar_setElement_FP64(two, 2));
    const Shared shared(31);
    const Contents expected = all_work[0].run(shared);
    std::vector<Contents> results(thread_count);
    run_together([&](int t) {
        OwnedVector w;
        demand(GrB_Vector_new(w.out(), GrB_FP64, 300));
        demand(GrB_mxv(w, nullptr, nullptr, semiring, shared.A, shared.u, transposed));
        demand(GrB_Vector_apply_BinaryOp2nd_Scalar(w, nullptr, nullptr, plus, w, two, nullptr));
        demand(
            GrB_Vector_apply_BinaryOp2nd_FP64(w, nullptr, nullptr, GrB_MINUS_FP64, w, 2, nullptr));
        results[t] = contents(w);
    });
    for (const Contents &result : results) EXPECT_EQ(result == expected, true);
    require(GrB_Scalar_free(&two));
    require(GrB_Descriptor_free(&transposed));
    require(GrB_Semiring_free(&semiring));
    require(GrB_Monoid_free(&monoid));
    require(GrB_BinaryOp_free(&plus));
}

} // namespace
} // namespace threads
