// Lists the entries that a mask allows: of dense storage by the mask's list or by words, of sparse
// rows one by one.
#include "cpu/common/masked_entries.hpp"

#include "algebra/batch.hpp"
#include "base/bit_count.hpp"
#include "base/listed_bits.hpp"
#include "cpu/common/kept_entries.hpp"
#include "cpu/common/mask_cursor.hpp"
#include "cpu/common/row_builder.hpp"
#include "cpu/elementwise/common_columns.hpp"
#include "cpu/elementwise/merge.hpp"

#include <cstring>
#include <numeric>

namespace grb {

namespace {

constexpr std::uint64_t batch_length = truth_batch;

/// Sets truth[k] of the mask's element at positions[k].
void truths_at(const DenseView &mask, const std::uint32_t *positions, std::uint64_t n,
               unsigned char *truth) {
    constexpr std::size_t widest = 16;
    if (mask.is_iso || mask.type->size > widest) {
        for (std::uint64_t k = 0; k < n; k++)
            truth[k] = is_true(mask.value(positions[k]), mask.type) ? 1 : 0;
        return;
    }
    alignas(widest) unsigned char values[batch_length * widest];
    gather_values(values, mask.values, positions, 4, n, mask.type->size);
    set_truth(truth, values, mask.type, n);
}

/// Lists the positions in both of two ascending lists by where they lie in a and in b, which have
/// room for one more than the shorter list's. Returns their number.
std::uint64_t list_common(const std::uint32_t *a, std::uint64_t in_a, const std::uint32_t *b,
                          std::uint64_t in_b, std::uint32_t *of_a, std::uint32_t *of_b) {
    std::uint64_t n = 0;
    if (in_a / columns_searched_from > in_b || in_b / columns_searched_from > in_a) {
        for_common_columns(a, 0, in_a, b, 0, in_b, [&](std::uint64_t p, std::uint64_t q) {
            of_a[n] = static_cast<std::uint32_t>(p);
            of_b[n++] = static_cast<std::uint32_t>(q);
        });
        return n;
    }
    // The signs of differences compare without a branch, which would not be predictable.
    for (std::uint64_t p = 0, q = 0; p < in_a && q < in_b;) {
        const std::uint64_t x = a[p], y = b[q], not_above = ~(y - x) >> 63,
                            not_below = ~(x - y) >> 63;
        of_a[n] = static_cast<std::uint32_t>(p);
        of_b[n] = static_cast<std::uint32_t>(q);
        n += not_above & not_below;
        p += not_above;
        q += not_below;
    }
    return n;
}

/// ChosenPositions of a vector, or of its entries, ascending: room for `most` of them.
class ChosenPositions {
public:
    explicit ChosenPositions(std::uint64_t most) : list_(Array::of<std::uint32_t>(most)) {}
    std::uint32_t *data() noexcept { return list_.as<std::uint32_t>(); }
    std::uint64_t count = 0;

    /// Keeps those at which test(positions, n, truth) sets truth[k].
    template <class Test>
    void keep(const Test &test) {
        std::uint32_t *const list = data();
        std::uint64_t kept = 0;
        for (std::uint64_t begin = 0; begin < count; begin += batch_length) {
            const std::uint64_t n = std::min(batch_length, count - begin);
            unsigned char truth[batch_length];
            test(begin, n, truth);
            // No branch: neither outcome is predictable.
            for (std::uint64_t k = 0; k < n; k++) {
                list[kept] = list[begin + k];
                kept += truth[k] != 0 ? 1 : 0;
            }
        }
        count = kept;
    }
    void keep_present(const DenseView &T) {
        if (T.bits == nullptr) return;
        keep([&](std::uint64_t begin, std::uint64_t n, unsigned char *truth) {
            for (std::uint64_t k = 0; k < n; k++) truth[k] = T.has(data()[begin + k]) ? 1 : 0;
        });
    }
    Array take() {
        list_.shrink(count * sizeof(std::uint32_t));
        return std::move(list_);
    }

private:
    Array list_;
};

/// The entries of a dense vector T at positions where it has one.
Ref<Snapshot> entries_at(ChosenPositions &&positions, const DenseView &T) {
    if (positions.count == 0) return Snapshot::empty(T.type, 1, T.ncols);
    const std::uint64_t n = positions.count;
    SparseForm form = vector_list(positions.take(), n, 4);
    form.is_iso = T.is_iso;
    form.values = T.is_iso ? Array::copy_of(T.values, T.type->size) : Array(n * T.type->size);
    if (!T.is_iso)
        gather_values(form.values.data(), T.values, form.column_indices.data(), 4, n, T.type->size);
    return Snapshot::of_rows(T.type, 1, T.ncols, std::move(form));
}

/// The entries of a dense T at the true positions of a sparse mask. Work O(entries of the mask).
Ref<Snapshot> entries_at(const SparseView &mask, bool by_value, const Snapshot &T) {
    const DenseView view = T.dense();
    if (mask.nvals == 0) return Snapshot::empty(view.type, view.nrows, view.ncols);
    if (view.nrows == 1 && mask.index_width == 4 && index_width_for(1, view.ncols) == 4) {
        ChosenPositions positions(mask.nvals);
        positions.count = mask.nvals;
        std::memcpy(positions.data(), mask.column_indices, mask.nvals * sizeof(std::uint32_t));
        if (by_value)
            positions.keep([&](std::uint64_t begin, std::uint64_t n, unsigned char *truth) {
                set_truth(truth, mask, begin, n);
            });
        positions.keep_present(view);
        return entries_at(std::move(positions), view);
    }
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

/// Returns a bit for each of up to 64 words: whether it has a bit.
std::uint64_t used_words(const std::uint64_t *words, std::uint64_t n) noexcept {
    std::uint64_t used = 0, begin = 0;
    // Shifts by constants are quicker.
    for (; begin + 8 <= n; begin += 8) {
        std::uint64_t eight = 0;
        for (std::uint64_t k = 0; k < 8; k++)
            eight |= (words[begin + k] != 0 ? std::uint64_t{1} : 0) << k;
        used |= eight << begin;
    }
    for (; begin < n; begin++) used |= (words[begin] != 0 ? std::uint64_t{1} : 0) << begin;
    return used;
}

/// The entries of a dense vector T at the true positions of a bitmap with few entries.
Ref<Snapshot> entries_at(const DenseView &mask, bool by_value, const DenseView &T) {
    const std::uint64_t words = (T.ncols + 63) / 64;
    ChosenPositions positions(mask.nvals + listed_at_once);
    std::uint32_t *const list = positions.data();
    std::uint64_t count = 0;
    for (std::uint64_t begin = 0; begin < words; begin += 64) {
        const std::uint64_t *const group = mask.bits + begin,
                                   n = std::min<std::uint64_t>(words - begin, 64);
        for (std::uint64_t used = used_words(group, n); used != 0; used &= used - 1) {
            const std::uint64_t w = begin + static_cast<std::uint64_t>(__builtin_ctzll(used)),
                                present = T.bits != nullptr ? T.bits[w] : ~std::uint64_t{0};
            list_bits(mask.bits[w] & present, w * 64, list, count);
        }
    }
    positions.count = count;
    if (by_value)
        positions.keep([&](std::uint64_t begin, std::uint64_t n, unsigned char *truth) {
            truths_at(mask, list + begin, n, truth);
        });
    return entries_at(std::move(positions), T);
}

/// T and the mask are lists, which one thread walks.
bool are_short_lists(const MaskView &mask, const SparseView &T) noexcept {
    constexpr std::uint64_t most = 1 << 15;
    return T.nrows == 1 && !mask.is_none() && !mask.is_dense && !mask.is_complemented &&
           mask.sparse.index_width == 4 && T.nvals + mask.sparse.nvals <= most;
}

/// The entries of T at the true positions of the mask, both short lists.
Ref<Snapshot> common_entries(const MaskView &mask, const SparseView &T) {
    const SparseView &M = mask.sparse;
    const std::uint64_t most = std::min(M.nvals, T.nvals) + 1;
    ChosenPositions entries(most), of_mask(most);
    if (has_positions_of(mask, T)) {
        std::iota(entries.data(), entries.data() + T.nvals, 0U);
        std::iota(of_mask.data(), of_mask.data() + T.nvals, 0U);
        entries.count = T.nvals;
    } else {
        entries.count = list_common(static_cast<const std::uint32_t *>(T.column_indices), T.nvals,
                                    static_cast<const std::uint32_t *>(M.column_indices), M.nvals,
                                    entries.data(), of_mask.data());
    }
    if (mask.kind == MaskKind::value) {
        const DenseView values{1, M.nvals, M.nvals, nullptr, M.values, M.type, M.is_iso};
        entries.keep([&](std::uint64_t begin, std::uint64_t n, unsigned char *truth) {
            truths_at(values, of_mask.data() + begin, n, truth);
        });
    }
    if (entries.count == 0) return Snapshot::empty(T.type, 1, T.ncols);
    const std::uint64_t n = entries.count;
    SparseForm form = vector_list(Array::of<std::uint32_t>(n), n, 4);
    gather_values(form.column_indices.data(), T.column_indices, entries.data(), 4, n, 4);
    form.is_iso = T.is_iso;
    form.values = T.is_iso ? Array::copy_of(T.values, T.type->size) : Array(n * T.type->size);
    if (!T.is_iso) gather_values(form.values.data(), T.values, entries.data(), 4, n, T.type->size);
    return Snapshot::of_rows(T.type, 1, T.ncols, std::move(form));
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

SparseForm vector_list(Array positions, std::uint64_t n, int width) {
    SparseForm form;
    form.nvals = n;
    form.stored_rows = 1;
    form.index_width = form.offset_width = width;
    form.row_offsets = Array::zeroed(2 * static_cast<std::size_t>(width));
    if (width == 4) {
        form.row_offsets.as<std::uint32_t>()[1] = static_cast<std::uint32_t>(n);
    } else {
        form.row_offsets.as<std::uint64_t>()[1] = n;
    }
    form.column_indices = std::move(positions);
    return form;
}

void set_truth(unsigned char *truth, const void *values, const Type *type, std::uint64_t n) {
    if (type->code != TypeCode::user) {
        cast_values(truth, builtin_type(TypeCode::boolean), values, type, n);
        return;
    }
    const auto *const bytes = static_cast<const unsigned char *>(values);
    for (std::uint64_t k = 0; k < n; k++) truth[k] = is_true(bytes + k * type->size, type) ? 1 : 0;
}

void set_truth(unsigned char *truth, const SparseView &mask, std::uint64_t begin, std::uint64_t n) {
    const auto *const values = static_cast<const unsigned char *>(mask.values);
    if (mask.is_iso) {
        std::memset(truth, is_true(values, mask.type) ? 1 : 0, n);
    } else {
        set_truth(truth, values + begin * mask.type->size, mask.type, n);
    }
}

Array places_in(const SparseView &list, const SparseView &of, std::uint64_t &common) {
    const std::uint64_t most = std::min(list.nvals, of.nvals) + 1;
    Array in_list = Array::of<std::uint32_t>(most), in_of = Array::of<std::uint32_t>(most);
    Array places = Array::of<std::uint32_t>(of.nvals);
    std::memset(places.data(), 0xff, of.nvals * sizeof(std::uint32_t));
    common = list_common(static_cast<const std::uint32_t *>(list.column_indices), list.nvals,
                         static_cast<const std::uint32_t *>(of.column_indices), of.nvals,
                         in_list.as<std::uint32_t>(), in_of.as<std::uint32_t>());
    scatter_values(places.data(), in_of.data(), 4, in_list.data(), common, sizeof(std::uint32_t));
    return places;
}

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
    if (are_short_lists(mask, T)) return common_entries(mask, T);
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
