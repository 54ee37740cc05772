// Tests the data that kernels cache with a snapshot: distinguished by kind, device, orientation and
// parameter, counted, and freed when the device is short of memory.
#include "storage/snapshot.hpp"
#include "unit/stub_device.hpp"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <thread>
#include <vector>

namespace grb {
namespace {

using stub_test::held;
using stub_test::stub;
using stub_test::StubDevice;

struct Schedule final : Attachment {
    static constexpr char tag[] = "schedule";
    explicit Schedule(std::size_t bytes) : array(Array::make_here(bytes)) {}
    std::size_t bytes() const noexcept override { return array.bytes(); }
    const Array array;
};
struct Fact final : Attachment {
    static constexpr char tag[] = "fact";
    explicit Fact(double its) : value(its) {}
    std::size_t bytes() const noexcept override { return sizeof *this; }
    const double value;
};

Ref<const Schedule> schedule_of(const Snapshot &snapshot, const AttachmentKey &key,
                                std::size_t bytes = 64) {
    return snapshot.attachments().get_or_make<Schedule>(key,
                                                        [&] { return make_ref<Schedule>(bytes); });
}
bool has_schedule(const Snapshot &snapshot, Device &device) {
    return static_cast<bool>(snapshot.attachments().find<Schedule>({false, 0, &device}));
}

TEST(Attachments, EachDeviceHasItsOwn) {
    const Ref<Snapshot> A = Snapshot::empty(GrB_INT32, 3, 4);
    const auto made_at = [&](Device &device, bool of_columns, std::uint64_t parameter) {
        const At at(device);
        return schedule_of(*A, {of_columns, parameter});
    };
    const Ref<const Schedule> here = made_at(stub(0), false, 0), there = made_at(stub(1), false, 0),
                              columns = made_at(stub(0), true, 0),
                              other = made_at(stub(0), false, 1);
    EXPECT_EQ(made_at(stub(0), false, 0).get(), here.get()) << "made once";
    EXPECT_NE(here.get(), there.get());
    EXPECT_NE(here.get(), columns.get());
    EXPECT_NE(here.get(), other.get());
    EXPECT_TRUE(here->array.is_at(stub(0)) && there->array.is_at(stub(1)));
    const At at(stub(0));
    EXPECT_EQ(A->attachments().count<Schedule>({}), 2); // parameters 0 and 1
    EXPECT_FALSE(A->attachments().find<Fact>({})) << "another kind";
}

TEST(Attachments, CountedAndDropped) {
    const At at(stub(0));
    const int before = held;
    {
        const Ref<Snapshot> A = Snapshot::empty(GrB_INT32, 3, 4);
        const std::size_t own = A->bytes_held();
        schedule_of(*A, {}, 1000);
        EXPECT_GE(A->bytes_held(), own + 1000);
        EXPECT_EQ(A->bytes(), own) << "no part of the operand";
        A->drop_statistics();
        EXPECT_EQ(A->bytes_held(), own);
        EXPECT_EQ(held, before);
        schedule_of(*A, {});
        EXPECT_EQ(held, before + 1);
    }
    EXPECT_EQ(held, before);
}

TEST(Attachments, UnusedOnesAreGivenUp) {
    StubDevice &device = stub(1);
    const Ref<Snapshot> older = Snapshot::empty(GrB_INT32, 3, 4),
                        newer = Snapshot::empty(GrB_INT32, 3, 4),
                        used = Snapshot::empty(GrB_INT32, 3, 4);
    const auto use = [&](const Snapshot &snapshot) {
        const At at(device);
        return schedule_of(snapshot, {});
    };
    const Ref<const Schedule> kept = use(*used);
    use(*older);
    use(*newer);
    use(*older); // so that it is the newer one
    const Ref<const Fact> fact = older->attachments().get_or_make<Fact>(
        {false, 0, nullptr}, [] { return make_ref<Fact>(2.5); });
    device.room = 0;
    const Array first = Array::at(device, 64);
    EXPECT_FALSE(has_schedule(*newer, device)) << "the least recently used one goes";
    EXPECT_TRUE(has_schedule(*older, device) && has_schedule(*used, device));
    const Array second = Array::at(device, 64);
    EXPECT_FALSE(has_schedule(*older, device));
    EXPECT_THROW(Array::at(device, 64), DeviceFailure) << "what somebody holds stays";
    EXPECT_TRUE(has_schedule(*used, device));
    EXPECT_TRUE(kept->array.is_at(device));
    EXPECT_EQ(older->attachments().find<Fact>({false, 0, nullptr})->value, fact->value);
    device.room = SIZE_MAX;
    EXPECT_TRUE(use(*newer)->array.is_at(device)) << "made again";
}

/// Threads read attachments, run short of memory and free snapshots at once.
TEST(Attachments, ManyThreads) {
    StubDevice &device = stub(0);
    const int before = held;
    {
        const Ref<Snapshot> shared = Snapshot::empty(GrB_INT32, 3, 4);
        std::atomic<bool> is_over{false};
        std::vector<std::thread> threads;
        for (std::uint64_t t = 0; t < 2; t++) {
            threads.emplace_back([&, t] {
                for (std::uint64_t k = 0; k < 2000; k++) {
                    const At at(device);
                    const Ref<const Schedule> one = schedule_of(*shared, {false, k % 3});
                    EXPECT_TRUE(one->array.is_at(device));
                    const Ref<Snapshot> own = Snapshot::empty(GrB_INT32, 3, 4);
                    schedule_of(*own, {t == 0});
                }
            });
        }
        std::thread short_of_memory([&] {
            while (!is_over) give_up_spare(device, 64);
        });
        for (std::thread &thread : threads) thread.join();
        is_over = true;
        short_of_memory.join();
    }
    EXPECT_EQ(held, before);
}

/// A child may count and drop inherited attachments, whatever another thread of the parent was
/// doing.
TEST(Attachments, ChildrenAfterForks) {
    Ref<Snapshot> A = Snapshot::empty(GrB_INT32, 3, 4);
    std::atomic<bool> is_over{false};
    std::thread busy([&] {
        const At at(stub(0));
        for (std::uint64_t k = 0; !is_over; k++) schedule_of(*A, {false, k % 2});
    });
    while (A->attachments().empty()) usleep(100);
    for (int k = 0; k < 20; k++) {
        const pid_t child = fork();
        if (child == 0) {
            alarm(30); // a hang is a failure
            const bool is_counted = A->bytes_held() > A->bytes();
            A->drop_statistics();
            _exit(is_counted && A->attachments().empty() ? 0 : 1);
        }
        int status = -1;
        ASSERT_EQ(waitpid(child, &status, 0), child);
        EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    is_over = true;
    busy.join();
}

TEST(Attachments, OwedCostsAreToldApart) {
    static constexpr char tags[7][2] = {"a", "b", "c", "d", "e", "f", "g"};
    const Ref<Snapshot> A = Snapshot::empty(GrB_INT32, 3, 4);
    A->owed_cost_of(SnapshotItem::columns).store(1);
    for (int k = 0; k < 7; k++) A->owed_cost_of(SnapshotItem(tags[k])).store(2 + k);
    EXPECT_EQ(A->owed_cost_of(SnapshotItem::columns).load(), 1);
    for (int k = 0; k < 7; k++) EXPECT_EQ(A->owed_cost_of(SnapshotItem(tags[k])).load(), 2 + k);
    static constexpr char one_too_many[] = "h";
    EXPECT_EQ(A->owed_cost_of(SnapshotItem(one_too_many)).load(), 8) << "shares the last one";
}

} // namespace
} // namespace grb
