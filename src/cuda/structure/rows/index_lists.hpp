// Index lists of extract and assign on the device. All throw Failure and std::bad_alloc.
#pragma once

#include "cuda/library/operands.hpp"
#include "cuda/structure/structure_calls.h"

namespace grb::device {

/// The list, or the range written out, copied there; `owned` keeps it alive.
PositionList positions_of(const IndexList &list, Array &owned);
/// For each position of a dimension of `size`: where the list names it last.
PositionList places_in(const IndexList &list, std::uint64_t size, Array &owned);

/// Bits of the cells rows × columns of an nrows × ncols object.
Array region_bits(const IndexList &rows, const IndexList &columns, std::uint64_t nrows,
                  std::uint64_t ncols);

/// Bytes of a list that are copied to the device; those of a range are made for that.
inline double bytes_of(const IndexList &list) noexcept {
    return list.is_all ? 0 : 8 * static_cast<double>(list.count);
}

} // namespace grb::device
