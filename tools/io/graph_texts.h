// Readers of text formats that list graphs by vertex or by line.
#pragma once

#include "archive.h"
#include "edge_list.h"
#include "read_options.h"

#include <string>
#include <string_view>

namespace grb::tool {

/// METIS: vertices and edges in the first line, then the neighbours of each vertex. Ids start at 1.
/// Throws InputError.
EdgeList parse_metis(std::string_view text, const std::string &name, const ReadOptions &options,
                     const Progress &progress = {});

/// Returns whether the numbers of lines and words match a first line of METIS.
bool looks_like_metis(std::string_view text);

/// DIMACS: "p KIND N M", then an edge in each line. Shortest paths (sp) and maximum flow (max) have
/// directed edges with weights, graphs to colour (edge, col) undirected ones without. Ids start at
/// 1. Throws InputError.
EdgeList parse_dimacs(std::string_view text, const std::string &name, const ReadOptions &options,
                      const Progress &progress = {});

/// Lists of neighbours: a vertex and its neighbours in each line, or networkx' multiline form,
/// which has braces. The vertices are the ids that occur. Throws InputError.
EdgeList parse_adjacency_lists(std::string_view text, const std::string &name,
                               const ReadOptions &options);

/// Returns whether a text with this start may be DIMACS: its first line that is no comment is a
/// problem line.
bool looks_like_dimacs(std::string_view start);

} // namespace grb::tool
