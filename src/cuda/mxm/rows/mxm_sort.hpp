// Products of two sparse matrices by sorting, for any monoid and for rows that are listed; for mxm and for mxv.
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

/// Null, or why the monoid or the multiplier cannot be had. Types of values are another question.
const char *refuses_sorted(const Semiring &semiring) noexcept;
/// Seconds, with so many products, waits and all.
double sorting_seconds(double products, double value_bytes);
Ref<Snapshot> sorted_product(const SortedProduct &product);

} // namespace grb::device
