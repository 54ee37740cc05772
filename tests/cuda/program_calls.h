// Calls whose programs the tests compile; fields irrelevant to a test have some value.
#pragma once

#include "cuda/elementwise/elementwise.hpp"
#include "cuda/merge/sparse_merge.hpp"
#include "cuda/mxv/mxv_pull.hpp"
#include "cuda/spmm/spmm.hpp"

namespace grb::device {

inline MergeCall merge_call(const char *a, const char *b, BinaryName op, const char *z) {
    MergeCall call{};
    call.a.dense.type = a;
    call.b.dense.type = b;
    call.op = op;
    call.z_type = z;
    return call;
}

inline MapCall map_call(MapKind kind, BinaryName f, const char *x, const char *z) {
    MapCall call{};
    call.kind = kind;
    call.functor = f.functor;
    call.type = f.type;
    call.x.dense.type = x;
    call.z_type = z;
    return call;
}

inline MxvPullCall pull_call(MxvVariant variant, SemiringName semiring, const char *a,
                             const char *u) {
    static const std::uint64_t bits = 0;
    MxvPullCall call{};
    call.variant = variant;
    call.semiring = semiring;
    call.A.type = a;
    call.u.type = u;
    call.A.nrows = 10;
    call.A.nvals = 40;
    call.A.offset_width = call.A.index_width = 4;
    if (variant != MxvVariant::hub && variant != MxvVariant::segmented)
        call.u.bits = &bits; // its u is full
    return call;
}

inline SpmmCall spmm_call(SpmmVariant variant, std::uint64_t columns, SemiringName semiring,
                          const char *a, const char *b) {
    SpmmCall call{};
    call.variant = variant;
    call.columns = columns;
    call.slice = 64;
    call.mask.flip = ~std::uint64_t{0};
    call.semiring = semiring;
    call.A.type = a;
    call.B.type = b;
    call.A.nrows = 10;
    call.A.nvals = 40;
    call.A.offset_width = call.A.index_width = 4;
    return call;
}

} // namespace grb::device
