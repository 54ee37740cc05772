// Measures and copies the picked rows or columns by calls of the plugin.
#include "cuda/structure/rows/picked_lines.hpp"

#include "cuda/library/operands.hpp"
#include "cuda/structure/rows/formats.hpp"
#include "cuda/structure/rows/index_lists.hpp"
#include "cuda/structure/structure_calls.h"
#include "storage/convert.hpp"

namespace grb::device {

SparsePart picked(const LinesOf &lines, const IndexList &list) {
    const std::uint64_t count = list.count;
    SparsePart part;
    Array positions;
    Array prefix = Array::make_here((count + 1) * sizeof(std::uint64_t));
    RowsCall call{};
    call.A = pattern_arrays(lines.part, lines.count, lines.length);
    if (!lines.part.is_iso) call.A.values = lines.part.values.data_here();
    call.list = positions_of(list, positions).indices;
    call.count = count;
    call.prefix = static_cast<std::uint64_t *>(prefix.data_here_for_writing());
    call.nvals = &part.nvals;
    call.size = static_cast<int>(lines.type->size);
    check(gpu::measure_rows(&call));
    if (part.nvals == 0) return part;
    part.stored_rows = count;
    part.index_width = lines.part.index_width;
    part.offset_width = offset_width_for(part.index_width, part.nvals);
    part.is_iso = lines.part.is_iso;
    if (part.offset_width == 8) {
        part.row_offsets = std::move(prefix);
    } else {
        part.row_offsets = Array::make_here((count + 1) * sizeof(std::uint32_t));
        call.row_offsets = part.row_offsets.data_here_for_writing();
    }
    part.column_indices = Array::make_here(part.nvals * static_cast<std::size_t>(part.index_width));
    call.indices = part.column_indices.data_here_for_writing();
    if (part.is_iso) {
        part.values = own_iso(lines.part.values, lines.type);
    } else {
        part.values = Array::make_here(part.nvals * lines.type->size);
        call.values = part.values.data_here_for_writing();
    }
    check(gpu::copy_rows(&call));
    return part;
}

} // namespace grb::device
