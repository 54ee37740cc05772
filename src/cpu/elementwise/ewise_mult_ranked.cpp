/// w = u ⊗ v of two lists, one far longer than the other: each entry of the shorter probes the
/// longer's bits.
/// u, v one row each, sparse; w sorted. The bits and the ranks of the longer list stay with it
/// (rank_index.hpp).
/// Work O(entries of the shorter one) and a search in the mask for each; threads divide the
/// entries; scratch as much; the index once O(entries + n / 64). Deterministic. After Jacobson
/// 1989, with counts for each word.
/// Refused: more than one row, dense operands, one that is not 16 times as long, positions beyond
/// 2^34.
#include "algebra/bound.hpp"
#include "costs/rates.hpp"
#include "cpu/common/kept_entries.hpp"
#include "cpu/common/mask_cursor.hpp"
#include "cpu/common/on_threads.hpp"
#include "cpu/common/rank_index.hpp"
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"

namespace grb {

namespace {

constexpr std::uint64_t search_ratio = 16;

bool asks_a(const EwiseMultProblem &problem) noexcept {
    return problem.A->most_nvals() > problem.B->most_nvals();
}
const Snapshot &longer(const EwiseMultProblem &problem) noexcept {
    return asks_a(problem) ? *problem.A : *problem.B;
}
const Snapshot &shorter(const EwiseMultProblem &problem) noexcept {
    return asks_a(problem) ? *problem.B : *problem.A;
}

const char *refuses(const EwiseMultProblem &problem) {
    if (problem.m() != 1 || problem.is_A_transposed || problem.is_B_transposed)
        return "not two vectors";
    const std::uint64_t in_a = problem.A->most_nvals(), in_b = problem.B->most_nvals();
    if (std::max(in_a, in_b) / search_ratio <= std::min(in_a, in_b))
        return "lists of similar length";
    if (is_dense(*problem.A) || is_dense(*problem.B)) return "a dense operand";
    if (!longer(problem).has_rows() || !shorter(problem).has_rows()) return "no list yet";
    return problem.n() > (std::uint64_t{1} << 34) ? "positions up to 2^34" : nullptr;
}

const HostCoefficient entry_operations{"ewise_ranked_entry_operations", "1",
                                       "batch operations for each entry that is looked up", 1};

Cost cost(const EwiseMultProblem &problem) {
    const Snapshot &asked = longer(problem);
    const auto entries = static_cast<double>(shorter(problem).most_nvals());
    Cost cost;
    cost.seconds =
        rates().call_seconds + on_threads(entry_operations * entries / rates().operations_batch);
    if (asked.attachments().find<RankIndex>(RankIndex::key)) return cost;
    const auto words = static_cast<double>(RankIndex::words_for(problem.n()));
    cost.missing_seconds =
        on_threads(words * sizeof(RankIndex::Word) / rates().stream_bytes +
                   static_cast<double>(asked.most_nvals()) / rates().operations_batch);
    cost.missing_in = &asked;
    cost.missing_item = SnapshotItem(RankIndex::tag);
    return cost;
}

Ref<const RankIndex> index_of(const Snapshot &asked) {
    return asked.attachments().get_or_make<RankIndex>(RankIndex::key, [&] {
        const SparseView view = asked.rows();
        return dispatch_widths(view, [&](const auto &S) {
            return make_ref<RankIndex>(S.column_indices, S.nvals, S.ncols);
        });
    });
}

/// Tests whether the longer list has an entry.
struct Test {
    const RankIndex &index;

    void begin_row(std::uint64_t) const noexcept {}
    bool keeps(std::uint64_t, std::uint64_t column) const noexcept { return index.has(column); }
};
/// Tests whether the longer list has an entry that the mask allows.
struct MaskedTest {
    const RankIndex &index;
    MaskCursor cursor;

    void begin_row(std::uint64_t row) noexcept { cursor.begin_row(row); }
    bool keeps(std::uint64_t, std::uint64_t column) noexcept {
        return index.has(column) && cursor.allows(column);
    }
};

/// Values of n entries: x of the shorter list, y of the longer.
class Values {
public:
    Values(const BoundBinary &op, const SparseView &x, const SparseView &y, const RankIndex &index)
        : op_(op), x_(x), y_(y), index_(index) {}

    void operator()(const std::uint64_t *sources, const std::uint64_t *elements, std::size_t n,
                    unsigned char *out) const {
        constexpr std::size_t batch = 256;
        const std::size_t most = std::min(batch, n);
        HostVector<unsigned char> x(most * x_.type->size), y(most * y_.type->size);
        std::uint64_t ranks[batch];
        for (std::size_t at = 0; at < n; at += batch) {
            const std::size_t count = std::min(batch, n - at);
            for (std::size_t k = 0; k < count; k++) ranks[k] = index_.rank(elements[at + k]);
            fetch(x.data(), x_, sources + at, count);
            fetch(y.data(), y_, ranks, count);
            op_(out + at * op_.z_size(), x.data(), y.data(), count);
        }
    }

private:
    static void fetch(void *to, const SparseView &from, const std::uint64_t *which, std::size_t n) {
        if (from.is_iso) {
            fill_values(to, from.values, n, from.type->size);
        } else {
            gather_values(to, from.values, which, 8, n, from.type->size);
        }
    }

    const BoundBinary &op_;
    const SparseView &x_, &y_;
    const RankIndex &index_;
};

Ref<Snapshot> run(const EwiseMultProblem &problem) {
    const SparseView walked = shorter(problem).rows(), asked = longer(problem).rows();
    const Ref<const RankIndex> index = index_of(longer(problem));
    const MaskView mask = problem.mask.view();
    const Type *const z = problem.op->ztype;
    const BoundBinary op(problem.op, z, walked.type, asked.type, asks_a(problem));
    const Values values(op, walked, asked, *index);
    return dispatch_widths(walked, [&](const auto &S) {
        using O = typename std::decay_t<decltype(S)>::Offset;
        using I = typename std::decay_t<decltype(S)>::Index;
        KeptEntries<O, I> kept(S, walked);
        const auto plain = [&] { return Test{*index}; };
        const auto masked = [&] { return MaskedTest{*index, MaskCursor(mask)}; };
        SparseForm form =
            mask.is_none() ? kept.run(z->size, plain, values) : kept.run(z->size, masked, values);
        return Snapshot::of_rows(z, walked.nrows, walked.ncols, std::move(form));
    });
}

} // namespace

extern const Variant<EwiseMultProblem> ewise_mult_ranked = {
    "cpu/ewise_mult_ranked", {.fuses_mask = true, .form = Form::sparse}, refuses, cost, run};

} // namespace grb
