// Loads the shared library of the MPI plugin and checks its build.
#include "distributed/mpi_plugin.hpp"

#include "base/error.hpp"
#include "base/own_folder.hpp"
#include "dispatch/context.hpp"

#include <dlfcn.h>

namespace grb {

mpi::Table open_mpi_plugin(const char *mpi) {
    const OwnPath path(HostString("libgraphblast-mpi-").append(mpi).append(".so").c_str());
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
