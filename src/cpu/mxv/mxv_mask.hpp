// A vector mask as packed bits, 64 positions a word.
#pragma once

#include "base/array.hpp"
#include "storage/views.hpp"

namespace grb {

/// The mask allows position p when bit p of `words`, exclusive-or `flip`, is set. Null words: all
/// zero. Bits past the last position are undefined.
struct AllowedBits {
    const std::uint64_t *words = nullptr;
    std::uint64_t flip = ~std::uint64_t{0};
    Array owned; // owns `words`, unless they are the mask's own bitmap

    bool is_everything() const noexcept { return words == nullptr && flip != 0; }
    bool allows(std::uint64_t p) const noexcept {
        const std::uint64_t word = (words != nullptr ? words[p / 64] : 0) ^ flip;
        return (word >> (p % 64) & 1) != 0;
    }
};

/// A mask by the truth of values at all positions, asked without bits.
struct AllowedTruth {
    const void *values = nullptr; // null: there is no such mask
    unsigned size = 0;            // 1, 2, 4 or 8
    unsigned shift = 0;           // 1 drops the sign, which -0.0 has
    std::uint32_t flip = 0;
};

/// The mask if its values are full and real and differ, else none.
AllowedTruth allowed_truth(const MaskView &mask) noexcept;

/// The bits exist already, so that allowed_bits() costs nothing.
inline bool has_allowed_bits(const MaskView &mask) noexcept {
    return mask.is_none() || (mask.is_dense && mask.kind == MaskKind::structure);
}

/// The bits of a 1×positions mask. O(positions / 64 + entries), O(positions) for a dense value
/// mask.
AllowedBits allowed_bits(const MaskView &mask, std::uint64_t positions);

/// Sets bit k where the mask allows row_ids[k], for hypersparse rows. O(stored rows).
AllowedBits allowed_stored_rows(const MaskView &mask, const SparseView &rows);

} // namespace grb
