// Opens a vendor's shared library.
#include "cuda/plugin/library.hpp"

#include <dlfcn.h>
#include <string>

namespace grb::device {

Library::Library(const char *name) {
    const std::string own = std::string("lib") + name + ".so";
    for (const std::string &path :
         {own + ".12", own + ".13", own, "/usr/local/cuda/lib64/" + own}) {
        object_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (object_ != nullptr) break;
    }
}

void *Library::symbol(const char *name) const {
    return dlsym(object_, name);
}

} // namespace grb::device
