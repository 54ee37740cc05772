// Tests bit lookups with AVX-512 against lookups one by one.
#include "GraphBLAS.h"
#include "cpu/common/bit_lookups.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace grb {
namespace {

struct Lists {
    std::vector<std::uint64_t> bits;
    std::vector<std::uint32_t> positions;
};

/// Sets about one bit of `spacing`. The last position is in the last word.
Lists lists(std::uint64_t words, std::uint64_t n, std::uint64_t spacing) {
    Lists lists{std::vector<std::uint64_t>(words), std::vector<std::uint32_t>(n)};
    std::uint64_t state = n * 7919 + spacing;
    const auto next = [&state] { return (state = state * 6364136223846793005U + 1) >> 33; };
    for (std::uint64_t p = 0; p < words * 64; p++)
        if (next() % spacing == 0) lists.bits[p / 64] |= std::uint64_t{1} << (p % 64);
    for (std::uint32_t &position : lists.positions)
        position = static_cast<std::uint32_t>(next() % (words * 64));
    if (n != 0) lists.positions[n - 1] = static_cast<std::uint32_t>(words * 64 - 1);
    return lists;
}

TEST(BitLookups, GiveWhatOneByOneGives) {
    const BitLookups *const wide = possible_lookups();
    if (wide == nullptr) GTEST_SKIP() << "the processor has no AVX-512";
    std::uint64_t hits = 0;
    for (const std::uint64_t n : {0, 1, 2, 15, 16, 17, 31, 32, 33, 100, 1000}) {
        for (const std::uint64_t spacing : {1, 2, 10, 5000}) {
            const Lists own = lists(37, n, spacing);
            std::uint64_t count = 0, first = n;
            for (std::uint64_t k = n; k-- > 0;) {
                const std::uint32_t p = own.positions[k];
                if ((own.bits[p / 64] >> (p % 64) & 1) == 0) continue;
                count++;
                first = k;
            }
            EXPECT_EQ(wide->count(own.bits.data(), own.positions.data(), n), count);
            EXPECT_EQ(wide->first(own.bits.data(), own.positions.data(), n), first);
            hits += count;
        }
    }
    EXPECT_GT(hits, 1000U);
}

TEST(BitLookups, AreChosenByTheEnvironment) {
    const char *const given = std::getenv("GRAPHBLAST_GATHERS");
    const std::string before = given != nullptr ? given : "";
    for (const bool is_wide : {false, true}) {
        setenv("GRAPHBLAST_GATHERS", is_wide ? "1" : "0", 1);
        ASSERT_EQ(GrB_init(GrB_NONBLOCKING), GrB_SUCCESS);
        EXPECT_EQ(wide_lookups(), is_wide ? possible_lookups() : nullptr);
        ASSERT_EQ(GrB_finalize(), GrB_SUCCESS);
    }
    setenv("GRAPHBLAST_GATHERS", "many", 1);
    testing::internal::CaptureStderr();
    ASSERT_EQ(GrB_init(GrB_NONBLOCKING), GrB_SUCCESS);
    EXPECT_EQ(testing::internal::GetCapturedStderr(),
              "graphblast: GRAPHBLAST_GATHERS ignored: GrB_init: \"many\" is neither 0 nor 1\n");
    ASSERT_EQ(GrB_finalize(), GrB_SUCCESS);
    unsetenv("GRAPHBLAST_GATHERS");
    if (given != nullptr) setenv("GRAPHBLAST_GATHERS", before.c_str(), 1);
}

} // namespace
} // namespace grb
