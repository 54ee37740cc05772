// The rows of a product by a full matrix that its mask allows.
#pragma once

#include "cuda/spmm/spmm_calls.h"
#include "cuda/table.h"

namespace grb::device {

Status row_elements(const RowElementsCall *call);

/// Sets a bit for each of `count` rows of `columns` elements (of rows[k], where rows is not null)
/// in which the mask allows some element. allowed_row_words(count) words.
Status allowed_rows(const MaskBits &mask, std::uint64_t columns, const unsigned *rows,
                    std::uint64_t count, unsigned *out);
/// One word more than the bits fill: kernels may read it.
inline std::uint64_t allowed_row_words(std::uint64_t count) {
    return count / 32 + 2;
}

} // namespace grb::device
