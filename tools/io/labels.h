// Classes and splits of vertices.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace grb::tool {

enum class Split { none, train, validation, test };

/// The known classes and splits of a graph's vertices.
struct Labels {
    std::vector<int32_t> classes; ///< start at 0; -1: unknown
    std::vector<Split> splits;    ///< of vertices with a known class
    int32_t n_classes = 0;        ///< one more than the largest
};

/// Reads a table with the columns node (from 1), label (from 0; -1: none) and split (train, val,
/// test or none), separated by tabs, under a line with these names; plain, gzip or zstd. A vertex
/// without a line has neither. Throws InputError, with the line if there is one.
Labels read_labels(const std::string &path, uint64_t vertices);

/// Reads from memory; `name` is for messages.
Labels parse_labels(std::string_view text, const std::string &name, uint64_t vertices);

} // namespace grb::tool
