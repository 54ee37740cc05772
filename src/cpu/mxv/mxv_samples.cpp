// Estimates how many entries of the matrix a product reads, by samples of its rows and of the
// frontier.
#include "costs/rates.hpp"
#include "cpu/common/mask_cursor.hpp"
#include "cpu/mxv/mxv_cost.hpp"
#include "cpu/mxv/mxv_pull.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

namespace grb {

namespace {

/// Counting the entries that push reads would take as long as reading so few.
constexpr double entries_worth_counting = 64;
/// Rows that a traversal has not reached yet are much shorter than the mean.
const HostCoefficient entries_worth_sampling{
    "mxv_sampling_entries", "1",
    "when pull and push both read more, the rows that a mask allows are sampled", 1 << 16};
constexpr std::uint64_t sampled_rows = 256;

double size_of(std::uint64_t n) noexcept {
    return static_cast<double>(n);
}

/// Estimates what a pull visits, from rows at equal distances that the mask allows. A row ends at
/// its first entry with a partner in u; one in entries_of_partner has one. The mask must be on the
/// host, and A not hypersparse.
PullExtent sampled_extent(const MxvProblem &problem, const SparseView &A,
                          double entries_of_partner) {
    const MaskView mask = problem.mask.view();
    const bool is_list = !mask.is_dense && !mask.is_complemented;
    const std::uint64_t population = is_list ? mask.sparse.nvals : A.nrows;
    if (population == 0) return {};
    MaskCursor cursor(mask);
    cursor.begin_row(0);
    const std::uint64_t samples = std::min(population, sampled_rows);
    std::uint64_t allowed = 0;
    double entries = 0;
    for (std::uint64_t s = 0; s < samples; s++) {
        std::uint64_t row = population / samples * s;
        if (is_list) {
            row = mask.sparse.index_width == 4
                      ? static_cast<const std::uint32_t *>(mask.sparse.column_indices)[row]
                      : static_cast<const std::uint64_t *>(mask.sparse.column_indices)[row];
        }
        if (!cursor.allows(row)) continue;
        allowed++;
        // Close to the mean of a geometric distribution that ends with the row.
        const double length = size_of(row_offset(A, row + 1) - row_offset(A, row));
        entries += length / (1 + length / entries_of_partner);
    }
    const double rows_of_sample = size_of(population) / size_of(samples);
    return {size_of(allowed) * rows_of_sample, entries * rows_of_sample};
}

/// A sum ends at its first product that is there, or that is true.
bool ends_early(const MxvProblem &problem) noexcept {
    return problem.semiring->add->op->traits.is_idempotent &&
           (problem.result_type()->code == TypeCode::boolean || problem.first_product_decides() ||
            problem.last_product_decides() || expected_tier(problem) == Tier::pattern);
}

/// Vertices of a frontier at equal distances: entries of its list, or one of each word of its
/// bitmap. The form must be at hand.
class FrontierSample {
public:
    FrontierSample() = default;
    explicit FrontierSample(const SparseView &list) noexcept {
        const std::uint64_t samples = std::min<std::uint64_t>(
            list.nvals, std::clamp<std::uint64_t>(list.nvals / 64, 16, most));
        for (; count_ < samples; count_++) {
            const std::uint64_t p = list.nvals * count_ / samples;
            vertices_[count_] = list.index_width == 4
                                    ? static_cast<const std::uint32_t *>(list.column_indices)[p]
                                    : static_cast<const std::uint64_t *>(list.column_indices)[p];
        }
    }
    FrontierSample(const std::uint64_t *bits, std::uint64_t words) noexcept {
        const std::uint64_t step = (words + most - 1) / most;
        // Later rounds visit the words between, for a bitmap with few bits.
        for (std::uint64_t round = 0; round < std::min(step, most_rounds); round++) {
            for (std::uint64_t w = round; w < words && count_ < most; w += step) {
                if (bits[w] == 0) continue;
                // Begins at another bit of each word: degrees may depend on the low bits.
                const int first = static_cast<int>(count_ * 11 % 64),
                          bit = first + std::countr_zero(std::rotr(bits[w], first));
                vertices_[count_++] = w * 64 + static_cast<std::uint64_t>(bit % 64);
            }
        }
    }
    std::span<const std::uint64_t> vertices() const noexcept { return {vertices_, count_}; }

private:
    static constexpr std::uint64_t most = 128, most_rounds = 8;
    std::uint64_t vertices_[most];
    std::uint64_t count_ = 0;
};

FrontierSample sample_of(const Snapshot &u, std::uint64_t n) noexcept {
    if (const auto list = u.vectors_at_hand(false)) return FrontierSample(*list);
    if (!u.has_dense()) return {};
    const Array &bits = u.dense_form().get().bits;
    if (bits.empty() || !bits.is_on_host()) return {};
    return {bits.as<std::uint64_t>(), (n + 63) / 64};
}

} // namespace

PullExtent pull_extent(const MxvProblem &problem, double rows) {
    const double m = size_of(problem.m()), all = size_of(problem.A->most_nvals());
    PullExtent extent{rows, all * std::min(1.0, m > 0 ? rows / m : 0.0)};
    const bool is_early = ends_early(problem), counts = problem.counts_entries();
    // Fewer than n over u's vertices if u's columns are long.
    double entries_of_partner = HUGE_VAL;
    if (is_early && !counts)
        entries_of_partner =
            extent.entries < entries_worth_sampling
                ? size_of(problem.n()) / std::max(1.0, size_of(problem.u->most_nvals()))
                : all / std::max(1.0, push_entries(problem));
    if (!problem.mask.is_none() && extent.entries > entries_worth_sampling &&
        problem.mask.is_at_hand() && push_entries(problem) > entries_worth_sampling / 2) {
        const auto rows_of_A = problem.A->vectors_at_hand(problem.is_transposed);
        if (rows_of_A && !rows_of_A->is_hyper()) {
            const PullExtent sampled = sampled_extent(problem, *rows_of_A, entries_of_partner);
            extent = {std::min(rows, sampled.rows), std::min(extent.entries, sampled.entries)};
        }
    }
    if (counts || is_early)
        extent.entries = std::min(extent.entries, extent.rows * (counts ? 1 : entries_of_partner));
    return extent;
}

double push_entries(const MxvProblem &problem) {
    const Snapshot &u = *problem.u;
    const std::uint64_t count = u.most_nvals();
    const double n = size_of(problem.n()), all = size_of(problem.A->most_nvals());
    if (count == 0) return 0;
    if (count == problem.n() || all <= entries_worth_counting) return all;
    const auto A = problem.A->vectors_at_hand(!problem.is_transposed);
    const FrontierSample sample = A ? sample_of(u, problem.n()) : FrontierSample();
    const std::span<const std::uint64_t> vertices = sample.vertices();
    if (vertices.empty()) return size_of(count) * (n > 0 ? all / n : 0);
    std::uint64_t entries = 0;
    dispatch_widths(*A, [&](const auto &columns) {
        for (const std::uint64_t vertex : vertices) {
            std::uint64_t k = 0;
            if (columns.find_row(vertex, k))
                entries += columns.row_offsets[k + 1] - columns.row_offsets[k];
        }
    });
    return std::min(all, size_of(entries) * size_of(count) / size_of(vertices.size()));
}

} // namespace grb
