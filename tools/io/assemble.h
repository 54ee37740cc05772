#pragma once

#include "edge_list.h"
#include "read_options.h"

namespace grb::tool {

/// Entries in any order.
struct RawEntries {
    Buffer<uint64_t> rows;
    Buffer<uint64_t> cols;
    Buffer<double> weights; ///< empty: a pattern
};

/// Sorts the entries into `edges`, whose nrows and ncols are set, and joins those at one position. Uses `raw` up.
void assemble(EdgeList &edges, RawEntries &raw, Duplicates rule);

/// Adds each entry in the other direction; entries that meet are joined by the rule. A symmetric matrix stays.
void symmetrize(EdgeList &edges, Duplicates rule);

/// What the options ask for after the reading: symmetrize, drop_self_loops, largest_component. Throws InputError.
void transform(EdgeList &edges, const std::string &name, const ReadOptions &options);

/// The vertices of the largest weakly connected component, ascending; of several, that with the least vertex.
std::vector<uint64_t> largest_component(const EdgeList &edges);

} // namespace grb::tool
