// Runs threads together, and makes and reads the objects that they work on.
#include "threads/threads.h"

#include <atomic>
#include <mutex>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>

namespace threads {

namespace {

/// The library runs from the first test to the last; two threads in each team, so that the eight
/// of the tests do not become too many.
class Library : public testing::Environment {
public:
    void SetUp() override {
        require(GrB_init(GrB_NONBLOCKING));
        require(GrB_Global_set_INT32(GrB_GLOBAL, 2, GxB_GLOBAL_NTHREADS));
    }
    void TearDown() override { require(GrB_finalize()); }
};

[[maybe_unused]] const auto *const library_ = testing::AddGlobalTestEnvironment(new Library);

} // namespace

void require(GrB_Info info) {
    ASSERT_EQ(info, GrB_SUCCESS);
}

void demand(GrB_Info info) {
    if (info != GrB_SUCCESS) throw CallFailed(info);
}

void run_together(const std::function<void(int t)> &work) {
    std::atomic<int> waiting{thread_count};
    std::mutex mutex;
    std::string failures;
    std::vector<std::thread> all;
    for (int t = 0; t < thread_count; t++) {
        all.emplace_back([&, t] {
            waiting--;
            while (waiting > 0) std::this_thread::yield();
            try {
                work(t);
            } catch (const std::exception &error) {
                const std::lock_guard<std::mutex> lock(mutex);
                failures += "thread " + std::to_string(t) + ": " + error.what() + "\n";
            }
        });
    }
    for (std::thread &one : all) one.join();
    EXPECT_EQ(failures, "");
}

GrB_Matrix random_matrix(GrB_Index nrows, GrB_Index ncols, GrB_Index entries, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<GrB_Index> rows(entries), columns(entries);
    std::vector<double> values(entries);
    for (GrB_Index k = 0; k < entries; k++) {
        rows[k] = random() % nrows;
        columns[k] = random() % ncols;
        values[k] = static_cast<double>(random() % 5);
    }
    GrB_Matrix A = nullptr;
    demand(GrB_Matrix_new(&A, GrB_FP64, nrows, ncols));
    demand(GrB_Matrix_build_FP64(A, rows.data(), columns.data(), values.data(), entries,
                                 GrB_PLUS_FP64));
    demand(GrB_Matrix_wait(A, GrB_MATERIALIZE));
    return A;
}

GrB_Vector strided_vector(GrB_Index size, GrB_Index stride) {
    GrB_Vector u = nullptr;
    demand(GrB_Vector_new(&u, GrB_FP64, size));
    for (GrB_Index i = 0; i < size; i += stride)
        demand(GrB_Vector_setElement_FP64(u, static_cast<double>(i % 5), i));
    demand(GrB_Vector_wait(u, GrB_MATERIALIZE));
    return u;
}

Contents contents(GrB_Matrix A) {
    GrB_Index n = 0;
    demand(GrB_Matrix_nvals(&n, A));
    std::vector<GrB_Index> rows(n), columns(n);
    std::vector<double> values(n);
    demand(GrB_Matrix_extractTuples_FP64(rows.data(), columns.data(), values.data(), &n, A));
    Contents all(rows.begin(), rows.end());
    all.insert(all.end(), columns.begin(), columns.end());
    all.insert(all.end(), values.begin(), values.end());
    return all;
}

Contents contents(GrB_Vector u) {
    GrB_Index n = 0;
    demand(GrB_Vector_nvals(&n, u));
    std::vector<GrB_Index> indices(n);
    std::vector<double> values(n);
    demand(GrB_Vector_extractTuples_FP64(indices.data(), values.data(), &n, u));
    Contents all(indices.begin(), indices.end());
    all.insert(all.end(), values.begin(), values.end());
    return all;
}

} // namespace threads
