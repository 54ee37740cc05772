/// C = A ⊗ B where one operand is dense: the sparse operand's entries probe it.
/// A, B m×n not transposed; C by rows, sorted. Work O(entries of the sparse operand) and a search
/// in the mask for each; threads divide the entries; scratch as much. Deterministic.
/// Refused: a transposed operand, no dense operand.
#include "algebra/bound.hpp"
#include "costs/rates.hpp"
#include "cpu/common/kept_entries.hpp"
#include "cpu/common/mask_cursor.hpp"
#include "cpu/common/on_threads.hpp"
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"

namespace grb {

namespace {

const char *refuses(const EwiseMultProblem &problem) {
    if (problem.is_A_transposed || problem.is_B_transposed) return "transposed operand";
    if (!is_dense(*problem.A) && !is_dense(*problem.B)) return "no dense operand";
    return nullptr;
}

/// The operand that the kernel walks: the sparse one, or A when both are dense.
bool walks_a(const EwiseMultProblem &problem) {
    return !is_dense(*problem.A) || is_dense(*problem.B);
}

const HostCoefficient entry_operations{"ewise_probe_entry_operations", "1",
                                       "batch operations for each entry that is looked up", 0.35};

Cost cost(const EwiseMultProblem &problem) {
    const Snapshot &walked = walks_a(problem) ? *problem.A : *problem.B;
    const double entries = static_cast<double>(walked.most_nvals());
    const double price = walked.has_rows() ? 0
                                           : static_cast<double>(walked.nrows()) *
                                                 static_cast<double>(walked.ncols()) *
                                                 rates().conversion_bytes / rates().stream_bytes;
    return {rates().call_seconds +
            on_threads(price + entries * (entry_operations / rates().operations_batch +
                                          1 / rates().gathers_cached))};
}

/// Tests whether the dense operand has an entry that the mask allows.
struct Test {
    const DenseView &probed;
    std::uint64_t ncols;
    MaskCursor cursor;
    std::uint64_t base = 0;

    void begin_row(std::uint64_t row) noexcept {
        base = row * ncols;
        cursor.begin_row(row);
    }
    bool keeps(std::uint64_t, std::uint64_t column) noexcept {
        return probed.has(base + column) && cursor.allows(column);
    }
};

void compute(const BoundBinary &op, const SparseView &walked, const DenseView &probed,
             const std::uint64_t *sources, const std::uint64_t *elements, std::size_t n,
             unsigned char *out) {
    const std::size_t x_size = walked.type->size, y_size = probed.type->size,
                      most = std::min<std::size_t>(256, n);
    HostVector<unsigned char> x(most * x_size), y(most * y_size);
    for (std::size_t at = 0; at < n; at += most) {
        const std::size_t count = std::min(most, n - at);
        if (walked.is_iso) {
            fill_values(x.data(), walked.values, count, x_size);
        } else {
            gather_values(x.data(), walked.values, sources + at, 8, count, x_size);
        }
        if (probed.is_iso) {
            fill_values(y.data(), probed.values, count, y_size);
        } else {
            gather_values(y.data(), probed.values, elements + at, 8, count, y_size);
        }
        op(out + at * op.z_size(), x.data(), y.data(), count);
    }
}

/// Computes values of consecutive entries, and gathers their partners.
class ValueRun {
public:
    ValueRun(const BoundBinary &op, const SparseView &walked, const DenseView &probed,
             std::uint64_t begin, unsigned char *out)
        : op_(op), walked_(walked), probed_(probed), next_(begin), out_(out),
          x_(walked.is_iso ? most * walked.type->size : 0), y_(most * probed.type->size) {
        if (walked.is_iso) fill_values(x_.data(), walked.values, most, walked.type->size);
        if (probed.is_iso) fill_values(y_.data(), probed.values, most, probed.type->size);
    }
    /// Adds the entries of one row, whose dense elements begin at `base`.
    template <class I>
    void add(std::uint64_t base, const I *columns, std::uint64_t n) {
        while (n != 0) {
            const std::uint64_t taken = std::min<std::uint64_t>(n, most - held_);
            for (std::uint64_t k = 0; k < taken; k++) elements_[held_ + k] = base + columns[k];
            held_ += taken;
            columns += taken;
            n -= taken;
            if (held_ == most) flush();
        }
    }
    void flush() {
        if (held_ == 0) return;
        const auto *const values = static_cast<const unsigned char *>(walked_.values);
        if (!probed_.is_iso)
            gather_values(y_.data(), probed_.values, elements_, 8, held_, probed_.type->size);
        op_(out_ + next_ * op_.z_size(),
            walked_.is_iso ? x_.data() : values + next_ * walked_.type->size, y_.data(), held_);
        next_ += held_;
        held_ = 0;
    }

private:
    static constexpr std::size_t most = 256;
    const BoundBinary &op_;
    const SparseView &walked_;
    const DenseView &probed_;
    std::uint64_t next_;
    unsigned char *out_;
    HostVector<unsigned char> x_, y_;
    std::size_t held_ = 0;
    std::uint64_t elements_[most];
};

/// Every entry has a partner: keeps the pattern and computes new values.
Ref<Snapshot> with_new_values(const Snapshot &from, const SparseView &walked,
                              const DenseView &probed, const BoundBinary &op, const Type *z) {
    SparseForm form = from.share_rows(false);
    form.is_iso = false;
    form.values = Array(walked.nvals * z->size);
    auto *const out = form.values.as<unsigned char>();
    dispatch_widths(walked, [&](const auto &S) {
        parallel_ranges(S.nvals, 3, [&](std::uint64_t begin, std::uint64_t end) {
            ValueRun run(op, walked, probed, begin, out);
            for_row_runs(S.row_offsets, S.stored_rows, begin, end,
                         [&](std::uint64_t k, std::uint64_t p, std::uint64_t last) {
                             run.add(S.row_id(k) * S.ncols, S.column_indices + p, last - p);
                         });
            run.flush();
        });
    });
    return Snapshot::of_rows(z, walked.nrows, walked.ncols, std::move(form));
}

Ref<Snapshot> run(const EwiseMultProblem &problem) {
    const bool a_is_walked = walks_a(problem);
    const Snapshot &walked_from = a_is_walked ? *problem.A : *problem.B;
    const SparseView walked = walked_from.rows();
    const DenseView probed = (a_is_walked ? problem.B : problem.A)->dense();
    const MaskView mask = problem.mask.view();
    const Type *z = problem.op->ztype;
    const BoundBinary op(problem.op, z, walked.type, probed.type, !a_is_walked);
    if (probed.bits == nullptr && mask.is_none())
        return with_new_values(walked_from, walked, probed, op, z);
    return dispatch_widths(walked, [&](const auto &S) {
        using O = typename std::decay_t<decltype(S)>::Offset;
        using I = typename std::decay_t<decltype(S)>::Index;
        SparseForm form = KeptEntries<O, I>(S, walked).run(
            z->size,
            [&] {
                return Test{probed, walked.ncols, MaskCursor(mask)};
            },
            [&](const std::uint64_t *sources, const std::uint64_t *elements, std::size_t n,
                unsigned char *out) { compute(op, walked, probed, sources, elements, n, out); });
        return Snapshot::of_rows(z, walked.nrows, walked.ncols, std::move(form));
    });
}

} // namespace

extern const Variant<EwiseMultProblem> ewise_mult_probe = {
    "cpu/ewise_mult_probe", {.fuses_mask = true, .form = Form::sparse}, refuses, cost, run};

} // namespace grb
