// Sorts the entries of each row by value: the library fills in this call, the plugin executes it.
#pragma once

#include "cuda/table.h"

namespace grb::device {

/// Sorts each row of A by itself: entry p of the result has the value of entry order(p) of A, its
/// column is its number in the row, and positions(p) is the column of order(p) in A. Equal values
/// keep their order. key_type: the C++ name of a real built-in type; NaN follows all numbers. Fewer
/// than 2^32 entries.
struct SortRowsCall {
    SparseArrays A;
    const void *keys; // A.nvals values of key_type; null: all are equal
    const char *key_type;
    bool is_descending;
    int value_size; // of A's values; 0: no values are moved
    void *columns;  // of A's index width
    void *values;   // of A's
    std::int64_t *positions;
};

namespace gpu {
inline const Function<const SortRowsCall *> sort_rows{"sort_rows"};
} // namespace gpu

} // namespace grb::device
