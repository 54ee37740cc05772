#pragma once

#include "edge_list.h"
#include "output_file.h"

#include <string>

namespace grb::tool {

/// A line for each entry, "from to" and the weight: .el (never a weight) and .wel (always), ids from 0.
void write_gap_lines(OutputFile &file, const EdgeList &edges, bool has_weights);

/// source, target and, unless it is a pattern, weight, under a line with these names; the ids of the file that was
/// read. Words are put between quotes where they need it.
void write_table(OutputFile &file, const EdgeList &edges, char separator);

/// DIMACS, an arc for each entry, ids from 1.
void write_dimacs(OutputFile &file, const EdgeList &edges);

/// A line for each vertex, which has its id and those of its neighbours.
void write_adjacency_lists(OutputFile &file, const EdgeList &edges);

/// Throws InputError where the graph is not undirected, has loops, or weights that are not positive integers.
void write_metis(OutputFile &file, const EdgeList &edges, const std::string &name);

/// A line "vertex, id" for each vertex; `first` is the number of the first.
void write_ids(OutputFile &file, const EdgeList &edges, char separator, uint64_t first);

} // namespace grb::tool
