// The product of a sparse A with a full B over equal chunks of the merge path.
#include "cpu/mxm/mxm_cost.hpp"
#include "cpu/mxm/mxm_full_rows.hpp"
#include "cpu/mxv/mxv_pull.hpp"

#include <cstring>

namespace grb {

namespace {

/// Rows + entries of a chunk: enough multiply-adds to justify a task, and few enough to split a
/// long row; a constant of the problem, so that sums do not depend on the number of threads.
std::uint64_t path_chunk_length(std::uint64_t columns) noexcept {
    constexpr std::uint64_t operations = 1 << 16, shortest = 64, longest = 1 << 12;
    return std::clamp(operations / std::max<std::uint64_t>(1, columns), shortest, longest);
}

struct Workspace : HostAllocated {
    explicit Workspace(std::size_t scratch_bytes) : scratch(scratch_bytes) {}
    HostVector<std::uint32_t> ks;
    Array scratch;
    Workspace *next_free = nullptr, *next_made = nullptr;
};

/// One product, over chunks of the merge path of A's row ends and entries.
class Product {
public:
    Product(const MxmProblem &problem, const SparseView &A, const FullRight &B)
        : A_(A), products_(*problem.semiring, {A.values, A.type, A.is_iso}, B.values()),
          mask_(problem.mask), multiply_(find_full_row(products_)), n_(problem.n()),
          has_one_column_(B.is_iso() || products_.multiply.ignores_y()),
          columns_(has_one_column_ ? 1 : n_), length_(path_chunk_length(columns_)),
          chunks_((A.stored_rows + A.nvals + length_ - 1) / length_),
          row_bytes_(is_pattern() ? 0 : columns_ * products_.size), is_present_(problem.m()),
          values_(is_pattern() ? products_.size : problem.m() * n_ * products_.size),
          rest_rows_(chunks_, none), rests_(chunks_ * row_bytes_) {
        if (is_pattern()) {
            std::memcpy(values_.data(), products_.constants.data(), products_.size);
        } else if (A.is_hyper()) {
            std::memset(values_.data(), 0, values_.bytes()); // rows in no chunk
        }
    }
    void run() {
        const double steps = static_cast<double>(columns_) / 4 + 1;
        const int threads = threads_for(static_cast<double>(A_.stored_rows + A_.nvals) * steps);
        parallel_tasks(static_cast<std::int64_t>(chunks_), threads, [&](std::int64_t chunk) {
            Workspace *const workspace =
                pool_.take([&] { return new Workspace(Products::chunk_length * products_.size); });
            dispatch_widths(A_, [&](const auto &rows) {
                run_chunk(rows, static_cast<std::uint64_t>(chunk), *workspace);
            });
            pool_.give_back(workspace);
        });
        add_rests();
        if (has_one_column_ && !is_pattern()) replicate();
    }
    Ref<Snapshot> result(const MxmProblem &problem) {
        return of_full_rows(problem, std::move(values_), is_pattern(), is_present_);
    }

private:
    static constexpr std::uint64_t none = ~std::uint64_t{0};

    bool is_pattern() const noexcept { return products_.is_pattern_only; }
    bool is_wanted(std::uint64_t row) const noexcept {
        return mask_.mode() != MaskRows::Mode::allow || mask_.row(row).length() != 0;
    }
    unsigned char *row_of_c(std::uint64_t row) noexcept {
        return values_.as<unsigned char>() + row * n_ * products_.size;
    }
    unsigned char *rest(std::uint64_t chunk) noexcept {
        return rests_.as<unsigned char>() + chunk * row_bytes_;
    }

    /// Sets c to the sum of the products of entries begin < end of one row.
    template <class Rows>
    void multiply(const Rows &A, std::uint64_t begin, std::uint64_t end, unsigned char *c,
                  Workspace &workspace) const {
        FullRow row{};
        row.count = end - begin;
        if constexpr (sizeof *A.column_indices == 4) {
            row.ks = A.column_indices + begin;
        } else {
            workspace.ks.assign(A.column_indices + begin, A.column_indices + end);
            row.ks = workspace.ks.data();
        }
        row.a = A.values == nullptr ? nullptr : A.value(begin);
        if (products_.curated >= 0 && products_.a.step_mask == 0) row.a = products_.a.values;
        row.a_step = products_.a_step != 0;
        row.columns = columns_;
        row.b_stride = has_one_column_ ? 0 : n_;
        row.c = c;
        row.scratch = workspace.scratch.as<unsigned char>();
        multiply_(products_, row);
    }

    /// Rows longer than a chunk are split.
    template <class Rows>
    bool is_long(const Rows &A, std::uint64_t k) const noexcept {
        return A.row_offsets[k + 1] - A.row_offsets[k] > length_;
    }

    /// Writes the rows that end in a chunk to C; of a long row only the sum within the chunk. A
    /// long row that continues after the chunk leaves its partial sum there as the chunk's rest.
    template <class Rows>
    void run_chunk(const Rows &A, std::uint64_t chunk, Workspace &workspace) {
        const std::uint64_t first = chunk * length_;
        const std::uint64_t last = std::min(first + length_, A.stored_rows + A.nvals);
        const std::uint64_t last_row = merge_path_rows(A_, last), end = last - last_row;
        std::uint64_t k = merge_path_rows(A_, first);
        const std::uint64_t begin = first - k;
        for (; k < last_row; k++) {
            const std::uint64_t row = A.row_id(k), row_begin = A.row_offsets[k],
                                row_end = A.row_offsets[k + 1];
            const std::uint64_t from = is_long(A, k) ? std::max(begin, row_begin) : row_begin;
            const bool has_entries = from < row_end && is_wanted(row);
            is_present_[row] = has_entries;
            if (has_entries && !is_pattern()) multiply(A, from, row_end, row_of_c(row), workspace);
            if (!has_entries && !is_pattern()) std::memset(row_of_c(row), 0, n_ * products_.size);
        }
        if (k == A.stored_rows || !is_long(A, k) || !is_wanted(A.row_id(k))) return;
        const std::uint64_t from = std::max<std::uint64_t>(begin, A.row_offsets[k]);
        if (from >= end) return;
        rest_rows_[chunk] = A.row_id(k);
        if (!is_pattern()) multiply(A, from, end, rest(chunk), workspace);
    }

    /// to = to ⊕ x.
    void add(unsigned char *to, const unsigned char *x) const {
        products_.add->batch(products_.add, to, to, x, columns_, Broadcast::none);
    }

    /// Rests of a row lie in consecutive chunks. The row ends in the next chunk, whose sum is in C.
    void add_rests() {
        for (std::uint64_t chunk = 0; chunk < chunks_;) {
            const std::uint64_t first = chunk, row = rest_rows_[first];
            for (chunk++; chunk < chunks_ && row != none && rest_rows_[chunk] == row; chunk++)
                if (!is_pattern()) add(rest(first), rest(chunk));
            if (row == none) continue;
            if (!is_pattern()) {
                if (is_present_[row] != 0) add(rest(first), row_of_c(row));
                std::memcpy(row_of_c(row), rest(first), row_bytes_);
            }
            is_present_[row] = 1;
        }
    }

    /// Copies a row's first column to all others.
    void replicate() {
        const double work = static_cast<double>(n_) / 8 + 1;
        parallel_ranges(is_present_.size(), work, [&](std::uint64_t begin, std::uint64_t end) {
            for (std::uint64_t row = begin; row < end; row++)
                if (is_present_[row] != 0)
                    fill_values(row_of_c(row), row_of_c(row), n_, products_.size);
        });
    }

    const SparseView &A_;
    const Products products_;
    const MaskRows mask_;
    const FullRowFunction multiply_;
    const std::uint64_t n_;
    const bool has_one_column_;
    const std::uint64_t columns_, length_, chunks_;
    const std::size_t row_bytes_;          // of a rest
    HostVector<unsigned char> is_present_; // rows of C
    Array values_;                         // of C
    HostVector<std::uint64_t> rest_rows_;  // of C, or none: by chunk
    Array rests_;
    WorkspacePool<Workspace> pool_;
};

const char *refuses(const MxmProblem &problem) {
    if (problem.A->has_dense()) return "A is dense";
    return refuses_full_rows(problem);
}

const HostCoefficient loss{
    "spmm_merge_path_loss", "1",
    "chunks that short rows make uneven, and the remainders: share of the products", 0.05};

Cost cost(const MxmProblem &problem) {
    Cost cost;
    double shared = 0;
    cost.seconds = full_rows_seconds(problem, &shared) + rates().call_seconds;
    cost.seconds += loss * shared;
    add_missing_item(cost, *problem.A, problem.is_A_transposed);
    return cost;
}

/// C(i, :) = ⊕_k A(i, k) ⊗ B(k, :) with a full B, merge path: splits the lists of row ends and of
/// entries together into chunks of equally many rows + entries. A row is made in the chunk where it
/// ends; a row longer than a chunk leaves rests, its partial sums, in earlier chunks, which are
/// added in order at the end. Vectorised over the columns of B like cpu/mxm_full_rows.
/// A m×k sparse or hypersparse by rows (transposed: its columns); B k×n full; C m×n full, or a
/// bitmap with absent rows for empty rows of A. Work O(entries of A · n + m · n); scratch: a row of
/// C for each chunk of up to 2^16 multiply-adds (64 rows + entries at least), and B' when B is
/// transposed.
/// Deterministic: chunks depend on A and n alone; rows that fit into a chunk get the bits of
/// cpu/mxm_full_rows. After Algorithm 2 of MergePath-SpMM, Shan et al. 2023; differs: rests instead
/// of atomics, short rows are not split. A sparse mask selects rows.
/// Refused: B not full, A dense, most rows of A empty, inner dimension above 2^32.
Ref<Snapshot> run(const MxmProblem &problem) {
    if (problem.A->nvals() == 0 || problem.B->nvals() == 0)
        return Snapshot::empty(problem.result_type(), problem.m(), problem.n());
    const SparseView A = problem.A->rows(problem.is_A_transposed);
    const FullRight B(problem);
    Product product(problem, A, B);
    product.run();
    return product.result(problem);
}

} // namespace

extern const Variant<MxmProblem> spmm_merge_path = {
    "cpu/spmm_merge_path", {.form = Form::dense}, &refuses, &cost, &run};

} // namespace grb
