// Finds files beside the library that contains this code: plugins, packs.
#pragma once

#include <climits>

namespace grb {

/// The absolute path of `name` in the library's folder: beside the name that opened the library,
/// else beside the file that this name links to. Loading the library determines both folders, so
/// that a later chdir() changes nothing. Empty when the folder is unknown.
struct OwnPath {
    explicit OwnPath(const char *name) noexcept;
    bool is_known() const noexcept { return text[0] != 0; }
    static constexpr char unknown[] = "the library's own folder is unknown";

    char text[PATH_MAX + NAME_MAX] = "";
};

} // namespace grb
