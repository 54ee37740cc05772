// Binary caches of graph files.
#pragma once

#include "cache_file.h"
#include "edge_list.h"
#include "file_memory.h"
#include "read_options.h"

#include <optional>
#include <string>
#include <string_view>

namespace grb::tool {

/// A binary graph beside its source file, as FILE.grb.
class GraphCache {
public:
    /// Notes the state of the file; must run before the file is read.
    GraphCache(const std::string &path, const ReadOptions &options);

    /// The cached graph, read with the same options. Its arrays are in file_memory() of the file.
    /// Returns nothing without a usable cache, and the fault in `why`. Checks the file's state and
    /// everything that graph_in() checks, so any bytes are safe. The entries may be packed.
    std::optional<EdgeList> open(std::string &why) const;

    /// Writes the cache. Throws InputError if that fails, or if the file has changed.
    void write(const EdgeList &edges) const;

    const std::string &path() const { return cache_path_; }

private:
    std::string file_path_, cache_path_;
    std::string options_; ///< as text
    std::optional<FileState> state_;
};

/// Maps a plain file with a binary graph: a file's cache, or the output of `convert`. Returns
/// nothing for other files. Throws InputError for a damaged one. The entries may be packed. See
/// file_memory() for files that change.
std::optional<EdgeList> map_binary_graph(const std::string &path,
                                         size_t largest_copy = largest_copied_file());
/// Does so in all processes, which have the same file; each checks a part.
std::optional<EdgeList> map_binary_graph(const std::string &path, size_t largest_copy,
                                         Processes &group);

/// Reads from memory. `name` is for messages.
EdgeList parse_binary_graph(std::string_view bytes, const std::string &name);

} // namespace grb::tool
