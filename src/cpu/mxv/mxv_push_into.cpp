// Adds products to the output in place, at the rows where they belong.
#include "base/parallel.hpp"
#include "base/shares.hpp"
#include "costs/rates.hpp"
#include "cpu/common/shared_sums.hpp"
#include "cpu/mxv/mxv_binding.hpp"
#include "cpu/mxv/mxv_cost.hpp"
#include "cpu/mxv/mxv_into.hpp"
#include "cpu/mxv/mxv_products.hpp"
#include "cpu/mxv/mxv_pull.hpp"
#include "dispatch/variant.hpp"
#include "storage/views.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <span>

namespace grb {

namespace {

/// The columns of A as a push walks them, and a full u.
struct IntoInput {
    SparseView A;
    DenseView u;
    MxvBinding binding;
    bool passes_u; // a product is the value of u

    explicit IntoInput(const MxvProblem &problem)
        : A(problem.push_columns()), u(problem.u->dense()),
          binding(problem, {A.values, A.type, A.is_iso}, {u.values, u.type, u.is_iso}),
          passes_u(problem.semiring->multiply->code ==
                   (problem.is_flipped ? BinaryCode::first : BinaryCode::second)) {}
};

/// Memory for products of a share of entries.
class Products {
public:
    Products(const MxvBinding &binding, std::uint64_t begin, std::uint64_t end)
        : begin_(begin), end_(end), batch_(binding),
          columns_(batch_.capacity() * sizeof(std::uint64_t)),
          rows_(batch_.capacity() * sizeof(std::uint64_t)), wrote_((end - begin) / capacity() + 1) {
    }

    /// Adds all products to w.
    void add(const IntoInput &input, Fold fold, void *w) {
        std::uint64_t k = column_of(input.A, begin_);
        for (std::uint64_t first = begin_; first < end_; first += capacity())
            call(fold, input, k, first, w);
    }
    /// Counts the changes that the first products of the share would make; adds their number to
    /// `looked_at`.
    std::size_t count_changes(const IntoInput &input, CountChanges count, void *w,
                              std::size_t &looked_at) {
        constexpr std::uint64_t few = 128;
        const auto n = static_cast<std::size_t>(std::min({end_ - begin_, capacity(), few}));
        std::uint64_t k = column_of(input.A, begin_);
        const void *const values = products(input, k, begin_, n);
        looked_at += n;
        return count(w, rows_of(input.A, begin_, n), values, n);
    }
    /// Adds all products to w, but may lose some; returns whether it wrote any.
    bool attempt(const IntoInput &input, Attempt attempt, void *w) {
        auto *wrote = wrote_.as<bool>();
        bool any = false;
        std::uint64_t k = column_of(input.A, begin_);
        for (std::uint64_t first = begin_; first < end_; first += capacity()) {
            *wrote = call(attempt, input, k, first, w);
            any |= *wrote++;
        }
        return any;
    }
    /// Adds those batches again of which attempt() wrote some.
    void repeat(const IntoInput &input, Fold fold, void *w) {
        const auto *wrote = wrote_.as<bool>();
        for (std::uint64_t first = begin_; first < end_; first += capacity()) {
            if (!*wrote++) continue;
            std::uint64_t k = column_of(input.A, first);
            call(fold, input, k, first, w);
        }
    }

private:
    std::uint64_t capacity() const noexcept { return batch_.capacity(); }
    /// Passes the batch of entries from `first` on to a function; k: as products() has it.
    template <class R>
    R call(R (*add)(void *, const std::uint64_t *, const void *, std::size_t),
           const IntoInput &input, std::uint64_t &k, std::uint64_t first, void *w) {
        const auto n = static_cast<std::size_t>(std::min(end_ - first, capacity()));
        const void *const values = products(input, k, first, n);
        return add(w, rows_of(input.A, first, n), values, n);
    }
    /// Returns the products of entries [first, first + n), the first of which is in stored column k
    /// or behind it; sets k to the stored column of the last.
    const void *products(const IntoInput &input, std::uint64_t &k, std::uint64_t first,
                         std::size_t n) {
        const OperandValues &a = input.binding.a_values, &u = input.binding.u_values;
        if (batch_.needs_u()) {
            const std::uint64_t column = begin_of_run(input.A, k, first, n);
            if (column != none) {
                const unsigned char *const run =
                    static_cast<const unsigned char *>(u.values) + column * batch_.u_size();
                k = column + n - 1;
                if (input.passes_u) return run;
                std::memcpy(batch_.u(), run, n * batch_.u_size());
            } else {
                dispatch_widths(input.A, [&](const auto &S) { k = list_columns(S, k, first, n); });
                gather_values(batch_.u(), u.values, columns_.as<std::uint64_t>(), 8, n,
                              batch_.u_size());
                if (input.passes_u) return batch_.u();
            }
        }
        if (batch_.needs_a())
            std::memcpy(batch_.a(),
                        static_cast<const unsigned char *>(a.values) + first * batch_.a_size(),
                        n * batch_.a_size());
        return batch_.compute(n);
    }
    /// Returns the rows of n entries.
    const std::uint64_t *rows_of(const SparseView &A, std::uint64_t first, std::size_t n) {
        if (A.index_width == 8) return static_cast<const std::uint64_t *>(A.column_indices) + first;
        auto *const rows = rows_.as<std::uint64_t>();
        std::copy_n(static_cast<const std::uint32_t *>(A.column_indices) + first, n, rows);
        return rows;
    }
    /// Returns the first column when each of n entries has a column of its own, one behind the
    /// other from k or k + 1 on; else none.
    static std::uint64_t begin_of_run(const SparseView &A, std::uint64_t k, std::uint64_t first,
                                      std::size_t n) noexcept {
        if (A.is_hyper()) return none;
        if (row_offset(A, k) != first) k++;
        if (A.stored_rows - k < n || row_offset(A, k) != first || row_offset(A, k + n) != first + n)
            return none;
        std::uint64_t differences = 0; // without a branch for each entry
        const auto compare = [&](const auto *offsets) {
            for (std::size_t e = 1; e < n; e++) differences |= offsets[e] ^ (first + e);
        };
        if (A.offset_width == 8)
            compare(static_cast<const std::uint64_t *>(A.row_offsets) + k);
        else
            compare(static_cast<const std::uint32_t *>(A.row_offsets) + k);
        return differences == 0 ? k : none;
    }
    /// Lists the columns of entries [first, first + n), the first of which is in stored column k or
    /// behind it; returns the stored column of the last.
    template <class S>
    std::uint64_t list_columns(const S &A, std::uint64_t k, std::uint64_t first, std::size_t n) {
        auto *const columns = columns_.as<std::uint64_t>();
        for (std::size_t e = 0; e < n; k++) {
            const std::uint64_t end = A.row_offsets[k + 1];
            const std::size_t stop = end <= first ? e : std::min<std::uint64_t>(end - first, n);
            std::fill(columns + e, columns + stop, A.row_id(k));
            e = stop;
            if (e == n) break;
        }
        return k;
    }
    /// Returns the stored column that has the entry.
    static std::uint64_t column_of(const SparseView &A, std::uint64_t entry) noexcept {
        std::uint64_t low = 0, high = A.stored_rows;
        while (low + 1 < high) {
            const std::uint64_t middle = low + (high - low) / 2;
            (row_offset(A, middle) <= entry ? low : high) = middle;
        }
        return low;
    }

    static constexpr std::uint64_t none = ~std::uint64_t{0};

    std::uint64_t begin_, end_;
    ProductBatch batch_;
    Array columns_, rows_, wrote_;
};

const char *refuses(const MxvProblem &problem) {
    if (const char *const refusal = refuses_into(problem)) return refusal;
    // A repeated or reordered addition changes nothing.
    if (!has_fold(*problem.semiring->add->op)) return "neither MIN, MAX nor LOR";
    if (problem.output->C->snapshot()->is_iso()) return "an output of one value";
    const BinaryOp &multiply = *problem.semiring->multiply;
    if (multiply.code == BinaryCode::user) return "a user-defined operator";
    // Casts need memory, which may be missing after the first change of w.
    const Type *const x = (problem.is_flipped ? problem.u : problem.A)->type(),
                      *const y = (problem.is_flipped ? problem.A : problem.u)->type();
    if ((!multiply.traits.ignores_x && x != multiply.xtype) ||
        (!multiply.traits.ignores_y && y != multiply.ytype) ||
        multiply.ztype != problem.result_type())
        return "an operand is cast";
    return problem.u->is_known_full() && problem.u->can_be_dense() ? nullptr : "u is not full";
}

/// True when so many products change w that compare-and-swap, which takes as long as ten reads,
/// would dominate. Few changes are swapped at once: plain writes would take a second pass, and the
/// lines of rows that many entries have from the other threads.
bool changes_often(const IntoInput &input, std::span<Products> shares, CountChanges count,
                   void *w) {
    std::size_t changes = 0, looked_at = 0;
    for (Products &share : shares) changes += share.count_changes(input, count, w, looked_at);
    return changes * 4 >= looked_at;
}

/// w = w ⊕ A ⊕.⊗ u, push: threads take equal shares of A's entries by column and add each product
/// to w at its row. Several compare and swap; where most products change w they add by plain writes
/// first, which may lose additions, and then compare and swap those again that wrote. A m×n by
/// columns, in any order, u full, w full. Work O(entries), scratch a batch of products a thread.
/// Deterministic: MIN, MAX and LOR do not depend on the order. No row is too long for a thread.
/// Refused: a mask, another accumulator than the monoid's operator, other monoids, an output that
/// is not full, a user-defined multiplier.
Ref<Snapshot> run(const MxvProblem &problem) {
    if (problem.A->nvals() == 0) return {};
    const IntoInput input(problem);
    const std::uint64_t entries = input.A.nvals;
    const int threads = threads_for(4 * static_cast<double>(entries));
    const auto shares = static_cast<std::uint64_t>(threads);
    HostVector<Products> products; // all memory before the first change of w
    products.reserve(shares);
    for (std::uint64_t k = 0; k < shares; k++)
        products.emplace_back(input.binding, share_begin(entries, shares, k),
                              share_begin(entries, shares, k + 1));
    const BinaryOp &add = *problem.semiring->add->op;
    const Fold fold = find_fold(add, threads > 1);
    OutputValues output(problem);
    unsigned char *const w = output.data(); // asked once, not by each thread
    const PlainWrites plain = threads > 1 ? find_plain_writes(add) : PlainWrites{};
    const bool is_plain =
        plain.attempt != nullptr && changes_often(input, products, plain.count_changes, w);
    std::atomic<bool> wrote{false};
    const auto pass = [&](bool is_attempt) {
        parallel_tasks(threads, threads, [&](std::int64_t k) {
            Products &share = products[static_cast<std::size_t>(k)];
            if (!is_plain)
                share.add(input, fold, w);
            else if (!is_attempt)
                share.repeat(input, fold, w);
            else if (share.attempt(input, plain.attempt, w))
                wrote = true;
        });
    };
    pass(true);
    if (wrote) pass(false);
    output.publish();
    return {};
}

} // namespace

extern const Variant<MxvProblem> mxv_push_into = {"cpu/mxv_push_into",
                                                  {.form = Form::dense, .writes_output = true},
                                                  &refuses,
                                                  &push_into_cost,
                                                  &run};

} // namespace grb
