// The tool's reader of Matrix Market files, plain or compressed.
#include "fuzz/session.h"

#include "io/input_error.h"
#include "io/matrix_market.h"

#include <string>

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

/// Every entry is where the header says that one can be, in order, once.
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

/// The matrix that the tool makes of it.
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

} // namespace

} // namespace fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    using namespace fuzz;
    const std::string bytes(reinterpret_cast<const char *>(data), size);
    try {
        const std::string text = unpack(bytes, "fuzz.mtx");
        FUZZ_CHECK(text.size() <= longest_text(size));
        const EdgeList edges = parse_matrix_market(text, "fuzz.mtx");
        check_edges(edges, text.size());
        check_matrix(edges);
    } catch (const InputError &error) {
        FUZZ_CHECK(std::string(error.what()).rfind("fuzz.mtx: ", 0) == 0);
    }
    return 0;
}
