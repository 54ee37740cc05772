#pragma once

#include "edge_list.h"
#include "read_options.h"

#include <string>

namespace grb::tool {

/// Makes the ids of the list options.vertices, one in each line, the vertices of a graph whose edges
/// were read: further words behind an id are passed over. Throws InputError where the graph has a
/// vertex that the list lacks. `graph` is its name.
void add_vertices(EdgeList &edges, const std::string &graph, const ReadOptions &options);

/// The files of LDBC Graphalytics beside the edges, NAME.e.
struct GraphalyticsFiles {
    std::string vertices;   ///< NAME.v, which lists them; empty where there is none
    std::string undirected; ///< NAME.properties, where that says so; else empty
};
GraphalyticsFiles files_beside(const std::string &path);

} // namespace grb::tool
