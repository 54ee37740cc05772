// A matrix that came from foreign bytes must be as good as any other.
#pragma once

#include "fuzz/types.h"

namespace fuzz {

struct Tuples {
    std::vector<GrB_Index> rows, columns;
    Bytes values;
    bool operator==(const Tuples &) const = default;
};

/// All entries, read into arrays of exactly the size that nvals says; in ascending order.
Tuples tuples_of(GrB_Matrix A, const Domain &domain);

/// Reads every entry in several ways, computes with them, stores and loads, changes and frees:
/// the results must agree. Of a matrix with more than 2^14 entries (a few bytes can say that all of
/// them are equal) only some are read. A is changed and changed back.
void walk(GrB_Matrix A, const Domain &domain);

} // namespace fuzz
