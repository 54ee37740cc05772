#include "capi/shapes.hpp"

#include <cinttypes>

namespace grb {

void check_dimension(const char *argument, GrB_Index size) {
    if (size <= GrB_INDEX_MAX + 1) return;
    throw Error(GrB_INVALID_VALUE, "%s is %" PRIu64 ", the largest is %" PRIu64, argument, size,
                GrB_INDEX_MAX + 1);
}

void check_position(const char *owner, const Vector &object, GrB_Index i) {
    if (i < object.ncols()) return;
    throw Error(GrB_INVALID_INDEX, "i is %" PRIu64 ", %s has size %" PRIu64, i, owner,
                object.ncols());
}

void check_position(const char *owner, const Matrix &object, GrB_Index i, GrB_Index j) {
    if (i >= object.nrows()) {
        throw Error(GrB_INVALID_INDEX, "i is %" PRIu64 ", %s has %" PRIu64 " rows", i, owner,
                    object.nrows());
    }
    if (j >= object.ncols()) {
        throw Error(GrB_INVALID_INDEX, "j is %" PRIu64 ", %s has %" PRIu64 " columns", j, owner,
                    object.ncols());
    }
}

IndexList index_list(const char *argument, const GrB_Index *indices, GrB_Index count,
                     std::uint64_t dimension) {
    required_pointer(indices, argument);
    if (indices == GrB_ALL) return {nullptr, dimension, true};
    return {indices, count, false};
}

} // namespace grb
