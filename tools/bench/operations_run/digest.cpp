/// Digests of results: two libraries with equal digests have the same entries, up to rounding.
#include "cells.h"

#include <cmath>

namespace grb::tool {

namespace {

/// A number in [0, 1) that depends on the position alone.
double mix(GrB_Index i, GrB_Index j) {
    uint64_t x = i * 0x9E3779B97F4A7C15u + j * 0xC2B2AE3D27D4EB4Fu + 1;
    x = (x ^ (x >> 31)) * 0xBF58476D1CE4E5B9u;
    return static_cast<double>((x ^ (x >> 29)) >> 11) * 0x1p-53;
}

} // namespace

Digest digest_of(const TuplesRef &tuples) {
    Digest digest;
    digest.count = tuples->values.size();
    for (size_t k = 0; k < tuples->values.size(); k++) {
        const double value = tuples->values[k];
        digest.sum += value;
        digest.mixed +=
            value * mix(tuples->rows[k], tuples->columns.empty() ? 0 : tuples->columns[k]);
        digest.scale += std::abs(value);
    }
    return digest;
}

Digest digest_of(const MatrixRef &C) {
    GrB_Index n = 0;
    must(GrB_Matrix_nvals(&n, C.get()));
    const auto tuples =
        std::make_shared<Tuples>(Tuples{Indices(n), Indices(n), std::vector<double>(n)});
    must(GrB_Matrix_extractTuples_FP64(tuples->rows.data(), tuples->columns.data(),
                                       tuples->values.data(), &n, C.get()));
    return digest_of(tuples);
}

Digest digest_of(const std::shared_ptr<MatrixRef> &C) {
    return digest_of(*C);
}

Digest digest_of(const VectorRef &w) {
    GrB_Index n = 0;
    must(GrB_Vector_nvals(&n, w.get()));
    const auto tuples = std::make_shared<Tuples>(Tuples{Indices(n), {}, std::vector<double>(n)});
    must(GrB_Vector_extractTuples_FP64(tuples->rows.data(), tuples->values.data(), &n, w.get()));
    return digest_of(tuples);
}

Digest digest_of(const ScalarRef &scalar) {
    return {1, *scalar, *scalar, std::abs(*scalar)};
}

} // namespace grb::tool
