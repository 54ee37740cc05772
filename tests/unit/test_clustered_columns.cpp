// Tests columns sorted by length: without enough memory, and in products whose u is partitioned
// over several devices, which sort their own values. With one GPU it has all partitions; without a
// GPU there are no products.
#include "base/array_ranges.hpp"
#include "base/device_memory.hpp"
#include "base/group_partitions.hpp"
#include "dispatch/compare.hpp"
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"
#include "storage/build.hpp"
#include "suitesparse/GraphBLAS.h"
#include "unit/mxv_fixture.hpp"
#include "unit/stub_device.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <random>
#include <vector>

namespace grb {
namespace {

std::vector<Device *> gpus() {
    GrB_Index count = 0;
    EXPECT_EQ(GrX_Device_count(&count), GrB_SUCCESS);
    std::vector<Device *> all;
    for (Device *const device : devices())
        if (std::string(device->kind()) == "cuda") all.push_back(device);
    return all;
}

/// Returns null when the library was built without GPUs.
const Variant<MxvProblem> *variant(const std::string &name) {
    for (const auto *one : variants<MxvProblem>())
        if (name == one->name) return one;
    return nullptr;
}

/// A few columns have most entries, and some have none.
struct Uneven {
    static constexpr std::uint64_t m = 2000, n = 5000, count = 60000;
    std::vector<std::uint64_t> rows, columns;
    std::vector<std::int64_t> values;
    Uneven() {
        std::mt19937_64 random{1};
        for (std::uint64_t k = 0; k < count; k++) {
            const double share = static_cast<double>(random() % 1000000) / 1e6;
            const auto rank = static_cast<std::uint64_t>(std::pow(share, 5) * (n - 700));
            rows.push_back(random() % m);
            columns.push_back(rank * 1237 % (n - 700));
            values.push_back(static_cast<std::int64_t>(random() % 5) - 2);
        }
    }
    Ref<Snapshot> snapshot(const Type *type, bool is_transposed) const {
        return build_snapshot(type, is_transposed ? n : m, is_transposed ? m : n,
                              is_transposed ? columns.data() : rows.data(),
                              is_transposed ? rows.data() : columns.data(), values.data(),
                              builtin_type(TypeCode::int64), false, count, GrB_SECOND_INT64);
    }
};

/// Makes the vector 0 to 6 repeating, partitioned at these bounds.
Ref<Snapshot> in_partitions(const Type *type, const std::vector<Device *> &gpus) {
    const std::uint64_t bounds[] = {0, 640, 3200, 4992, Uneven::n};
    HostVector<ArrayRange> ranges;
    for (std::size_t p = 0; p + 1 < std::size(bounds); p++) {
        const std::uint64_t count = bounds[p + 1] - bounds[p];
        std::vector<std::int64_t> numbers(count);
        for (std::uint64_t k = 0; k < count; k++)
            numbers[k] = static_cast<std::int64_t>((bounds[p] + k) % 7);
        Array host(count * type->size);
        for (std::uint64_t k = 0; k < count; k++)
            std::memcpy(host.as<unsigned char>() + k * type->size, &numbers[k],
                        type->size); // little-endian integers
        Device &device = *gpus[p % gpus.size()];
        const At at(device);
        Array partition = Array::at(device, host.bytes());
        device.upload(partition.data_at_for_writing(device), host.data(), host.bytes());
        ranges.push_back({partition, 0, bounds[p] * type->size, host.bytes()});
    }
    DenseForm form;
    form.nvals = Uneven::n;
    form.values = array_of_ranges(ranges, Uneven::n * type->size);
    return Snapshot::of_dense(type, 1, Uneven::n, std::move(form));
}

/// The memory holds A's pattern and the vectors, but not the new indices of A's entries.
TEST(ClusteredColumns, CountAmongWhatHasToFit) {
    const auto *const hub = variant("cuda/mxv_hub"), *const segmented =
                                                         variant("cuda/mxv_segmented");
    if (hub == nullptr) GTEST_SKIP() << "built without GPUs";
    const Uneven entries;
    const Type *const type = builtin_type(TypeCode::int64);
    MxvProblem problem;
    problem.A = entries.snapshot(type, false);
    problem.semiring = GrB_PLUS_TIMES_SEMIRING_INT64;
    DenseForm full;
    full.nvals = Uneven::n;
    full.values = Array::zeroed(Uneven::n * type->size);
    problem.u = Snapshot::of_dense(type, 1, Uneven::n, std::move(full));
    Device &device = stub_test::stub(0);
    const At at(device);
    static std::uint64_t memory = 0;
    set_memory_function(device.kind(), [](const Device &) noexcept { return memory; });
    const double vectors = 3.0 * (Uneven::m + Uneven::n) * 8;
    memory = static_cast<std::uint64_t>(static_cast<double>(problem.A->bytes()) + vectors);
    EXPECT_GE(hub->cost(problem).seconds, host_penalty);
    EXPECT_LT(segmented->cost(problem).seconds, host_penalty);
    memory *= 4;
    EXPECT_LT(hub->cost(problem).seconds, host_penalty);
    set_memory_function(nullptr, nullptr);
}

class ClusteredColumnsOfPartitions : public testing::Test {
protected:
    void SetUp() override { ASSERT_EQ(GrB_init(GrB_NONBLOCKING), GrB_SUCCESS); }
    void TearDown() override { EXPECT_EQ(GrB_finalize(), GrB_SUCCESS); }
};

TEST_F(ClusteredColumnsOfPartitions, GiveWhatTheHostGives) {
    // Searching for a GPU would change the results of other tests in this file.
    if (std::getenv("GRAPHBLAST_CUDA") == nullptr) GTEST_SKIP() << "GRAPHBLAST_CUDA is not set";
    const std::vector<Device *> all = gpus();
    if (all.empty()) GTEST_SKIP() << "no GPU";
    const auto &hub = *variant("cuda/mxv_hub");
    const Uneven entries;
    const struct {
        TypeCode code;
        GrB_Semiring semiring;
    } cases[] = {{TypeCode::int64, GrB_PLUS_TIMES_SEMIRING_INT64},
                 {TypeCode::int32, GrB_MIN_PLUS_SEMIRING_INT32},
                 {TypeCode::int8, GrB_PLUS_TIMES_SEMIRING_INT8}};
    for (const auto &one : cases) {
        const Type *const type = builtin_type(one.code);
        for (const bool is_transposed : {false, true}) {
            const Ref<Snapshot> A = entries.snapshot(type, is_transposed);
            for (int turn = 0; turn < 2; turn++) {
                MxvProblem problem;
                problem.A = A;
                problem.u = in_partitions(type, all);
                problem.is_transposed = is_transposed;
                problem.semiring = one.semiring;
                problem.is_pulled = true;
                for (Device *const device : all) {
                    const At at(*device);
                    const InsideGroup inside(0);
                    ASSERT_EQ(hub.refuses(problem), nullptr);
                    // The first turn brings nothing: no product has sorted the columns yet.
                    EXPECT_EQ(hub.prefetch(problem), turn == 1);
                    const bool was_whole = problem.u->dense_form().get().values.is_here();
                    const Ref<Snapshot> w = hub.run(problem);
                    EXPECT_EQ(problem.u->dense_form().get().values.is_here(), was_whole);
                    w->dense_form().get().values.data(); // fetches it to the host
                    EXPECT_EQ(mxv_test::entries_of(*w), mxv_test::expected_product(problem))
                        << type->size << " bytes, turn " << turn;
                }
            }
        }
    }
}

} // namespace
} // namespace grb
