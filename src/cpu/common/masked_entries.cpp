// Lists the entries that a mask allows: of dense storage by the mask's list or by words, of sparse
// rows one by one.
#include "cpu/common/masked_entries.hpp"

#include "algebra/batch.hpp"
#include "base/bit_count.hpp"
#include "cpu/common/kept_entries.hpp"
#include "cpu/common/mask_cursor.hpp"
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

/// The entries of a dense vector T at the true positions of a bitmap with few entries.
Ref<Snapshot> entries_at(const DenseView &mask, bool by_value, const DenseView &T) {
    RowBuilder builder(1, T.ncols);
    for (std::uint64_t w = 0; w * 64 < T.ncols; w++) {
        std::uint64_t word = mask.bits[w];
        if (T.bits != nullptr) word &= T.bits[w];
        for (; word != 0; word &= word - 1) {
            const std::uint64_t p = w * 64 + static_cast<std::uint64_t>(__builtin_ctzll(word));
            if (!by_value || is_true(mask.value(p), mask.type)) builder.append(p, p);
        }
    }
    builder.end_row(0, true);
    return builder.finish(T.type, T.values, T.is_iso);
}

/// Tells which entries of T a mask allows. One that has the positions of T, as the result of an
/// operation on T often has, is not searched.
class Test {
public:
    Test(const MaskView &mask, const SparseView &T) noexcept
        : mask_(mask), cursor_(mask), has_own_positions_(has_positions_of(mask, T)) {
        if (!has_own_positions_) return;
        values_ = static_cast<const unsigned char *>(mask.sparse.values);
        step_ = mask.sparse.is_iso ? 0 : mask.sparse.type->size;
    }
    void begin_row(std::uint64_t row) noexcept {
        if (!has_own_positions_) cursor_.begin_row(row);
    }
    bool keeps(std::uint64_t p, std::uint64_t column) noexcept {
        return has_own_positions_ ? is_true_at(p) != mask_.is_complemented : cursor_.allows(column);
    }

private:
    bool is_true_at(std::uint64_t p) const noexcept {
        const unsigned char *const value = values_ + p * step_;
        if (mask_.kind == MaskKind::structure) return true;
        return mask_.sparse.type->code == TypeCode::boolean ? *value != 0
                                                            : is_true(value, mask_.sparse.type);
    }

    const MaskView &mask_;
    MaskCursor cursor_;
    const bool has_own_positions_;
    const unsigned char *values_ = nullptr;
    std::size_t step_ = 0;
};

} // namespace

bool has_positions_of(const MaskView &mask, const SparseView &T) noexcept {
    const SparseView &M = mask.sparse;
    return !mask.is_none() && !mask.is_dense && M.column_indices == T.column_indices &&
           M.row_offsets == T.row_offsets && M.row_ids == T.row_ids && M.nvals == T.nvals;
}

bool names_few(const MaskView &mask, std::uint64_t nrows, std::uint64_t ncols) noexcept {
    const bool is_list = !mask.is_none() && !mask.is_dense && !mask.is_complemented;
    return is_list && are_few(static_cast<double>(mask.sparse.nvals),
                              static_cast<double>(element_count(nrows, ncols)));
}

Ref<Snapshot> entries_under(const MaskView &mask, const Snapshot &T) {
    if (names_few(mask, T.nrows(), T.ncols()))
        return entries_at(mask.sparse, mask.kind == MaskKind::value, T);
    DenseView view = T.dense();
    if (mask.is_dense && !mask.is_complemented && mask.dense.bits != nullptr && view.nrows == 1 &&
        are_few(static_cast<double>(mask.dense.nvals), static_cast<double>(view.ncols)))
        return entries_at(mask.dense, mask.kind == MaskKind::value, view);
    HostVector<std::uint64_t> bits = mask_bits(mask, view.nrows, view.ncols);
    std::uint64_t count = 0;
    for (std::uint64_t w = 0; w * 64 < view.nrows * view.ncols; w++) {
        if (view.bits != nullptr) bits[w] &= view.bits[w];
        count += count_bits(bits[w]);
    }
    if (count == 0) return Snapshot::empty(view.type, view.nrows, view.ncols);
    view.bits = bits.data();
    view.nvals = count;
    return Snapshot::of_rows(view.type, view.nrows, view.ncols, dense_to_sparse(view));
}

bool can_filter(const SparseView &T) noexcept {
    return T.index_width == 4 && T.offset_width == 4;
}

Ref<Snapshot> entries_under(const MaskView &mask, const SparseView &T) {
    const std::size_t size = T.is_iso ? 0 : T.type->size;
    const auto copy = [&](const std::uint64_t *sources, const std::uint64_t *, std::uint64_t n,
                          unsigned char *out) {
        if (size != 0) gather_values(out, T.values, sources, 8, n, size);
    };
    const Sparse<std::uint32_t, std::uint32_t> S(T);
    SparseForm form = KeptEntries(S, T).run(
        size, [&] { return Test(mask, T); }, copy);
    if (T.is_iso) {
        form.is_iso = true;
        form.values = Array::copy_of(T.values, T.type->size);
    }
    return Snapshot::of_rows(T.type, T.nrows, T.ncols, std::move(form));
}

} // namespace grb
