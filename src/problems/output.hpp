// The output of a call, as the C API hands it to an operation.
#pragma once

#include "objects/container.hpp"
#include "problems/problems.hpp"

namespace grb {

/// The positions that an assign writes. Outside them C stays unchanged, unless mask and replace
/// delete. Where a region is passed by pointer, null means all of C.
struct Region {
    IndexList rows, columns; // of C; is_all for the whole dimension
    /// Row and column assign: mask and replace act on this row (column) only.
    bool has_major = false, major_is_column = false;
    std::uint64_t major = 0;
};

/// Everything about the output of a call.
struct Output {
    Container *C = nullptr;
    MaskInput mask;
    const BinaryOp *accumulator = nullptr;
    bool is_replace = false;
};

} // namespace grb
