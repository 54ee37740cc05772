// Checks that the graphs of every reader must pass.
#pragma once

#include "io/edge_list.h"

#include <cstddef>

namespace fuzz {

/// Every entry is where the file says that one can be, in order, once; of a text of so many bytes.
void check_edges(const grb::tool::EdgeList &edges, std::size_t text_bytes);

/// The matrix that the tool makes of it.
void check_matrix(const grb::tool::EdgeList &edges);

} // namespace fuzz
