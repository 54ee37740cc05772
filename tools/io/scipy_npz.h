#pragma once

#include "edge_list.h"
#include "output_file.h"
#include "read_options.h"

#include <string>
#include <string_view>

namespace grb::tool {

/// A sparse matrix as scipy.sparse.save_npz writes it: csr, csc or coo, with numbers of any type, little- or big-endian.
/// bool is a pattern; of complex values the pattern is taken. Ids from 0. Throws InputError.
EdgeList parse_npz(std::string_view bytes, const std::string &name, const ReadOptions &options);

/// As csr; as coo where most rows would be empty.
void write_npz(OutputFile &file, const EdgeList &edges);

} // namespace grb::tool
