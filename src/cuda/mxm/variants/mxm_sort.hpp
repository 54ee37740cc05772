// Products of two sparse matrices by sorting, for any monoid and for rows that are listed; for mxm
// and for mxv.
#pragma once

#include "problems/problems.hpp"

namespace grb::device {

/// C = A ⊕.⊗ B, rows of A (columns where a_by_columns) and of B, of any form that can be listed.
struct SortedProduct {
    const Snapshot &A, &B;
    bool a_by_columns, b_by_columns;
    const Semiring *semiring;
    const Type *type; // of the result
    bool is_flipped;  // b ⊗ a
};

/// Returns null, or the reason why the device lacks the monoid or the multiplier. Types of values
/// are checked elsewhere.
const char *refuses_sorted(const Semiring &semiring) noexcept;
/// Seconds for so many products, waits included.
double sorting_seconds(double products, double value_bytes);
Ref<Snapshot> sorted_product(const SortedProduct &product);

} // namespace grb::device
