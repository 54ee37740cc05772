// The call that counts the entries of rows.
#pragma once

#include "cuda/table.h"

namespace grb::device {

enum class CountType : int { double_number, single_number, long_integer, integer };

/// values[i] = the number of entries of row i, as a number of the type; integers wrap.
struct RowCountsCall {
    const void *row_offsets;
    int offset_width;
    std::uint64_t nrows;
    CountType type;
    void *values;
};

namespace gpu {
inline const Function<const RowCountsCall *> row_counts{"row_counts"};
} // namespace gpu

} // namespace grb::device
