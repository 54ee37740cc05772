// Measures and copies the picked rows or columns by calls of the plugin.
#include "cuda/structure/variants/picked_vectors.hpp"

#include "cuda/library/operands.hpp"
#include "cuda/structure/structure_calls.h"
#include "cuda/structure/variants/formats.hpp"
#include "cuda/structure/variants/index_lists.hpp"
#include "storage/convert.hpp"

namespace grb::device {

SparseForm picked(const VectorsOf &vectors, const IndexList &list) {
    const std::uint64_t count = list.count;
    SparseForm form;
    Array positions;
    Array prefix = Array::make_here((count + 1) * sizeof(std::uint64_t));
    RowsCall call{};
    call.A = pattern_arrays(vectors.form, vectors.count, vectors.length);
    if (!vectors.form.is_iso) call.A.values = vectors.form.values.data_here();
    call.list = positions_of(list, positions).indices;
    call.count = count;
    call.prefix = static_cast<std::uint64_t *>(prefix.data_here_for_writing());
    call.nvals = &form.nvals;
    call.size = static_cast<int>(vectors.type->size);
    check(gpu::measure_rows(&call));
    if (form.nvals == 0) return form;
    form.stored_rows = count;
    form.index_width = vectors.form.index_width;
    form.offset_width = offset_width_for(form.index_width, form.nvals);
    form.is_iso = vectors.form.is_iso;
    if (form.offset_width == 8) {
        form.row_offsets = std::move(prefix);
    } else {
        form.row_offsets = Array::make_here((count + 1) * sizeof(std::uint32_t));
        call.row_offsets = form.row_offsets.data_here_for_writing();
    }
    form.column_indices = Array::make_here(form.nvals * static_cast<std::size_t>(form.index_width));
    call.indices = form.column_indices.data_here_for_writing();
    if (form.is_iso) {
        form.values = own_iso(vectors.form.values, vectors.type);
    } else {
        form.values = Array::make_here(form.nvals * vectors.type->size);
        call.values = form.values.data_here_for_writing();
    }
    check(gpu::copy_rows(&call));
    return form;
}

} // namespace grb::device
