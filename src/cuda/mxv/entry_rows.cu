// Writes the row of each entry of a matrix by rows. It needs no operators, so the plugin contains
// it compiled.
#include "cuda/plugin/exports.hpp"
#include "cuda/mxv/mxv_calls.h"

namespace grb::device {

namespace {

constexpr int block = 256;

/// rows[p] = the last row that begins at p or before, by binary search. A thread per entry; no
/// scratch. Deterministic.
template <class Offset, class Row>
__global__ void __launch_bounds__(block)
    find_rows(const Offset *offsets, std::uint64_t nrows, std::uint64_t nvals, Row *rows) {
    const std::uint64_t p = blockIdx.x * std::uint64_t{block} + threadIdx.x;
    if (p >= nvals) return;
    std::uint64_t low = 0, high = nrows;
    while (high - low > 1) {
        const std::uint64_t middle = (low + high) / 2;
        if (offsets[middle] <= p) {
            low = middle;
        } else {
            high = middle;
        }
    }
    rows[p] = static_cast<Row>(low);
}

template <class Offset, class Row>
Status launch(const EntryRowsCall &call) {
    const void *offsets = call.A.row_offsets;
    std::uint64_t nrows = call.A.nrows, nvals = call.A.nvals;
    void *rows = call.rows;
    void *list[] = {&offsets, &nrows, &nvals, &rows};
    return runtime().launch(reinterpret_cast<const void *>(&find_rows<Offset, Row>),
                            (nvals + block - 1) / block, block, list);
}

} // namespace

static Status entry_rows(const EntryRowsCall *call) {
    const CurrentDevice current;
    using Short = std::uint32_t;
    using Long = std::uint64_t;
    if (call->row_width == 4)
        return call->A.offset_width == 4 ? launch<Short, Short>(*call) : launch<Long, Short>(*call);
    return call->A.offset_width == 4 ? launch<Short, Long>(*call) : launch<Long, Long>(*call);
}

namespace {

const Export export_of_entry_rows = exported<&entry_rows>(gpu::entry_rows);

} // namespace

} // namespace grb::device
