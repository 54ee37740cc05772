// Makes a sorted edge list of entries in any order.
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

/// Sorts the entries into `edges`, whose nrows and ncols are set, and joins duplicates. Consumes
/// `raw`.
void assemble(EdgeList &edges, RawEntries &raw, Duplicates rule);

/// Adds each entry's mirror image; the rule joins duplicates. Keeps a symmetric matrix unchanged.
void symmetrize(EdgeList &edges, Duplicates rule);

/// Applies the options symmetrize, drop_self_loops and largest_component. Throws InputError.
void transform(EdgeList &edges, const std::string &name, const ReadOptions &options);

/// The vertices of the largest weakly connected component, ascending; of several, the one with the
/// least vertex.
std::vector<uint64_t> largest_component(const EdgeList &edges);

} // namespace grb::tool
