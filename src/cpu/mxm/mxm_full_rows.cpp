// The product with a full B, one whole row of C at a time.
#include "cpu/mxm/mxm_full_rows.hpp"

#include "cpu/mxm/mxm_cost.hpp"
#include "cpu/mxv/mxv_cost.hpp"
#include "storage/convert.hpp"

#include <atomic>
#include <cstring>

namespace grb {

namespace {

/// A by rows: the columns of row i and their values.
class LeftRows {
public:
    explicit LeftRows(const MxmProblem &problem) : is_transposed_(problem.is_A_transposed) {
        is_dense_ = problem.A->has_dense();
        if (is_dense_) {
            dense_ = problem.A->dense();
        } else {
            sparse_ = problem.A->rows(is_transposed_);
        }
    }
    Products::Values values() const noexcept {
        return is_dense_ ? Products::Values{dense_.values, dense_.type, dense_.is_iso}
                         : Products::Values{sparse_.values, sparse_.type, sparse_.is_iso};
    }
    std::uint64_t longest_row() const noexcept {
        return is_dense_ ? (is_transposed_ ? dense_.nrows : dense_.ncols) : 0;
    }
    /// Number of entries in row i: an upper bound when dense.
    std::uint64_t length(std::uint64_t i) const noexcept {
        if (is_dense_) return longest_row();
        return dispatch_widths(sparse_, [&](const auto &A) -> std::uint64_t {
            std::uint64_t k = 0;
            return A.find_row(i, k) ? A.row_offsets[k + 1] - A.row_offsets[k] : 0;
        });
    }
    /// Row i as a FullRow's a, ks and count; `ks` and `copies` hold the converted arrays.
    void get(std::uint64_t i, HostVector<std::uint32_t> &ks, Array &copies, FullRow &row) const {
        if (!is_dense_) {
            dispatch_widths(sparse_, [&](const auto &A) {
                std::uint64_t k = 0;
                A.find_row(i, k); // it has entries: see length()
                const std::uint64_t first = A.row_offsets[k];
                row.count = A.row_offsets[k + 1] - first;
                row.a = A.values == nullptr ? nullptr : A.value(first);
                if constexpr (sizeof *A.column_indices == 4) {
                    row.ks = A.column_indices + first;
                } else {
                    ks.assign(A.column_indices + first, A.column_indices + first + row.count);
                    row.ks = ks.data();
                }
            });
            return;
        }
        const std::uint64_t n = longest_row(), step = is_transposed_ ? dense_.ncols : 1;
        const std::uint64_t first = is_transposed_ ? i : i * dense_.ncols;
        const std::size_t size = dense_.type->size;
        ks.resize(n);
        if (copies.empty()) copies = Array(n * size);
        row.count = 0;
        row.ks = ks.data();
        for (std::uint64_t k = 0; k < n; k++) {
            const std::uint64_t p = first + k * step;
            if (!dense_.has(p)) continue;
            if (!dense_.is_iso)
                std::memcpy(copies.as<unsigned char>() + row.count * size, dense_.value(p), size);
            ks[row.count++] = static_cast<std::uint32_t>(k);
        }
        row.a = dense_.is_iso ? dense_.values : copies.data();
    }

private:
    bool is_transposed_, is_dense_;
    DenseView dense_;
    SparseView sparse_;
};

void set_bits(std::uint64_t *bits, std::uint64_t begin, std::uint64_t end) noexcept {
    while (begin < end) {
        const std::uint64_t n = std::min(end - begin, 64 - begin % 64);
        bits[begin / 64] |= ~std::uint64_t{0} >> (64 - n) << begin % 64;
        begin += n;
    }
}

/// A bit for each of m×n elements, set in the rows that are present.
Array bits_of_rows(const HostVector<unsigned char> &is_present, std::uint64_t m, std::uint64_t n) {
    const std::uint64_t words = (m * n + 63) / 64;
    Array array = Array::of<std::uint64_t>(words);
    auto *const bits = array.as<std::uint64_t>();
    const double rows_a_word = 64 / static_cast<double>(n);
    parallel_ranges(words, 2 + 2 * rows_a_word, [&](std::uint64_t word, std::uint64_t last) {
        std::fill(bits + word, bits + last, std::uint64_t{0});
        const std::uint64_t begin = word * 64, end = std::min(last * 64, m * n);
        for (std::uint64_t i = begin / n; i * n < end; i++) {
            if (is_present[i] != 0)
                set_bits(bits, std::max(begin, i * n), std::min(end, (i + 1) * n));
        }
    });
    return array;
}

const HostCoefficient worth_balancing{
    "full_rows_balancing_operations", "1",
    "below so many multiply-adds a row that is too long for its share is no harm", 1 << 18};
const HostCoefficient turning_scatters{"full_rows_transposing_scatters", "1",
                                       "scatters for each entry of a transposed B", 4};

Cost cost(const MxmProblem &problem) {
    Cost cost;
    double shared = 0;
    cost.seconds = full_rows_seconds(problem, &shared);
    const Snapshot &A = *problem.A;
    if (A.has_dense()) return cost;
    add_missing_item(cost, A, problem.is_A_transposed);
    const double work = static_cast<double>(A.most_nvals()) * static_cast<double>(problem.n());
    if (cost.missing_in == nullptr && work > worth_balancing) {
        const int threads = max_threads();
        if (const auto rows = A.vectors_at_hand(problem.is_A_transposed))
            cost.seconds +=
                shared * std::max(0.0, share_of_longest_row(*rows, threads) * threads - 1);
    }
    return cost;
}

struct FullWorkspace : HostAllocated {
    HostVector<std::uint32_t> ks;
    Array copies, scratch;
    FullWorkspace *next_free = nullptr, *next_made = nullptr;
};

Ref<Snapshot> run(const MxmProblem &problem) {
    const Type *type = problem.result_type();
    const std::uint64_t m = problem.m(), n = problem.n();
    if (problem.A->nvals() == 0 || problem.B->nvals() == 0) return Snapshot::empty(type, m, n);
    const LeftRows A(problem);
    const FullRight B(problem);
    const Products products(*problem.semiring, A.values(), B.values());
    const MaskRows mask(problem.mask);
    const bool is_pattern = products.is_pattern_only,
               has_one_column = B.is_iso() || products.multiply.ignores_y();
    const FullRowFunction multiply = find_full_row(products);
    const std::size_t size = is_pattern ? 0 : type->size;
    const std::uint64_t columns = has_one_column ? 1 : n;

    Array c_values(is_pattern ? type->size : m * n * size);
    if (is_pattern) std::memcpy(c_values.data(), products.constants.data(), type->size);
    auto *values = c_values.as<unsigned char>();
    Array work_of_rows = Array::of<std::uint64_t>(m);
    auto *const work = work_of_rows.as<std::uint64_t>();
    const std::uint64_t step = std::max<std::uint64_t>(1, columns / 4);
    parallel_ranges(m, 4, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t i = begin; i < end; i++) {
            const bool is_wanted =
                mask.mode() != MaskRows::Mode::allow || mask.row(i).length() != 0;
            work[i] = is_wanted ? A.length(i) * step : 0;
        }
    });
    const RowTasks tasks(std::span<const std::uint64_t>(work, m));
    HostVector<unsigned char> is_present(m);
    WorkspacePool<FullWorkspace> pool;
    parallel_tasks(tasks.count(), tasks.threads(), [&](std::int64_t task) {
        FullWorkspace *workspace = pool.take([&] {
            auto *made = new FullWorkspace;
            try {
                made->scratch = Array(Products::chunk_length * products.size);
            } catch (...) {
                delete made;
                throw;
            }
            return made;
        });
        FullRow row{};
        row.a_step = products.a_step != 0;
        row.columns = columns;
        row.b_stride = has_one_column ? 0 : n;
        row.scratch = workspace->scratch.as<unsigned char>();
        for (std::uint64_t i = tasks.begin(task); i < tasks.end(task); i++) {
            if (work[i] != 0) A.get(i, workspace->ks, workspace->copies, row);
            is_present[i] = work[i] != 0 && row.count != 0;
            if (is_pattern) continue;
            row.c = values + i * n * size;
            if (!is_present[i]) {
                std::memset(row.c, 0, n * size);
                continue;
            }
            if (products.curated >= 0 && products.a.step_mask == 0) row.a = products.a.values;
            multiply(products, row);
            if (has_one_column) fill_values(row.c, row.c, n, size);
        }
        pool.give_back(workspace);
    });
    return of_full_rows(problem, std::move(c_values), is_pattern, is_present);
}

} // namespace

FullRight::FullRight(const MxmProblem &problem)
    : dense_(problem.B->dense()), values_(dense_.values) {
    if (!problem.is_B_transposed || dense_.is_iso) return;
    transposed_ = transposed_values(dense_);
    values_ = transposed_.data();
}

Ref<Snapshot> of_full_rows(const MxmProblem &problem, Array &&values, bool is_iso,
                           const HostVector<unsigned char> &is_present) {
    const Type *type = problem.result_type();
    const std::uint64_t m = problem.m(), n = problem.n();
    std::atomic<std::uint64_t> rows{0};
    parallel_ranges(m, 1, [&](std::uint64_t begin, std::uint64_t end) {
        std::uint64_t own = 0;
        for (; begin < end; begin++) own += is_present[begin];
        rows += own;
    });
    if (rows == 0) return Snapshot::empty(type, m, n);
    DenseForm form;
    form.values = std::move(values);
    form.is_iso = is_iso;
    form.nvals = rows * n;
    if (rows != m) form.bits = bits_of_rows(is_present, m, n);
    return Snapshot::of_dense(type, m, n, std::move(form));
}

const char *refuses_full_rows(const MxmProblem &problem) {
    const Snapshot &A = *problem.A, &B = *problem.B;
    if (!B.is_known_full() || B.is_known_empty() || !B.can_be_dense()) return "B is not full";
    if (problem.k() > (std::uint64_t{1} << 32)) return "inner dimension above 2^32";
    if (problem.m() / 8 > A.most_nvals()) return "most rows of A are empty";
    if (static_cast<double>(problem.m()) * static_cast<double>(problem.n()) > 1e12)
        return "result too large";
    return nullptr;
}

double full_rows_seconds(const MxmProblem &problem, double *shared) {
    const Rates &rate = rates();
    const MxmEstimate sizes(problem);
    const double m = static_cast<double>(problem.m()), n = static_cast<double>(problem.n());
    const double size = static_cast<double>(problem.result_type()->size);
    // Vector instructions process long rows of B; a row costs at least one gather.
    const double vector_length = problem.B->is_iso() ? n : std::min({n, 8.0, 32.0 / size});
    double rows = 1;
    if (!problem.mask.is_none() && !problem.mask.is_complemented)
        rows = std::min(1.0, sizes.allowed / std::max(m, 1.0));
    const double products =
        rows * sizes.entries_a * (n / vector_length / sizes.operations + 1 / rate.gathers_memory);
    const double seconds =
        products + m * n * size / rate.stream_bytes +
        (problem.is_B_transposed ? turning_scatters * sizes.entries_b / rate.scatters_cached : 0);
    const double taken = on_threads(seconds);
    *shared = seconds > 0 ? taken * products / seconds : 0;
    return rate.call_seconds + taken;
}

/// C(i, :) = ⊕_k A(i, k) ⊗ B(k, :) with a full B: whole rows of B, vectorised over their columns.
/// A m×k sparse or hypersparse by rows (transposed: its columns), bitmap or full; B k×n full; C m×n
/// full, or a bitmap with whole rows absent for empty rows of A (no entries are invented there).
/// Work O(entries of A · n + m · n); scratch: B' once when B is transposed.
/// One thread makes a row, in the order of k: the same result for any number of threads.
/// After Yang 2019 §6.2.1 (row split), for a CPU; four rows of B per pass over C. If all columns of
/// the product are equal (iso B, FIRST, ONEB), only one is computed. A sparse mask selects rows.
/// Refused: B not full, most rows of A empty, inner dimension above 2^32.
extern const Variant<MxmProblem> mxm_full_rows = {
    "cpu/mxm_full_rows", {.form = Form::dense}, refuses_full_rows, cost, run};

} // namespace grb
