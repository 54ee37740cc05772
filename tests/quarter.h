// GRAPHBLAST_TEST_QUARTER: 0 to 3 takes a quarter of the longest suites; the four are the whole.
#pragma once

#include <cstdlib>

namespace quarter {

/// The quarter that the environment asks for; -1: all four.
inline int wanted() {
    const char *text = std::getenv("GRAPHBLAST_TEST_QUARTER");
    return text == nullptr || *text == '\0' ? -1 : std::atoi(text) % 4;
}

/// Returns which of all rounds is the k-th of those that are wanted.
inline int round_of(int k) {
    return wanted() < 0 ? k : 4 * k + wanted();
}

/// Returns whether the k-th of a series is wanted.
inline bool takes(int k) {
    return wanted() < 0 || k % 4 == wanted();
}

/// Returns how many of the first `rounds` rounds are wanted, at least 1.
inline int count(int rounds) {
    const int taken = wanted() < 0 ? rounds : (rounds - wanted() + 3) / 4;
    return taken > 0 ? taken : 1;
}

} // namespace quarter
