#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grb::tool {

/// Whether bytes that begin like this may be a tar or zip archive. NumPy's archives are, too.
bool begins_as_archive(std::string_view start);

struct ArchiveMember {
    std::string name; ///< the archive's, a colon, and its own
    std::string bytes;
};

/// The one graph of a tar or zip archive: a file of Matrix Market, else one whose name ends as graphs' do. Nothing where
/// the bytes are something else, NumPy's archive of arrays among them. Throws InputError where it has none or several,
/// with their names.
std::optional<ArchiveMember> graph_member(std::string_view bytes, const std::string &name);

} // namespace grb::tool
