// Vectors of small whole numbers by position, for tests that compare variants without the model.
#pragma once

#include "differential/engine_controls.h"
#include "differential/random.h"

#include "reference/bridge.h"

#include <map>
#include <utility>
#include <vector>

namespace grb::fuzz {

using Entries = std::vector<std::pair<GrB_Index, std::int64_t>>; // ascending

/// Makes `count` entries at random positions of `size`, with values from -4 to 4 or all 3.
inline GrB_Vector made(Rng &rng, GrB_Index size, std::size_t count, Format format,
                       bool is_iso = false) {
    std::map<GrB_Index, std::int64_t> entries;
    while (entries.size() < count)
        entries[rng.below(size)] = is_iso ? 3 : static_cast<std::int64_t>(rng.below(9)) - 4;
    std::vector<GrB_Index> positions;
    std::vector<std::int64_t> values;
    for (const auto &[position, value] : entries) {
        positions.push_back(position);
        values.push_back(value);
    }
    GrB_Vector result = nullptr;
    model::require(GrB_Vector_new(&result, GrB_INT64, size), "new");
    model::require(
        GrB_Vector_build_INT64(result, positions.data(), values.data(), count, GrB_FIRST_INT64),
        "build");
    pin(result, format, 0);
    return result;
}

inline Entries entries_of(GrB_Vector w) {
    GrB_Index count = 0;
    model::require(GrB_Vector_nvals(&count, w), "nvals");
    std::vector<GrB_Index> positions(count);
    std::vector<std::int64_t> values(count);
    model::require(GrB_Vector_extractTuples_INT64(positions.data(), values.data(), &count, w),
                   "extractTuples");
    Entries entries;
    for (GrB_Index k = 0; k < count; k++) entries.emplace_back(positions[k], values[k]);
    return entries;
}

} // namespace grb::fuzz
