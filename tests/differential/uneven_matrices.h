// Matrices with rows of given lengths, and their entries, for problems too large for the model.
#pragma once

#include "differential/random.h"

#include "GraphBLAS.h"

#include <cstdint>
#include <limits>
#include <tuple>
#include <vector>

namespace grb::fuzz {

using Tuples = std::vector<std::tuple<GrB_Index, GrB_Index, std::int64_t>>;

/// Makes an INT64 matrix with rows of about the given lengths and small values, some of them 0.
GrB_Matrix uneven_matrix(Rng &rng, GrB_Index ncols, const std::vector<std::size_t> &row_lengths);

Tuples tuples_of(GrB_Matrix C);

/// Returns the value of every element by rows, `absent` where C has no entry: compared faster than
/// tuples.
std::vector<std::int64_t> cells_of(GrB_Matrix C);
constexpr std::int64_t absent = std::numeric_limits<std::int64_t>::min();

} // namespace grb::fuzz
