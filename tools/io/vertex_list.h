// Lists of vertices beside the edges.
#pragma once

#include "edge_list.h"
#include "read_options.h"

#include <string>

namespace grb::tool {

/// Makes the ids of the list options.vertices, one per line, the vertices of a graph whose edges
/// were read: ignores further words after an id. Throws InputError if the list lacks a vertex of
/// the graph. `graph` is its name.
void add_vertices(EdgeList &edges, const std::string &graph, const ReadOptions &options);

/// The files of LDBC Graphalytics beside the edges, NAME.e.
struct GraphalyticsFiles {
    std::string vertices;   ///< NAME.v, the list of vertices; empty if absent
    std::string undirected; ///< NAME.properties, if it declares the graph undirected; else empty
};
GraphalyticsFiles files_beside(const std::string &path);

} // namespace grb::tool
