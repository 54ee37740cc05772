// Tests which problems a device group is chosen for without a rule, what its members inherit from
// the caller, and its state in a forked process. Stub devices stand for GPUs; real GPUs stay a
// group until the process ends, and the tests skip.
#include "algebra/operators.hpp"
#include "base/error.hpp"
#include "base/group_devices.hpp"
#include "base/parallel.hpp"
#include "dispatch/carry_out.hpp"
#include "dispatch/context.hpp"
#include "distributed/device_group.hpp"
#include "suitesparse/GraphBLAS.h"
#include "unit/stub_device.hpp"

#include <gtest/gtest.h>

#include <mutex>
#include <numeric>
#include <sys/wait.h>
#include <vector>

namespace grb {
namespace {

using stub_test::stub;

double seconds_of_entry = 0; // the variant below refuses at 0: other tests walk all variants
int runs_of_variant = 0;

/// Sums to a scalar on a stub device as a GPU's variant would: the cost is proportional to the
/// entries.
const Variant<ReduceProblem> &stub_sum() {
    static const Variant<ReduceProblem> variant = {
        "memory/reduce_scalar",
        {.device = stub(0).kind()},
        [](const ReduceProblem &problem) -> const char * {
            return seconds_of_entry == 0 || !problem.to_scalar ? "closed" : nullptr;
        },
        [](const ReduceProblem &problem) {
            return Cost{seconds_of_entry * static_cast<double>(problem.A->most_nvals())};
        },
        [](const ReduceProblem &problem) {
            static std::mutex mutex;
            const std::lock_guard<std::mutex> guard(mutex);
            runs_of_variant++;
            const double *const values = problem.A->dense_form().get().values.as<double>();
            const double sum = std::accumulate(values, values + problem.A->ncols(), 0.0);
            DenseForm form;
            form.nvals = 1;
            form.values = Array::copy_of(&sum, sizeof sum);
            return Snapshot::of_dense(problem.result_type(), 1, 1, std::move(form));
        }};
    return variant;
}

class DeviceGroupChoice : public testing::Test {
protected:
    static constexpr std::uint64_t many = 4'000'000, few = 2'000'000;

    void SetUp() override {
        ASSERT_EQ(GrB_init(GrB_NONBLOCKING), GrB_SUCCESS);
        if (!group_devices().empty()) GTEST_SKIP() << "GPUs are a team for ever";
        static const bool is_added = [] {
            const Variant<ReduceProblem> *const variants[] = {&stub_sum()};
            Variants<ReduceProblem>::add(variants);
            return true;
        }();
        ASSERT_TRUE(is_added);
        Device *const both[] = {&stub(0), &stub(1)};
        set_group_devices(both);
    }
    void TearDown() override {
        seconds_of_entry = 0;
        if (!group_devices().empty() && group_devices().front() == &stub(0)) set_group_devices({});
        EXPECT_EQ(GrB_finalize(), GrB_SUCCESS);
    }

    /// Makes a full vector of ones on the first device alone.
    static Ref<Snapshot> ones(std::uint64_t n) {
        DenseForm form;
        form.nvals = n;
        form.values = Array::at(stub(0), n * sizeof(double));
        auto *const values = static_cast<double *>(form.values.data_at_for_writing(stub(0)));
        std::fill_n(values, n, 1.0);
        return Snapshot::of_dense(builtin_type(TypeCode::fp64), 1, n, std::move(form));
    }
    /// Returns the variant that sums n ones when a device takes `seconds` for all of them.
    static std::string variant_for(const Ref<Snapshot> &u, double seconds) {
        const std::uint64_t n = u->ncols();
        seconds_of_entry = seconds / static_cast<double>(n);
        ReduceProblem problem;
        problem.A = u;
        problem.to_scalar = true;
        problem.monoid = find_monoid(BinaryCode::plus, TypeCode::fp64);
        const Ref<Snapshot> sum = carry_out(problem).result;
        seconds_of_entry = 0;
        EXPECT_EQ(*sum->dense_form().get().values.as<double>(), static_cast<double>(n));
        return last_variant();
    }
};

TEST_F(DeviceGroupChoice, IsByTheEstimate) {
    const double long_enough = 4e-4, short_time = 3e-5;
    EXPECT_EQ(variant_for(ones(many), short_time), "memory/reduce_scalar");
    runs_of_variant = 0;
    EXPECT_EQ(variant_for(ones(many), long_enough), "group/reduce_scalar");
    EXPECT_EQ(runs_of_variant, 2) << "each device sums its share";
    EXPECT_EQ(variant_for(ones(few), long_enough), "memory/reduce_scalar") << "too small";
}

TEST_F(DeviceGroupChoice, AnObjectMayAskForOneDevice) {
    const Ref<Snapshot> u = ones(many);
    u->note_distribution(GrX_DISTRIBUTION_ONE);
    EXPECT_EQ(variant_for(u, 4e-4), "memory/reduce_scalar");
}

TEST_F(DeviceGroupChoice, WithoutAGroupThereIsOneDevice) {
    set_group_devices({});
    EXPECT_EQ(variant_for(ones(many), 4e-4), "memory/reduce_scalar");
}

TEST_F(DeviceGroupChoice, MembersMayUseTheCallersThreads) {
    const std::atomic<int> three{3}, one{1};
    for (const std::atomic<int> *const limit : {&three, &one}) {
        engage_limit(limit);
        std::vector<int> seen(2);
        device_group()->each([&](int member) -> std::uint64_t {
            seen[static_cast<std::size_t>(member)] = max_threads();
            return 0;
        });
        engage_limit(nullptr);
        EXPECT_EQ(seen, std::vector<int>(2, *limit));
    }
}

/// A forked process cannot reach the devices' memory, even through ranges; it has no device group,
/// and the host still works.
TEST_F(DeviceGroupChoice, AForkedProcessHasNoRanges) {
    GrB_Vector u = nullptr, w = nullptr;
    constexpr GrB_Index n = 200;
    ASSERT_EQ(GrB_Vector_new(&u, GrB_INT64, n), GrB_SUCCESS);
    ASSERT_EQ(GrB_Vector_new(&w, GrB_INT64, n), GrB_SUCCESS);
    ASSERT_EQ(GrB_Vector_assign_INT64(u, nullptr, nullptr, 4, GrB_ALL, n, nullptr), GrB_SUCCESS);
    HostVector<Array> partitions;
    for (int k = 0; k < 2; k++)
        partitions.push_back(Array::at(stub(k), n / 2 * sizeof(std::int64_t)));
    const Array whole = device_group()->allgatherv(partitions);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        int code = 0;
        try {
            (void)whole.data();
            code = 1;
        } catch (const Error &error) {
            if (error.code() != GrB_INVALID_OBJECT) code = 2;
        }
        std::int64_t sum = 0;
        if (device_group() != nullptr) code = 3;
        if (GrB_Vector_apply(w, nullptr, nullptr, GrB_AINV_INT64, u, nullptr) != GrB_SUCCESS ||
            GrB_Vector_reduce_INT64(&sum, nullptr, GrB_PLUS_MONOID_INT64, w, nullptr) !=
                GrB_SUCCESS ||
            sum != -4 * static_cast<std::int64_t>(n))
            code = 4;
        _exit(code);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
    EXPECT_NE(whole.data(), nullptr) << "the parent has them still";
    EXPECT_EQ(GrB_Vector_free(&u), GrB_SUCCESS);
    EXPECT_EQ(GrB_Vector_free(&w), GrB_SUCCESS);
}

} // namespace
} // namespace grb
