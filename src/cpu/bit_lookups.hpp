// Looks into an array of bits at positions that a list gives.
#pragma once

#include <cstdint>

namespace grb {

/// Sixteen positions at a time. Bit p is bit p % 64 of word p / 64; nothing is read behind the words of the positions.
struct BitLookups {
    using Function = std::uint64_t (*)(const std::uint64_t *bits, const std::uint32_t *positions,
                                       std::uint64_t n);
    Function count; // of those whose bit is set
    Function first; // of those, its place in the list; n: there is none
};

/// Null where one by one is quicker, or nothing else can be done. GRAPHBLAST_GATHERS=0 or 1 decides otherwise.
const BitLookups *wide_lookups() noexcept;
/// What the processor can do, quick or not; null: nothing.
const BitLookups *possible_lookups() noexcept;

} // namespace grb
