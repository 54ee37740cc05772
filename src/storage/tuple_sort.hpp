// Sorts tuples by (row, column): the only sort of build, pending updates, hypersparse
// transposition.
#pragma once

#include "base/array.hpp"

#include <cstdint>

namespace grb {

/// The key and, in the bits below it, the position in the input.
struct PackedTuple {
    std::uint64_t word;
};
/// Key and position apart, for keys that leave no bits for the position.
struct PairedTuple {
    std::uint64_t word, position;
};

/// Sorts stably by bits [low, high) of the words, all tuples agreeing in the bits above; the bits
/// below and `position` must ascend in the input. In place, with scratch of the same length.
void sort_tuples(PackedTuple *data, PackedTuple *scratch, std::uint64_t n, int low, int high,
                 int threads);
void sort_tuples(PairedTuple *data, PairedTuple *scratch, std::uint64_t n, int low, int high,
                 int threads);

/// Tuples in row-major order, equal ones in input order. Input that is already sorted costs one
/// scan and no memory. Else: parallel radix sort, top digit first until a bucket fits the cache,
/// then lowest digit first; O(n) per digit of the bits that the indices really use; 16 to 40 bytes
/// a tuple.
class SortedTuples {
public:
    /// Takes indices below 2^60, in arrays that outlive this object. `rows` null: all are in row 0.
    /// Throws std::bad_alloc.
    SortedTuples(const std::uint64_t *rows, const std::uint64_t *columns, std::uint64_t n);
    std::uint64_t size() const noexcept { return n_; }
    bool were_sorted() const noexcept { return mode_ == Mode::sorted; }
    /// The columns of the input, which is in order if were_sorted().
    const std::uint64_t *columns() const noexcept { return columns_; }
    /// The rows of the input; null: all are 0.
    const std::uint64_t *rows() const noexcept { return rows_; }
    std::uint64_t row_of(std::uint64_t position) const noexcept {
        return rows_ == nullptr ? 0 : rows_[position];
    }
    /// Rows, columns and input positions of tuples [begin, begin + count) of the sorted order.
    void decode(std::uint64_t begin, std::uint64_t count, std::uint64_t *rows,
                std::uint64_t *columns, std::uint64_t *positions) const noexcept;

private:
    enum class Mode : std::uint8_t { sorted, packed, paired, two_keys };
    bool scan(std::uint64_t &row_bits, std::uint64_t &column_bits) const;
    void sort_two_keys(int row_bits, int column_bits, int threads);

    const std::uint64_t *rows_, *columns_;
    std::uint64_t n_;
    Mode mode_ = Mode::sorted;
    int column_bits_ = 0, position_bits_ = 0;
    Array tuples_,
        order_; // two_keys: tuples hold (row, rank by column), order the position of a rank
};

} // namespace grb
