// Lists of true places: both ways of making them, at every length, and in place.
#include "cpu/common/true_positions.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace grb {
namespace {

TEST(TruePositions, BothWaysAgree) {
    std::mt19937 random(1);
    for (std::uint64_t n = 0; n < 70; n++) {
        for (const unsigned often : {0U, 1U, 5U, 9U, 10U}) {
            std::vector<unsigned char> truth(n);
            for (unsigned char &one : truth)
                one = random() % 10 < often ? static_cast<unsigned char>(1 + random() % 255) : 0;
            std::vector<std::uint32_t> from(n), expected, places;
            for (std::uint64_t k = 0; k < n; k++) {
                from[k] = static_cast<std::uint32_t>(random());
                if (truth[k] == 0) continue;
                expected.push_back(from[k]);
                places.push_back(static_cast<std::uint32_t>(k));
            }
            for (const auto keep : {&keep_where_true, &keep_where_true_portably}) {
                // No room but for the elements that stay: a sanitizer sees a write beyond.
                std::vector<std::uint32_t> to(expected.size()), in_place = from, places_to = to;
                EXPECT_EQ(keep(truth.data(), n, from.data(), to.data(), to.size()), to.size());
                EXPECT_EQ(to, expected) << n;
                EXPECT_EQ(keep(truth.data(), n, nullptr, places_to.data(), to.size()), to.size());
                EXPECT_EQ(places_to, places) << n;
                in_place.resize(keep(truth.data(), n, in_place.data(), in_place.data(), n));
                EXPECT_EQ(in_place, expected) << n;
            }
        }
    }
}

} // namespace
} // namespace grb
