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

namespace grb {

namespace {

/// The columns of A as a push walks them, and a full u.
struct IntoInput {
    SparseView A;
    DenseView u;
    MxvBinding binding;

    explicit IntoInput(const MxvProblem &problem)
        : A(problem.push_columns()), u(problem.u->dense()),
          binding(problem, {A.values, A.type, A.is_iso}, {u.values, u.type, u.is_iso}) {}
};

/// Memory for products of a run of entries.
class Products {
public:
    explicit Products(const MxvBinding &binding)
        : batch_(binding), columns_(batch_.capacity() * sizeof(std::uint64_t)),
          rows_(batch_.capacity() * sizeof(std::uint64_t)) {}

    /// Adds the products of entries [begin, end) to w.
    void add(const IntoInput &input, std::uint64_t begin, std::uint64_t end, Fold fold, void *w) {
        const SparseView &A = input.A;
        const MxvBinding &binding = input.binding;
        const auto *const columns = columns_.as<std::uint64_t>();
        auto *const rows = rows_.as<std::uint64_t>();
        std::uint64_t k = column_of(A, begin);
        for (std::uint64_t first = begin; first < end; first += batch_.capacity()) {
            const auto n =
                static_cast<std::size_t>(std::min<std::uint64_t>(end - first, batch_.capacity()));
            if (batch_.needs_u()) {
                dispatch_widths(A, [&](const auto &S) { k = list_columns(S, k, first, n); });
                gather_values(batch_.u(), binding.u_values.values, columns, 8, n, batch_.u_size());
            }
            if (batch_.needs_a())
                std::memcpy(batch_.a(),
                            static_cast<const unsigned char *>(binding.a_values.values) +
                                first * batch_.a_size(),
                            n * batch_.a_size());
            dispatch_widths(A, [&](const auto &S) {
                for (std::size_t e = 0; e < n; e++) rows[e] = S.column_indices[first + e];
            });
            fold(w, rows, batch_.compute(n), n);
        }
    }

private:
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

    ProductBatch batch_;
    Array columns_, rows_;
};

const char *refuses(const MxvProblem &problem) {
    if (const char *const refusal = refuses_into(problem)) return refusal;
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

/// w = w ⊕ A ⊕.⊗ u, push: threads take equal shares of A's entries by column and add each product
/// to w at its row; several compare and swap where it changes the value. A m×n by columns, in any
/// order, u full, w full. Work O(entries), scratch a batch of products a thread. Deterministic:
/// MIN, MAX and LOR do not depend on the order. No row is too long for a thread. Refused: a mask,
/// another accumulator than the monoid's operator, other monoids, an output that is not full, a
/// user-defined multiplier.
Ref<Snapshot> run(const MxvProblem &problem) {
    if (problem.A->nvals() == 0) return {};
    const IntoInput input(problem);
    const std::uint64_t entries = input.A.nvals;
    const int threads = threads_for(4 * static_cast<double>(entries));
    HostVector<Products> products; // all memory before the first change of w
    products.reserve(static_cast<std::size_t>(threads));
    for (int k = 0; k < threads; k++) products.emplace_back(input.binding);
    const Fold fold = find_fold(*problem.semiring->add->op, threads > 1);
    OutputValues output(problem);
    unsigned char *const w = output.data(); // asked once, not by each thread
    parallel_tasks(threads, threads, [&](std::int64_t task) {
        const auto k = static_cast<std::uint64_t>(task),
                   shares = static_cast<std::uint64_t>(threads);
        products[k].add(input, share_begin(entries, shares, k), share_begin(entries, shares, k + 1),
                        fold, w);
    });
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
