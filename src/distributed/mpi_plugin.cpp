// Loads the shared library of the MPI plugin and checks its build.
#include "distributed/mpi_plugin.hpp"

#include "base/error.hpp"
#include "base/own_folder.hpp"
#include "dispatch/context.hpp"

#include <cstdio>
#include <dlfcn.h>
#include <unistd.h>

namespace grb {

namespace {

OwnPath path_of(const char *mpi) noexcept {
    char name[64];
    std::snprintf(name, sizeof name, "libgraphblast-mpi-%s.so", mpi);
    return OwnPath(name);
}

} // namespace

bool has_mpi_plugin(const char *mpi) noexcept {
    const OwnPath path = path_of(mpi);
    return path.is_known() && access(path.text, R_OK) == 0;
}

mpi::Table open_mpi_plugin(const char *mpi) {
    const OwnPath path = path_of(mpi);
    void *const library = path.is_known() ? dlopen(path.text, RTLD_NOW | RTLD_LOCAL) : nullptr;
    if (library == nullptr)
        throw Error(GrB_NOT_IMPLEMENTED, "there is no plugin for this MPI (%s): %.160s", mpi,
                    path.is_known() ? dlerror() : OwnPath::unknown);
    const auto entry = reinterpret_cast<mpi::PluginEntry>(dlsym(library, mpi::plugin_entry_name));
    mpi::Table table{};
    if (entry == nullptr || !entry(GRAPHBLAST_MPI_BUILD, &table))
        throw Error(GrB_NOT_IMPLEMENTED, "%.200s belongs to another build of the library",
                    path.text);
    return table;
}

} // namespace grb
