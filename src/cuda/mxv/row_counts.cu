// Counts the entries of each row by its offsets.
#include "cuda/mxv/row_counts_calls.h"
#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/launch.hpp"

namespace grb::device {

namespace {

/// A thread a row. Bytes: the offsets and the values, once. Deterministic.
template <class Offset, class Value>
__global__ void __launch_bounds__(plain_threads) count_entries(RowCountsCall call) {
    const std::uint64_t row = blockIdx.x * std::uint64_t{plain_threads} + threadIdx.x;
    if (row >= call.nrows) return;
    const auto *const offsets = static_cast<const Offset *>(call.row_offsets);
    static_cast<Value *>(call.values)[row] = static_cast<Value>(offsets[row + 1] - offsets[row]);
}

template <class Value>
auto kernel_of(int offset_width) {
    return offset_width == 4 ? &count_entries<std::uint32_t, Value>
                             : &count_entries<std::uint64_t, Value>;
}

Status row_counts(const RowCountsCall *call) {
    const CurrentDevice current;
    const int width = call->offset_width;
    const auto kernel = call->type == CountType::double_number   ? kernel_of<double>(width)
                        : call->type == CountType::single_number ? kernel_of<float>(width)
                        : call->type == CountType::long_integer  ? kernel_of<std::uint64_t>(width)
                                                                 : kernel_of<std::uint32_t>(width);
    return launch(kernel, blocks_for(call->nrows), *call);
}

const Export export_of_row_counts = exported<&row_counts>(gpu::row_counts);

} // namespace

} // namespace grb::device
