#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace grb::tool {

/// What becomes of several entries at one position. `first`: the first in the file.
enum class Duplicates { sum, first, max, min };

/// How a file is read, and what is done to the graph then.
struct ReadOptions {
    std::string format;           ///< a name of formats(), or empty: by the content
    std::optional<unsigned> base; ///< the least id, 0 or 1; else what the format has
    std::vector<std::string>
        columns;            ///< source, target and, if any, weight: names or numbers from 1
    bool has_words = false; ///< ids are words even where they look like numbers
    /// Lines of tables that begin with #, % or // are comments, unless ids are words.
    bool has_comments = true;
    std::string vertices; ///< a file that lists all vertices of the table with the edges
    bool is_directed =
        false; ///< a symmetric matrix of which one triangle is stored is not completed
    Duplicates duplicates = Duplicates::sum;
    bool symmetrize = false;
    bool drop_self_loops = false;
    bool largest_component = false;
    bool use_cache = false;     ///< FILE.grb beside the file
    bool may_be_packed = false; ///< the caller knows of EdgeList::packed
    /// What a person should know while a file is read; may be empty.
    std::function<void(const std::string &)> say;
};

} // namespace grb::tool
