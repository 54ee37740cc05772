// Operands as calls, launchers and kernels see them.
#pragma once

namespace grb::device {

/// CSR of a matrix; a vector of size n is one row. The widths of offsets and indices and the type
/// of the values are those of the call or of the kernel's program.
struct CsrArrays {
    unsigned long nrows, ncols, nvals;
    const void *row_offsets, *column_indices, *values;
};

/// Presence bits that a mask has, and what is exclusive-or'ed with them; bits null: none is set.
struct MaskWords {
    const unsigned long *bits;
    unsigned long flip;
};

} // namespace grb::device
