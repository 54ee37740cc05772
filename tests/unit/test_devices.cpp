// Tests devices: replicas of arrays, exhausted memory, and a kind of device that the library does
// not know, with its own variant. Host memory stands for a device's.
#include "base/array.hpp"
#include "base/error.hpp"
#include "costs/profile.hpp"
#include "dispatch/carry_out.hpp"
#include "dispatch/context.hpp"
#include "problems/structure.hpp"
#include "storage/maker.hpp"
#include "unit/mxv_fixture.hpp"
#include "unit/stub_device.hpp"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace grb {
namespace {

using stub_test::copies;
using stub_test::downloads;
using stub_test::held;
using stub_test::is_slow;
using stub_test::stub;
using stub_test::StubDevice;

class Devices : public testing::Test {
protected:
    // Estimates cover every device, however short the call.
    void SetUp() override { set_rates("calls_short_enough 1e-9\n"); }
    void TearDown() override { reset_rates(); }
    const At at{stub(0)};
};

Array numbers_on_device() {
    Array array = Array::make_here(4 * sizeof(int));
    auto *numbers = static_cast<int *>(array.data_here_for_writing());
    for (int k = 0; k < 4; k++) numbers[k] = k + 1;
    return array;
}

TEST_F(Devices, FetchedOnce) {
    const Array array = numbers_on_device();
    EXPECT_FALSE(array.is_on_host());
    downloads = 0;
    EXPECT_EQ(array.as<int>()[3], 4);
    EXPECT_EQ(array.as<int>()[0], 1);
    EXPECT_EQ(downloads, 1);
    EXPECT_TRUE(array.is_on_host() && array.is_here());
}

/// True if a child gets GrB_INVALID_OBJECT for bytes on the parent's device, but reads bytes on the
/// host.
bool child_is_refused(const Array &away, const Array &here) {
    alarm(30); // a hang is a failure
    try {
        away.data();
        return false;
    } catch (const Error &error) {
        return error.code() == GrB_INVALID_OBJECT && here.as<int>()[2] == 3;
    }
}

TEST_F(Devices, ChildAfterFork) {
    const Array away = numbers_on_device(), here = numbers_on_device(), other = numbers_on_device();
    here.data();
    // Another thread of the parent is in the middle of a transfer, whose lock the child inherits.
    is_slow = true;
    downloads = 0;
    std::thread fetching([&] { other.data(); });
    while (downloads == 0) usleep(100);
    const pid_t child = fork();
    if (child == 0) _exit(child_is_refused(away, here) ? 0 : 1);
    is_slow = false;
    fetching.join();
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    EXPECT_EQ(away.as<int>()[1], 2); // the parent works on
}

/// A transfer blocks no thread that works with other arrays, neither on that device nor on the
/// host.
TEST_F(Devices, TransfersKeepToTheirArray) {
    const Array away = numbers_on_device(), other = numbers_on_device();
    Array host(4 * sizeof(int));
    is_slow = true;
    downloads = 0;
    std::thread fetching([&] { away.data(); });
    while (downloads == 0) usleep(100);
    alarm(30); // waiting for that thread would never end
    {
        Array made = numbers_on_device();
        made.data_here_for_writing();
        EXPECT_EQ(static_cast<const int *>(other.data_here())[2], 3);
        host.as<int>()[0] = 5;
        EXPECT_EQ(static_cast<const int *>(std::as_const(host).data_here())[0], 5); // uploaded
        host.as<int>()[0] = 6;                                                      // given up
        std::as_const(other).data_at(stub(1));                                      // copied
    }
    EXPECT_EQ(give_up_spare(stub(1), 1), 0u) << "in use by this scope";
    alarm(0);
    is_slow = false;
    fetching.join();
    EXPECT_EQ(away.as<int>()[1], 2);
}

/// Threads read, write and drop arrays on two devices while memory is short there.
TEST(DeviceMemory, ManyThreads) {
    const int before = held;
    {
        const auto made = [] {
            const At scope(stub(0));
            return numbers_on_device();
        };
        const Array shared[] = {made(), made(), made()};
        std::atomic<bool> is_over{false};
        std::vector<std::thread> threads;
        for (int t = 0; t < 3; t++) {
            threads.emplace_back([&, t] {
                for (int k = 0; k < 2000; k++) {
                    StubDevice &device = stub((k + t) % 2);
                    const At scope(device);
                    const Array &one = shared[k % 3];
                    EXPECT_EQ(static_cast<const int *>(one.data_here())[3], 4);
                    if (k % 7 == t) {
                        EXPECT_EQ(one.as<int>()[2], 3);
                    }
                    Array own = numbers_on_device();
                    std::as_const(own).data_at(stub(k % 2));
                    static_cast<int *>(own.data_here_for_writing())[0] = k;
                    EXPECT_EQ(std::as_const(own).as<int>()[0], k);
                }
            });
        }
        std::thread short_of_memory([&] {
            while (!is_over)
                for (const int number : {0, 1}) give_up_spare(stub(number), 64);
        });
        for (std::thread &thread : threads) thread.join();
        is_over = true;
        short_of_memory.join();
    }
    EXPECT_EQ(held, before);
}

/// The array's bytes on a device are 1, 2, 3, 4, with `first` instead of 1.
void expect_numbers(const Array &array, Device &device, int first = 1) {
    const auto *numbers = static_cast<const int *>(array.data_at(device));
    EXPECT_EQ(numbers[0], first);
    for (int k = 1; k < 4; k++) EXPECT_EQ(numbers[k], k + 1);
}

TEST_F(Devices, ReplicasAtTwoDevices) {
    Array array = numbers_on_device();
    downloads = copies = 0;
    expect_numbers(array, stub(1));
    EXPECT_TRUE(array.is_at(stub(0)) && array.is_at(stub(1)));
    EXPECT_FALSE(array.is_on_host()); // the bytes went directly from device to device
    EXPECT_EQ(downloads, 0);
    EXPECT_EQ(copies, 1);
    // A write on one device leaves no other replica.
    static_cast<int *>(array.data_at_for_writing(stub(1)))[0] = 7;
    EXPECT_FALSE(array.is_at(stub(0)) || array.is_on_host());
    expect_numbers(array, stub(0), 7);
    // So does a write on the host.
    array.as<int>()[0] = 9;
    EXPECT_FALSE(array.is_at(stub(0)) || array.is_at(stub(1)));
    expect_numbers(array, stub(1), 9);
    const int held_by_array = 1;
    const int before = held;
    array = {};
    EXPECT_EQ(held, before - held_by_array);
}

/// Runs outside of the fixture, whose scope keeps all replicas that it has used.
TEST(DeviceMemory, UnusedReplicasAreGivenUp) {
    constexpr std::size_t bytes = 4 * sizeof(int);
    StubDevice &device = stub(1);
    const auto made = [] {
        const At scope(stub(0));
        return numbers_on_device();
    };
    const auto used = [&device](const Array &array) {
        const At scope(device);
        array.data_here();
    };
    const Array only = Array::at(device, bytes), older = made(), newer = made(), other = made();
    used(only);
    used(older);
    used(newer);
    device.room = 0;
    used(other);
    EXPECT_FALSE(older.is_at(device)) << "the least recently used one goes";
    EXPECT_TRUE(newer.is_at(device));
    EXPECT_TRUE(only.is_at(device)) << "there is no other copy";
    {
        // The thread's scope keeps all replicas that it has used, so there is no room.
        const At scope(device);
        newer.data_here();
        other.data_here();
        EXPECT_THROW(older.data_here(), DeviceFailure);
    }
    EXPECT_TRUE(newer.is_at(device) && other.is_at(device));
    device.room = SIZE_MAX;
    expect_numbers(older, device);
}

/// Allocates memory without gaps between blocks.
struct Gapless {
    static inline std::size_t used = 0;
    static inline int held = 0;
    static void *get(std::size_t bytes) {
        alignas(16) static unsigned char memory[4096];
        held++;
        return memory + std::exchange(used, used + (bytes + 7) / 8 * 8);
    }
    static void put(void *) { held--; }
};

/// A replica that happens to lie behind its block is not taken for a part of it.
TEST(DeviceMemory, ReplicaBehindItsBlock) {
    const AllocatorFunctions before = allocator();
    set_allocator({&Gapless::get, nullptr, nullptr, &Gapless::put});
    {
        const At at(stub(0));
        const Array adopted = Array::adopt(allocate(16), 16);
        adopted.data_here();
        const Array made = Array::make_here(16);
        EXPECT_EQ(Gapless::held, 4) << "bytes, block and replica; block with replica";
    }
    EXPECT_EQ(Gapless::held, 0);
    set_allocator(before);
}

constexpr char stub_kind[] = "stub";
bool is_variant_open = false; // for the test below alone: other tests walk all variants
Device *device_of_run = nullptr;

/// A variant for a kind of device unknown to the core: w has no entries, at no cost.
const Variant<MxvProblem> stub_variant = {
    "stub/mxv_nothing",
    {.device = stub_kind},
    [](const MxvProblem &problem) -> const char * {
        if (!is_variant_open || here() == nullptr) return "closed";
        return problem.m() == 3 ? nullptr : "only three rows";
    },
    [](const MxvProblem &) { return Cost{.seconds = here()->id() % 2 == 0 ? 1e-12 : 1e-11}; },
    [](const MxvProblem &problem) {
        device_of_run = here();
        return Snapshot::empty(problem.result_type(), 1, problem.m());
    }};

TEST_F(Devices, AKindOfDeviceHasItsVariants) {
    const Variant<MxvProblem> *const variants[] = {&stub_variant};
    Variants<MxvProblem>::add(variants);
    StubDevice &one = *new StubDevice(stub_kind), &another = *new StubDevice(stub_kind);
    add_device(one);
    add_device(another);
    mxv_test::OwnedSemiring owned(BinaryCode::plus, BinaryCode::times, TypeCode::fp64);
    const Type *const type = owned.semiring.add->type();
    const auto problem_of = [&](std::uint64_t n) {
        mxv_test::Entries matrix, vector;
        for (std::uint64_t k = 0; k < n; k++) {
            matrix[{k, k}] = mxv_test::small_value(type, 2);
            vector[{0, k}] = mxv_test::small_value(type, 3);
        }
        MxvProblem problem;
        problem.A = mxv_test::make_matrix(type, n, n, matrix, {});
        problem.u = mxv_test::make_vector(type, n, vector, mxv_test::VectorForm::sparse, {});
        problem.semiring = &owned.semiring;
        return problem;
    };
    is_variant_open = true;
    const Outcome nothing = carry_out(problem_of(3)), product = carry_out(problem_of(4));
    is_variant_open = false;
    EXPECT_EQ(nothing.result->nvals(), 0u);
    ASSERT_NE(device_of_run, nullptr);
    EXPECT_EQ(device_of_run->kind(), stub_kind);
    EXPECT_EQ(device_of_run->id() % 2, 0) << "the cheaper one of two devices";
    EXPECT_EQ(product.result->nvals(), 4u) << "what it refuses, the host does";
    // After the variant closes, the host computes all of it.
    EXPECT_EQ(carry_out(problem_of(3)).result->nvals(), 3u);
}

bool fails = false;
int runs = 0;

/// A variant for that kind of device of a conversion that storage needs: row lengths, counted
/// wherever the offsets are.
const Variant<StatisticsProblem> stub_statistics = {
    "stub/statistics_known",
    {.device = stub_kind},
    [](const StatisticsProblem &) -> const char * { return is_variant_open ? nullptr : "closed"; },
    [](const StatisticsProblem &) { return Cost{.seconds = 1e-12}; },
    [](const StatisticsProblem &problem) {
        runs++;
        if (fails) throw DeviceFailure();
        Statistics statistics;
        statistics.longest = problem.nrows + 1000;
        return statistics;
    }};

/// Storage names no device: it chooses joined variants like all others, and where one fails the
/// host does the work.
TEST_F(Devices, AKindOfDeviceHasVariantsForForms) {
    const Variant<StatisticsProblem> *const variants[] = {&stub_statistics};
    Variants<StatisticsProblem>::add(variants);
    add_device(*new StubDevice(stub_kind));
    const auto counted = [] {
        const std::uint64_t row[] = {2, 2, 4}, column[] = {0, 1, 3};
        const double values[] = {1, 2, 3};
        const Type *const type = builtin_type(TypeCode::fp64);
        return build_snapshot(type, 5, 5, row, column, values, type, false, 3, nullptr);
    };
    is_variant_open = true;
    set_last_variant("before");
    EXPECT_EQ(counted()->statistics().longest, 1005u);
    EXPECT_EQ(counted()->column_statistics().longest, 1005u);
    EXPECT_STREQ(last_variant(), "before") << "parts leave the operation its name";
    EXPECT_EQ(runs, 2);
    fails = true;
    EXPECT_EQ(counted()->statistics().longest, 2u) << "what fails there, the host does";
    EXPECT_EQ(runs, 3);
    fails = is_variant_open = false;
    EXPECT_EQ(counted()->statistics().longest, 2u);
    EXPECT_EQ(runs, 3);
}

} // namespace
} // namespace grb
