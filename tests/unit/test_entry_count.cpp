// Tests an entry count that the device may still be computing, here without a device, where a
// ticket is void and can be returned without harm.
#include "base/builtin_types.hpp"
#include "storage/entry_count.hpp"
#include "storage/snapshot.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace grb {
namespace {

constexpr unsigned ticket = 7;

EntryCount pending(std::uint64_t before) {
    EntryCount count = before;
    count.expect(ticket);
    return count;
}

TEST(EntryCounts, AreNumbers) {
    EntryCount count;
    EXPECT_EQ(count, 0U);
    count = 5;
    EXPECT_EQ(count, 5U);
    count += 4;
    count -= 2;
    EXPECT_EQ(count, 7U);
    count++;
    count--;
    count--;
    EXPECT_EQ(count, 6U);
    count = std::uint64_t{1} << 40;
    EXPECT_EQ(count, std::uint64_t{1} << 40);
    EXPECT_FALSE(count.is_pending());
}

TEST(EntryCounts, ExpectNothing) {
    EntryCount count = 3;
    count.expect(0);
    EXPECT_FALSE(count.is_pending());
    EXPECT_EQ(count, 3U);
}

/// A known count stays known; an undelivered count stays pending.
TEST(EntryCounts, StayPendingWithoutADevice) {
    const EntryCount count = pending(3);
    EXPECT_TRUE(count.is_pending());
    EXPECT_EQ(count, 3U);
    EXPECT_TRUE(count.is_pending());
    EXPECT_EQ(count, 3U);
}

/// A ticket has one owner: a copy has the number alone.
TEST(EntryCounts, CopiesAreNumbers) {
    const EntryCount count = pending(3);
    const EntryCount copy = count;
    EXPECT_FALSE(copy.is_pending());
    EXPECT_TRUE(count.is_pending());
    EXPECT_EQ(copy, 3U);
    EXPECT_EQ(count, 3U);
    EntryCount assigned = 9;
    assigned = copy;
    EXPECT_EQ(assigned, 3U);
}

TEST(EntryCounts, MovesTakeTheTicket) {
    EntryCount count = pending(3);
    EntryCount moved = std::move(count);
    EXPECT_FALSE(count.is_pending()); // NOLINT: what a move leaves is what is asked
    EXPECT_TRUE(moved.is_pending());
    EntryCount assigned = pending(8); // its own ticket is dropped
    assigned = std::move(moved);
    EXPECT_FALSE(moved.is_pending()); // NOLINT
    EXPECT_TRUE(assigned.is_pending());
    EXPECT_EQ(assigned, 3U);
}

TEST(EntryCounts, AssignedToThemselves) {
    EntryCount count = pending(3);
    const EntryCount &same = count;
    count = same;
    EXPECT_EQ(count, 3U);
    EXPECT_FALSE(count.is_pending());
}

TEST(EntryCounts, ArithmeticSettles) {
    EntryCount count = pending(3);
    count += 2;
    EXPECT_FALSE(count.is_pending());
    EXPECT_EQ(count, 5U);
    count.expect(ticket);
    count--;
    EXPECT_EQ(count, 4U);
    // A second call adds to the count of the first.
    count.expect(ticket);
    count.expect(ticket + 1);
    EXPECT_TRUE(count.is_pending());
    EXPECT_EQ(count, 4U);
}

TEST(EntryCounts, ReadByManyThreads) {
    for (int round = 0; round < 50; round++) {
        const EntryCount count = pending(6);
        std::vector<std::thread> readers;
        std::atomic<int> right{0};
        for (int t = 0; t < 4; t++) readers.emplace_back([&] { right += count == 6U; });
        for (std::thread &reader : readers) reader.join();
        EXPECT_EQ(right, 4);
        EXPECT_TRUE(count.is_pending());
    }
}

/// A snapshot reports a pending count without waiting, and without a device it never learns the
/// count.
TEST(EntryCounts, OfSnapshots) {
    const Type *type = builtin_type(TypeCode::int32);
    DenseForm form;
    form.values = Array::zeroed(100 * type->size);
    form.bits = Array::zeroed(16);
    form.nvals = pending(0);
    const Ref<Snapshot> snapshot = Snapshot::of_dense(type, 1, 100, std::move(form));
    EXPECT_FALSE(snapshot->knows_nvals());
    EXPECT_EQ(snapshot->nvals(), 0U);
    EXPECT_FALSE(snapshot->knows_nvals());
}

} // namespace
} // namespace grb
