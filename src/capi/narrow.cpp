// Converts arrays of narrow numbers from and to arrays of FP32. The typed functions over narrow
// domains stand beside those of the other domains.
#include "base/parallel.hpp"
#include "capi/guard.hpp"
#include "capi/values.hpp"
#include "graphblast/grx_narrow.h"
#include "operations/arguments.hpp"

using namespace grb;

namespace {

GrB_Info cast_array(const char *function, void *z, const Type *to, const void *x, const Type *from,
                    GrB_Index n) {
    return guard_always(function, nullptr, [&] {
        if (n == 0) return;
        required_pointer(z, "z");
        required_pointer(x, "x");
        parallel_ranges(n, 1, [&](std::uint64_t first, std::uint64_t last) {
            cast_values(static_cast<char *>(z) + first * to->size, to,
                        static_cast<const char *>(x) + first * from->size, from, last - first);
        });
    });
}

} // namespace

#define GRB_DEFINE(P, T, type)                                           \
    GrB_Info P##_##T##_from_FP32(type *z, const float *x, GrB_Index n) { \
        return cast_array(__func__, z, P##_##T, x, GrB_FP32, n);         \
    }                                                                    \
    GrB_Info P##_##T##_to_FP32(float *z, const type *x, GrB_Index n) {   \
        return cast_array(__func__, z, GrB_FP32, x, P##_##T, n);         \
    }
GRB_NARROW_TYPES(GRB_PREFIXED, GRB_DEFINE)
#undef GRB_DEFINE
