// Cost and run of the product of few rows with a matrix, column by column.
#include "cpu/mxm/mxm_few_rows.hpp"

#include "cpu/mxm/mxm_cost.hpp"

#include <atomic>
#include <bit>
#include <cstring>

namespace grb {

namespace {

const char *refuses(const MxmProblem &problem) {
    const Snapshot &A = *problem.A;
    if (problem.m() > most_few_rows) return "more than 64 rows";
    if (element_count(problem.m(), problem.n()) > largest_dense ||
        element_count(problem.m(), problem.k()) > largest_dense)
        return "operand or result too large for dense storage";
    if (problem.n() / 64 > problem.B->most_nvals() && problem.n() > 4096)
        return "few entries for so many columns";
    const Semiring &semiring = *problem.semiring;
    const bool is_pattern = semiring.add->op->traits.is_idempotent &&
                            (A.is_iso() || semiring.multiply->traits.ignores_x) &&
                            (problem.B->is_iso() || semiring.multiply->traits.ignores_y);
    if (!is_pattern &&
        find_curated(semiring, curated_operand_type(A.type(), A.is_iso()),
                     curated_operand_type(problem.B->type(), problem.B->is_iso()), false) < 0)
        return "semiring is not curated";
    return nullptr;
}

const HostCoefficient gather_gain{"mxm_few_rows_gather_gain", "1",
                                  "rows side by side are read in the order of B, none waits for "
                                  "another: faster than loose gathers by",
                                  3};

Cost cost(const MxmProblem &problem) {
    const Rates &rate = rates();
    const MxmEstimate sizes(problem);
    const double m = static_cast<double>(problem.m()), k = static_cast<double>(problem.k()),
                 n = static_cast<double>(problem.n());
    const double size = static_cast<double>(problem.result_type()->size);
    // Columns that no row wants are skipped.
    const double columns = std::min(n, sizes.allowed);
    const double matched = n > 0 ? sizes.entries_b * columns / n : 0;
    const double word = problem.m() <= most_byte_rows ? 1 : 8;
    const double lane_bytes = word + (m + 3) / 4 * 4 * size;
    const double seconds =
        matched * (4 / rate.stream_bytes + 1 / (gather_gain * gather_rate(k * lane_bytes)) +
                   m / 8 / sizes.operations) +
        (n * (2 * word + m * size) + m * n / 4) / rate.stream_bytes +
        sizes.entries_a / scatter_rate(k * lane_bytes);
    Cost cost;
    cost.seconds = rate.call_seconds + 2 * rate.result_seconds + fresh_seconds(k * lane_bytes) +
                   on_threads(seconds);
    add_missing_item(cost, *problem.A, problem.is_A_transposed);
    add_missing_item(cost, *problem.B, !problem.is_B_transposed);
    return cost;
}

/// Calls f(column, position) for the entries of one row, on several threads for long rows.
template <class F>
void for_each_of_row(const SparseView &view, std::uint64_t stored_row, const F &f) {
    dispatch_widths(view, [&](const auto &rows) {
        const std::uint64_t first = rows.row_offsets[stored_row];
        parallel_ranges(rows.row_offsets[stored_row + 1] - first, 2,
                        [&](std::uint64_t begin, std::uint64_t end) {
                            for (std::uint64_t p = first + begin; p < first + end; p++)
                                f(static_cast<std::uint64_t>(rows.column_indices[p]), p);
                        });
    });
}

std::uint64_t number_of(const SparseView &view, std::uint64_t stored_row) {
    return dispatch_widths(view, [&](const auto &rows) { return rows.row_id(stored_row); });
}

/// Sets bit r of word j to bit j of row r of a row-major bitmap, exclusive-or bit r of `flip`.
template <class W>
void transpose_bits(const std::uint64_t *bits, std::uint64_t m, std::uint64_t n, W flip, W *words) {
    parallel_ranges(n, static_cast<double>(m) / 2, [&](std::uint64_t begin, std::uint64_t end) {
        std::fill(words + begin, words + end, flip);
        for (std::uint64_t r = 0; r < m; r++) {
            for (std::uint64_t j = begin; j < end;) {
                const std::uint64_t p = r * n + j, count = std::min(64 - p % 64, end - j);
                const std::uint64_t word = bits[p / 64] >> (p % 64);
                for (std::uint64_t b = 0; b < count; b++)
                    words[j + b] ^= static_cast<W>(static_cast<W>(word >> b & 1) << r);
                j += count;
            }
        }
    });
}

/// Sets bit r of word j where the mask allows (r, j).
template <class W>
void transpose_mask(const MaskInput &input, std::uint64_t m, std::uint64_t n, W *words) {
    const auto all = static_cast<W>(m == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << m) - 1);
    const MaskView mask = input.view();
    const bool is_sparse = !mask.is_none() && !mask.is_dense;
    if (mask.is_dense && mask.kind == MaskKind::structure && mask.dense.bits != nullptr) {
        transpose_bits(mask.dense.bits, m, n, mask.is_complemented ? all : W{0}, words);
        return;
    }
    const double work = mask.is_dense ? static_cast<double>(m) : 1;
    parallel_ranges(n, work, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t j = begin; j < end; j++) {
            W word = is_sparse ? W{0} : all;
            if (mask.is_dense) {
                word = 0;
                for (std::uint64_t r = 0; r < m; r++)
                    word |= static_cast<W>(W{dense_mask_allows(mask, r * n + j)} << r);
            }
            words[j] = word;
        }
    });
    if (!is_sparse) return;
    const auto *values = static_cast<const unsigned char *>(mask.sparse.values);
    const std::size_t step = mask.sparse.is_iso ? 0 : mask.sparse.type->size;
    for (std::uint64_t s = 0; s < mask.sparse.stored_rows; s++) {
        const auto bit = static_cast<W>(W{1} << number_of(mask.sparse, s));
        for_each_of_row(mask.sparse, s, [&](std::uint64_t j, std::uint64_t p) {
            if (mask.kind == MaskKind::structure || is_true(values + p * step, mask.sparse.type))
                words[j] |= bit;
        });
    }
    if (!mask.is_complemented) return;
    parallel_ranges(n, 1, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t j = begin; j < end; j++) words[j] ^= all;
    });
}

/// Densifies A, m rows by k: its values and presence bits with the rows side by side.
template <class W>
void densify_left(const SparseView &A, const Products &products, std::uint64_t stride,
                  std::uint64_t k, W *entries, Array &values) {
    const std::size_t size = products.size;
    auto *to = values.as<unsigned char>();
    parallel_ranges(
        k, static_cast<double>(stride) / 2, [&](std::uint64_t begin, std::uint64_t end) {
            std::fill(entries + begin, entries + end, W{0});
            if (to != nullptr)
                find_neutral(products.curated)(to + begin * stride * size, (end - begin) * stride);
        });
    const auto *from = static_cast<const unsigned char *>(products.a.values);
    const std::uint64_t step_mask = products.a.step_mask;
    // One row after the other: two rows may have the same k.
    for (std::uint64_t s = 0; s < A.stored_rows; s++) {
        const std::uint64_t row = number_of(A, s);
        for_each_of_row(A, s, [&](std::uint64_t column, std::uint64_t p) {
            entries[column] |= static_cast<W>(W{1} << row);
            if (to != nullptr)
                std::memcpy(to + (column * stride + row) * size, from + (p & step_mask) * size,
                            size);
        });
    }
}

/// Sets bit p of a row-major bitmap where word p % n has bit p / n. Returns the number of bits set.
template <class W>
std::uint64_t bitmap_of(const W *words, std::uint64_t m, std::uint64_t n, std::uint64_t *bits) {
    const std::uint64_t elements = m * n;
    std::atomic<std::uint64_t> count{0};
    parallel_ranges((elements + 63) / 64, 64, [&](std::uint64_t begin, std::uint64_t end) {
        std::uint64_t own = 0, row = begin * 64 / n, column = begin * 64 % n;
        for (std::uint64_t w = begin; w < end; w++) {
            std::uint64_t word = 0;
            const std::uint64_t length = std::min<std::uint64_t>(64, elements - w * 64);
            for (std::uint64_t b = 0; b < length; b++) {
                word |= (std::uint64_t{words[column]} >> row & 1) << b;
                if (++column == n) column = 0, row++;
            }
            bits[w] = word;
            own += static_cast<std::uint64_t>(std::popcount(word));
        }
        count += own;
    });
    return count.load();
}

/// W: a word of bits, one per row.
template <class W>
Ref<Snapshot> run_words(const MxmProblem &problem) {
    const Type *type = problem.result_type();
    const std::uint64_t m = problem.m(), n = problem.n(), k = problem.k();
    if (problem.A->nvals() == 0 || problem.B->nvals() == 0) return Snapshot::empty(type, m, n);
    const SparseView A = problem.A->rows(problem.is_A_transposed),
                     B = problem.B->rows(!problem.is_B_transposed);
    const Products products(*problem.semiring, A, B);
    const std::uint64_t stride = (m + 3) / 4 * 4;
    const bool reads_a = !products.is_pattern_only && !products.multiply.ignores_x();

    // The kernels write only the words of columns that B stores.
    Array entries(k * sizeof(W)), allowed(n * sizeof(W)),
        matched = B.is_hyper() ? Array::zeroed(n * sizeof(W)) : Array(n * sizeof(W));
    Array values = reads_a ? Array(k * stride * products.size) : Array();
    densify_left(A, products, stride, k, entries.as<W>(), values);
    transpose_mask(problem.mask, m, n, allowed.as<W>());
    constexpr std::uint64_t k_per_entry = 4;
    const SideBySide a{m,
                       stride,
                       std::as_const(values).data(),
                       entries.data(),
                       allowed.data(),
                       A.nvals < k / k_per_entry};

    DenseForm form;
    form.is_iso = products.is_pattern_only;
    form.values = form.is_iso ? Array::copy_of(products.constants.data(), type->size)
                              : Array(m * n * type->size);
    const FewRowsResult c{form.is_iso ? nullptr : form.values.as<unsigned char>(), matched.data(),
                          n};
    const FewRowsFunction columns = find_few_rows(products, B, stride);
    const RowTasks tasks(B, 2 + static_cast<double>(stride) / 4);
    parallel_tasks(tasks.count(), tasks.threads(), [&](std::int64_t task) {
        columns(products, B, a, c, tasks.begin(task), tasks.end(task));
    });

    form.bits = Array((m * n + 63) / 64 * 8);
    const std::uint64_t nvals =
        bitmap_of(std::as_const(matched).template as<W>(), m, n, form.bits.as<std::uint64_t>());
    if (nvals == 0) return Snapshot::empty(type, m, n);
    if (nvals == m * n) form.bits = Array();
    form.nvals = nvals;
    return Snapshot::of_dense(type, m, n, std::move(form));
}

Ref<Snapshot> run(const MxmProblem &problem) {
    return problem.m() <= most_byte_rows ? run_words<std::uint8_t>(problem)
                                         : run_words<std::uint64_t>(problem);
}

} // namespace

/// C(:, j) = ⊕_k A(:, k) ⊗ B(k, j), column by column, for up to 64 rows: frontiers of several
/// sources.
/// A m×k in any format, B k×n by columns (transposed: its rows), sparse or hypersparse; all widths;
/// C a bitmap or full. Work O(entries of B in wanted columns · m + m · (k + n)); scratch (m values
/// and m bits, at least a byte) · k and twice m bits · n.
/// One thread makes a column, in the order of k: the same result for any number of threads. The
/// values of all rows for one k lie in one or two cache lines, and bits say which rows have an
/// entry: Then et al. 2014, 10.14778/2735496.2735507, here for values besides bits. For a
/// pattern-only result, a column ends when all rows that want it have an entry.
/// Refused: more than 64 rows, semirings that are not curated, results too large for dense storage.
extern const Variant<MxmProblem> mxm_few_rows = {
    "cpu/mxm_few_rows", {.fuses_mask = true, .form = Form::dense}, refuses, cost, run};

} // namespace grb
