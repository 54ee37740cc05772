// The binary format of graphs, which caches use.
#pragma once

#include "edge_list.h"
#include "output_file.h"
#include "processes.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace grb::tool {

/// The identity of a source file's state. All 0: a binary graph that is no cache of a file.
struct FileState {
    uint64_t bytes = 0;
    int64_t seconds = 0, nanoseconds = 0; ///< the time of the last change
    uint64_t sum = 0;                     ///< of bytes at both ends
    bool operator==(const FileState &) const = default;
};

/// Returns whether a binary graph begins with these bytes.
bool begins_as_binary_graph(std::string_view start);

/// Writes the graph: as the arrays of a sparse matrix if that takes less, else as a list.
/// `options`: the options that read the cached file.
void write_binary_graph(OutputFile &file, const EdgeList &edges, const FileState &source,
                        const std::string &options);

/// Reads a binary graph in memory that the owner keeps, 8-aligned. A matrix stays there, as
/// EdgeList::packed. Checks the checksum, every index, every weight and the symmetry, so any bytes
/// are safe. Returns nothing for an unusable graph, and the reason in `why`. If a source is given,
/// it and the options must match. All processes have the bytes, and each checks a part.
std::optional<EdgeList> graph_in(const std::shared_ptr<void> &owner, std::string_view bytes,
                                 const FileState *source, const std::string &options,
                                 std::string &why, Processes &group);

} // namespace grb::tool
