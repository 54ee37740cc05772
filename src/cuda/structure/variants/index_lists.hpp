// Index lists of extract and assign on the device. All throw Failure and std::bad_alloc.
#pragma once

#include "cuda/library/operands.hpp"
#include "cuda/structure/structure_calls.h"

namespace grb::device {

/// Copies the list, or the expanded range, to the device; `owned` keeps it alive.
PositionList positions_of(const IndexList &list, Array &owned);
/// The inverse of a list: for each position of a dimension of `size`, the last position in the list
/// that names it.
PositionList inverse_positions(const IndexList &list, std::uint64_t size, Array &owned);

/// The bits of the positions rows × columns of an nrows × ncols object.
Array region_bits(const IndexList &rows, const IndexList &columns, std::uint64_t nrows,
                  std::uint64_t ncols);

/// The bytes of a list that are copied to the device. A range is expanded first.
inline double bytes_of(const IndexList &list) noexcept {
    return list.is_all ? 0 : 8 * static_cast<double>(list.count);
}

} // namespace grb::device
