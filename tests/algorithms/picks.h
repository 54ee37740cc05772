// Counts the variants that ran.
#pragma once

#include <GraphBLAS.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace grb::tool {

constexpr auto picks_field = static_cast<GrB_Field>(GrX_PICKS);

inline void reset_picks() {
    EXPECT_EQ(GrB_Global_set_String(GrB_GLOBAL, "", picks_field), GrB_SUCCESS);
}

/// Counts the runs of the operation in variants whose names begin so, since reset_picks().
inline std::uint64_t picks(const std::string &beginning) {
    std::size_t size = 0;
    EXPECT_EQ(GrB_Global_get_SIZE(GrB_GLOBAL, &size, picks_field), GrB_SUCCESS);
    std::string text(size + 1, '\0');
    EXPECT_EQ(GrB_Global_get_String(GrB_GLOBAL, text.data(), picks_field), GrB_SUCCESS);
    std::uint64_t sum = 0;
    for (std::size_t at = text.find(beginning); at != std::string::npos;
         at = text.find(beginning, at + 1)) {
        sum += std::stoull(text.substr(text.find('=', at) + 1));
    }
    return sum;
}

} // namespace grb::tool
