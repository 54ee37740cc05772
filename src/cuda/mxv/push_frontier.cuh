// The frontier of push as base vertices (see registration.cuh). A schedule of push is a policy of
// its kernels: Schedule::gather<P>(frontier, visit) calls visit(is_edge, q, p, e) for each entry p
// of A in the column of frontier entry q. All lanes of a warp call visit together, those without an
// entry with is_edge false. e is the number of the product in order of (q, p), for MergeSchedule
// and OwnMergeSchedule only. All blocks have schedule_threads threads; any grid does. Positions are
// 64-bit.
#pragma once

#include "mxv/mxv_push_arguments.h"
#include "kernels/registration.cuh"

namespace grb::device {

template <class P>
struct Frontier {
    const MxvPushArguments &arguments;

    __device__ explicit Frontier(const MxvPushArguments &a) : arguments(a) {}
    __device__ unsigned long count() const { return arguments.count; }
    __device__ unsigned long vertex(unsigned long q) const {
        const auto *list = static_cast<const typename P::FrontierIndex *>(arguments.frontier);
        return list == nullptr ? q : static_cast<unsigned long>(__ldg(list + q));
    }
    __device__ unsigned long offset(unsigned long v) const {
        return __ldg(static_cast<const typename P::Offset *>(arguments.A.row_offsets) + v);
    }
    __device__ Registration registration(unsigned long q) const {
        Registration own;
        if (q < count()) {
            const unsigned long v = vertex(q);
            own.begin = offset(v);
            own.degree = offset(v + 1) - own.begin;
        }
        return own;
    }
};

} // namespace grb::device
