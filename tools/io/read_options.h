// The options for reading a graph.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace grb::tool {

/// The rule for several entries at one position. `first`: the first in the file.
enum class Duplicates { sum, first, max, min };

/// The options for reading a file and for transforming the graph afterwards.
struct ReadOptions {
    std::string format;           ///< a name of formats(); empty: by the content
    std::optional<unsigned> base; ///< the least id, 0 or 1; else the format's
    std::vector<std::string>
        columns;            ///< source, target and, if any, weight: names or numbers from 1
    bool has_words = false; ///< ids are words even if they look like numbers
    /// Lines of tables that begin with #, % or // are comments, unless ids are words.
    bool has_comments = true;
    std::string vertices; ///< a file with all vertices of the table of edges
    bool is_directed =
        false; ///< a symmetric matrix of which one triangle is stored is not completed
    Duplicates duplicates = Duplicates::sum;
    bool symmetrize = false;
    bool drop_self_loops = false;
    bool largest_component = false;
    bool use_cache = false;     ///< FILE.grb beside the file
    bool may_be_packed = false; ///< the caller supports EdgeList::packed
    /// Receives messages for people while a file is read; may be empty.
    std::function<void(const std::string &)> say;
};

} // namespace grb::tool
