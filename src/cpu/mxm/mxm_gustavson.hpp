// Gustavson's algorithm row by row: C(i, :) = ⊕_k A(i, k) ⊗ B(k, :), gathered in an accumulator.
//
// Accumulators find a column's slot by number (dense) or by hashing. Each has
//     Touch touch(column, slot)   slot: index into values()
//     void make_room(n)           n more columns may come; values() may move
// The row functions are templates over semiring × accumulator × widths, called once per row of A.
#pragma once

#include "cpu/common/workspace.hpp"
#include "cpu/mxm/mxm_rows.hpp"

#include <cstring>

namespace grb {

enum class Touch : std::uint8_t { dropped, first, again };

/// Set of columns, emptied by reading it in ascending order. Two summary levels mark the words that
/// have a bit, so that reading costs O(entries) and not O(n); n is below 2^36.
class Marks {
public:
    /// Number of zeroed words for n columns.
    static constexpr std::uint64_t words_for(std::uint64_t n) noexcept {
        return (n >> 6) + 1 + (n >> 12) + 1 + (n >> 18) + 1;
    }
    Marks(std::uint64_t n, std::uint64_t *memory) noexcept
        : top_words_((n >> 18) + 1), words_(memory), middle_(words_ + (n >> 6) + 1),
          top_(middle_ + (n >> 12) + 1) {}

    /// Returns true when the column is new.
    bool add(std::uint64_t column) noexcept {
        std::uint64_t &word = words_[column >> 6];
        const std::uint64_t bit = std::uint64_t{1} << (column & 63);
        if ((word & bit) != 0) return false;
        if (word == 0) raise(column >> 6);
        word |= bit;
        return true;
    }
    /// Calls f(column) in ascending order and removes everything.
    template <class F>
    void drain(F &&f) {
        for (std::uint64_t t = 0; t < top_words_; t++) {
            for (std::uint64_t top = std::exchange(top_[t], 0); top != 0; top &= top - 1) {
                const std::uint64_t m = t * 64 + lowest_bit(top);
                for (std::uint64_t middle = std::exchange(middle_[m], 0); middle != 0;
                     middle &= middle - 1) {
                    const std::uint64_t w = m * 64 + lowest_bit(middle);
                    for (std::uint64_t word = std::exchange(words_[w], 0); word != 0;
                         word &= word - 1) {
                        f(w * 64 + lowest_bit(word));
                    }
                }
            }
        }
    }

private:
    static std::uint64_t lowest_bit(std::uint64_t word) noexcept {
        return static_cast<std::uint64_t>(__builtin_ctzll(word));
    }
    void raise(std::uint64_t w) noexcept {
        std::uint64_t &middle = middle_[w >> 6];
        if (middle == 0) top_[w >> 12] |= std::uint64_t{1} << (w >> 6 & 63);
        middle |= std::uint64_t{1} << (w & 63);
    }
    std::uint64_t top_words_;
    std::uint64_t *words_, *middle_, *top_;
};

/// Values by column number, for n columns from `base` on. Calls reuse the memory: new pages would
/// cost more than few products.
class DenseAccumulator {
public:
    DenseAccumulator(std::uint64_t n, std::size_t value_size)
        : marks_(n, reserve(n, value_size)), values_(memory_->values()) {}
    /// Sets the base of an empty accumulator.
    void set_base(std::uint64_t base) noexcept { base_ = base; }
    ~DenseAccumulator() { memory_.set_clean(count_ == 0); }
    DenseAccumulator(const DenseAccumulator &) = delete;
    DenseAccumulator &operator=(const DenseAccumulator &) = delete;
    unsigned char *values() noexcept { return values_; }
    void make_room(std::uint64_t) noexcept {}
    Touch touch(std::uint64_t column, std::uint64_t &slot) noexcept {
        slot = column - base_;
        if (!marks_.add(slot)) return Touch::again;
        count_++;
        return Touch::first;
    }
    std::uint64_t count() const noexcept { return count_; }
    /// Calls f(column, slot) in ascending order, and empties the accumulator.
    template <class F>
    void drain(F &&f) {
        marks_.drain([&](std::uint64_t slot) { f(base_ + slot, slot); });
        count_ = 0;
    }

private:
    std::uint64_t *reserve(std::uint64_t n, std::size_t value_size) {
        memory_->reserve(Marks::words_for(n) * 64, n * value_size, 0);
        return memory_->marks();
    }

    BorrowedAccumulator memory_;
    Marks marks_;
    unsigned char *values_;
    std::uint64_t base_ = 0, count_ = 0;
};

/// A set of columns among n from `base` on; it keeps its columns, or when inverted the others.
class ColumnFilter {
public:
    explicit ColumnFilter(std::uint64_t n)
        : memory_(Array::zeroed(((n >> 6) + 1) * sizeof(std::uint64_t))),
          words_(memory_.as<std::uint64_t>()) {}
    void set_inverted(bool inverted) noexcept { flip_ = inverted ? ~std::uint64_t{0} : 0; }
    /// Sets the base of an empty set.
    void set_base(std::uint64_t base) noexcept { base_ = base; }
    void add(std::uint64_t column) noexcept {
        words_[(column - base_) >> 6] |= std::uint64_t{1} << (column & 63);
    }
    /// Clears the word of a column. Called for every added column, it empties the set.
    void clear_word_of(std::uint64_t column) noexcept { words_[(column - base_) >> 6] = 0; }
    bool keeps(std::uint64_t column) const noexcept {
        return ((words_[(column - base_) >> 6] ^ flip_) >> (column & 63) & 1) != 0;
    }

private:
    Array memory_;
    std::uint64_t *words_;
    std::uint64_t flip_ = 0, base_ = 0;
};

/// Filters the columns of a dense accumulator.
class FilteredAccumulator {
public:
    FilteredAccumulator(DenseAccumulator &inner, const ColumnFilter &filter)
        : inner_(inner), filter_(filter) {}
    unsigned char *values() noexcept { return inner_.values(); }
    void make_room(std::uint64_t) noexcept {}
    Touch touch(std::uint64_t column, std::uint64_t &slot) noexcept {
        return filter_.keeps(column) ? inner_.touch(column, slot) : Touch::dropped;
    }

private:
    DenseAccumulator &inner_;
    const ColumnFilter &filter_;
};

/// Open addressing with linear probing; values are in the order of the first touch. Slots carry the
/// number of their row, so that nothing is cleared between rows.
class HashAccumulator {
public:
    explicit HashAccumulator(std::size_t value_size) : value_size_(value_size) {}
    unsigned char *values() noexcept { return values_.as<unsigned char>(); }
    /// `expected`: estimate of the columns, or with add_allowed() their upper bound.
    void begin_row(std::uint64_t expected);
    void add_allowed(std::uint64_t column) noexcept { find(column) = {column, row_, not_yet}; }
    /// Makes touch() ignore columns that are not in the table.
    void close() noexcept { is_closed_ = true; }
    void make_room(std::uint64_t n) {
        if (is_closed_) return;
        if (count_ + n > capacity_) grow_values(count_ + n);
        if ((count_ + n) * 2 > slot_count_) grow_slots((count_ + n) * 2);
    }
    Touch touch(std::uint64_t column, std::uint64_t &entry) noexcept {
        Slot &slot = find(column);
        if (slot.row == row_) {
            entry = slot.entry;
            if (entry != not_yet) return Touch::again;
        } else if (is_closed_) {
            return Touch::dropped;
        }
        slot = {column, row_, static_cast<std::uint32_t>(count_)};
        entry = count_;
        columns_.as<std::uint64_t>()[count_++] = column;
        return Touch::first;
    }
    std::uint64_t count() const noexcept { return count_; }
    /// Calls f(column, slot) in the order of the first touch, and empties the table.
    template <class F>
    void drain(F &&f) {
        const auto *columns = columns_.as<std::uint64_t>();
        for (std::uint64_t k = 0; k < count_; k++) f(columns[k], k);
        count_ = 0;
    }

private:
    struct Slot {
        std::uint64_t column;
        std::uint32_t row, entry;
    };
    static constexpr std::uint32_t not_yet = ~std::uint32_t{0};
    Slot &find(std::uint64_t column) noexcept {
        Slot *slots = slots_.as<Slot>();
        std::uint64_t k = (column * 0x9E3779B97F4A7C15u) >> shift_;
        while (slots[k].row == row_ && slots[k].column != column) k = (k + 1) & (slot_count_ - 1);
        return slots[k];
    }
    void next_stamp() noexcept;
    void grow_values(std::uint64_t needed);
    void grow_slots(std::uint64_t needed);

    std::size_t value_size_;
    Array slots_, columns_, values_;
    std::uint64_t slot_count_ = 0; // in use, a power of two; slots_ may hold more
    std::uint64_t capacity_ = 0, count_ = 0;
    int shift_ = 63;
    std::uint32_t row_ = 0; // stamp
    bool is_closed_ = false;
};

/// Adds the products of stored row `row` of A to the accumulator. `scratch` holds 2 ·
/// Products::chunk_length products.
using RowFunction = void (*)(const Products &products, const SparseView &A, const SparseView &B,
                             std::uint64_t row, void *accumulator, unsigned char *scratch);

/// Finds the fastest row function for these products: pattern, curated, or batch. A and B have one
/// width.
RowFunction find_dense_row(const Products &products, const SparseView &A);
RowFunction find_filtered_row(const Products &products, const SparseView &A);
RowFunction find_hash_row(const Products &products, const SparseView &A);

} // namespace grb
