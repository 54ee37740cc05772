#pragma once

#include "cuda/spmm/spmm_calls.h"
#include "cuda/table.h"

namespace grb::device {

Status row_cells(const RowCellsCall *call);

/// A bit for each of `count` rows of `columns` cells (of rows[k], where rows is not null): the mask lets some cell of
/// it through. allowed_row_words(count) words.
Status allowed_rows(const MaskBits &mask, std::uint64_t columns, const unsigned *rows,
                    std::uint64_t count, unsigned *out);
/// One word more than the bits fill: kernels may read it.
inline std::uint64_t allowed_row_words(std::uint64_t count) {
    return count / 32 + 2;
}

} // namespace grb::device
