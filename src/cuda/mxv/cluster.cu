// Renumbers columns so that those with many entries lie side by side. A gather from u fetches a sector of 8 floats
// and occupies an L1 line of 32: where hubs are scattered over u, most of those bytes are never used.
#include "cuda/plugin/exports.hpp"
#include "cuda/mxv/mxv_calls.h"
#include "cuda/plugin/launch.hpp"
#include "cuda/structure/sort.hpp"
#include "cuda/structure/values.hpp"

namespace grb::device {

namespace {

using std::uint64_t;

/// counts(j) += 1 for each entry in column j. Grid: entries / 256 blocks. Deterministic.
__global__ void __launch_bounds__(plain_threads)
    count_columns(const unsigned *columns, uint64_t nvals, unsigned *counts) {
    const uint64_t p = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    if (p < nvals) atomicAdd(counts + columns[p], 1u);
}

/// Classes by powers of 2, the fullest first. Within a class columns keep their order, and with it their locality. Grid: columns / 256 blocks.
__global__ void __launch_bounds__(plain_threads)
    classify(const unsigned *counts, uint64_t ncols, unsigned *keys, unsigned *columns) {
    const uint64_t j = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    if (j >= ncols) return;
    keys[j] = static_cast<unsigned>(__clz(static_cast<int>(counts[j])));
    columns[j] = static_cast<unsigned>(j);
}

/// rank(order(k)) = k. Grid: columns / 256 blocks.
__global__ void __launch_bounds__(plain_threads)
    invert(const unsigned *order, uint64_t ncols, unsigned *rank) {
    const uint64_t k = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    if (k < ncols) rank[order[k]] = static_cast<unsigned>(k);
}

/// Grid: entries / 256 blocks.
__global__ void __launch_bounds__(plain_threads)
    renumber(const unsigned *columns, const unsigned *rank, uint64_t nvals, unsigned *renumbered) {
    const uint64_t p = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    if (p < nvals) renumbered[p] = rank[columns[p]];
}

} // namespace

/// Moves 4 bytes a time: indices twice, and per entry an atomic and a gather on tables of ncols words.
static Status cluster_columns(const ClusterCall *call) {
    const CurrentDevice current;
    const SparseArrays &A = call->A;
    const auto *columns = static_cast<const unsigned *>(A.column_indices);
    Scratch keys, values;
    Status status = keys.allocate(2 * A.ncols * sizeof(unsigned));
    if (status == Status::ok) status = values.allocate(2 * A.ncols * sizeof(unsigned));
    if (status != Status::ok) return status;
    SortArrays sorted{};
    sorted.value_size = sizeof(unsigned);
    for (uint64_t k = 0; k < 2; k++) {
        sorted.keys[k] = keys.as<unsigned>() + k * A.ncols;
        sorted.values[k] = values.as<unsigned>() + k * A.ncols;
    }
    unsigned *const counts = sorted.keys[1];
    status = runtime().clear(counts, A.ncols * sizeof(unsigned));
    if (status == Status::ok)
        status = launch(&count_columns, blocks_for(A.nvals), columns, A.nvals, counts);
    if (status == Status::ok) {
        status = launch(&classify, blocks_for(A.ncols), counts, A.ncols, sorted.keys[0],
                        static_cast<unsigned *>(sorted.values[0]));
    }
    constexpr int bits = 6; // of 0 to 32
    if (status == Status::ok) status = sort_pairs(sorted, A.ncols, bits);
    if (status != Status::ok) return status;
    const auto *order = static_cast<const unsigned *>(sorted.values[sorted.first]);
    unsigned *const rank = sorted.keys[0];
    status = launch(&invert, blocks_for(A.ncols), order, A.ncols, rank);
    if (status == Status::ok)
        status = launch(&renumber, blocks_for(A.nvals), columns, rank, A.nvals, call->indices);
    if (status == Status::ok)
        status = runtime().copy(call->order, order, A.ncols * sizeof(unsigned));
    return status;
}

static Status permute_values(const PermuteCall *call) {
    const CurrentDevice current;
    return gather_values(call->order, call->from, call->size, call->value_size, call->to);
}

namespace {

const Export exports[] = {
    exported<&cluster_columns>(gpu::cluster_columns),
    exported<&permute_values>(gpu::permute_values)};

} // namespace

} // namespace grb::device
