// The matrix of a graph whose entries several processes have.
#pragma once

#include "engine.h"
#include "io/graph_share.h"

#include <string>

namespace grb::tool {

/// A matrix of all processes, and facts about it that each process has.
struct SharedGraph {
    Matrix matrix; ///< of the type that to_matrix() chooses
    GrB_Type type = nullptr;
    Buffer<uint64_t> offsets; ///< of the rows
    bool is_symmetric = false;
    bool has_negative_weight = false;
};

/// Builds the matrix of the shares, joins duplicates and applies the options that are still to be
/// done. Collective. Takes the share's entries away and completes its origin. Throws InputError for
/// joined weights that are no numbers; `graph` is for its text.
SharedGraph build_shared(GraphShare &share, const std::string &graph);

/// Fetches all entries of the matrix into `edges`, which has none. Collective.
void fetch_entries(EdgeList &edges, GrB_Matrix A);

} // namespace grb::tool
