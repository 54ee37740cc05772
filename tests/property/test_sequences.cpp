// Programs whose calls may be recorded end like programs that wait for each call.
#include "property/sequences.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace grb::property {
namespace {

/// GRAPHBLAST_TEST_SEQUENCES runs more programs than the usual number.
std::uint64_t sequence_count() {
    const char *given = std::getenv("GRAPHBLAST_TEST_SEQUENCES");
    return given != nullptr ? std::strtoull(given, nullptr, 10) : 3000;
}

TEST(Sequences, EndAsThoseThatWait) {
    const std::uint64_t count = sequence_count();
    for (std::uint64_t seed = 1; seed <= count; seed++) {
        TwoWorlds worlds(seed);
        ASSERT_EQ(worlds.run(20 + static_cast<int>(seed % 100)), "") << "seed " << seed;
    }
}

} // namespace
} // namespace grb::property
