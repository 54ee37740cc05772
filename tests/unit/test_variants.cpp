// Tests the lists of variants: later ones join without memory, up to a limit.
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"

#include <gtest/gtest.h>

namespace grb {
namespace {

struct OwnProblem {};
constexpr Variant<OwnProblem> own_variant{"own/row", {}, nullptr, nullptr, nullptr};
constexpr const Variant<OwnProblem> *first[] = {&own_variant},
                                    *pair[] = {&own_variant, &own_variant};

} // namespace

template <>
std::span<const Variant<OwnProblem> *const> built_in_variants<OwnProblem>() noexcept {
    return first;
}

namespace {

TEST(Variants, JoinInPlace) {
    const auto size = [] { return Variants<OwnProblem>::all().size(); };
    ASSERT_EQ(size(), 1u);
    Variants<OwnProblem>::add(pair);
    const auto before = Variants<OwnProblem>::all();
    ASSERT_EQ(before.size(), 3u);
    while (size() + 2 <= most_variants) Variants<OwnProblem>::add(pair);
    // The list is still at its address: nothing was allocated.
    EXPECT_EQ(Variants<OwnProblem>::all().data(), before.data());
    EXPECT_EQ(before.front(), &own_variant);
    ASSERT_EQ(size(), most_variants - 1u);
    EXPECT_THROW(Variants<OwnProblem>::add(pair), std::length_error);
    EXPECT_EQ(size(), most_variants - 1u);
    Variants<OwnProblem>::add(first);
    EXPECT_EQ(size(), std::size_t{most_variants});
}

TEST(Variants, OfMxvSumIntoNothing) {
    ASSERT_GE(built_in_variants<MxvProblem>().size(), 5U);
    for (const Variant<MxvProblem> *variant : built_in_variants<MxvProblem>()) {
        SCOPED_TRACE(variant->name);
        EXPECT_FALSE(variant->capabilities.fuses_sum) << "mxv has no sum_into";
        // Those that write the output refuse a mask.
        EXPECT_TRUE(variant->capabilities.fuses_mask || variant->capabilities.writes_output);
    }
}

} // namespace
} // namespace grb
