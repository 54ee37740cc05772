// Pushes a matrix-vector product by equal shares of edges, with sums that threads share.
#include "base/parallel.hpp"
#include "base/shares.hpp"
#include "costs/rates.hpp"
#include "cpu/common/shared_sums.hpp"
#include "cpu/mxv/mxv_cost.hpp"
#include "cpu/mxv/mxv_mask.hpp"
#include "cpu/mxv/mxv_products.hpp"
#include "cpu/mxv/mxv_push.hpp"

#include <utility>

namespace grb {

namespace {

/// The result: a value and a bit for each position.
struct Sums {
    Array values, bits; // pattern tier: one value
    Fold fold = nullptr;
    AllowedBits allowed;
    bool is_shared = false;
};

/// Products of a share of the edges, in batches.
class Share {
public:
    Share(const PushInput &input, Sums &sums)
        : input_(input), sums_(sums), is_pattern_(input.binding.tier == Tier::pattern),
          batch_(input.binding), rows_(Array::of<std::uint64_t>(batch_.capacity())),
          edges_(Array::of<std::uint64_t>(batch_.capacity())),
          entries_(Array::of<std::uint64_t>(batch_.capacity())) {}

    /// Adds edges [begin, end) of frontier entry q, whose column begins at edge `first` of A.
    void add(std::uint64_t q, std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t p = begin; p < end; p++) {
            const std::uint64_t row = row_of(p);
            if (!sums_.allowed.allows(row)) continue;
            rows_.as<std::uint64_t>()[count_] = row;
            edges_.as<std::uint64_t>()[count_] = p;
            entries_.as<std::uint64_t>()[count_] = q;
            if (++count_ == batch_.capacity()) flush();
        }
    }
    void flush() {
        const MxvBinding &binding = input_.binding;
        const std::uint64_t *const rows = rows_.as<std::uint64_t>();
        if (!is_pattern_ && count_ != 0) {
            if (batch_.needs_a())
                gather_values(batch_.a(), binding.a_values.values, edges_.data(), 8, count_,
                              batch_.a_size());
            if (batch_.needs_u())
                gather_values(batch_.u(), binding.u_values.values, entries_.data(), 8, count_,
                              batch_.u_size());
            sums_.fold(sums_.values.as<unsigned char>(), rows, batch_.compute(count_), count_);
        }
        mark_positions(sums_.bits.as<std::uint64_t>(), rows, count_, sums_.is_shared);
        count_ = 0;
    }

private:
    std::uint64_t row_of(std::uint64_t edge) const noexcept {
        const SparseView &A = input_.A;
        return A.index_width == 4 ? static_cast<const std::uint32_t *>(A.column_indices)[edge]
                                  : static_cast<const std::uint64_t *>(A.column_indices)[edge];
    }

    const PushInput &input_;
    Sums &sums_;
    const bool is_pattern_;
    ProductBatch batch_;
    Array rows_, edges_, entries_;
    std::size_t count_ = 0;
};

/// The column of each frontier entry: its first edge in A, and the edges of those before it.
struct Frontier {
    Array firsts, before; // before has one more
    std::uint64_t edges = 0;
};

template <class Columns>
Frontier frontier_of(const PushInput &input, const Columns &A) {
    const std::uint64_t n = input.u.nvals;
    Frontier frontier{Array::of<std::uint64_t>(n), Array::of<std::uint64_t>(n + 1)};
    auto *const firsts = frontier.firsts.as<std::uint64_t>();
    auto *const before = frontier.before.as<std::uint64_t>();
    parallel_ranges(n, 4, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t q = begin; q < end; q++) {
            std::uint64_t k = 0;
            const bool has_edges = A.find_row(input.frontier_vertex(q), k);
            firsts[q] = has_edges ? A.row_offsets[k] : 0;
            before[q] = has_edges ? A.row_offsets[k + 1] - A.row_offsets[k] : 0;
        }
    });
    for (std::uint64_t q = 0; q < n; q++)
        frontier.edges += std::exchange(before[q], frontier.edges);
    before[n] = frontier.edges;
    return frontier;
}

void push(const PushInput &input, const Frontier &frontier, int threads, Sums &sums) {
    const auto *const firsts = frontier.firsts.as<std::uint64_t>();
    const auto *const before = frontier.before.as<std::uint64_t>();
    const std::uint64_t n = input.u.nvals, edges = frontier.edges,
                        shares = threads <= 1 ? 1 : static_cast<std::uint64_t>(threads) * 4;
    parallel_tasks(static_cast<std::int64_t>(shares), threads, [&](std::int64_t task) {
        const auto k = static_cast<std::uint64_t>(task);
        const std::uint64_t begin = share_begin(edges, shares, k),
                            end = share_begin(edges, shares, k + 1);
        if (begin == end) return;
        Share share(input, sums);
        auto q = static_cast<std::uint64_t>(std::upper_bound(before, before + n + 1, begin) -
                                            before - 1);
        for (std::uint64_t edge = begin; edge < end; q++) {
            const std::uint64_t stop = std::min(end, before[q + 1]);
            share.add(q, firsts[q] + (edge - before[q]), firsts[q] + (stop - before[q]));
            edge = stop;
        }
        share.flush();
    });
}

const char *refuses(const MxvProblem &problem) {
    if (!has_fold(*problem.semiring->add->op)) return "neither MIN, MAX nor LOR";
    if (problem.semiring->multiply->code == BinaryCode::user) return "a user-defined operator";
    const std::uint64_t m = problem.m();
    return m / 64 <= problem.A->most_nvals() ? nullptr : "the result is too long to be dense";
}

/// w = A ⊕.⊗ u, push: threads take equal shares of the edges of u's columns and add each product to
/// a dense result by compare-and-swap, where it changes the value. A m×n by columns, u a list, mask
/// as packed bits, w bitmap or full. Work O(m + edges), scratch the result and 16 bytes for each
/// entry of u. Deterministic: MIN, MAX and LOR do not depend on the order. After the atomic push of
/// Beamer et al. 2015; differs: shares of edges, not of vertices. Refused: other monoids, a
/// user-defined multiplier, an m that no result fills.
Ref<Snapshot> run(const MxvProblem &problem) {
    const std::uint64_t m = problem.m();
    if (problem.u->nvals() == 0 || problem.A->nvals() == 0)
        return Snapshot::empty(problem.result_type(), 1, m);
    const PushInput input(problem);
    const MxvBinding &binding = input.binding;
    const bool is_pattern = binding.tier == Tier::pattern;
    const Frontier frontier =
        dispatch_widths(input.A, [&](const auto &A) { return frontier_of(input, A); });
    const int threads =
        threads_for(4 * static_cast<double>(frontier.edges) + static_cast<double>(m) / 8);
    Sums sums;
    sums.is_shared = threads > 1;
    sums.allowed = allowed_bits(problem.mask.view(), m);
    sums.bits = Array::zeroed((m + 63) / 64 * 8);
    sums.values = is_pattern ? binding.product : Array(m * binding.size);
    if (!is_pattern) {
        const BinaryOp &add = *problem.semiring->add->op;
        sums.fold = find_fold(add, sums.is_shared);
        auto *const values = sums.values.as<unsigned char>();
        parallel_ranges(m, 0.25, [&](std::uint64_t begin, std::uint64_t end) {
            fill_neutral(add, values + begin * binding.size, end - begin);
        });
    }
    push(input, frontier, threads, sums);
    DenseForm form;
    const std::uint64_t nvals =
        count_marked(std::as_const(sums.bits).as<std::uint64_t>(), (m + 63) / 64);
    if (nvals == 0) return Snapshot::empty(binding.type, 1, m);
    form.nvals = nvals;
    if (nvals != m) form.bits = std::move(sums.bits);
    form.values = std::move(sums.values);
    form.is_iso = is_pattern;
    return Snapshot::of_dense(binding.type, 1, m, std::move(form));
}

} // namespace

extern const Variant<MxvProblem> mxv_push_atomic = {"cpu/mxv_push_atomic",
                                                    {.fuses_mask = true, .form = Form::dense},
                                                    &refuses,
                                                    &push_atomic_cost,
                                                    &run};

} // namespace grb
