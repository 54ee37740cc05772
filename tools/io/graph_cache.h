#pragma once

#include "cache_file.h"
#include "edge_list.h"
#include "file_memory.h"
#include "read_options.h"

#include <optional>
#include <string>
#include <string_view>

namespace grb::tool {

/// A graph in binary beside the file that it was read from, as FILE.grb.
class GraphCache {
public:
    /// Notes the state of the file: to be made before the file is read.
    GraphCache(const std::string &path, const ReadOptions &options);

    /// The graph as it was read before, with the same options. Its arrays are where file_memory() has the file. Nothing
    /// where there is no cache, or where it cannot be used: `why` says then what is wrong with it. The file's state and
    /// all that graph_in() looks at are checked, so any bytes are safe. The entries may be packed.
    std::optional<EdgeList> open(std::string &why) const;

    /// Writes the cache. Throws InputError where that fails, or where the file is not what it was.
    void write(const EdgeList &edges) const;

    const std::string &path() const { return cache_path_; }

private:
    std::string file_path_, cache_path_;
    std::string options_; ///< as text
    std::optional<FileState> state_;
};

/// A plain file with a graph in binary, mapped: the cache of a file, or what `convert` writes. Nothing where it is
/// another file. Throws InputError where it is damaged. The entries may be packed. See file_memory() for files that change.
std::optional<EdgeList> map_binary_graph(const std::string &path,
                                         size_t largest_copy = largest_copied_file());

/// The same from memory. `name` is for messages.
EdgeList parse_binary_graph(std::string_view bytes, const std::string &name);

} // namespace grb::tool
