// Lookups in a bit array at listed positions.
#pragma once

#include <cstdint>

namespace grb {

/// Sixteen positions at a time. Bit p is bit p % 64 of word p / 64; no lookup reads beyond the
/// words of the positions.
struct BitLookups {
    using Function = std::uint64_t (*)(const std::uint64_t *bits, const std::uint32_t *positions,
                                       std::uint64_t n);
    Function count; // number of positions with a set bit
    Function first; // list index of the first one; n: none
};

/// Is null when single lookups are quicker or the only choice. GRAPHBLAST_GATHERS=0 or 1 overrides.
const BitLookups *wide_lookups() noexcept;
/// The wide lookups that the processor supports, quick or not; null: none.
const BitLookups *possible_lookups() noexcept;

} // namespace grb
