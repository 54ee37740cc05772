// Positions of a long list as bits, with the number of entries before each 64 of them.
#pragma once

#include "base/array.hpp"
#include "base/parallel.hpp"
#include "storage/chunks.hpp"
#include "storage/snapshot.hpp"

namespace grb {

/// The index of a vector's list; kept with the snapshot. A query touches one cache line where a
/// search touches many. Takes a quarter of a byte for each position of the vector.
struct RankIndex final : Attachment {
    static constexpr char tag[] = "rank index";
    static constexpr AttachmentKey key{false, 0, nullptr};
    struct Word {
        std::uint64_t bits = 0, before = 0;
    };
    Array words;
    std::size_t bytes() const noexcept override { return sizeof *this + words.bytes(); }

    static std::uint64_t words_for(std::uint64_t positions) noexcept { return positions / 64 + 1; }
    bool has(std::uint64_t position) const noexcept {
        return (all_[position / 64].bits >> (position % 64) & 1) != 0;
    }
    /// Number of entries before a position: the position of its own entry, if any.
    std::uint64_t rank(std::uint64_t position) const noexcept {
        const Word &word = all_[position / 64];
        const std::uint64_t below = (std::uint64_t{1} << (position % 64)) - 1;
        return word.before + static_cast<std::uint64_t>(__builtin_popcountll(word.bits & below));
    }

    /// Indexes n ascending positions below `size`. Work O(n + size / 64), parallel. Throws
    /// std::bad_alloc.
    template <class I>
    RankIndex(const I *positions, std::uint64_t n, std::uint64_t size)
        : words(Array::of<Word>(words_for(size))), all_(words.as<Word>()) {
        Word *const to = words.as<Word>();
        const std::uint64_t count = words_for(size);
        const double work = static_cast<double>(n) / static_cast<double>(count) + 2;
        parallel_ranges(count, work, [&](std::uint64_t word, std::uint64_t last) {
            const I *at = std::lower_bound(positions, positions + n, word * 64,
                                           [](I x, std::uint64_t y) { return x < y; });
            for (; word < last; word++) {
                Word own{0, static_cast<std::uint64_t>(at - positions)};
                for (; at != positions + n && *at / 64 == word; ++at)
                    own.bits |= std::uint64_t{1} << (*at % 64);
                to[word] = own;
            }
        });
    }

private:
    const Word *all_;
};

} // namespace grb
