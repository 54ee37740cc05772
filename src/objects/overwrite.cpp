// Overwrites single entries of unshared snapshots in place.
#include "objects/overwrite.hpp"

#include "storage/balanced.hpp"
#include "storage/convert.hpp"

#include <algorithm>
#include <cstring>
#include <exception>

namespace grb {

bool find_position(const SparseView &view, std::uint64_t row, std::uint64_t column,
                   std::uint64_t &position) {
    return dispatch_widths(view, [&](const auto &A) {
        std::uint64_t k;
        if (!A.find_row(row, k)) return false;
        const auto *first = A.column_indices + A.row_offsets[k],
                   *last = A.column_indices + A.row_offsets[k + 1];
        const auto *found = view.is_jumbled ? std::find(first, last, column)
                                            : std::lower_bound(first, last, column);
        position = static_cast<std::uint64_t>(found - A.column_indices);
        return found != last && *found == column;
    });
}

namespace {

/// Gives the columns values of their own where they are the rows'. Returns false without memory.
bool has_own_column_values(Snapshot &snapshot) noexcept {
    if (!snapshot.rows_form().is_present() || !snapshot.has_columns()) return true;
    const Array &rows = snapshot.rows_form().get().values;
    Array &columns = snapshot.columns_form().get().values;
    if (columns.identity() != rows.identity() || rows.empty()) return true;
    try {
        columns = Array::copy_of(rows.data(), rows.bytes());
    } catch (const std::exception &) {
        return false;
    }
    return true;
}

} // namespace

Overwrite overwrite_entry(Snapshot &snapshot, std::uint64_t row, std::uint64_t column,
                          const void *value) {
    const std::size_t size = snapshot.type()->size;
    unsigned char *targets[3];
    int count = 0;
    if (snapshot.has_balanced()) {
        BalancedForm &form = snapshot.balanced_form().get();
        std::uint64_t slot;
        if (!find_slot(view_of(form, snapshot.type(), snapshot.nrows(), snapshot.ncols()), row,
                       column, slot)) {
            return Overwrite::absent;
        }
        if (form.is_iso && std::memcmp(form.values.data(), value, size) == 0)
            return Overwrite::done;
        if (form.is_iso || !form.values.is_unique()) return Overwrite::refused;
        targets[count++] = form.values.as<unsigned char>() + slot * size;
    }
    for (const bool by_column : {false, true}) {
        auto &lazy = snapshot.vectors_form(by_column);
        if (!lazy.is_present()) continue;
        SparseForm &form = lazy.get();
        const SparseView view =
            by_column ? view_of(form, snapshot.type(), snapshot.ncols(), snapshot.nrows())
                      : view_of(form, snapshot.type(), snapshot.nrows(), snapshot.ncols());
        std::uint64_t p;
        if (!find_position(view, by_column ? column : row, by_column ? row : column, p))
            return Overwrite::absent;
        const bool is_equal = std::memcmp(form.values.data(), value, size) == 0;
        if (form.is_iso) return is_equal ? Overwrite::done : Overwrite::refused;
        if (!by_column && !has_own_column_values(snapshot)) return Overwrite::refused;
        if (!form.values.is_unique()) return Overwrite::refused;
        targets[count++] = form.values.as<unsigned char>() + p * size;
    }
    if (count == 0) return Overwrite::refused;
    for (int k = 0; k < count; k++) std::memcpy(targets[k], value, size);
    snapshot.note_ascending(false);
    snapshot.jumbled_rows_form().drop();
    snapshot.dense_form().drop();
    return Overwrite::done;
}

bool overwrite_element(DenseForm &form, std::uint64_t at, const void *value, std::size_t size) {
    if (form.is_iso || !form.values.is_unique()) return false;
    if (!form.bits.empty() &&
        (std::as_const(form.bits).as<std::uint64_t>()[at / 64] >> (at % 64) & 1) == 0)
        return false;
    std::memcpy(form.values.as<unsigned char>() + at * size, value, size);
    return true;
}

} // namespace grb
