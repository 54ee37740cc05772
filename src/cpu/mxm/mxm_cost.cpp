// Estimates the sizes of matrix products from samples of the operands' rows and entries.
#include "cpu/mxm/mxm_cost.hpp"

#include "base/parallel.hpp"
#include "cpu/mxv/curated.hpp"

#include <algorithm>

namespace grb {

namespace {

const HostCoefficient cache_bytes{"mxm_cached_bytes", "bytes",
                                  "beyond this footprint gathers and scatters go to memory", 8e6};

/// Finds the sparse view of a form that is on the host already.
bool find_form(const Snapshot &snapshot, bool columns, SparseView &view) noexcept {
    const std::optional<SparseView> form = snapshot.vectors_at_hand(columns);
    if (form) view = *form;
    return form.has_value();
}

std::uint64_t sample_position(std::uint64_t k, std::uint64_t n, std::uint64_t nvals) noexcept {
    return n == nvals ? k : nvals / n * k + nvals % n * k / n;
}

std::uint64_t length_of_row(const SparseView &view, std::uint64_t row) noexcept {
    return dispatch_widths(view, [&](const auto &sparse) -> std::uint64_t {
        std::uint64_t k = 0;
        return sparse.find_row(row, k) ? sparse.row_offsets[k + 1] - sparse.row_offsets[k] : 0;
    });
}

/// Sums the lengths of the rows that n sampled entries name by their columns.
template <class E, class Rows>
std::uint64_t length_of_rows(const Rows &rows, const SparseView &entries,
                             std::uint64_t n) noexcept {
    const auto *const columns = static_cast<const E *>(entries.column_indices);
    std::uint64_t sum = 0;
    for (std::uint64_t s = 0; s < n; s++) {
        std::uint64_t k = 0;
        if (rows.find_row(columns[sample_position(s, n, entries.nvals)], k))
            sum += rows.row_offsets[k + 1] - rows.row_offsets[k];
    }
    return sum;
}

/// The row of entry p.
struct RowAround {
    std::uint64_t number, length;
};
RowAround row_around(const SparseView &view, std::uint64_t p) noexcept {
    return dispatch_widths(view, [&](const auto &sparse) {
        const auto *offsets = sparse.row_offsets;
        const auto *after = std::upper_bound(offsets, offsets + sparse.stored_rows, p);
        const auto k = static_cast<std::uint64_t>(after - offsets) - 1;
        return RowAround{sparse.row_id(k), static_cast<std::uint64_t>(offsets[k + 1] - offsets[k])};
    });
}

/// Hubs spread the lengths widely: large products are worth more samples.
constexpr std::uint64_t most_samples = 1024;
std::uint64_t sample_size(std::uint64_t nvals) noexcept {
    return std::min(nvals, std::clamp<std::uint64_t>(nvals >> 10, 128, most_samples));
}

/// The numbers of the columns of n sampled entries, or of their rows; sorted.
void sample_vectors(const SparseView &entries, bool rows, std::uint64_t n,
                    std::uint64_t *vectors) noexcept {
    for (std::uint64_t s = 0; s < n; s++) {
        const std::uint64_t p = sample_position(s, n, entries.nvals);
        vectors[s] = rows ? row_around(entries, p).number
                     : entries.index_width == 4
                         ? static_cast<const std::uint32_t *>(entries.column_indices)[p]
                         : static_cast<const std::uint64_t *>(entries.column_indices)[p];
    }
    std::sort(vectors, vectors + n);
}

/// The mean length of the columns of `to` that the entries of `from` name, from samples of both:
/// the share of pairs that lie in one column, times the entries.
double length_from_pairs(const SparseView &from, bool from_rows, const SparseView &to) noexcept {
    std::uint64_t names[most_samples], columns[most_samples];
    const std::uint64_t named = sample_size(from.nvals), seen = sample_size(to.nvals);
    sample_vectors(from, from_rows, named, names);
    sample_vectors(to, false, seen, columns);
    double pairs = 0;
    for (std::uint64_t s = 0; s < named; s++) {
        const auto found = std::equal_range(columns, columns + seen, names[s]);
        pairs += static_cast<double>(found.second - found.first);
    }
    return pairs / static_cast<double>(named) / static_cast<double>(seen) *
           static_cast<double>(to.nvals);
}

double operation_rate(const MxmProblem &problem) noexcept {
    const Semiring &semiring = *problem.semiring;
    if (semiring.add->op->code == BinaryCode::user || semiring.multiply->code == BinaryCode::user) {
        return rates().operations_user;
    }
    const int curated =
        find_curated(semiring, curated_operand_type(problem.A->type(), problem.A->is_iso()),
                     curated_operand_type(problem.B->type(), problem.B->is_iso()), false);
    return curated >= 0 ? rates().operations_curated : rates().operations_batch;
}

} // namespace

double mean_length_matched(const Snapshot &from, bool from_columns, const Snapshot &to,
                           bool to_columns) {
    SparseView entries, lengths;
    const bool has_entries = find_form(from, from_columns, entries);
    const bool has_lengths = find_form(to, to_columns, lengths);
    if ((!has_entries && !find_form(from, !from_columns, entries)) ||
        (!has_lengths && !find_form(to, !to_columns, lengths)) || entries.nvals == 0 ||
        lengths.nvals == 0) {
        // If entries resemble those of `to`, they name each row or column in proportion to its
        // length.
        if (const Statistics *const known = to.known_statistics(to_columns);
            known != nullptr && known->mean > 0) {
            const double spread = known->deviation / known->mean;
            return known->mean * (1 + spread * spread);
        }
        const double vectors = static_cast<double>(to_columns ? to.ncols() : to.nrows());
        return static_cast<double>(to.most_nvals()) / std::max(1.0, vectors);
    }
    const std::uint64_t n = sample_size(entries.nvals);
    std::uint64_t sum = 0;
    if (has_lengths && has_entries) {
        // One dispatch on the widths: every small call is estimated.
        sum = dispatch_widths(lengths, [&](const auto &rows) {
            return entries.index_width == 4 ? length_of_rows<std::uint32_t>(rows, entries, n)
                                            : length_of_rows<std::uint64_t>(rows, entries, n);
        });
        return static_cast<double>(sum) / static_cast<double>(n);
    }
    if (!has_lengths) {
        const double vectors = static_cast<double>(to_columns ? to.ncols() : to.nrows());
        return std::max(static_cast<double>(lengths.nvals) / vectors,
                        length_from_pairs(entries, !has_entries, lengths));
    }
    for (std::uint64_t k = 0; k < n; k++)
        sum += length_of_row(lengths,
                             row_around(entries, sample_position(k, n, entries.nvals)).number);
    return static_cast<double>(sum) / static_cast<double>(n);
}

MatchedLengths shorter_lengths_matched(const Snapshot &mask, const Snapshot &A, bool A_columns,
                                       const Snapshot &B, bool B_columns, double searched) {
    SparseView entries, rows, columns;
    if (!find_form(mask, false, entries) || !find_form(A, A_columns, rows) ||
        !find_form(B, B_columns, columns) || entries.nvals == 0) {
        const double length = mean_length_matched(mask, false, B, B_columns);
        return {length, length};
    }
    const std::uint64_t n = sample_size(entries.nvals);
    MatchedLengths sum;
    for (std::uint64_t k = 0; k < n; k++) {
        const std::uint64_t p = sample_position(k, n, entries.nvals);
        const std::uint64_t column =
            entries.index_width == 4
                ? static_cast<const std::uint32_t *>(entries.column_indices)[p]
                : static_cast<const std::uint64_t *>(entries.column_indices)[p];
        const auto in_a = static_cast<double>(length_of_row(rows, row_around(entries, p).number)),
                   in_b = static_cast<double>(length_of_row(columns, column));
        sum.by_rows += std::min(in_b, searched * in_a);
        sum.by_columns += std::min(in_a, searched * in_b);
    }
    return {sum.by_rows / static_cast<double>(n), sum.by_columns / static_cast<double>(n)};
}

double expected_products(const MxmProblem &problem) {
    return static_cast<double>(problem.A->most_nvals()) *
           mean_length_matched(*problem.A, problem.is_A_transposed, *problem.B,
                               problem.is_B_transposed);
}

MxmEstimate::MxmEstimate(const MxmProblem &problem)
    : entries_a(static_cast<double>(problem.A->most_nvals())),
      entries_b(static_cast<double>(problem.B->most_nvals())),
      rows(std::min(entries_a, static_cast<double>(problem.m()))),
      products(expected_products(problem)),
      entry_bytes(static_cast<double>(problem.result_type()->size) + 4),
      operations(operation_rate(problem)) {
    const double m = static_cast<double>(problem.m()), n = static_cast<double>(problem.n());
    results = std::min(products, rows * n);
    allowed = problem.mask.allowed(m * n);
}

void add_missing_item(Cost &cost, const Snapshot &snapshot, bool columns) noexcept {
    if (columns ? snapshot.has_columns() : snapshot.has_rows()) return;
    const Rates &rate = rates();
    const double entries = static_cast<double>(snapshot.most_nvals());
    const double bytes = static_cast<double>(snapshot.is_iso() ? 4 : 4 + snapshot.type()->size);
    double seconds = entries * (2 * bytes / rate.stream_bytes + 2 / scatter_rate(entries * bytes)) +
                     static_cast<double>(std::min(snapshot.ncols(), snapshot.most_nvals())) * 8 /
                         rate.stream_bytes;
    if (snapshot.has_dense()) {
        seconds += static_cast<double>(snapshot.nrows()) * static_cast<double>(snapshot.ncols()) /
                   8 / rate.stream_bytes;
    }
    cost.missing_seconds += on_threads(seconds);
    cost.missing_in = &snapshot;
    cost.missing_item = columns ? SnapshotItem::columns : SnapshotItem::rows;
}

double gather_rate(double bytes) noexcept {
    return bytes <= cache_bytes ? rates().gathers_cached : rates().gathers_memory;
}

double scatter_rate(double bytes) noexcept {
    return bytes <= cache_bytes ? rates().scatters_cached : rates().scatters_memory;
}

} // namespace grb
