// Sorting tuples by (row, column) and finding the distinct positions among them; none of it depends on
// types or operators.
#pragma once

#include "cuda/plugin/runtime.hpp"
#include "cuda/structure/structure_calls.h"

namespace grb::device {

/// Tuples on the device in the order found so far: as given, or sorted.
struct TupleOrder {
    const void *rows, *columns; // as given; rows null: all in row 0
    int row_width, column_width;
    const unsigned *order; // where the k-th stands in the input; null: at k
    const void *keys;      // of the k-th: row above column; null: only the arrays tell
    int key_width, column_bits;
};

class TupleSort {
public:
    explicit TupleSort(const BuildCall &call);
    /// Sorts, and counts the distinct positions; both wait. has_outside: an index is too large; then nothing
    /// else is known.
    Status run(bool *has_outside, std::uint64_t *distinct);
    bool has_duplicates() const { return distinct_ != count_; }
    /// The distinct positions: (nrows + 1) offsets unless null, and the columns.
    Status place(void *offsets, int offset_width, void *indices, int index_width);
    /// Input positions in sorted order; null: the input's own.
    const unsigned *order() const { return tuples_.order; }
    /// After place(): where the tuples of each distinct position begin in that order, and their end; null:
    /// each has one.
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
