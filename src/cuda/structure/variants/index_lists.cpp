// Uploads index lists, and inverts them on the device.
#include "cuda/structure/variants/index_lists.hpp"

#include "cuda/structure/structure_calls.h"
namespace grb::device {

PositionList positions_of(const IndexList &list, Array &owned) {
    if (list.is_all) return {nullptr, false};
    Array made;
    const std::uint64_t *const here = listed(list, made);
    const std::size_t bytes = list.count * sizeof(std::uint64_t);
    owned = Array::make_here(bytes);
    auto *const there = static_cast<std::uint64_t *>(owned.data_here_for_writing());
    device::upload(there, here, bytes);
    return {there, false};
}

PositionList inverse_positions(const IndexList &list, std::uint64_t size, Array &owned) {
    if (list.is_all) return {nullptr, false};
    Array indices;
    owned = Array::make_here(size * sizeof(std::uint64_t));
    InvertCall call{};
    call.list = positions_of(list, indices).indices;
    call.count = list.count;
    call.size = size;
    call.inverse = static_cast<std::uint64_t *>(owned.data_here_for_writing());
    check(gpu::invert_list(&call));
    return {call.inverse, true};
}

Array region_bits(const IndexList &rows, const IndexList &columns, std::uint64_t nrows,
                  std::uint64_t ncols) {
    Array row_positions, column_positions;
    Array bits = Array::make_here((nrows * ncols + 63) / 64 * 8);
    GatherElementsCall call{};
    call.rows = inverse_positions(rows, nrows, row_positions);
    call.columns = inverse_positions(columns, ncols, column_positions);
    call.nrows = nrows;
    call.ncols = ncols;
    call.size = 1;
    call.out_bits = static_cast<std::uint64_t *>(bits.data_here_for_writing());
    check(gpu::gather_elements(&call));
    return bits;
}

} // namespace grb::device
