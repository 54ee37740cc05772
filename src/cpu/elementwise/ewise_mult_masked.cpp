/// C = A ⊗ B on bitmap and full storage under a mask that lists positions: looks up both operands
/// there.
/// A, B m×n not transposed, both dense; mask with sparse rows, not complemented; C by rows, sorted,
/// in the mask's widths.
/// Work O(entries of the mask), which threads divide; scratch as much. Deterministic.
/// Refused: a transposed operand, one that is not dense, any other mask.
#include "algebra/bound.hpp"
#include "costs/rates.hpp"
#include "cpu/common/kept_entries.hpp"
#include "cpu/common/on_threads.hpp"
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"

namespace grb {

namespace {

const char *refuses(const EwiseMultProblem &problem) {
    if (problem.is_A_transposed || problem.is_B_transposed) return "transposed operand";
    if (!problem.A->has_dense() || !problem.B->has_dense()) return "an operand is not dense";
    if (problem.mask.is_none() || problem.mask.is_complemented ||
        !problem.mask.snapshot->has_rows())
        return "no mask to walk";
    return nullptr;
}

const HostCoefficient entry_operations{"ewise_masked_entry_operations", "1",
                                       "batch operations for each position of the mask", 3};

Cost cost(const EwiseMultProblem &problem) {
    const auto entries = static_cast<double>(problem.mask.snapshot->most_nvals());
    return {rates().call_seconds +
            on_threads(entries *
                       (entry_operations / rates().operations_batch + 2 / rates().gathers_cached))};
}

/// Tests whether the mask is true and both operands have an entry; `asked` is the type of the
/// mask's values.
template <class O, class I>
struct Test {
    const Sparse<O, I> &mask;
    const Type *asked;
    const DenseView &A, &B;
    std::uint64_t base = 0;

    void begin_row(std::uint64_t row) noexcept { base = row * mask.ncols; }
    bool keeps(std::uint64_t p, std::uint64_t column) const noexcept {
        return A.has(base + column) && B.has(base + column) &&
               (asked == nullptr || is_true(mask.value(p), asked));
    }
};

void fetch(void *to, const DenseView &from, const std::uint64_t *elements, std::size_t n) {
    if (from.is_iso) {
        fill_values(to, from.values, n, from.type->size);
    } else {
        gather_values(to, from.values, elements, 8, n, from.type->size);
    }
}

void compute(const BoundBinary &op, const DenseView &A, const DenseView &B,
             const std::uint64_t *elements, std::size_t n, unsigned char *out) {
    const std::size_t most = std::min<std::size_t>(256, n);
    HostVector<unsigned char> x(most * A.type->size), y(most * B.type->size);
    for (std::size_t at = 0; at < n; at += most) {
        const std::size_t count = std::min(most, n - at);
        fetch(x.data(), A, elements + at, count);
        fetch(y.data(), B, elements + at, count);
        op(out + at * op.z_size(), x.data(), y.data(), count);
    }
}

Ref<Snapshot> run(const EwiseMultProblem &problem) {
    // The mask's list, even beside a dense form.
    const SparseView view = problem.mask.snapshot->rows();
    const Type *const asked = problem.mask.kind == MaskKind::value ? view.type : nullptr;
    const DenseView A = problem.A->dense(), B = problem.B->dense();
    const Type *z = problem.op->ztype;
    const BoundBinary op(problem.op, z, A.type, B.type);
    return dispatch_widths(view, [&](const auto &S) {
        using O = typename std::decay_t<decltype(S)>::Offset;
        using I = typename std::decay_t<decltype(S)>::Index;
        SparseForm form = KeptEntries<O, I>(S, view).run(
            z->size,
            [&] {
                return Test<O, I>{S, asked, A, B};
            },
            [&](const std::uint64_t *, const std::uint64_t *elements, std::size_t n,
                unsigned char *out) { compute(op, A, B, elements, n, out); });
        return Snapshot::of_rows(z, view.nrows, view.ncols, std::move(form));
    });
}

} // namespace

extern const Variant<EwiseMultProblem> ewise_mult_masked = {
    "cpu/ewise_mult_masked", {.fuses_mask = true, .form = Form::sparse}, refuses, cost, run};

} // namespace grb
