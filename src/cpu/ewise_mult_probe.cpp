/// C = A ⊗ B where one operand is dense: the entries of the sparse one look their partner up.
/// A, B m×n not transposed; C by rows, sorted. Work O(entries of the sparse operand) and a search in
/// the mask for each; scratch as much. Deterministic.
/// Refused: a transposed operand, no dense operand.
#include "base/parallel.hpp"
#include "cpu/mask_cursor.hpp"
#include "registry/pick.hpp"
#include "storage/convert.hpp"

#include <cstring>

namespace grb {

namespace {

const char *refuses(const EwiseMultProblem &problem) {
    if (problem.is_A_transposed || problem.is_B_transposed) return "transposed operand";
    if (!is_dense(*problem.A) && !is_dense(*problem.B)) return "no dense operand";
    return nullptr;
}

/// The operand that is walked: the sparse one, or A when both are dense.
bool walks_a(const EwiseMultProblem &problem) {
    return !is_dense(*problem.A) || is_dense(*problem.B);
}

const HostCoefficient entry_operations{"ewise_probe_entry_operations", "1",
                                       "batch operations for each entry that is looked up", 2};

Cost cost(const EwiseMultProblem &problem) {
    const Snapshot &walked = walks_a(problem) ? *problem.A : *problem.B;
    const double entries = static_cast<double>(walked.most_nvals());
    const double price = walked.has_rows() ? 0
                                           : static_cast<double>(walked.nrows()) *
                                                 static_cast<double>(walked.ncols()) *
                                                 rates().conversion_bytes / rates().stream_bytes;
    return {rates().call_seconds + price +
            entries * (entry_operations / rates().operations_batch + 1 / rates().gathers_cached)};
}

template <class O, class I>
class Probe {
public:
    Probe(const EwiseMultProblem &problem, const SparseView &walked, const DenseView &probed,
          bool a_is_walked)
        : problem_(problem), S_(walked), walked_(walked), probed_(probed),
          a_is_walked_(a_is_walked), mask_(problem.mask.view()) {}

    Ref<Snapshot> run() {
        find_partners();
        const std::size_t n = partners_.size();
        const Type *z = problem_.op->ztype;
        SparsePart part;
        part.nvals = n;
        part.stored_rows = S_.stored_rows;
        part.offset_width = sizeof(O);
        part.index_width = sizeof(I);
        part.row_offsets = std::move(offsets_);
        part.column_indices = Array::of<I>(n);
        gather_values(part.column_indices.data(), S_.column_indices, sources_.data(), 8, n,
                      sizeof(I));
        part.values = Array(n * z->size);
        if (walked_.is_hyper()) {
            part.is_hyper = true;
            part.row_ids = Array::copy_of(walked_.row_ids, S_.stored_rows * sizeof(I));
        }
        const BoundBinary op(problem_.op, z, walked_.type, probed_.type, !a_is_walked_);
        parallel_ranges(n, 10, [&](std::uint64_t begin, std::uint64_t end) {
            compute(op, begin, end, part.values.as<unsigned char>() + begin * z->size);
        });
        return Snapshot::of_rows(z, S_.nrows, S_.ncols, std::move(part));
    }

private:
    void find_partners() {
        offsets_ = Array::of<O>(S_.stored_rows + 1);
        O *offsets = offsets_.as<O>();
        offsets[0] = 0;
        sources_.reserve(S_.nvals);
        partners_.reserve(S_.nvals);
        MaskCursor cursor(mask_);
        for (std::uint64_t k = 0; k < S_.stored_rows; k++) {
            const std::uint64_t row = S_.row_id(k), base = row * S_.ncols;
            cursor.begin_row(row);
            for (std::uint64_t p = S_.row_offsets[k]; p < S_.row_offsets[k + 1]; p++) {
                const std::uint64_t column = S_.column_indices[p];
                if (!probed_.has(base + column) || !cursor.lets_through(column)) continue;
                sources_.push_back(p);
                partners_.push_back(base + column);
            }
            offsets[k + 1] = static_cast<O>(sources_.size());
        }
    }

    void compute(const BoundBinary &op, std::uint64_t begin, std::uint64_t end,
                 unsigned char *out) const {
        const std::size_t x_size = walked_.type->size, y_size = probed_.type->size;
        const std::size_t block = std::min<std::size_t>(256, end - begin);
        HostVector<unsigned char> x(block * x_size), y(block * y_size);
        for (std::uint64_t at = begin; at < end; at += block) {
            const std::size_t n = std::min<std::size_t>(block, end - at);
            if (walked_.is_iso) {
                fill_values(x.data(), walked_.values, n, x_size);
            } else {
                gather_values(x.data(), walked_.values, sources_.data() + at, 8, n, x_size);
            }
            if (probed_.is_iso) {
                fill_values(y.data(), probed_.values, n, y_size);
            } else {
                gather_values(y.data(), probed_.values, partners_.data() + at, 8, n, y_size);
            }
            op(out, x.data(), y.data(), n);
            out += n * op.z_size();
        }
    }

    const EwiseMultProblem &problem_;
    Sparse<O, I> S_;
    SparseView walked_;
    DenseView probed_;
    bool a_is_walked_;
    MaskView mask_;
    Array offsets_;
    HostVector<std::uint64_t> sources_, partners_;
};

Ref<Snapshot> run(const EwiseMultProblem &problem) {
    const bool a_is_walked = walks_a(problem);
    const SparseView walked = (a_is_walked ? problem.A : problem.B)->rows();
    const DenseView probed = (a_is_walked ? problem.B : problem.A)->dense();
    return dispatch_widths(walked, [&](const auto &sparse) {
        using S = std::decay_t<decltype(sparse)>;
        return Probe<typename S::Offset, typename S::Index>(problem, walked, probed, a_is_walked)
            .run();
    });
}

} // namespace

extern const Variant<EwiseMultProblem> ewise_mult_probe = {
    "cpu/ewise_mult_probe", {.fuses_mask = true, .form = Form::sparse}, refuses, cost, run};

} // namespace grb
