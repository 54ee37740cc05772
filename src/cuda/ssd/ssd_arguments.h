// Arguments of the sparse-sparse-dense kernels, as host and device see them.
#pragma once

#include "kernels/operand_arguments.h"

namespace grb::device {

/// Neighbouring entries of one row of A (the smart edge groups of Khan and Khan 2025 §IV-A).
struct EdgeGroup {
    unsigned long begin; // the first one
    unsigned row;
    unsigned count : 31;
    unsigned shares_row : 1; // with other groups: its update mode
};

/// C = C ⊕ A ⊕.⊗ X. X has `slots` slots a row; row j has counts[j] entries, which come first.
struct SsdArguments {
    CsrArrays A;
    unsigned long groups;
    const EdgeGroup *edge_groups;
    unsigned group_size, columns, slots;
    const unsigned *x_counts; // null: all rows of X have `slots` entries
    const void *x_columns, *x_values;
    const void *c_values; // the addend: one value where P::c_is_iso
    void *to_values;      // the sum
    bool is_wide;         // rows of C are multiples of 16 bytes, and begin on such boundaries
};

} // namespace grb::device
