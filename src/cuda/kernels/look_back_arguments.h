// Arguments of a kernel whose blocks look back; see look_back.cuh.
#pragma once

namespace grb::device {

/// The words of a runtime. A launch marks what it writes with its turn, so the words need no
/// clearing.
struct LookBack {
    unsigned long long *words; // one for each block: the turn, and below it a count
    unsigned epoch;            // no word has it yet
};

} // namespace grb::device
