// Arguments of the product with a diagonal, as host and device see them; see mxm_diagonal.cuh.
#pragma once

#include "kernels/operand_arguments.h"

namespace grb::device {

inline constexpr int diagonal_threads = 256;
/// Entries that a block takes.
inline constexpr unsigned long diagonal_share = 1024;

struct MxmDiagonalArguments {
    CsrArrays A; // the other matrix
    const void *diagonal;
    void *c_values;
};

} // namespace grb::device
