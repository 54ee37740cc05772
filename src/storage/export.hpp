// Exports matrices into the arrays of a caller.
#pragma once

#include "GraphBLAS.h"
#include "storage/snapshot.hpp"

namespace grb {

/// The numbers of elements of the three arrays of GrB_Matrix_export.
struct ExportLengths {
    std::uint64_t offsets, indices, values;
};
ExportLengths export_lengths(std::uint64_t nrows, std::uint64_t ncols, std::uint64_t nvals,
                             GrB_Format format) noexcept;

/// The format that costs least to export.
GrB_Format cheapest_format(const Snapshot &snapshot) noexcept;

/// Fills arrays of at least export_lengths(); values get the snapshot's type. CSR and COO are
/// sorted by row, CSC by column. COO: offsets gets the column indices, indices the row indices.
void export_arrays(const Snapshot &snapshot, GrB_Format format, std::uint64_t *offsets,
                   std::uint64_t *indices, void *values);

} // namespace grb
