// Converts vectors to lists of indices.
#include "capi/index_lists.hpp"

#include "capi/shapes.hpp"
#include "graphblast/gxb_index_lists.h"
#include "operations/arguments.hpp"
#include "storage/build.hpp"

#include <cinttypes>

namespace grb {

ListedNumbers::ListedNumbers(const char *argument, const Vector &vector, bool of_positions) {
    if (!of_positions) check_indices_type(argument, vector.type());
    const Ref<Snapshot> snapshot = vector.snapshot();
    count = snapshot->nvals();
    numbers = Array(count * sizeof(std::uint64_t));
    if (count == 0) return;
    auto *const target = numbers.as<std::uint64_t>();
    if (of_positions) {
        extract_tuples(*snapshot, nullptr, target, nullptr, vector.type());
    } else {
        extract_tuples(*snapshot, nullptr, nullptr, target, builtin_type(TypeCode::uint64));
    }
}

VectorAsList::VectorAsList(const char *argument, const Vector *vector, int usage,
                           std::uint64_t dimension)
    : list_(IndexList::all(dimension)) {
    if (vector == nullptr) return;
    own_ = ListedNumbers(argument, *vector, usage == GxB_USE_INDICES);
    if (usage != GxB_IS_STRIDE) {
        list_ = {own_.get(), own_.count};
        return;
    }
    if (own_.count != 3) {
        throw Error(GrB_INVALID_VALUE,
                    "%s has %" PRIu64 " entries, a range is three: first, last, step", argument,
                    own_.count);
    }
    const std::uint64_t *const given = own_.get();
    const bool is_down = static_cast<std::int64_t>(given[2]) < 0;
    const GrB_Index range[] = {given[0], given[1], is_down ? -given[2] : given[2]};
    list_ = index_list(argument, range, is_down ? GxB_BACKWARDS : GxB_STRIDE, dimension);
}

} // namespace grb
