// Changes the size of an object and drops the entries outside.
#include "storage/build.hpp"
#include "storage/convert.hpp"
#include "storage/pieces.hpp"
#include "storage/uniform.hpp"

#include <bit>

namespace grb {

namespace {

/// Resizes dense storage whose elements keep their positions: a vector, or rows of unchanged
/// length.
DensePart resized_cells(const DensePart &source, const Type *type, std::uint64_t old_cells,
                        std::uint64_t cells) {
    const std::uint64_t kept = std::min(old_cells, cells);
    DensePart part;
    part.is_iso = source.is_iso;
    const bool stays_full = source.bits.empty() && cells <= old_cells;
    if (!stays_full) {
        part.bits = Array::zeroed((cells + 63) / 64 * 8);
        const Array ones = source.bits.empty() ? all_bits(old_cells) : source.bits;
        auto *bits = part.bits.as<std::uint64_t>();
        std::memcpy(bits, ones.data(), std::min(ones.bytes(), part.bits.bytes()));
        if (cells < old_cells && cells % 64 != 0)
            bits[cells / 64] &= (std::uint64_t{1} << (cells % 64)) - 1;
        for (std::uint64_t w = 0; w < (cells + 63) / 64; w++) {
            part.nvals += static_cast<std::uint64_t>(__builtin_popcountll(bits[w]));
        }
    } else {
        part.nvals = cells;
    }
    if (part.is_iso) {
        part.values = source.values;
    } else {
        part.values = Array::zeroed(cells * type->size);
        std::memcpy(part.values.data(), source.values.data(), kept * type->size);
    }
    return part;
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
SparsePart cut(const Sparse<O, I> &A, std::uint64_t nrows, std::uint64_t ncols) {
    const std::uint64_t kept_rows = rows_below(A, nrows);
    SparsePart part;
    part.stored_rows = kept_rows;
    part.offset_width = sizeof(O);
    part.index_width = sizeof(I);
    part.is_hyper = A.row_ids != nullptr;
    part.is_iso = A.is_iso;
    part.row_offsets = Array::of<O>(kept_rows + 1);
    if (part.is_hyper) part.row_ids = Array::copy_of(A.row_ids, kept_rows * sizeof(I));
    O *const offsets = part.row_offsets.as<O>();
    parallel_ranges(kept_rows, 20, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t k = begin; k < end; k++) {
            const I *first = A.column_indices + A.row_offsets[k],
                    *last = A.column_indices + A.row_offsets[k + 1];
            offsets[k] = static_cast<O>(std::lower_bound(first, last, ncols) - first);
        }
    });
    prefix_sums(offsets, kept_rows, threads_for(static_cast<double>(kept_rows)));
    part.nvals = offsets[kept_rows];
    part.column_indices = Array::of<I>(part.nvals);
    part.values = A.is_iso ? Array::copy_of(A.values, A.size) : Array(part.nvals * A.size);
    const double work =
        2.0 * static_cast<double>(part.nvals) / static_cast<double>(kept_rows + 1) + 2;
    parallel_ranges(kept_rows, work, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t k = begin; k < end; k++) {
            const std::uint64_t n = offsets[k + 1] - offsets[k];
            if (n == 0) continue;
            std::copy_n(A.column_indices + A.row_offsets[k], n,
                        part.column_indices.as<I>() + offsets[k]);
            if (A.is_iso) continue;
            std::memcpy(part.values.as<unsigned char>() + offsets[k] * A.size,
                        A.value(A.row_offsets[k]), n * A.size);
        }
    });
    return part;
}

/// Extends the offsets of a form that stores all of old_rows to nrows rows, or lists its rows.
void extend_rows(SparsePart &part, const Type *type, std::uint64_t old_rows, std::uint64_t nrows,
                 std::uint64_t ncols) {
    if (part.is_hyper || part.stored_rows == nrows) return;
    part = hyper_part(part, type, old_rows, ncols);
    if (!should_be_hyper(nrows, part.stored_rows)) part = standard_part(part, type, nrows, ncols);
}

Ref<Snapshot> resized_rows(const Snapshot &snapshot, std::uint64_t nrows, std::uint64_t ncols) {
    const Type *const type = snapshot.type();
    const std::uint64_t old_rows = snapshot.nrows(), old_columns = snapshot.ncols();
    // Shares the arrays of a matrix that grows, on whatever device.
    SparsePart part =
        nrows >= old_rows && ncols >= old_columns
            ? snapshot.share_rows(false)
            : dispatch_widths(snapshot.rows(), [&](const auto &A) { return cut(A, nrows, ncols); });
    extend_rows(part, type, std::min(old_rows, nrows), nrows, ncols);
    const int width = index_width_for(nrows, ncols);
    if (width > part.index_width) part = with_width(view_of(part, type, nrows, ncols), 8, width);
    return Snapshot::of_rows(type, nrows, ncols, std::move(part));
}

} // namespace

Ref<Snapshot> resized(const Snapshot &snapshot, std::uint64_t nrows, std::uint64_t ncols) {
    const std::uint64_t cells = cell_count(nrows, ncols);
    const std::uint64_t old_cells = cell_count(snapshot.nrows(), snapshot.ncols());
    const bool has_cells = is_dense(snapshot);
    const bool cells_stay = ncols == snapshot.ncols() || (nrows == 1 && snapshot.nrows() == 1);
    const bool stays_small = cells <= old_cells || cells / 32 <= snapshot.nvals();
    if (is_uniform(snapshot) && nrows <= snapshot.nrows() && ncols <= snapshot.ncols()) {
        DensePart part = snapshot.dense_part().get();
        part.nvals = cells;
        part.bits = Array();
        return Snapshot::of_dense(snapshot.type(), nrows, ncols, std::move(part));
    }
    if (has_cells && cells_stay && stays_small && cells <= largest_dense) {
        return Snapshot::of_dense(
            snapshot.type(), nrows, ncols,
            resized_cells(snapshot.dense_part().get(), snapshot.type(), old_cells, cells));
    }
    return resized_rows(snapshot, nrows, ncols);
}

} // namespace grb
