// The positions that an assign writes.
#pragma once

#include "problems/index_list.hpp"

namespace grb {

/// The positions that an assign writes. Outside them C stays unchanged, unless mask and replace
/// delete. Where a region is passed by pointer, null means all of C.
struct Region {
    IndexList rows, columns; // of C; is_all for the whole dimension
    /// Row and column assign: mask and replace act on this row (column) only.
    bool has_major = false, major_is_column = false;
    std::uint64_t major = 0;
};

} // namespace grb
