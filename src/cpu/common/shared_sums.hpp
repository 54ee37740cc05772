// Sums in elements that several threads share, and the bits of those that are there.
#pragma once

#include "algebra/operators.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace grb {

/// Adds n values to w at their positions.
using Fold = void (*)(void *w, const std::uint64_t *positions, const void *values, std::size_t n);

/// True for MIN, MAX and LOR of real types, the operators of find_fold(): a repeated or reordered
/// addition changes nothing.
bool has_fold(const BinaryOp &add) noexcept;
/// Returns the function that adds by the operator. is_shared: other threads may add to the same
/// elements, so it compares and swaps.
Fold find_fold(const BinaryOp &add, bool is_shared) noexcept;
/// A Fold for elements that several threads add to, but with plain writes: of two additions at
/// once an element may lose one. Returns whether it wrote. Once all threads are done, a shared Fold
/// of those values whose call wrote gives all sums: a value that was passed over lost to the old
/// element or to a value that is added again.
using Attempt = bool (*)(void *w, const std::uint64_t *positions, const void *values,
                         std::size_t n);
/// Returns how many of n values change their elements.
using CountChanges = std::size_t (*)(void *w, const std::uint64_t *positions, const void *values,
                                     std::size_t n);
struct PlainWrites {
    Attempt attempt = nullptr;
    CountChanges count_changes = nullptr;
};
/// Returns nulls but for integers of 4 and 8 bytes, those of vertices: others are too rare for code
/// of their own.
PlainWrites find_plain_writes(const BinaryOp &add) noexcept;
/// Sets n values to one that the operator passes over.
void fill_neutral(const BinaryOp &add, void *values, std::size_t n) noexcept;

/// Sets the bits of those of n positions whose value the operator passes over. is_shared: other
/// threads set bits of the same words.
using MarkNeutral = void (*)(std::uint64_t *words, const std::uint64_t *positions,
                             const void *values, std::size_t n, bool is_shared);
/// Sets the bits of those of n elements, which begin with a word, that are not neutral.
using MarkChanged = void (*)(std::uint64_t *words, const void *elements, std::uint64_t n);
/// Together they set the bits of all positions to whose neutral elements something was added.
struct NeutralMarks {
    MarkNeutral of_tuples = nullptr;
    MarkChanged of_elements = nullptr;
};
NeutralMarks find_neutral_marks(const BinaryOp &add) noexcept;

/// Sets the bits of n positions. is_shared: other threads set bits of the same words.
inline void mark_positions(std::uint64_t *words, const std::uint64_t *positions, std::size_t n,
                           bool is_shared) {
    for (std::size_t k = 0; k < n; k++) {
        std::uint64_t &word = words[positions[k] / 64];
        const std::uint64_t bit = std::uint64_t{1} << (positions[k] % 64);
        if (!is_shared) {
            word |= bit;
            continue;
        }
        const std::atomic_ref<std::uint64_t> shared(word);
        if ((shared.load(std::memory_order_relaxed) & bit) == 0)
            shared.fetch_or(bit, std::memory_order_relaxed);
    }
}
/// Counts the set bits of n words.
std::uint64_t count_marked(const std::uint64_t *words, std::uint64_t n);

} // namespace grb
