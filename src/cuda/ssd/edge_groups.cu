// Makes the entries of A's rows into groups of at most group_size of one row (Khan and Khan 2025
// §III, IV-A).
#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/launch.hpp"
#include "cuda/ssd/ssd_arguments.h"
#include "cuda/ssd/ssd_calls.h"
#include "cuda/structure/scan.hpp"

namespace grb::device {

namespace {

using std::uint64_t;

static_assert(sizeof(EdgeGroup) == edge_group_bytes);

/// firsts(i) = groups of row i, firsts(nrows) = 0. Grid: (rows + 1) / 256.
template <class Offset>
__global__ void __launch_bounds__(plain_threads)
    count_groups(const Offset *offsets, uint64_t nrows, unsigned group_size, unsigned *firsts) {
    const uint64_t i = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    if (i > nrows) return;
    const uint64_t length = i == nrows ? 0 : offsets[i + 1] - offsets[i];
    firsts[i] = static_cast<unsigned>((length + group_size - 1) / group_size);
}

/// classes(c) += groups of group_size - c entries, c < group_size. Any grid.
template <class Offset>
__global__ void __launch_bounds__(plain_threads)
    count_classes(const Offset *offsets, uint64_t nrows, unsigned group_size, unsigned *classes) {
    extern __shared__ unsigned own[];
    for (unsigned c = threadIdx.x; c < group_size; c += plain_threads) own[c] = 0;
    __syncthreads();
    const uint64_t stride = uint64_t{gridDim.x} * plain_threads;
    for (uint64_t i = blockIdx.x * uint64_t{plain_threads} + threadIdx.x; i < nrows; i += stride) {
        const uint64_t length = offsets[i + 1] - offsets[i];
        const auto full = static_cast<unsigned>(length / group_size);
        const auto rest = static_cast<unsigned>(length % group_size);
        if (full != 0) atomicAdd(own, full);
        if (rest != 0) atomicAdd(own + (group_size - rest), 1u);
    }
    __syncthreads();
    for (unsigned c = threadIdx.x; c < group_size; c += plain_threads)
        if (own[c] != 0) atomicAdd(classes + c, own[c]);
}

/// A thread per row; its warp writes the full groups of a row. classes: the next position of each
/// class, from which a block takes as many as its rows need; null: in order of the rows. Grid: rows
/// / 256. Shared: group_size words.
template <class Offset>
__global__ void __launch_bounds__(plain_threads)
    list_groups(const Offset *offsets, uint64_t nrows, unsigned group_size, const unsigned *firsts,
                unsigned *classes, EdgeGroup *groups) {
    extern __shared__ unsigned own[];
    const uint64_t i = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    const bool is_row = i < nrows;
    const uint64_t begin = is_row ? offsets[i] : 0, length = is_row ? offsets[i + 1] - begin : 0;
    const auto full = static_cast<unsigned>(length / group_size);
    const auto rest = static_cast<unsigned>(length % group_size);
    unsigned of_full = is_row ? firsts[i] : 0, of_rest = of_full + full;
    if (classes != nullptr) {
        for (unsigned c = threadIdx.x; c < group_size; c += plain_threads) own[c] = 0;
        __syncthreads();
        if (full != 0) of_full = atomicAdd(own, full);
        if (rest != 0) of_rest = atomicAdd(own + (group_size - rest), 1u);
        __syncthreads();
        for (unsigned c = threadIdx.x; c < group_size; c += plain_threads)
            if (own[c] != 0) own[c] = atomicAdd(classes + c, own[c]);
        __syncthreads();
        of_full += own[0];
        if (rest != 0) of_rest += own[group_size - rest];
    }
    EdgeGroup group{};
    group.row = static_cast<unsigned>(i);
    group.shares_row = full + (rest != 0) > 1;
    if (rest != 0) {
        group.begin = begin + uint64_t{full} * group_size;
        group.count = rest;
        groups[of_rest] = group;
    }
    for (unsigned rows = __ballot_sync(~0u, full != 0); rows != 0; rows &= rows - 1) {
        const int lane = __ffs(static_cast<int>(rows)) - 1;
        const uint64_t at = __shfl_sync(~0u, begin, lane);
        const unsigned count = __shfl_sync(~0u, full, lane), to = __shfl_sync(~0u, of_full, lane);
        EdgeGroup one{};
        one.row = __shfl_sync(~0u, group.row, lane);
        one.shares_row = __shfl_sync(~0u, group.shares_row, lane);
        one.count = group_size;
        for (unsigned k = threadIdx.x % 32; k < count; k += 32) {
            one.begin = at + uint64_t{k} * group_size;
            groups[to + k] = one;
        }
    }
}

template <class Offset>
Status list_of(const EdgeGroupsCall &call) {
    const auto *offsets = static_cast<const Offset *>(call.A.row_offsets);
    const uint64_t nrows = call.A.nrows;
    if (call.classes != nullptr) {
        const std::size_t bytes = call.group_size * sizeof(unsigned);
        Status status = runtime().clear(call.classes, bytes);
        if (status != Status::ok) return status;
        void *list[] = {const_cast<const Offset **>(&offsets), const_cast<uint64_t *>(&nrows),
                        const_cast<unsigned *>(&call.group_size),
                        const_cast<unsigned **>(&call.classes)};
        constexpr uint64_t most_blocks = 1024;
        status = runtime().launch(reinterpret_cast<const void *>(&count_classes<Offset>),
                                  blocks_for(nrows) < most_blocks ? blocks_for(nrows) : most_blocks,
                                  plain_threads, list, bytes);
        if (status == Status::ok)
            status = exclusive_sums(call.classes, call.classes, call.group_size);
        if (status != Status::ok) return status;
    }
    auto *const groups = static_cast<EdgeGroup *>(call.groups);
    void *list[] = {const_cast<const Offset **>(&offsets),    const_cast<uint64_t *>(&nrows),
                    const_cast<unsigned *>(&call.group_size), const_cast<unsigned **>(&call.firsts),
                    const_cast<unsigned **>(&call.classes),   const_cast<EdgeGroup **>(&groups)};
    return runtime().launch(reinterpret_cast<const void *>(&list_groups<Offset>), blocks_for(nrows),
                            plain_threads, list, call.group_size * sizeof(unsigned));
}

} // namespace

static Status count_edge_groups(const EdgeGroupsCall *call) {
    const CurrentDevice current;
    const SparseArrays &A = call->A;
    const uint64_t n = A.nrows + 1;
    Status status = A.offset_width == 4 ? launch(&count_groups<std::uint32_t>, blocks_for(n),
                                                 static_cast<const std::uint32_t *>(A.row_offsets),
                                                 A.nrows, call->group_size, call->firsts)
                                        : launch(&count_groups<uint64_t>, blocks_for(n),
                                                 static_cast<const uint64_t *>(A.row_offsets),
                                                 A.nrows, call->group_size, call->firsts);
    if (status == Status::ok) status = exclusive_sums(call->firsts, call->firsts, n);
    unsigned total = 0;
    if (status == Status::ok)
        status = runtime().download(&total, call->firsts + A.nrows, sizeof total);
    *call->count = total;
    return status;
}

static Status list_edge_groups(const EdgeGroupsCall *call) {
    const CurrentDevice current;
    return call->A.offset_width == 4 ? list_of<std::uint32_t>(*call) : list_of<uint64_t>(*call);
}

namespace {

const Export exports[] = {exported<&count_edge_groups>(gpu::count_edge_groups),
                          exported<&list_edge_groups>(gpu::list_edge_groups)};

} // namespace

} // namespace grb::device
