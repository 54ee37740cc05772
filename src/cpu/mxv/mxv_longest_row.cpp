// Estimates the share of a matrix's entries in its longest row.
#include "cpu/mxv/mxv_cost.hpp"
#include "cpu/mxv/mxv_pull.hpp"

#include <algorithm>
#include <array>

namespace grb {

double share_of_longest_row(const SparseView &A, int threads) noexcept {
    const std::uint64_t quantiles =
        std::min<std::uint64_t>(64, 4 * static_cast<std::uint64_t>(threads));
    std::uint64_t last = ~std::uint64_t{0}, run = 0, longest = 0;
    for (std::uint64_t q = 1; q < quantiles; q++) {
        const std::uint64_t row = row_at_diagonal(A, (A.stored_rows + A.nvals) / quantiles * q);
        run = row == last ? run + 1 : 1;
        last = row;
        longest = std::max(longest, run);
    }
    return longest < 2 ? 0 : static_cast<double>(longest) / static_cast<double>(quantiles);
}

double share_of_most_frequent(const MxvProblem &problem) noexcept {
    const auto A = problem.A->vectors_at_hand(!problem.is_transposed);
    if (!A) return 0;
    std::array<std::uint64_t, 64> rows;
    for (std::size_t s = 0; s < rows.size(); s++) {
        const std::uint64_t p = A->nvals / rows.size() * s;
        rows[s] = A->index_width == 4 ? static_cast<const std::uint32_t *>(A->column_indices)[p]
                                      : static_cast<const std::uint64_t *>(A->column_indices)[p];
    }
    std::sort(rows.begin(), rows.end());
    std::size_t longest = 0, run = 0;
    for (std::size_t s = 0; s < rows.size(); s++) {
        run = s != 0 && rows[s] == rows[s - 1] ? run + 1 : 1;
        longest = std::max(longest, run);
    }
    return longest < 4 ? 0 : static_cast<double>(longest) / static_cast<double>(rows.size());
}

} // namespace grb
