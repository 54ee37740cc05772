// Writers of text formats.
#pragma once

#include "edge_list.h"
#include "output_file.h"

#include <string>

namespace grb::tool {

/// Writes a line "from to" and the weight for each entry: .el (never a weight) and .wel (always),
/// ids from 0.
void write_gap_lines(OutputFile &file, const EdgeList &edges, bool has_weights);

/// Writes source, target and, unless it is a pattern, weight, under a line with these names; with
/// the ids of the source file. Quotes words that need it.
void write_table(OutputFile &file, const EdgeList &edges, char separator);

/// Writes DIMACS, an arc for each entry, ids from 1.
void write_dimacs(OutputFile &file, const EdgeList &edges);

/// Writes a line for each vertex: its id and those of its neighbours.
void write_adjacency_lists(OutputFile &file, const EdgeList &edges);

/// Throws InputError if the graph is directed, has loops, or weights other than positive integers.
void write_metis(OutputFile &file, const EdgeList &edges, const std::string &name);

/// Writes a line "vertex, id" for each vertex; `first` is the number of the first.
void write_ids(OutputFile &file, const EdgeList &edges, char separator, uint64_t first);

} // namespace grb::tool
