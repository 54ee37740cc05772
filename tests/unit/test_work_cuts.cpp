// Tests that partitions begin at words, and that those of masked products begin with equal weights,
// then move until the members take equal time.
#include "distributed/work_cuts.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace grb {
namespace {

constexpr std::uint64_t rows = 100000;

HostVector<std::uint64_t> even_weights() {
    HostVector<std::uint64_t> before(rows + 1);
    for (std::uint64_t i = 0; i <= rows; i++) before[i] = 7 * i;
    return before;
}

/// Returns the seconds of rows [begin, end) where row i takes i microseconds.
double seconds_of(std::uint64_t begin, std::uint64_t end) {
    const auto square = [](std::uint64_t i) {
        return static_cast<double>(i) * static_cast<double>(i);
    };
    return (square(end) - square(begin)) / 2 * 1e-6;
}
template <std::size_t blocks>
std::array<double, blocks> times_of(const Cuts &cuts) {
    std::array<double, blocks> times{};
    for (std::size_t k = 0; k < blocks; k++) {
        const int block = static_cast<int>(k);
        times[k] = seconds_of(cuts.begin(block), cuts.end(block));
    }
    return times;
}
template <std::size_t blocks>
double unevenness(const Cuts &cuts) {
    const auto times = times_of<blocks>(cuts);
    double longest = 0, all = 0;
    for (const double one : times) {
        longest = std::max(longest, one);
        all += one;
    }
    return longest * blocks / all;
}

TEST(WorkCuts, FollowWhatMembersTook) {
    const AmongDevices among(true);
    const WorkCuts kept(even_weights(), 4);
    EXPECT_GT(unevenness<4>(kept.cuts()), 1.7);
    for (int turn = 0; turn < 6; turn++) kept.note(kept.cuts(), times_of<4>(kept.cuts()));
    EXPECT_LT(unevenness<4>(kept.cuts()), 1.1);
    EXPECT_EQ(kept.cuts().blocks(), 4);
    EXPECT_EQ(kept.cuts().length(), rows);
    const Cuts last = kept.cuts();
    EXPECT_EQ(last.begin(1) % 64, 0u);
    // The cuts stay from then on.
    for (int turn = 0; turn < 4; turn++) kept.note(last, std::array<double, 4>{1, 1, 1, 9});
    EXPECT_EQ(kept.cuts(), last);
}

TEST(WorkCuts, StayWhereTheMembersAreEvenOrShort) {
    const AmongDevices among(true);
    const WorkCuts even(even_weights(), 2), brief(even_weights(), 2), old(even_weights(), 2);
    const Cuts first = even.cuts();
    EXPECT_EQ(first.begin(1), 49984u); // the multiple of 64 nearest to the middle
    for (int turn = 0; turn < 2; turn++) even.note(first, std::array<double, 2>{1.0, 1.02});
    for (int turn = 0; turn < 2; turn++) even.note(first, std::array<double, 2>{1.0, 3.0});
    EXPECT_EQ(even.cuts(), first);
    for (int turn = 0; turn < 6; turn++) brief.note(first, std::array<double, 2>{1e-5, 9e-5});
    EXPECT_EQ(brief.cuts(), first);
    // The first time moves partitions and does not count; neither do times of other cuts.
    old.note(first, std::array<double, 2>{1.0, 3.0});
    EXPECT_EQ(old.cuts(), first);
    old.note(Cuts(rows / 2, 2), std::array<double, 2>{1.0, 3.0});
    EXPECT_EQ(old.cuts(), first);
    old.note(first, std::array<double, 2>{1.0, 3.0});
    EXPECT_GT(old.cuts().begin(1), first.begin(1) + rows / 10);
}

TEST(CutsOfDevices, LieBetweenWords) {
    const AmongDevices among(true);
    for (const std::uint64_t n : {0, 1, 63, 64, 65, 128, 1000, 4096}) {
        const Cuts cuts(n, 2);
        EXPECT_EQ(cuts.begin(0), 0u);
        EXPECT_EQ(cuts.end(1), n);
        EXPECT_TRUE(cuts.end(0) % 64 == 0 || cuts.end(0) == n) << n;
        EXPECT_LE(cuts.extent(0) > cuts.extent(1) ? cuts.extent(0) - cuts.extent(1)
                                                  : cuts.extent(1) - cuts.extent(0),
                  64u);
        const Cuts weighed(n, 2, [](std::uint64_t i) { return i * i; });
        EXPECT_TRUE(weighed.end(0) % 64 == 0 || weighed.end(0) == n) << n;
    }
}

} // namespace
} // namespace grb
