// What a kernel whose blocks look back gets from the host; see look_back.cuh.
#pragma once

namespace grb::device {

/// The words of a place. A launch marks what it writes there with its turn, so nothing is cleared before it.
struct LookBack {
    unsigned long long *words; // one for each block: the turn, and below it a count
    unsigned turn;             // no word has it yet
};

} // namespace grb::device
