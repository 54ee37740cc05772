// Checks the entries of a graph that a reader made, and the matrix that the tool makes of it.
#include "fuzz/edges.h"

#include "fuzz/session.h"

namespace fuzz {

namespace {

using namespace grb::tool;

bool has_entry(const EdgeList &edges, std::uint64_t row, std::uint64_t column) {
    std::uint64_t low = 0, high = edges.size();
    while (low < high) {
        const std::uint64_t middle = low + (high - low) / 2;
        if (edges.rows[middle] == row && edges.cols[middle] == column) return true;
        const bool is_before =
            edges.rows[middle] < row || (edges.rows[middle] == row && edges.cols[middle] < column);
        (is_before ? low : high) = is_before ? middle + 1 : middle;
    }
    return false;
}

} // namespace

void check_edges(const EdgeList &edges, std::size_t text_bytes) {
    const std::uint64_t n = edges.size();
    FUZZ_CHECK(n <= 2 * text_bytes);
    FUZZ_CHECK(edges.cols.size() == n && edges.weights.size() == (edges.is_pattern() ? 0 : n));
    for (std::uint64_t k = 0; k < n; k++) {
        const std::uint64_t i = edges.rows[k], j = edges.cols[k];
        FUZZ_CHECK(i < edges.nrows && j < edges.ncols);
        FUZZ_CHECK(k == 0 || edges.rows[k - 1] < i ||
                   (edges.rows[k - 1] == i && edges.cols[k - 1] < j));
        FUZZ_CHECK(!edges.is_undirected || has_entry(edges, j, i));
    }
    const bool is_square = edges.nrows == edges.ncols;
    FUZZ_CHECK(!is_symmetric(edges) || is_square);
    FUZZ_CHECK(!edges.is_undirected || is_square);
    if (edges.is_undirected && edges.is_pattern()) FUZZ_CHECK(is_symmetric(edges));
}

void check_matrix(const EdgeList &edges) {
    const std::uint64_t n = edges.size();
    std::vector<double> values(n, 1.0);
    for (std::uint64_t k = 0; k < edges.weights.size(); k++) values[k] = edges.weights[k];
    GrB_Matrix A = nullptr;
    FUZZ_REQUIRE(GrB_Matrix_new(&A, GrB_FP64, edges.nrows, edges.ncols));
    FUZZ_REQUIRE(
        GrB_Matrix_build_FP64(A, edges.rows.data(), edges.cols.data(), values.data(), n, nullptr));
    GrB_Index nvals = 0;
    FUZZ_REQUIRE(GrB_Matrix_nvals(&nvals, A));
    FUZZ_CHECK(nvals == n);
    FUZZ_REQUIRE(GrB_Matrix_free(&A));
}

} // namespace fuzz
