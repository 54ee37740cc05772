// Tests which semirings the curated kernels serve.
#include "mxv_fixture.hpp"

#include "cpu/mxv/curated.hpp"

#include <gtest/gtest.h>

using namespace grb;
using namespace mxv_test;

namespace {

TEST(Curated, FindsWhatIsEquivalentAndNothingElse) {
    const Type *fp32 = builtin_type(TypeCode::fp32), *uint64 = builtin_type(TypeCode::uint64);
    const Type *boolean = builtin_type(TypeCode::boolean);
    const OwnedSemiring plus_first(BinaryCode::plus, BinaryCode::first, TypeCode::fp32);
    const OwnedSemiring plus_second(BinaryCode::plus, BinaryCode::second, TypeCode::fp32);
    EXPECT_EQ(find_curated(plus_first.semiring, fp32, fp32, true),
              find_curated(plus_second.semiring, fp32, fp32, false));
    // The ignored operand may have any type, the other may not.
    EXPECT_GE(find_curated(plus_second.semiring, boolean, fp32, false), 0);
    EXPECT_EQ(find_curated(plus_second.semiring, fp32, boolean, false), -1);
    EXPECT_GE(find_curated(plus_second.semiring, fp32, nullptr, false), 0);
    // Unsigned sums run as signed ones; unsigned minima do not.
    const OwnedSemiring plus_u64(BinaryCode::plus, BinaryCode::times, TypeCode::uint64);
    const OwnedSemiring plus_i64(BinaryCode::plus, BinaryCode::times, TypeCode::int64);
    const Type *int64 = builtin_type(TypeCode::int64);
    EXPECT_EQ(find_curated(plus_u64.semiring, uint64, uint64, false),
              find_curated(plus_i64.semiring, int64, int64, false));
    EXPECT_EQ(find_curated(plus_u64.semiring, int64, uint64, false), -1);
    const OwnedSemiring min_u64(BinaryCode::min, BinaryCode::plus, TypeCode::uint64);
    const int index = find_curated(min_u64.semiring, uint64, uint64, false);
    ASSERT_GE(index, 0);
    EXPECT_EQ(curated_keys[index].type, TypeCode::uint64);
    const OwnedSemiring max_times(BinaryCode::max, BinaryCode::times, TypeCode::boolean);
    EXPECT_EQ(
        find_curated(max_times.semiring, boolean, boolean, false),
        find_curated(OwnedSemiring(BinaryCode::lor, BinaryCode::land, TypeCode::boolean).semiring,
                     boolean, boolean, false));
    const OwnedSemiring rare(BinaryCode::max, BinaryCode::div, TypeCode::fp32);
    EXPECT_EQ(find_curated(rare.semiring, fp32, fp32, false), -1);
}

TEST(Curated, NeutralValuesChangeNothing) {
    using MinPlus = CuratedSemiring<Min, Plus, float>;
    using PlusTimes = CuratedSemiring<Plus, Times, double>;
    const float inf = highest<float>();
    EXPECT_EQ(MinPlus::add(MinPlus::neutral(), inf), inf);
    EXPECT_TRUE(__builtin_isnan(MinPlus::add(MinPlus::neutral(), __builtin_nanf(""))));
    EXPECT_TRUE(__builtin_signbit(MinPlus::add(MinPlus::neutral(), -0.0f)));
    EXPECT_TRUE(__builtin_signbit(PlusTimes::add(PlusTimes::neutral(), -0.0)));
    EXPECT_FALSE(__builtin_signbit(PlusTimes::add(PlusTimes::neutral(), 0.0)));
    EXPECT_FALSE(MinPlus::loses(inf, MinPlus::neutral()));
    using MaxFirst = CuratedSemiring<Max, First, std::int32_t>;
    EXPECT_FALSE(MaxFirst::loses(lowest<std::int32_t>(), MaxFirst::neutral()));
    std::int32_t sum = 3;
    MaxFirst::accumulate(sum, 2);
    EXPECT_EQ(sum, 3);
    MaxFirst::accumulate(sum, 7);
    EXPECT_EQ(sum, 7);
}

} // namespace
