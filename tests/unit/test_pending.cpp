// Tests pending updates: lookup, order, clearing and removals.
#include "storage/pending.hpp"

#include <gtest/gtest.h>

using namespace grb;

namespace {

double value_at(const PendingUpdates &pending, std::uint64_t row, std::uint64_t column) {
    const PendingUpdates::Update *const update = pending.find(row, column);
    return update == nullptr ? -1 : *static_cast<const double *>(pending.value_of(*update));
}

void set(PendingUpdates &pending, std::uint64_t row, std::uint64_t column, double value) {
    pending.set(row, column, &value, false);
}

TEST(Pending, positions_that_go_up_are_found_and_stay_in_order) {
    PendingUpdates pending(sizeof(double));
    for (std::uint64_t k = 0; k < 100; k++) set(pending, k / 10, k % 10 * 3, double(k));
    EXPECT_EQ(value_at(pending, 4, 6), 42);
    EXPECT_EQ(value_at(pending, 4, 7), -1);
    EXPECT_EQ(value_at(pending, 0, 0), 0);
    EXPECT_EQ(value_at(pending, 9, 27), 99);
    EXPECT_EQ(value_at(pending, 9, 28), -1);
    const auto order = pending.sorted();
    for (std::uint32_t k = 0; k < 100; k++) EXPECT_EQ(order[k], k);
}

TEST(Pending, a_step_back_keeps_all_that_came_before) {
    PendingUpdates pending(sizeof(double));
    for (std::uint64_t k = 0; k < 50; k++) set(pending, 2 * k, k, double(k));
    set(pending, 7, 3, 1000);
    set(pending, 8, 4, 2000); // again
    EXPECT_EQ(pending.size(), 51U);
    EXPECT_EQ(pending.nvals_change(), 51);
    for (std::uint64_t k = 0; k < 50; k++)
        EXPECT_EQ(value_at(pending, 2 * k, k), k == 4 ? 2000 : double(k));
    EXPECT_EQ(value_at(pending, 7, 3), 1000);
    EXPECT_EQ(value_at(pending, 98, 50), -1); // after all others
    EXPECT_EQ(value_at(pending, 0, 1), -1);
    const auto order = pending.sorted();
    EXPECT_EQ(order[4], 50U);
    EXPECT_EQ(order[5], 4U);
}

TEST(Pending, after_a_clear_the_order_begins_anew) {
    PendingUpdates pending(sizeof(double));
    set(pending, 5, 5, 1);
    set(pending, 4, 4, 2);
    pending.clear();
    EXPECT_TRUE(pending.empty());
    EXPECT_EQ(value_at(pending, 4, 4), -1);
    set(pending, 1, 1, 3);
    set(pending, 5, 5, 4);
    EXPECT_EQ(value_at(pending, 1, 1), 3);
    EXPECT_EQ(value_at(pending, 5, 5), 4);
    EXPECT_EQ(value_at(pending, 4, 4), -1);
}

TEST(Pending, removals_count_in_either_form) {
    PendingUpdates pending(sizeof(double));
    set(pending, 1, 1, 1);
    pending.remove(2, 2, true);
    EXPECT_EQ(pending.nvals_change(), 0);
    pending.remove(1, 1, false);
    EXPECT_EQ(pending.nvals_change(), -1);
    pending.remove(0, 0, true);
    EXPECT_EQ(pending.nvals_change(), -2);
    EXPECT_TRUE(pending.find(2, 2)->is_removal);
    EXPECT_EQ(pending.size(), 3U);
}

} // namespace
