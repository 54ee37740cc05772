// Changes the size of an object and drops the entries outside.
#include "base/bit_count.hpp"
#include "storage/build.hpp"
#include "storage/chunks.hpp"
#include "storage/convert.hpp"
#include "storage/full_iso.hpp"

#include <bit>

namespace grb {

namespace {

/// Resizes dense storage whose elements keep their positions: a vector, or rows of unchanged
/// length.
DenseForm resized_dense(const DenseForm &source, const Type *type, std::uint64_t old_elements,
                        std::uint64_t elements) {
    const std::uint64_t kept = std::min(old_elements, elements);
    DenseForm form;
    form.is_iso = source.is_iso;
    const bool stays_full = source.bits.empty() && elements <= old_elements;
    if (!stays_full) {
        form.bits = Array::zeroed((elements + 63) / 64 * 8);
        const Array ones = source.bits.empty() ? all_bits(old_elements) : source.bits;
        auto *bits = form.bits.as<std::uint64_t>();
        std::memcpy(bits, ones.data(), std::min(ones.bytes(), form.bits.bytes()));
        if (elements < old_elements && elements % 64 != 0)
            bits[elements / 64] &= (std::uint64_t{1} << (elements % 64)) - 1;
        for (std::uint64_t w = 0; w < (elements + 63) / 64; w++) {
            form.nvals += count_bits(bits[w]);
        }
    } else {
        form.nvals = elements;
    }
    if (form.is_iso) {
        form.values = source.values;
    } else {
        form.values = Array::zeroed(elements * type->size);
        std::memcpy(form.values.data(), source.values.data(), kept * type->size);
    }
    return form;
}

/// Counts the stored rows below nrows.
template <class O, class I>
std::uint64_t rows_below(const Sparse<O, I> &A, std::uint64_t nrows) {
    if (A.row_ids == nullptr) return std::min(A.nrows, nrows);
    return static_cast<std::uint64_t>(
        std::lower_bound(A.row_ids, A.row_ids + A.stored_rows, nrows) - A.row_ids);
}

/// Keeps the entries of A inside nrows × ncols, in the rows that A stores.
template <class O, class I>
SparseForm cut(const Sparse<O, I> &A, std::uint64_t nrows, std::uint64_t ncols) {
    const std::uint64_t kept_rows = rows_below(A, nrows);
    SparseForm form;
    form.stored_rows = kept_rows;
    form.offset_width = sizeof(O);
    form.index_width = sizeof(I);
    form.is_hyper = A.row_ids != nullptr;
    form.is_iso = A.is_iso;
    form.row_offsets = Array::of<O>(kept_rows + 1);
    if (form.is_hyper) form.row_ids = Array::copy_of(A.row_ids, kept_rows * sizeof(I));
    O *const offsets = form.row_offsets.as<O>();
    parallel_ranges(kept_rows, 20, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t k = begin; k < end; k++) {
            const I *first = A.column_indices + A.row_offsets[k],
                    *last = A.column_indices + A.row_offsets[k + 1];
            offsets[k] = static_cast<O>(std::lower_bound(first, last, ncols) - first);
        }
    });
    prefix_sums(offsets, kept_rows, threads_for(static_cast<double>(kept_rows)));
    form.nvals = offsets[kept_rows];
    form.column_indices = Array::of<I>(form.nvals);
    form.values = A.is_iso ? Array::copy_of(A.values, A.size) : Array(form.nvals * A.size);
    const double work =
        2.0 * static_cast<double>(form.nvals) / static_cast<double>(kept_rows + 1) + 2;
    parallel_ranges(kept_rows, work, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t k = begin; k < end; k++) {
            const std::uint64_t n = offsets[k + 1] - offsets[k];
            if (n == 0) continue;
            std::copy_n(A.column_indices + A.row_offsets[k], n,
                        form.column_indices.as<I>() + offsets[k]);
            if (A.is_iso) continue;
            std::memcpy(form.values.as<unsigned char>() + offsets[k] * A.size,
                        A.value(A.row_offsets[k]), n * A.size);
        }
    });
    return form;
}

/// Extends the offsets of a form that stores all of old_rows to nrows rows, or lists its rows.
void extend_rows(SparseForm &form, const Type *type, std::uint64_t old_rows, std::uint64_t nrows,
                 std::uint64_t ncols) {
    if (form.is_hyper || form.stored_rows == nrows) return;
    form = hyper_form(form, type, old_rows, ncols);
    if (!should_be_hyper(nrows, form.stored_rows)) form = standard_form(form, type, nrows, ncols);
}

Ref<Snapshot> resized_rows(const Snapshot &snapshot, std::uint64_t nrows, std::uint64_t ncols) {
    const Type *const type = snapshot.type();
    const std::uint64_t old_rows = snapshot.nrows(), old_columns = snapshot.ncols();
    // Shares the arrays of a matrix that grows, on whatever device.
    SparseForm form =
        nrows >= old_rows && ncols >= old_columns
            ? snapshot.share_rows(false)
            : dispatch_widths(snapshot.rows(), [&](const auto &A) { return cut(A, nrows, ncols); });
    extend_rows(form, type, std::min(old_rows, nrows), nrows, ncols);
    const int width = index_width_for(nrows, ncols);
    if (width > form.index_width) form = with_width(view_of(form, type, nrows, ncols), 8, width);
    return Snapshot::of_rows(type, nrows, ncols, std::move(form));
}

} // namespace

Ref<Snapshot> resized(const Snapshot &snapshot, std::uint64_t nrows, std::uint64_t ncols) {
    const std::uint64_t elements = element_count(nrows, ncols);
    const std::uint64_t old_elements = element_count(snapshot.nrows(), snapshot.ncols());
    const bool has_dense = is_dense(snapshot);
    const bool elements_stay = ncols == snapshot.ncols() || (nrows == 1 && snapshot.nrows() == 1);
    const bool stays_small = elements <= old_elements || elements / 32 <= snapshot.nvals();
    if (is_full_iso(snapshot) && nrows <= snapshot.nrows() && ncols <= snapshot.ncols()) {
        DenseForm form = snapshot.dense_form().get();
        form.nvals = elements;
        form.bits = Array();
        return Snapshot::of_dense(snapshot.type(), nrows, ncols, std::move(form));
    }
    if (has_dense && elements_stay && stays_small && elements <= largest_dense) {
        return Snapshot::of_dense(
            snapshot.type(), nrows, ncols,
            resized_dense(snapshot.dense_form().get(), snapshot.type(), old_elements, elements));
    }
    return resized_rows(snapshot, nrows, ncols);
}

} // namespace grb
