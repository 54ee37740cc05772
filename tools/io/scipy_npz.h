// Sparse matrices in SciPy's format.
#pragma once

#include "edge_list.h"
#include "output_file.h"
#include "read_options.h"

#include <string>
#include <string_view>

namespace grb::tool {

/// Reads a sparse matrix of scipy.sparse.save_npz: csr, csc or coo, with numbers of any type,
/// little- or big-endian. Reduces bool and complex values to the pattern. Ids start at 0. Throws
/// InputError.
EdgeList parse_npz(std::string_view bytes, const std::string &name, const ReadOptions &options);

/// Writes csr, or coo if most rows would be empty.
void write_npz(OutputFile &file, const EdgeList &edges);

} // namespace grb::tool
