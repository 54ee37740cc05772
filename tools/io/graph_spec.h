// The SPEC that names a graph on the command line.
#pragma once

#include "archive.h"
#include "edge_list.h"
#include "range_part.h"
#include "read_options.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace grb::tool {

/// A graph as the command line names it: a file, or NAME:NUMBER[:NUMBER...], followed by
/// ,w=LOW..HIGH ,directed ,seed=S.
struct GraphSpec {
    std::string text;
    std::string generator; ///< empty for a file
    std::vector<std::string> arguments;
    bool is_directed = false;
    uint64_t seed = 1;
    std::optional<int64_t> least_weight;
    int64_t largest_weight = 0;
};

/// The forms of SPEC, for the tool's help.
extern const char *const graph_spec_help;

/// Throws InputError. A text that names no generator is a file, which is not opened yet.
GraphSpec parse_graph_spec(const std::string &text);

/// Generates the graph, or a part of it (GenerateOptions::part), without the options that transform
/// it. Throws InputError, also if an option is for files.
EdgeList generate_graph(const GraphSpec &spec, const ReadOptions &options,
                        const RangePart &part = {});

/// Reads or generates the graph; applies the options that transform it. Throws InputError.
EdgeList load_graph(const GraphSpec &spec, const Progress &progress = {},
                    const ReadOptions &options = {});

inline EdgeList load_graph(const std::string &text, const Progress &progress = {},
                           const ReadOptions &options = {}) {
    return load_graph(parse_graph_spec(text), progress, options);
}

} // namespace grb::tool
