/// C = A ⊗ B on bitmap and full storage under a mask that lists positions: both are looked up there.
/// A, B m×n not transposed, both dense; mask with sparse rows, not complemented; C by rows, sorted, in the mask's widths.
/// Work O(entries of the mask); scratch as much. Deterministic.
/// Refused: a transposed operand, one that is not dense, any other mask.
#include "algebra/bound.hpp"
#include "base/parallel.hpp"
#include "registry/pick.hpp"
#include "storage/convert.hpp"

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
            entries * (entry_operations / rates().operations_batch + 2 / rates().gathers_cached)};
}

/// Where the mask is true, of which values of type `asked` tell, and both operands have an entry.
struct Places {
    HostVector<std::uint64_t> sources, cells; // in the mask, in the operands

    template <class O, class I>
    void find(const Sparse<O, I> &mask, const Type *asked, const DenseView &A, const DenseView &B,
              O *offsets) {
        sources.reserve(mask.nvals);
        cells.reserve(mask.nvals);
        offsets[0] = 0;
        for (std::uint64_t k = 0; k < mask.stored_rows; k++) {
            const std::uint64_t base = mask.row_id(k) * mask.ncols;
            for (std::uint64_t p = mask.row_offsets[k]; p < mask.row_offsets[k + 1]; p++) {
                const std::uint64_t cell = base + mask.column_indices[p];
                if (!A.has(cell) || !B.has(cell)) continue;
                if (asked != nullptr && !is_true(mask.value(p), asked)) continue;
                sources.push_back(p);
                cells.push_back(cell);
            }
            offsets[k + 1] = static_cast<O>(cells.size());
        }
    }
};

void fetch(void *to, const DenseView &from, const std::uint64_t *cells, std::size_t n) {
    if (from.is_iso) {
        fill_values(to, from.values, n, from.type->size);
    } else {
        gather_values(to, from.values, cells, 8, n, from.type->size);
    }
}

void compute(const BoundBinary &op, const DenseView &A, const DenseView &B,
             const HostVector<std::uint64_t> &cells, unsigned char *out) {
    parallel_ranges(cells.size(), 10, [&](std::uint64_t begin, std::uint64_t end) {
        const std::size_t block = std::min<std::size_t>(256, end - begin);
        HostVector<unsigned char> x(block * A.type->size), y(block * B.type->size);
        for (std::uint64_t at = begin; at < end; at += block) {
            const std::size_t n = std::min<std::size_t>(block, end - at);
            fetch(x.data(), A, cells.data() + at, n);
            fetch(y.data(), B, cells.data() + at, n);
            op(out + at * op.z_size(), x.data(), y.data(), n);
        }
    });
}

Ref<Snapshot> run(const EwiseMultProblem &problem) {
    // Its list, where it has cells, too.
    const SparseView view = problem.mask.snapshot->rows();
    const Type *const asked = problem.mask.kind == MaskKind::value ? view.type : nullptr;
    const DenseView A = problem.A->dense(), B = problem.B->dense();
    const Type *z = problem.op->ztype;
    return dispatch_widths(view, [&](const auto &S) {
        using O = typename std::decay_t<decltype(S)>::Offset;
        using I = typename std::decay_t<decltype(S)>::Index;
        SparsePart part;
        part.row_offsets = Array::of<O>(S.stored_rows + 1);
        Places places;
        places.find(S, asked, A, B, part.row_offsets.template as<O>());
        part.nvals = places.cells.size();
        part.stored_rows = S.stored_rows;
        part.offset_width = sizeof(O);
        part.index_width = sizeof(I);
        part.column_indices = Array::of<I>(part.nvals);
        gather_values(part.column_indices.data(), S.column_indices, places.sources.data(), 8,
                      part.nvals, sizeof(I));
        if (view.is_hyper()) {
            part.is_hyper = true;
            part.row_ids = Array::copy_of(view.row_ids, S.stored_rows * sizeof(I));
        }
        part.values = Array(part.nvals * z->size);
        compute(BoundBinary(problem.op, z, A.type, B.type), A, B, places.cells,
                part.values.template as<unsigned char>());
        return Snapshot::of_rows(z, view.nrows, view.ncols, std::move(part));
    });
}

} // namespace

extern const Variant<EwiseMultProblem> ewise_mult_masked = {
    "cpu/ewise_mult_masked", {.fuses_mask = true, .form = Form::sparse}, refuses, cost, run};

} // namespace grb
