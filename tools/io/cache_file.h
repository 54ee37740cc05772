#pragma once

#include "edge_list.h"
#include "output_file.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace grb::tool {

/// What says that a file is the same as before. All 0: a graph in binary that is no cache of a file.
struct FileState {
    uint64_t bytes = 0;
    int64_t seconds = 0, nanoseconds = 0; ///< when it was changed
    uint64_t sum = 0;                     ///< of bytes at both ends
    bool operator==(const FileState &) const = default;
};

/// Whether these are the first bytes of a graph in binary.
bool begins_as_binary_graph(std::string_view start);

/// Writes the graph: as the arrays of a sparse matrix where that takes less, else as a list. `options`: how the file was
/// read that this is a cache of.
void write_binary_graph(OutputFile &file, const EdgeList &edges, const FileState &source,
                        const std::string &options);

/// A graph in binary in memory that the owner keeps, 8-aligned. A matrix stays there, as EdgeList::packed. The checksum,
/// every index, every weight and the symmetry are checked, so any bytes are safe. Nothing where it cannot be used: `why` says then what is wrong.
/// Where a source is given, it must be that and the options must be the same.
std::optional<EdgeList> graph_in(const std::shared_ptr<void> &owner, std::string_view bytes,
                                 const FileState *source, const std::string &options,
                                 std::string &why);

} // namespace grb::tool
