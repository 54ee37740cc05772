// The entries of A's rows in groups of at most so many of one row (paper 002 §III, IV-A).
#include "cuda/edge_groups.hpp"

#include "cuda/kernels/ssd_arguments.h"
#include "cuda/launch.hpp"
#include "cuda/scan.hpp"

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

/// Grid: rows / 8, a warp per row.
template <class Offset>
__global__ void __launch_bounds__(plain_threads)
    list_groups(const Offset *offsets, uint64_t nrows, unsigned group_size, const unsigned *firsts,
                EdgeGroup *groups) {
    const uint64_t i = (blockIdx.x * uint64_t{plain_threads} + threadIdx.x) / 32;
    if (i >= nrows) return;
    const unsigned first = firsts[i], count = firsts[i + 1] - first;
    const uint64_t begin = offsets[i], end = offsets[i + 1];
    for (unsigned k = threadIdx.x % 32; k < count; k += 32) {
        EdgeGroup group;
        group.begin = begin + uint64_t{k} * group_size;
        group.row = static_cast<unsigned>(i);
        group.count = static_cast<unsigned>(min(uint64_t{group_size}, end - group.begin));
        group.shares_row = count > 1;
        groups[first + k] = group;
    }
}

} // namespace

Status count_edge_groups(const EdgeGroupsCall *call) {
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

Status list_edge_groups(const EdgeGroupsCall *call) {
    const CurrentDevice current;
    const SparseArrays &A = call->A;
    auto *groups = static_cast<EdgeGroup *>(call->groups);
    const uint64_t blocks = blocks_for(A.nrows * 32);
    return A.offset_width == 4 ? launch(&list_groups<std::uint32_t>, blocks,
                                        static_cast<const std::uint32_t *>(A.row_offsets), A.nrows,
                                        call->group_size, call->firsts, groups)
                               : launch(&list_groups<uint64_t>, blocks,
                                        static_cast<const uint64_t *>(A.row_offsets), A.nrows,
                                        call->group_size, call->firsts, groups);
}

} // namespace grb::device
