// Sorts tuples by (row, column) and finds the distinct positions, independently of types and
// operators.
#pragma once

#include "cuda/plugin/runtime.hpp"
#include "cuda/structure/structure_calls.h"

namespace grb::device {

/// Tuples on the device, in input order or sorted.
struct TupleOrder {
    const void *rows, *columns; // as given; rows null: all in row 0
    int row_width, column_width;
    const unsigned *order; // the k-th tuple's position in the input; null: k
    const void *keys;      // the k-th tuple's row and column as one number, or null
    int key_width, column_bits;
};

class TupleSort {
public:
    explicit TupleSort(const BuildCall &call);
    /// Sorts and counts the distinct positions; waits. has_outside: an index is too large, and all
    /// other results are undefined.
    Status run(bool *has_outside, std::uint64_t *distinct);
    bool has_duplicates() const { return distinct_ != count_; }
    /// Writes the columns of the distinct positions, and nrows + 1 offsets unless null.
    Status write(void *offsets, int offset_width, void *indices, int index_width);
    /// The input positions of the sorted tuples, or null if the input is in order.
    const unsigned *order() const { return tuples_.order; }
    /// After write(): the begin of each distinct position's tuples in that order, and the end of
    /// the last; null if all positions are distinct.
    const unsigned *starts() const { return starts_.as<unsigned>(); }

private:
    Status sort();
    template <class Key>
    Status sort_pass(int bits, bool with_rows, bool with_columns);
    Status count_heads();

    std::uint64_t count_, nrows_, ncols_, distinct_ = 0;
    TupleOrder tuples_{};
    unsigned *orders_[2] = {};
    int current_ = 0;
    Scratch keys_, order_memory_, ranks_, starts_;
};

} // namespace grb::device
