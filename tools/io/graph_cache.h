#pragma once

#include "edge_list.h"
#include "read_options.h"

#include <optional>
#include <string>

namespace grb::tool {

/// What says that a file is the same as before.
struct FileState {
    uint64_t bytes = 0;
    int64_t seconds = 0, nanoseconds = 0; ///< when it was changed
    uint64_t sum = 0;                     ///< of bytes at both ends
    bool operator==(const FileState &) const = default;
};

/// A graph in binary beside the file that it was read from, as FILE.grb.
class GraphCache {
public:
    /// Notes the state of the file: to be made before the file is read.
    GraphCache(const std::string &path, const ReadOptions &options);

    /// The graph as it was read before, with the same options. Its arrays are mapped: pages are read when they are
    /// used, and those that are written to are the process's own. Nothing where there is no cache, or where it cannot
    /// be used: `why` says then what is wrong with it. The file's state, a checksum of all, and every index are
    /// checked, so any bytes are safe.
    std::optional<EdgeList> open(std::string &why) const;

    /// Writes the cache. Throws InputError where that fails, or where the file is not what it was.
    void write(const EdgeList &edges) const;

    const std::string &path() const { return cache_path_; }

private:
    std::string file_path_, cache_path_;
    std::string options_; ///< as text
    std::optional<FileState> state_;
};

} // namespace grb::tool
