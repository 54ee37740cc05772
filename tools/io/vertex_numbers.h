// Numbers vertices consecutively; only numbers that occur in entries become vertices, in ascending
// order.
#pragma once

#include "buffer.h"
#include "edge_list.h"
#include "processes.h"
#include "vertex_ids.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace grb::tool {

struct Extent {
    uint64_t least = 0;
    uint64_t largest = 0;
};

/// The numbers of an entry to use.
enum class Sides { both, sources, targets };

template <class Key, class Each>
void for_numbers(const Key &key, Sides sides, const Each &each) {
    if (sides != Sides::targets) each(key.row());
    if (sides != Sides::sources) each(key.col());
}

template <class Entry>
Extent extent_of(const Buffer<Entry> &entries, Sides sides) {
    uint64_t least = UINT64_MAX;
    uint64_t largest = 0;
    const uint64_t count = entries.size();
#pragma omp parallel for schedule(static) reduction(min      \
                                                    : least) \
    reduction(max                                            \
              : largest) if (count > serial_size)
    for (uint64_t k = 0; k < count; ++k)
        for_numbers(entries[k].key, sides, [&](uint64_t number) {
            least = std::min(least, number);
            largest = std::max(largest, number);
        });
    return {count == 0 ? 0 : least, largest};
}

/// Replaces each number by place(number).
template <class Entry, class Position>
void move_numbers(Buffer<Entry> &entries, Sides sides, const Position &position) {
    using Key = decltype(Entry::key);
    const uint64_t count = entries.size();
#pragma omp parallel for schedule(static) if (count > serial_size)
    for (uint64_t k = 0; k < count; ++k) {
        Key &key = entries[k].key;
        key = Key::of(sides == Sides::targets ? key.row() : position(key.row()),
                      sides == Sides::sources ? key.col() : position(key.col()));
    }
}

/// The numbers that occur, as one bit each, if they are dense in their extent.
class OccurringBits {
public:
    template <class Entry>
    OccurringBits(const Buffer<Entry> &entries, Sides sides, const Extent &extent)
        : least_(extent.least), words_((extent.largest - extent.least) / 64 + 1, 0) {
        const uint64_t count = entries.size();
#pragma omp parallel for schedule(static) if (count > serial_size)
        for (uint64_t k = 0; k < count; ++k)
            for_numbers(entries[k].key, sides, [&](uint64_t number) {
                const uint64_t position = number - least_;
                const uint64_t bit = uint64_t{1} << (position % 64);
                const std::atomic_ref<uint64_t> word(words_[position / 64]);
                if ((word.load(std::memory_order_relaxed) & bit) == 0)
                    word.fetch_or(bit, std::memory_order_relaxed);
            });
        for (const uint64_t word : words_) size_ += static_cast<uint64_t>(std::popcount(word));
    }

    /// Returns whether the memory for the extent is in proportion to the entries.
    static bool suits(const Extent &extent, uint64_t count) {
        return (extent.largest - extent.least) / 64 <= count + 1024;
    }

    uint64_t size() const {
        return size_;
    }

    std::string_view bytes() const {
        return {reinterpret_cast<const char *>(words_.data()), 8 * words_.size()};
    }

    /// Adds the numbers of another process, as its bytes(); the extent is the same.
    void add(std::string_view bytes) {
        size_ = 0;
        for (size_t w = 0; w < words_.size(); ++w) {
            uint64_t word = 0;
            std::memcpy(&word, bytes.data() + 8 * w, sizeof word);
            words_[w] |= word;
            size_ += static_cast<uint64_t>(std::popcount(words_[w]));
        }
    }

    /// Numbers the entries' vertices from `first` on, and returns their old numbers in this order.
    template <class Entry>
    std::vector<uint64_t> number(Buffer<Entry> &entries, Sides sides, uint64_t first) const {
        std::vector<uint64_t> all;
        all.reserve(size_);
        std::vector<uint64_t> before(words_.size());
        for (size_t w = 0; w < words_.size(); ++w) {
            before[w] = first + all.size();
            for (uint64_t word = words_[w]; word != 0; word &= word - 1)
                all.push_back(least_ + 64 * w + static_cast<uint64_t>(std::countr_zero(word)));
        }
        if (64 * words_.size() <= entries.size()) {
            // Reading a table is faster than counting bits.
            Buffer<uint64_t> vertex(64 * words_.size());
            for (uint64_t v = 0; v < all.size(); ++v) vertex[all[v] - least_] = first + v;
            move_numbers(entries, sides, [&](uint64_t number) { return vertex[number - least_]; });
            return all;
        }
        move_numbers(entries, sides, [&](uint64_t number) {
            const uint64_t position = number - least_;
            const uint64_t below = (uint64_t{1} << (position % 64)) - 1;
            return before[position / 64] +
                   static_cast<uint64_t>(std::popcount(words_[position / 64] & below));
        });
        return all;
    }

private:
    uint64_t least_;
    std::vector<uint64_t> words_;
    uint64_t size_ = 0;
};

/// The numbers that occur, sorted.
template <class Entry>
std::vector<uint64_t> occurring_numbers(const Buffer<Entry> &entries, Sides sides) {
    std::vector<uint64_t> numbers;
    numbers.reserve((sides == Sides::both ? 2 : 1) * entries.size());
    for (const Entry &entry : entries)
        for_numbers(entry.key, sides, [&](uint64_t number) { numbers.push_back(number); });
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

/// The numbers of all processes, sorted and distinct.
inline std::vector<uint64_t> numbers_of_all(const std::vector<uint64_t> &own, Processes &group) {
    std::vector<uint64_t> all;
    for (const std::string &bytes :
         group.gather({reinterpret_cast<const char *>(own.data()), 8 * own.size()})) {
        const size_t before = all.size();
        all.resize(before + bytes.size() / 8);
        std::copy(bytes.begin(), bytes.end(), reinterpret_cast<char *>(all.data() + before));
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

/// Numbers the entries' vertices from `first` on, in the order of their sorted old numbers.
template <class Entry>
void number_by(const std::vector<uint64_t> &numbers, Buffer<Entry> &entries, Sides sides,
               uint64_t first) {
    move_numbers(entries, sides, [&](uint64_t number) {
        const auto found = std::lower_bound(numbers.begin(), numbers.end(), number);
        return first + static_cast<uint64_t>(found - numbers.begin());
    });
}

/// Does OccurringBits::number for numbers of any extent.
template <class Entry>
std::vector<uint64_t> number_occurring(Buffer<Entry> &entries, Sides sides, const Extent &extent,
                                       uint64_t first) {
    if (OccurringBits::suits(extent, entries.size()))
        return OccurringBits(entries, sides, extent).number(entries, sides, first);
    std::vector<uint64_t> numbers = occurring_numbers(entries, sides);
    number_by(numbers, entries, sides, first);
    return numbers;
}

} // namespace grb::tool
