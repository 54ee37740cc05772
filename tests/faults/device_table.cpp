// Finds the table of the open plugin.
#include "faults/device_table.h"

#include "faults/sweep.h"

#include <dlfcn.h>

namespace faults {

const grb::device::Table *device_table() {
    static grb::device::Table table{};
    const Session session;
    GrB_Index devices = 0;
    require(GrX_Device_count(&devices)); // opens the plugin
    if (devices == 0) return nullptr;
    Dl_info info{};
    if (dladdr(reinterpret_cast<void *>(&GrB_mxv), &info) == 0) return nullptr;
    const std::string library = info.dli_fname;
    const std::string plugin = library.substr(0, library.rfind('/') + 1) + "libgraphblast-cuda.so";
    void *const handle = dlopen(plugin.c_str(), RTLD_NOW | RTLD_NOLOAD);
    if (handle == nullptr) return nullptr;
    const auto entry =
        reinterpret_cast<grb::device::PluginEntry>(dlsym(handle, grb::device::plugin_entry_name));
    return entry != nullptr && entry(GRAPHBLAST_PLUGIN_BUILD, &table) ? &table : nullptr;
}

} // namespace faults
