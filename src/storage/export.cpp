// Fills a caller's arrays with the entries of a snapshot.
#include "storage/export.hpp"

#include "algebra/batch.hpp"
#include "storage/build.hpp"
#include "storage/chunks.hpp"

namespace grb {

namespace {

/// Writes one offset for every vector and one more: an offset stands for all absent vectors before
/// its own.
void export_offsets(const SparseView &view, std::uint64_t *offsets) {
    dispatch_widths(view, [&](const auto &A) {
        if (!view.is_hyper()) {
            parallel_ranges(A.nrows + 1, 1, [&](std::uint64_t begin, std::uint64_t end) {
                std::copy(A.row_offsets + begin, A.row_offsets + end, offsets + begin);
            });
            return;
        }
        const double rows_per_offset =
            static_cast<double>(A.nrows) / static_cast<double>(A.stored_rows + 1);
        parallel_ranges(
            A.stored_rows + 1, rows_per_offset + 1, [&](std::uint64_t begin, std::uint64_t end) {
                for (std::uint64_t k = begin; k < end; k++) {
                    const std::uint64_t first = k == 0 ? 0 : std::uint64_t{A.row_ids[k - 1]} + 1;
                    const std::uint64_t last = k == A.stored_rows ? A.nrows : A.row_ids[k];
                    std::fill(offsets + first, offsets + last + 1, std::uint64_t{A.row_offsets[k]});
                }
            });
    });
}

void export_entries(const SparseView &view, std::uint64_t *indices, void *values) {
    const std::size_t size = view.type->size;
    auto *const target = static_cast<unsigned char *>(values);
    dispatch_widths(view, [&](const auto &A) {
        parallel_ranges(A.nvals, 2, [&](std::uint64_t begin, std::uint64_t end) {
            std::copy(A.column_indices + begin, A.column_indices + end, indices + begin);
            if (A.is_iso) {
                fill_values(target + begin * size, A.values, end - begin, size);
            } else {
                std::memcpy(target + begin * size, A.value(begin), (end - begin) * size);
            }
        });
    });
}

} // namespace

ExportLengths export_lengths(std::uint64_t nrows, std::uint64_t ncols, std::uint64_t nvals,
                             GrB_Format format) noexcept {
    switch (format) {
    case GrB_CSR_FORMAT:
        return {nrows + 1, nvals, nvals};
    case GrB_CSC_FORMAT:
        return {ncols + 1, nvals, nvals};
    default:
        return {nvals, nvals, nvals};
    }
}

GrB_Format cheapest_format(const Snapshot &snapshot) noexcept {
    if (snapshot.format() == Format::hypersparse) return GrB_COO_FORMAT;
    return snapshot.is_by_column() ? GrB_CSC_FORMAT : GrB_CSR_FORMAT;
}

void export_arrays(const Snapshot &snapshot, GrB_Format format, std::uint64_t *offsets,
                   std::uint64_t *indices, void *values) {
    if (format == GrB_COO_FORMAT) {
        extract_tuples(snapshot, indices, offsets, values, snapshot.type());
        return;
    }
    if (format == GrB_CSR_FORMAT && snapshot.is_full()) { // needs no sparse form
        const std::uint64_t ncols = snapshot.ncols();
        parallel_ranges(snapshot.nrows() + 1, 1, [&](std::uint64_t begin, std::uint64_t end) {
            for (std::uint64_t i = begin; i < end; i++) offsets[i] = i * ncols;
        });
        extract_tuples(snapshot, nullptr, indices, values, snapshot.type());
        return;
    }
    const SparseView view = snapshot.rows(format == GrB_CSC_FORMAT);
    export_offsets(view, offsets);
    if (view.nvals != 0) export_entries(view, indices, values);
}

} // namespace grb
