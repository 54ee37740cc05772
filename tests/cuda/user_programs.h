// Programs with users' types and operators, for the tests that compile them.
#pragma once

#include "cuda/catalogue_programs.h"
#include "cuda/elementwise.hpp"
#include "cuda/mxv_pull.hpp"
#include "cuda/sparse_merge.hpp"
#include "cuda/user_definitions.h"

namespace grb::device {

/// Compiles it.
inline void expect_complete(const std::string &program, int architecture = 90) {
    std::string code;
    ASSERT_EQ(compile(with_definitions(program), architecture, &code), Status::ok)
        << error_text() << '\n'
        << with_definitions(program);
    EXPECT_EQ(code.compare(0, 4, "\177ELF"), 0);
}

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
    call.u.bits = &bits;
    return call;
}

} // namespace grb::device
