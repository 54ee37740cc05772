// The serialised graphs of the GAP benchmark suite, .sg and .wsg.
#pragma once

#include "edge_list.h"
#include "output_file.h"
#include "read_options.h"

#include <optional>
#include <string>
#include <string_view>

namespace grb::tool {

/// The format is little-endian: a byte that is 1 for a directed graph, the numbers of entries and
/// vertices (int64), offsets (int64), neighbours (int32, in .wsg each with a weight, int32), and
/// offsets and neighbours of the transpose if the graph is directed.

/// The sizes of a GAP graph; gap_shape() returns nothing if bytes with this start are none. The
/// file's length decides `has_weights`.
struct GapShape {
    bool is_directed = false;
    bool has_weights = false;
    uint64_t entries = 0;
    uint64_t vertices = 0;
};
std::optional<GapShape> gap_shape(std::string_view start, bool is_whole);

/// Throws InputError. `weighted`: by the name; empty: by the length.
EdgeList parse_gap(std::string_view bytes, const std::string &name, std::optional<bool> weighted);

/// Throws InputError if the graph does not fit into the format.
void write_gap(OutputFile &file, const EdgeList &edges, bool weighted, const std::string &name);

} // namespace grb::tool
