// Builds uneven matrices from tuples and reads their tuples.
#include "differential/uneven_matrices.h"

#include "reference/bridge.h"

namespace grb::fuzz {

using model::require;

GrB_Matrix uneven_matrix(Rng &rng, GrB_Index ncols, const std::vector<std::size_t> &row_lengths) {
    std::vector<GrB_Index> rows, positions;
    std::vector<std::int64_t> values;
    for (GrB_Index i = 0; i < row_lengths.size(); i++) {
        for (std::size_t k = 0; k < row_lengths[i]; k++) {
            rows.push_back(i);
            positions.push_back(rng.below(ncols));
            values.push_back(static_cast<std::int64_t>(rng.below(5)) - 2);
        }
    }
    GrB_Matrix result = nullptr;
    require(GrB_Matrix_new(&result, GrB_INT64, row_lengths.size(), ncols), "new");
    require(GrB_Matrix_build_INT64(result, rows.data(), positions.data(), values.data(),
                                   rows.size(), GrB_FIRST_INT64),
            "build");
    return result;
}

Tuples tuples_of(GrB_Matrix C) {
    GrB_Index count = 0;
    require(GrB_Matrix_nvals(&count, C), "nvals");
    std::vector<GrB_Index> rows(count), positions(count);
    std::vector<std::int64_t> values(count);
    require(GrB_Matrix_extractTuples_INT64(rows.data(), positions.data(), values.data(), &count, C),
            "extractTuples");
    Tuples tuples;
    for (GrB_Index k = 0; k < count; k++) tuples.emplace_back(rows[k], positions[k], values[k]);
    return tuples;
}

} // namespace grb::fuzz
