// Tests the division of rows into tasks: each row and entry occurs once, for any lengths, and no
// task is much too long.
#include "cpu/common/row_tasks.hpp"
#include "storage/build.hpp"
#include "unit/mxv_fixture.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace grb {
namespace {

class RowTasksTest : public testing::Test {
protected:
    void SetUp() override {
        ASSERT_EQ(GrB_init(GrB_NONBLOCKING), GrB_SUCCESS);
        set_max_threads(4);
    }
    void TearDown() override {
        set_max_threads(0);
        GrB_finalize();
    }
};

/// Makes row lengths: most are short, some are zero, one is a hub's.
HostVector<std::uint64_t> uneven(std::uint64_t rows, std::uint64_t hub) {
    HostVector<std::uint64_t> lengths(rows);
    for (std::uint64_t k = 0; k < rows; k++) lengths[k] = k * 7 % 40;
    if (hub != 0) lengths[rows / 3] = hub;
    return lengths;
}

std::uint64_t sum_of(const HostVector<std::uint64_t> &lengths) {
    return std::accumulate(lengths.begin(), lengths.end(), std::uint64_t{0});
}

/// Tasks follow one another from the first row to past the last.
void expect_in_turn(const RowTasks &tasks, std::uint64_t rows) {
    EXPECT_EQ(tasks.begin(0), 0u);
    EXPECT_EQ(tasks.begin_of(tasks.count()).row, rows);
    EXPECT_EQ(tasks.begin_of(tasks.count()).entry, 0u);
    for (std::int64_t task = 0; task < tasks.count(); task++)
        EXPECT_LE(tasks.begin(task), tasks.end(task));
}

TEST_F(RowTasksTest, WholeRows) {
    for (const std::uint64_t rows : {0, 1, 3, 50, 40000}) {
        const HostVector<std::uint64_t> work = uneven(rows, rows > 1000 ? 50000 : 0);
        const RowTasks tasks(work);
        expect_in_turn(tasks, rows);
        EXPECT_EQ(tasks.threads(), rows > 1000 ? 4 : 1);
        if (tasks.threads() == 1) {
            EXPECT_EQ(tasks.count(), 1);
            continue;
        }
        EXPECT_GT(tasks.count(), 48);
        const std::uint64_t share = (sum_of(work) + rows) / 64 + 1;
        for (std::int64_t task = 0; task < tasks.count(); task++) {
            // The last row of a task may exceed the task's size; the hub's row is not split.
            std::uint64_t steps = 0;
            for (std::uint64_t k = tasks.begin(task); k + 1 < tasks.end(task); k++)
                steps += work[k] + 1;
            EXPECT_LT(steps, share);
        }
    }
}

TEST_F(RowTasksTest, HubsAreSplit) {
    constexpr std::uint64_t rows = 3000, hub = 400000;
    const HostVector<std::uint64_t> work = uneven(rows, hub);
    // Each entry is a step.
    const RowTasks tasks(work, [&](std::uint64_t k, const auto &add) {
        EXPECT_EQ(k, rows / 3) << "others are shorter than a share";
        for (std::uint64_t entry = 0; entry < work[k] / 2; entry++) add(1);
    });
    EXPECT_EQ(tasks.threads(), 4);
    std::uint64_t within = 0, last = 0;
    for (std::int64_t task = 0; task < tasks.count(); task++) {
        const RowTasks::Begin &begin = tasks.begin_of(task);
        EXPECT_LE(begin.row, tasks.end(task));
        if (begin.entry == 0) continue;
        EXPECT_EQ(begin.row, rows / 3);
        EXPECT_GT(begin.entry, last) << "entries in turn";
        EXPECT_LE(begin.entry, hub / 2);
        last = begin.entry;
        within++;
    }
    EXPECT_GT(within, 40u) << "most of the work is in this row";
    EXPECT_EQ(tasks.begin_of(tasks.count()).row, rows);
}

TEST_F(RowTasksTest, ByOffsets) {
    for (const std::uint64_t rows : {2, 30000}) {
        const HostVector<std::uint64_t> lengths = uneven(rows, rows > 1000 ? 40000 : 5);
        std::vector<std::uint64_t> is, js;
        for (std::uint64_t i = 0; i < rows; i++) {
            for (std::uint64_t j = 0; j < lengths[i]; j++) {
                is.push_back(i);
                js.push_back(j);
            }
        }
        const std::int32_t one = 1;
        const Ref<Snapshot> A = build_snapshot(GrB_INT32, rows, 50000, is.data(), js.data(), &one,
                                               GrB_INT32, true, is.size(), nullptr);
        const RowTasks tasks(A->rows(), 4);
        expect_in_turn(tasks, A->rows().stored_rows);
        EXPECT_EQ(tasks.count(), rows > 1000 ? 64 : 1);
        if (tasks.count() == 1) continue;
        const std::uint64_t share = (sum_of(lengths) + rows) / 64;
        for (std::int64_t task = 0; task < tasks.count(); task++) {
            std::uint64_t steps = 0;
            for (std::uint64_t k = tasks.begin(task); k + 1 < tasks.end(task); k++)
                steps += lengths[k] + 1;
            EXPECT_LE(steps, share + 40);
        }
    }
}

} // namespace
} // namespace grb
