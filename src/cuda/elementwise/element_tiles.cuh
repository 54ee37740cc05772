// A warp's pass over dense elements.
// Its lanes hold the bits of up to 1024 neighbouring elements, one word each: a decision by bits
// covers 32 elements at once, and each word is read and written once. The lanes then process
// elements side by side, and load the values of a few at the same time.
#pragma once

#include "elementwise/elementwise_arguments.h"
#include "kernels/common.cuh"

namespace grb::device {

inline constexpr int element_threads = 256;

/// The number of neighbouring words whose elements a lane loads before it uses the first.
template <class T>
inline constexpr unsigned words_at_once = sizeof(T) <= 4 ? 8 : 4;
template <class A, class B>
inline constexpr unsigned words_at_once_of_both = sizeof(A) < sizeof(B) ? words_at_once<B>
                                                                        : words_at_once<A>;

/// The words of one warp.
struct ElementTile {
    unsigned long first; // the first word
    unsigned count;      // words that hold elements

    /// Returns the lane's own word.
    __device__ unsigned long own() const { return first + lane(); }
    __device__ bool has_own() const { return static_cast<unsigned>(lane()) < count; }
    /// Returns this lane's element of word k.
    __device__ unsigned long element(unsigned k) const { return (first + k) * 32 + lane(); }
};

/// Calls body(tile) for this warp's tiles of `tile_words` words each, a multiple of 8 up to 32. Any
/// grid of blocks of 256.
template <class Body>
__device__ inline void each_tile(unsigned long elements, unsigned tile_words, const Body &body) {
    const unsigned long words = (elements + 31) / 32;
    const unsigned long step =
        gridDim.x * (element_threads / warp_size) * static_cast<unsigned long>(tile_words);
    unsigned long first = (blockIdx.x * static_cast<unsigned long>(element_threads) + threadIdx.x) /
                          warp_size * tile_words;
    for (; first < words; first += step) {
        const unsigned long left = words - first;
        body(ElementTile{first, left < tile_words ? static_cast<unsigned>(left) : tile_words});
    }
}

/// Returns the bits of a word's 32 elements that are among `elements`.
__device__ inline unsigned elements_within(unsigned long elements, unsigned long word) {
    const unsigned long left = elements - word * 32;
    return left >= 32 ? all_lanes : (1u << left) - 1;
}

/// Returns the bits of the lane's word that have an entry in x; none for a lane without a word.
__device__ inline unsigned word_of(const DenseElements &x, const ElementTile &tile, unsigned long elements) {
    if (x.is_empty || !tile.has_own()) return 0;
    const unsigned within = elements_within(elements, tile.own());
    return x.bits == nullptr ? within : x.bits[tile.own()] & within;
}

__device__ inline unsigned word_of(const DenseMask &mask, const ElementTile &tile) {
    return (mask.bits == nullptr || !tile.has_own() ? 0 : mask.bits[tile.own()]) ^ mask.flip;
}

/// Returns this lane's bit in the word of lane k.
__device__ inline bool says(unsigned word, unsigned k) {
    return (__shfl_sync(all_lanes, word, static_cast<int>(k)) >> lane() & 1) != 0;
}

/// Writes the words of the result. The host's words are twice as long: the second half of the last
/// is written, too.
__device__ inline void store_words(const DenseResult &result, const ElementTile &tile,
                                   unsigned long elements, unsigned word) {
    if (result.bits == nullptr) return;
    if (tile.has_own()) result.bits[tile.own()] = word;
    const unsigned long words = (elements + 31) / 32;
    if (lane() == 0 && words % 2 == 1 && tile.first + tile.count == words) result.bits[words] = 0;
}

} // namespace grb::device
