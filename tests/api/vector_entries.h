// The entries of a vector as a map, for tests that have a model.
#pragma once

#include "api/gxb.h"

namespace api {

using Entries = std::map<GrB_Index, double>;

inline Entries map_of(GrB_Vector v) {
    GrB_Index n = 0;
    REQUIRE(GrB_Vector_nvals(&n, v));
    std::vector<GrB_Index> positions(n);
    std::vector<double> values(n);
    REQUIRE(GrB_Vector_extractTuples_FP64(positions.data(), values.data(), &n, v));
    Entries entries;
    for (GrB_Index k = 0; k < n; k++) entries[positions[k]] = values[k];
    return entries;
}

} // namespace api
