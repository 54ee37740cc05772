// Decides which matrices fit row-balanced storage, and converts to and from it.
#include "storage/balanced.hpp"

#include "storage/chunks.hpp"
#include "storage/convert.hpp"

namespace grb {

int balanced_index_width(std::uint64_t ncols) noexcept {
    return ncols <= 256 ? 1 : ncols <= 65536 ? 2 : 4;
}

bool fits_balanced(const Type *type, std::uint64_t nrows, std::uint64_t ncols, std::uint64_t slots,
                   std::uint64_t nvals) noexcept {
    if (!may_be_balanced(type) || nrows == 0 || slots == 0 || slots > ncols) return false;
    if (index_width_for(nrows, ncols) != 4 || slots > UINT32_MAX) return false;
    // Also accepts a matrix of few entries: padding of a few kilobytes does no harm.
    return element_count(nrows, slots) <=
           std::min(largest_dense, 4 * std::min(nvals, largest_dense) + 1024);
}

bool fits_balanced(const Snapshot &snapshot) {
    if (snapshot.has_balanced()) return true;
    const auto fits = [&](std::uint64_t slots) {
        return fits_balanced(snapshot.type(), snapshot.nrows(), snapshot.ncols(), slots,
                             snapshot.nvals());
    };
    return fits(1) && fits(std::max<std::uint64_t>(1, snapshot.statistics().longest));
}

BalancedForm empty_balanced(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                            std::uint64_t slots, bool is_iso) {
    BalancedForm form;
    form.slots = slots;
    form.index_width = balanced_index_width(ncols);
    form.is_iso = is_iso;
    form.counts = Array::zeroed(nrows * sizeof(std::uint32_t));
    form.column_indices = Array::zeroed(nrows * slots * static_cast<std::size_t>(form.index_width));
    form.values = is_iso ? Array(type->size) : Array::zeroed(nrows * slots * type->size);
    return form;
}

namespace {

template <class S, class J>
void fill_slots(const S &A, BalancedForm &form) {
    auto *const counts = form.counts.as<std::uint32_t>();
    J *const indices = form.column_indices.as<J>();
    auto *const values = form.values.as<unsigned char>();
    const double per_row = 10 + static_cast<double>(form.slots);
    parallel_ranges(A.stored_rows, per_row, [&](std::uint64_t first, std::uint64_t last) {
        for (std::uint64_t k = first; k < last; k++) {
            const std::uint64_t begin = A.row_offsets[k], end = A.row_offsets[k + 1];
            const std::uint64_t row = A.row_id(k), to = row * form.slots;
            counts[row] = static_cast<std::uint32_t>(end - begin);
            for (std::uint64_t p = begin; p < end; p++)
                indices[to + (p - begin)] = static_cast<J>(A.column_indices[p]);
            if (!A.is_iso && end != begin)
                std::memcpy(values + to * A.size, A.value(begin), (end - begin) * A.size);
        }
    });
}

/// Lists row numbers and column numbers of the entries, and the values unless the slots have them
/// in order.
template <class O, class J>
void list_slots(const BalancedView &A, const J *indices, bool wants_values, SparseForm &form) {
    form.row_offsets = Array::of<O>(A.nrows + 1);
    form.column_indices = Array::of<std::uint32_t>(A.nvals);
    O *const offsets = form.row_offsets.as<O>();
    auto *const columns = form.column_indices.as<std::uint32_t>();
    if (wants_values) form.values = Array(A.nvals * A.type->size);
    auto *const values = wants_values ? form.values.as<unsigned char>() : nullptr;
    const auto *const slots = static_cast<const unsigned char *>(A.values);
    const std::size_t size = A.type->size;
    for (std::uint64_t row = 0; row < A.nrows; row++) offsets[row] = static_cast<O>(A.counts[row]);
    prefix_sums(offsets, A.nrows, threads_for(static_cast<double>(A.nrows)));
    const double per_row = 10 + static_cast<double>(A.slots);
    parallel_ranges(A.nrows, per_row, [&](std::uint64_t first, std::uint64_t last) {
        for (std::uint64_t row = first; row < last; row++) {
            const std::uint64_t from = row * A.slots, to = offsets[row], n = A.counts[row];
            std::copy(indices + from, indices + from + n, columns + to);
            if (wants_values && n != 0)
                std::memcpy(values + to * size, slots + from * size, n * size);
        }
    });
}

} // namespace

BalancedForm sparse_to_balanced(const SparseView &A, std::uint64_t slots) {
    const bool is_iso = A.is_iso && A.nvals != 0;
    BalancedForm form = empty_balanced(A.type, A.nrows, A.ncols, slots, is_iso);
    form.nvals = A.nvals;
    if (is_iso) std::memcpy(form.values.data(), A.values, A.type->size);
    dispatch_widths(A, [&](const auto &rows) {
        using S = std::decay_t<decltype(rows)>;
        if (form.index_width == 1) {
            fill_slots<S, std::uint8_t>(rows, form);
        } else if (form.index_width == 2) {
            fill_slots<S, std::uint16_t>(rows, form);
        } else {
            fill_slots<S, std::uint32_t>(rows, form);
        }
    });
    return form;
}

SparseForm balanced_to_sparse(const BalancedForm &balanced, const Type *type, std::uint64_t nrows,
                              std::uint64_t ncols, int offset_width) {
    const BalancedView view = view_of(balanced, type, nrows, ncols);
    SparseForm form;
    form.stored_rows = nrows;
    form.nvals = view.nvals;
    form.offset_width = offset_width;
    form.is_iso = view.is_iso;
    const bool shares_values = view.is_iso || view.nvals == nrows * view.slots;
    if (shares_values) form.values = balanced.values;
    dispatch_index_width(view, [&](const auto *indices) {
        if (offset_width == 8) {
            list_slots<std::uint64_t>(view, indices, !shares_values, form);
        } else {
            list_slots<std::uint32_t>(view, indices, !shares_values, form);
        }
    });
    return form;
}

BalancedView view_of(const BalancedForm &form, const Type *type, std::uint64_t nrows,
                     std::uint64_t ncols) {
    BalancedView view;
    view.nrows = nrows;
    view.ncols = ncols;
    view.slots = form.slots;
    view.nvals = form.nvals;
    view.counts = form.counts.as<std::uint32_t>();
    view.column_indices = form.column_indices.data();
    view.values = form.values.data();
    view.type = type;
    view.index_width = form.index_width;
    view.is_iso = form.is_iso;
    return view;
}

bool find_slot(const BalancedView &view, std::uint64_t row, std::uint64_t column,
               std::uint64_t &slot) {
    return dispatch_index_width(view, [&](const auto *indices) {
        const auto *const first = indices + row * view.slots, *const last =
                                                                  first + view.counts[row];
        const auto *const found = std::lower_bound(first, last, column);
        slot = static_cast<std::uint64_t>(found - indices);
        return found != last && *found == column;
    });
}

} // namespace grb
