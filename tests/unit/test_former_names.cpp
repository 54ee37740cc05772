// Tests that profiles and rules may use the names that coefficients and variants had before.
#include "costs/coefficient.hpp"
#include "costs/former_names.hpp"
#include "dispatch/context.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace grb {
namespace {

TEST(FormerNames, AreThoseOfOneThing) {
    EXPECT_TRUE(is_called("pool_seconds", "pool_seconds"));
    EXPECT_TRUE(is_called("pool_seconds", "team_seconds"));
    EXPECT_TRUE(is_called("group/mxv_pull", "team/mxv_pull"));
    EXPECT_TRUE(is_called("mxv:group/mxv_pull", "mxv:team/mxv_pull"));
    EXPECT_TRUE(is_called("mxm:cpu/mxm_iso", "mxm:cpu/mxm_one_value"));
    EXPECT_FALSE(is_called("group/mxv_pull", "team/mxv_push"));
    EXPECT_FALSE(is_called("mxv:group/mxv_pull", "mxm:team/mxv_pull"));
    EXPECT_FALSE(is_called("mxv:group/mxv_pull", "mxv"));
    EXPECT_FALSE(is_called("cpu/mxm_iso", ""));
}

TEST(FormerNames, FindCoefficientsAndVariants) {
    constexpr std::string_view before = "team_seconds";
    const Coefficient *const found = coefficient_named(before.data(), before.size());
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(std::string_view(found->name()), "pool_seconds");
    context().set_forced("mxm:cpu/mxm_one_value");
    EXPECT_EQ(std::string_view(context().forced(Operation::mxm)), "cpu/mxm_iso");
    context().set_forced("");
}

} // namespace
} // namespace grb
