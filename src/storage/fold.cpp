// Folds pending updates into a snapshot.
#include "storage/build.hpp"
#include "storage/chunks.hpp"
#include "storage/convert.hpp"
#include "storage/dense_update.hpp"
#include "storage/pending.hpp"

namespace grb {

namespace {

/// Updates in row-major order, each with the entry that it replaces or precedes.
struct Merge {
    HostVector<std::uint32_t> order;
    HostVector<std::uint64_t> positions; // position in the old entries
    HostVector<unsigned char> replaces;
    HostVector<std::int64_t> shifts; // entries gained by the updates before; one more than updates

    std::uint64_t size() const noexcept { return order.size(); }
    /// Position of an update in the merged sequence: the old entries, with each update before the
    /// old entry at its position.
    std::uint64_t merged_index(std::uint64_t k) const noexcept { return positions[k] + k; }
    bool is_replaced(std::uint64_t p, std::uint64_t updates_before) const noexcept {
        return updates_before != 0 && positions[updates_before - 1] == p &&
               replaces[updates_before - 1] != 0;
    }
    std::uint64_t moved(std::uint64_t p, std::uint64_t updates_before) const noexcept {
        return p + static_cast<std::uint64_t>(shifts[updates_before]);
    }
};

template <class O, class I>
Merge plan_merge(const Sparse<O, I> &A, const PendingUpdates &pending) {
    Merge merge;
    merge.order = pending.sorted();
    const std::uint64_t n = merge.size();
    merge.positions.resize(n);
    merge.replaces.resize(n);
    merge.shifts.resize(n + 1);
    parallel_ranges(A.nvals == 0 ? 0 : n, 50, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t k = begin; k < end; k++) {
            const PendingUpdates::Update &update = pending[merge.order[k]];
            std::uint64_t row;
            const bool has_row = A.find_row(update.row, row);
            const I *first = A.column_indices + A.row_offsets[row];
            const I *last = has_row ? A.column_indices + A.row_offsets[row + 1] : first;
            const I *found = std::lower_bound(first, last, update.column);
            merge.positions[k] = static_cast<std::uint64_t>(found - A.column_indices);
            merge.replaces[k] = found != last && *found == update.column ? 1 : 0;
        }
    });
    std::int64_t shift = 0;
    for (std::uint64_t k = 0; k < n; k++) {
        merge.shifts[k] = shift;
        shift += static_cast<int>(!pending[merge.order[k]].is_removal) -
                 static_cast<int>(merge.replaces[k]);
    }
    merge.shifts[n] = shift;
    return merge;
}

/// Merges columns and values.
template <class O, class I>
void merge_entries(const Sparse<O, I> &A, const PendingUpdates &pending, const Merge &merge,
                   SparseForm &form) {
    I *const columns = form.column_indices.as<I>();
    auto *const values = form.is_iso ? nullptr : form.values.as<unsigned char>();
    const auto copy_entries = [&](std::uint64_t from, std::uint64_t to, std::uint64_t n) {
        std::memcpy(columns + to, A.column_indices + from, n * sizeof(I));
        if (values == nullptr) return;
        if (A.is_iso) {
            for (std::uint64_t k = 0; k < n; k++)
                std::memcpy(values + (to + k) * A.size, A.values, A.size);
        } else {
            std::memcpy(values + to * A.size, A.value(from), n * A.size);
        }
    };
    const std::uint64_t updates = merge.size();
    parallel_ranges(A.nvals + updates, 2, [&](std::uint64_t begin, std::uint64_t end) {
        // Finds the first update at or after `begin` in the merged sequence.
        std::uint64_t k = 0, high = updates;
        while (k < high) {
            const std::uint64_t middle = k + (high - k) / 2;
            if (merge.merged_index(middle) < begin) {
                k = middle + 1;
            } else {
                high = middle;
            }
        }
        std::uint64_t p = begin - k;
        while (p + k < end) {
            if (k < updates && merge.positions[k] == p) {
                const PendingUpdates::Update &update = pending[merge.order[k]];
                if (!update.is_removal) {
                    const std::uint64_t q = merge.moved(p, k);
                    columns[q] = static_cast<I>(update.column);
                    if (values != nullptr) {
                        std::memcpy(values + q * A.size, pending.value_of(update), A.size);
                    }
                }
                k++;
            } else if (merge.is_replaced(p, k)) {
                p++;
            } else {
                const std::uint64_t next = k < updates ? merge.positions[k] : A.nvals;
                const std::uint64_t stop = std::min(next, end - k);
                copy_entries(p, merge.moved(p, k), stop - p);
                p = stop;
            }
        }
    });
}

template <class O, class I>
void merge_offsets(const Sparse<O, I> &A, const PendingUpdates &pending, const Merge &merge,
                   SparseForm &form) {
    form.stored_rows = A.nrows;
    form.row_offsets = Array::of<O>(A.nrows + 1);
    O *const offsets = form.row_offsets.as<O>();
    parallel_ranges(A.nrows + 1, 1, [&](std::uint64_t begin, std::uint64_t end) {
        const auto before = [&](std::uint32_t index, std::uint64_t row) {
            return pending[index].row < row;
        };
        auto k = static_cast<std::uint64_t>(
            std::lower_bound(merge.order.begin(), merge.order.end(), begin, before) -
            merge.order.begin());
        for (std::uint64_t row = begin; row < end; row++) {
            while (k < merge.size() && pending[merge.order[k]].row < row) k++;
            offsets[row] = static_cast<O>(merge.moved(A.row_offsets[row], k));
        }
    });
}

/// Makes hypersparse rows: the union of the row lists, without rows that have become empty.
template <class O, class I>
void merge_row_lists(const Sparse<O, I> &A, const PendingUpdates &pending, const Merge &merge,
                     SparseForm &form) {
    const std::uint64_t updates = merge.size();
    std::uint64_t new_rows = 0;
    for (std::uint64_t k = 0; k < updates; k++) {
        new_rows +=
            k == 0 || pending[merge.order[k]].row != pending[merge.order[k - 1]].row ? 1 : 0;
    }
    form.row_offsets = Array::of<O>(A.stored_rows + new_rows + 1);
    form.row_ids = Array::of<I>(A.stored_rows + new_rows);
    O *const offsets = form.row_offsets.as<O>();
    I *const row_ids = form.row_ids.as<I>();
    std::uint64_t stored = 0, old = 0, k = 0, filled = 0;
    while (old < A.stored_rows || k < updates) {
        const std::uint64_t old_row = old < A.stored_rows ? A.row_id(old) : UINT64_MAX;
        const std::uint64_t update_row = k < updates ? pending[merge.order[k]].row : UINT64_MAX;
        const std::uint64_t row = std::min(old_row, update_row);
        if (row == old_row) old++;
        while (k < updates && pending[merge.order[k]].row == row) k++;
        const std::uint64_t end = merge.moved(A.row_offsets[old], k);
        if (end == filled) continue;
        row_ids[stored] = static_cast<I>(row);
        offsets[stored++] = static_cast<O>(filled);
        filled = end;
    }
    offsets[stored] = static_cast<O>(filled);
    form.stored_rows = stored;
    form.row_offsets.shrink((stored + 1) * sizeof(O));
    form.row_ids.shrink(stored * sizeof(I));
}

/// The value that makes the merged entries iso: that of the old entries, or without old entries the
/// first new one. Returns null when the values differ.
template <class O, class I>
const void *common_value(const Sparse<O, I> &A, const PendingUpdates &pending) noexcept {
    if (A.nvals != 0 && !A.is_iso) return nullptr;
    const void *value = A.nvals != 0 ? A.values : nullptr;
    for (std::size_t k = 0; k < pending.size(); k++) {
        if (pending[k].is_removal) continue;
        const void *const own = pending.value_of(pending[k]);
        if (value == nullptr) value = own;
        if (std::memcmp(value, own, A.size) != 0) return nullptr;
    }
    return value;
}

/// Calls f for the first new entry and for each whose row differs from the one before.
template <class F>
void for_new_rows(const PendingUpdates &pending, F &&f) {
    for (std::size_t k = 0; k < pending.size(); k++)
        if (k == 0 || pending[k].row != pending[k - 1].row) f(pending[k].row, k);
}

template <class O, class I>
void append_row_list(const PendingUpdates &pending, SparseForm &form) {
    std::uint64_t stored = 0;
    for_new_rows(pending, [&](std::uint64_t, std::size_t) { stored++; });
    form.stored_rows = stored;
    form.row_offsets = Array::of<O>(stored + 1);
    form.row_ids = Array::of<I>(stored);
    O *offsets = form.row_offsets.as<O>();
    I *row_ids = form.row_ids.as<I>();
    for_new_rows(pending, [&](std::uint64_t row, std::size_t first) {
        *row_ids++ = static_cast<I>(row);
        *offsets++ = static_cast<O>(first);
    });
    *offsets = static_cast<O>(pending.size());
}

template <class O>
void append_offsets(std::uint64_t nrows, const PendingUpdates &pending, SparseForm &form) {
    form.stored_rows = nrows;
    form.row_offsets = Array::of<O>(nrows + 1);
    O *const offsets = form.row_offsets.as<O>();
    std::uint64_t begun = 0; // rows with an offset
    for_new_rows(pending, [&](std::uint64_t row, std::size_t first) {
        std::fill(offsets + begun, offsets + row + 1, static_cast<O>(first));
        begun = row + 1;
    });
    std::fill(offsets + begun, offsets + nrows + 1, static_cast<O>(pending.size()));
}

/// Implements merged() for new entries in order on an empty snapshot: it sorts and merges nothing.
template <class O, class I>
SparseForm appended(const Sparse<O, I> &A, const PendingUpdates &pending) {
    const std::size_t n = pending.size();
    SparseForm form;
    form.nvals = n;
    form.offset_width = sizeof(O);
    form.index_width = sizeof(I);
    form.is_hyper = A.row_ids != nullptr;
    const auto *const values = static_cast<const unsigned char *>(pending.value_of(pending[0]));
    form.is_iso = std::memcmp(values, values + A.size, (n - 1) * A.size) == 0;
    form.values = Array::copy_of(values, form.is_iso ? A.size : n * A.size);
    form.column_indices = Array::of<I>(n);
    I *const columns = form.column_indices.template as<I>();
    parallel_ranges(n, 1, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t k = begin; k < end; k++) columns[k] = static_cast<I>(pending[k].column);
    });
    if (form.is_hyper) {
        append_row_list<O, I>(pending, form);
    } else {
        append_offsets<O>(A.nrows, pending, form);
    }
    return form;
}

/// Merges old entries and updates. Work O(nvals + p log p), and O(nrows) unless hypersparse; moves
/// the old entries in runs.
template <class O, class I>
SparseForm merged(const Sparse<O, I> &A, const PendingUpdates &pending) {
    if (A.nvals == 0 && pending.are_new_and_in_order()) return appended(A, pending);
    const Merge merge = plan_merge(A, pending);
    SparseForm form;
    form.nvals = merge.moved(A.nvals, merge.size());
    form.offset_width = sizeof(O);
    form.index_width = sizeof(I);
    form.is_hyper = A.row_ids != nullptr;
    const void *const common = common_value(A, pending);
    form.is_iso = common != nullptr && form.nvals != 0;
    form.column_indices = Array::of<I>(form.nvals);
    form.values = form.is_iso ? Array::copy_of(common, A.size) : Array(form.nvals * A.size);
    if (form.is_hyper) {
        merge_row_lists(A, pending, merge, form);
    } else {
        merge_offsets(A, pending, merge, form);
    }
    merge_entries(A, pending, merge, form);
    return form;
}

} // namespace

Ref<Snapshot> folded(const Snapshot &snapshot, const PendingUpdates &pending) {
    const Type *const type = snapshot.type();
    const std::uint64_t nrows = snapshot.nrows(), ncols = snapshot.ncols();
    if (is_dense(snapshot)) {
        DenseForm form = snapshot.dense_form().get();
        prepare_update(form, type, nrows * ncols, pending);
        apply_updates(form, type, ncols, pending);
        return Snapshot::of_dense(type, nrows, ncols, std::move(form));
    }
    const SparseView rows = snapshot.rows();
    const std::uint64_t most = rows.nvals + pending.size();
    if (offset_width_for(rows.index_width, most) > rows.offset_width) {
        const SparseForm wide = with_width(rows, 8, rows.index_width);
        return dispatch_widths(view_of(wide, type, nrows, ncols), [&](const auto &A) {
            return Snapshot::of_rows(type, nrows, ncols, merged(A, pending));
        });
    }
    return dispatch_widths(rows, [&](const auto &A) {
        return Snapshot::of_rows(type, nrows, ncols, merged(A, pending));
    });
}

} // namespace grb
