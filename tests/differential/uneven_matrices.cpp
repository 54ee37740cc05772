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

namespace {

/// The entries as extractTuples gives them.
struct Entries {
    std::vector<GrB_Index> rows, columns;
    std::vector<std::int64_t> values;

    explicit Entries(GrB_Matrix C) {
        GrB_Index count = 0;
        require(GrB_Matrix_nvals(&count, C), "nvals");
        rows.resize(count), columns.resize(count), values.resize(count);
        require(
            GrB_Matrix_extractTuples_INT64(rows.data(), columns.data(), values.data(), &count, C),
            "extractTuples");
    }
};

} // namespace

Tuples tuples_of(GrB_Matrix C) {
    const Entries entries(C);
    Tuples tuples;
    for (std::size_t k = 0; k < entries.rows.size(); k++)
        tuples.emplace_back(entries.rows[k], entries.columns[k], entries.values[k]);
    return tuples;
}

std::vector<std::int64_t> cells_of(GrB_Matrix C) {
    const Entries entries(C);
    GrB_Index nrows = 0, ncols = 0;
    require(GrB_Matrix_nrows(&nrows, C), "nrows");
    require(GrB_Matrix_ncols(&ncols, C), "ncols");
    std::vector<std::int64_t> cells(nrows * ncols, absent);
    const std::int64_t *values = entries.values.data();
    for (std::size_t k = 0, count = entries.rows.size(); k < count; k++)
        cells[entries.rows[k] * ncols + entries.columns[k]] = values[k];
    return cells;
}

} // namespace grb::fuzz
