// Files beside the library that this code is part of: plugins, packs.
#pragma once

#include <climits>

namespace grb {

/// The absolute path of `name` in the folder of the library: beside the name that the library was opened by, else
/// beside the file that this name is a link to. Both folders are found out when the library is loaded, so that a
/// later chdir() changes nothing. Empty when the folder is unknown.
struct OwnPath {
    explicit OwnPath(const char *name) noexcept;
    bool is_known() const noexcept { return text[0] != 0; }
    static constexpr char unknown[] = "the library's own folder is unknown";

    char text[PATH_MAX + NAME_MAX] = "";
};

} // namespace grb
