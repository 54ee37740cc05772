// The graph's file in an archive.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grb::tool {

/// Returns whether bytes with this start may be a tar or zip archive, including NumPy's archives.
bool begins_as_archive(std::string_view start);

struct ArchiveMember {
    std::string name; ///< the archive's name, a colon, and the member's name
    std::string bytes;
};

/// The only graph of a tar or zip archive: a file of Matrix Market, else one with the ending of a
/// graph format. Returns nothing for other bytes, including NumPy's archive of arrays. Throws
/// InputError for no or several graphs, with their names.
std::optional<ArchiveMember> graph_member(std::string_view bytes, const std::string &name);

} // namespace grb::tool
