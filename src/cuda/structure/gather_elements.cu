// Gathers dense elements by lists of positions, for extract, and by inverse lists for assign. The
// kernels move values by size, so they are compiled with the plugin.
#include "cuda/plugin/exports.hpp"
#include "cuda/structure/structure_calls.h"
#include "kernels/common.cuh"
#include "cuda/structure/moved.hpp"

#include <cstdint>

namespace grb::device {

namespace {

constexpr int block = 256;
constexpr std::uint64_t nowhere = ~std::uint64_t{0};

std::uint64_t blocks_for(std::uint64_t threads) {
    return threads / block + (threads % block != 0 ? 1 : 0);
}

/// inverse(list(k)) = k + 1; if the list repeats a position, the largest such k (by atomicMax, so
/// that timing does not change the result). `inverse` is cleared before. Grid: entries of the list
/// / 256 blocks.
__global__ void __launch_bounds__(block)
    invert(const std::uint64_t *list, std::uint64_t count, unsigned long long *inverse) {
    const std::uint64_t k = blockIdx.x * std::uint64_t{block} + threadIdx.x;
    if (k < count) atomicMax(inverse + list[k], static_cast<unsigned long long>(k + 1));
}

/// The k-th position of the list, or 2^64 - 1 if there is none.
__device__ std::uint64_t position(const PositionList &list, std::uint64_t k) {
    if (list.indices == nullptr) return k;
    return list.is_inverse ? list.indices[k] - 1 : list.indices[k];
}

/// out(p) = the element that the lists name for p; absent elements hold zero. One thread per
/// element of `out`. A warp owns whole 32-bit words of presence bits and writes them by ballot.
/// Assign uses inverse lists, so that no element is written twice. Bytes: out once, at worst a
/// sector of the source per element. Grid: elements / 256 blocks. Deterministic. (Gather of a dense
/// vector: Yang 2019 §3.)
template <class Value>
__global__ void __launch_bounds__(block)
    gather(GatherElementsCall g, Runtime::Publication publication) {
    const std::uint64_t p = blockIdx.x * std::uint64_t{block} + threadIdx.x;
    const std::uint64_t elements = g.nrows * g.ncols;
    std::uint64_t from = nowhere;
    if (p < elements) {
        const std::uint64_t i = g.nrows == 1 ? 0 : p / g.ncols, j = p - i * g.ncols;
        const std::uint64_t row = position(g.rows, i), column = position(g.columns, j);
        if (row != nowhere && column != nowhere)
            from = row * g.row_stride + column * g.column_stride;
        if (from != nowhere && g.bits != nullptr && (g.bits[from / 64] >> (from % 64) & 1) == 0)
            from = nowhere;
        const Moved<Value> values(g.values, g.size), out(g.out_values, g.size);
        if (values.is_there()) from != nowhere ? out.take(p, values, from) : out.clear(p);
    }
    if (g.out_bits == nullptr) return; // the same in all threads
    const unsigned word = __ballot_sync(all_lanes, from != nowhere);
    // The host reads words of 64 bits: writes both halves of the last one.
    if (lane() == 0 && p / 32 < (elements + 63) / 64 * 2)
        reinterpret_cast<unsigned *>(g.out_bits)[p / 32] = word;
    publish_entries({publication.sum, publication.blocks, publication.where}, from != nowhere);
}

const void *kernel_for(int size) {
    const void *kernel = nullptr;
    with_size(size, [&](auto value) {
        kernel = reinterpret_cast<const void *>(&gather<decltype(value)>);
        return Status::ok;
    });
    return kernel;
}

} // namespace

static Status invert_list(const InvertCall *call) {
    const CurrentDevice current;
    const Status status = runtime().clear(call->inverse, call->size * sizeof(std::uint64_t));
    if (status != Status::ok) return status;
    const std::uint64_t *positions = call->list;
    std::uint64_t count = call->count;
    auto *inverse = reinterpret_cast<unsigned long long *>(call->inverse);
    void *list[] = {&positions, &count, &inverse};
    return runtime().launch(reinterpret_cast<const void *>(&invert), blocks_for(count), block,
                            list);
}

static Status gather_elements(const GatherElementsCall *call) {
    const CurrentDevice current;
    GatherElementsCall copy = *call;
    const void *kernel = kernel_for(call->size);
    const std::uint64_t blocks = blocks_for(call->nrows * call->ncols);
    Runtime::Publication publication{};
    void *list[] = {&copy, &publication};
    const bool is_counted = call->nvals.now != nullptr || call->nvals.later != nullptr;
    if (!is_counted || call->out_bits == nullptr || blocks == 0) {
        if (call->nvals.now != nullptr) *call->nvals.now = 0;
        return runtime().launch(kernel, blocks, block, list);
    }
    Status status = runtime().begin_publication(&publication);
    if (status == Status::ok) status = runtime().launch(kernel, blocks, block, list);
    if (status == Status::ok) return runtime().deliver(publication, call->nvals);
    if (publication.where != nullptr) runtime().abandon(publication);
    return status;
}

namespace {

const Export exports[] = {
    exported<&invert_list>(gpu::invert_list),
    exported<&gather_elements>(gpu::gather_elements)};

} // namespace

} // namespace grb::device
