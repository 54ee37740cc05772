#include "team/mpi_plugin.hpp"

#include "base/error.hpp"
#include "registry/context.hpp"

#include <climits>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

namespace grb {

namespace {

/// Beside the library that this code is in.
HostString path_of_plugin(const char *mpi) {
    Dl_info info{};
    char file[PATH_MAX] = "";
    if (dladdr(reinterpret_cast<void *>(&path_of_plugin), &info) == 0 ||
        info.dli_fname == nullptr || realpath(info.dli_fname, file) == nullptr)
        return {};
    *(std::strrchr(file, '/') + 1) = 0;
    return HostString(file).append("libgraphblast-mpi-").append(mpi).append(".so");
}

} // namespace

mpi::Table open_mpi_plugin(const char *mpi) {
    const HostString path = path_of_plugin(mpi);
    void *const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
        throw Error(GrB_NOT_IMPLEMENTED, "there is no plugin for this MPI (%s): %.160s", mpi,
                    dlerror());
    const auto entry = reinterpret_cast<mpi::PluginEntry>(dlsym(library, mpi::plugin_entry_name));
    mpi::Table table{};
    if (entry == nullptr || !entry(GRAPHBLAST_MPI_BUILD, &table))
        throw Error(GrB_NOT_IMPLEMENTED, "%.200s belongs to another build of the library",
                    path.c_str());
    return table;
}

} // namespace grb
