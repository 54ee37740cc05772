// Finds the folder of the loaded library.
#include "base/own_folder.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <initializer_list>
#include <link.h>
#include <unistd.h>

namespace grb {

namespace {

/// Each is absolute and ends with a slash, or is empty when unknown.
struct OwnFolders {
    char of_name[PATH_MAX] = "", of_file[PATH_MAX] = "";
};
constinit OwnFolders folders;

/// Cuts the path after its last slash; returns false when it has none.
bool keep_folder(char *path) noexcept {
    char *const slash = std::strrchr(path, '/');
    if (slash == nullptr) return false;
    slash[1] = 0;
    return true;
}

/// Runs while the library is loaded: the loader may have opened it by a relative path, and the
/// working directory is still the start of this path. Links in the path are also followed now,
/// /proc/self/cwd among them.
__attribute__((constructor)) void find_own_folders() noexcept {
    Dl_info info{};
    link_map *object = nullptr;
    if (dladdr1(reinterpret_cast<void *>(&find_own_folders), &info,
                reinterpret_cast<void **>(&object), RTLD_DL_LINKMAP) == 0 ||
        object == nullptr)
        return;
    // The program itself has no name here, and its parent chooses argv[0].
    const bool is_program = object->l_name[0] == 0;
    const char *const name = is_program ? "/proc/self/exe" : object->l_name;
    char folder[PATH_MAX];
    if (std::strlen(name) >= sizeof folder) return;
    std::strcpy(folder, name);
    // A bare name comes from an empty entry of LD_LIBRARY_PATH, which is the working directory.
    if (!keep_folder(folder)) std::strcpy(folder, ".");
    if (realpath(name, folders.of_file) == nullptr || !keep_folder(folders.of_file))
        folders.of_file[0] = 0;
    if (is_program || realpath(folder, folders.of_name) == nullptr ||
        std::strlen(folders.of_name) + 1 >= sizeof folders.of_name)
        folders.of_name[0] = 0;
    else if (folders.of_name[1] != 0)
        std::strcat(folders.of_name, "/");
}

} // namespace

OwnPath::OwnPath(const char *name) noexcept {
    for (const char *const folder : {folders.of_name, folders.of_file}) {
        if (folder[0] == 0) continue;
        std::snprintf(text, sizeof text, "%s%s", folder, name);
        if (access(text, R_OK) == 0) return;
    }
}

} // namespace grb
