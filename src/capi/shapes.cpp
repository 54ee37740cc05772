// Checks sizes and positions and converts index lists.
#include "capi/shapes.hpp"

#include "suitesparse/GraphBLAS.h"

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

namespace {

/// Returns the range that I describes, both ends included.
IndexList range_list(const char *argument, const GrB_Index *range, GrB_Index kind,
                     std::uint64_t dimension) {
    const bool is_down = kind == GxB_BACKWARDS;
    const std::uint64_t begin = range[GxB_BEGIN], end = range[GxB_END],
                        step = kind == GxB_RANGE ? 1 : range[GxB_INC];
    const std::uint64_t low = is_down ? end : begin, high = is_down ? begin : end;
    if (low > high || step == 0) return IndexList::progression(0, 1, 0, dimension);
    if (high >= dimension) {
        throw Error(GrB_INDEX_OUT_OF_BOUNDS,
                    "%s is the range %" PRIu64 " to %" PRIu64 ", the dimension is %" PRIu64,
                    argument, begin, end, dimension);
    }
    const std::uint64_t count = (high - low) / step + 1;
    const auto signed_step = static_cast<std::int64_t>(std::min(step, dimension));
    return IndexList::progression(begin, is_down ? -signed_step : signed_step, count, dimension);
}

} // namespace

IndexList index_list(const char *argument, const GrB_Index *indices, GrB_Index count,
                     std::uint64_t dimension) {
    required_pointer(indices, argument);
    if (indices == GrB_ALL) return IndexList::all(dimension);
    if (count == GxB_RANGE || count == GxB_STRIDE || count == GxB_BACKWARDS)
        return range_list(argument, indices, count, dimension);
    return {indices, count};
}

} // namespace grb
