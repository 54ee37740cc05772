#pragma once

#include "archive.h"
#include "edge_list.h"
#include "read_options.h"

#include <string>
#include <string_view>

namespace grb::tool {

/// METIS: vertices and edges in the first line, then the neighbours of each vertex. Ids from 1. Throws InputError.
EdgeList parse_metis(std::string_view text, const std::string &name, const ReadOptions &options,
                     const Progress &progress = {});

/// Whether the numbers of lines and of words are those that a first line of METIS announces.
bool looks_like_metis(std::string_view text);

/// DIMACS for shortest paths (.gr): "p sp N M", then "a FROM TO WEIGHT". Ids from 1. Throws InputError.
EdgeList parse_dimacs(std::string_view text, const std::string &name, const ReadOptions &options,
                      const Progress &progress = {});

/// Whether a text that begins like this may be DIMACS: its first line that is no comment is a problem line.
bool looks_like_dimacs(std::string_view start);

} // namespace grb::tool
