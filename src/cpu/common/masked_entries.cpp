// Lists the entries of dense storage that a mask allows, by the mask's list or by words.
#include "cpu/common/masked_entries.hpp"

#include "algebra/batch.hpp"
#include "cpu/common/row_builder.hpp"
#include "cpu/elementwise/merge.hpp"

namespace grb {

namespace {

/// The entries of a dense T at the true positions of a sparse mask. Work O(entries of the mask).
Ref<Snapshot> entries_at(const SparseView &mask, bool by_value, const Snapshot &T) {
    const DenseView view = T.dense();
    RowBuilder builder(view.nrows, view.ncols);
    dispatch_widths(mask, [&](const auto &S) {
        for (std::uint64_t k = 0; k < S.stored_rows; k++) {
            const std::uint64_t row = S.row_id(k);
            for (std::uint64_t p = S.row_offsets[k]; p < S.row_offsets[k + 1]; p++) {
                const std::uint64_t element = row * view.ncols + S.column_indices[p];
                if (view.has(element) && (!by_value || is_true(S.value(p), mask.type)))
                    builder.append(S.column_indices[p], element);
            }
            builder.end_row(row, true);
        }
    });
    return builder.finish(view.type, view.values, view.is_iso);
}

} // namespace

bool names_few(const MaskView &mask, std::uint64_t nrows, std::uint64_t ncols) noexcept {
    const bool is_list = !mask.is_none() && !mask.is_dense && !mask.is_complemented;
    return is_list && mask.sparse.nvals < element_count(nrows, ncols) / 64;
}

Ref<Snapshot> entries_under(const MaskView &mask, const Snapshot &T) {
    if (names_few(mask, T.nrows(), T.ncols()))
        return entries_at(mask.sparse, mask.kind == MaskKind::value, T);
    DenseView view = T.dense();
    HostVector<std::uint64_t> bits = mask_bits(mask, view.nrows, view.ncols);
    std::uint64_t count = 0;
    for (std::uint64_t w = 0; w * 64 < view.nrows * view.ncols; w++) {
        if (view.bits != nullptr) bits[w] &= view.bits[w];
        count += static_cast<std::uint64_t>(__builtin_popcountll(bits[w]));
    }
    if (count == 0) return Snapshot::empty(view.type, view.nrows, view.ncols);
    view.bits = bits.data();
    view.nvals = count;
    return Snapshot::of_rows(view.type, view.nrows, view.ncols, dense_to_sparse(view));
}

} // namespace grb
