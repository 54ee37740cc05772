// Kernels compiled at run time from the sources that are embedded in the plugin.
#pragma once

#include "cuda/plugin/kernel_table.hpp"
#include "cuda/plugin/runtime.hpp"

#include <string>

namespace grb::device {

/// The kernel `entry` of a program; `program` is its text, which includes files of src/cuda and
/// src/algebra by the names that they have there. Looked for among those already loaded, then in the
/// pack, then in the disk cache, then compiled. `key` must determine the text: it is what calls are
/// looked up by. Of no entry (null), none.
Status find_kernel(const KernelKey &key, const char *entry, std::string (*program)(const void *),
                   const void *program_argument, const void **kernel);

/// Machine code of a program for `capability`, without a device. For tests and for the build.
Status compile(const std::string &program, int capability, std::string *machine_code);

/// What machine code depends on beside the program and the capability: the embedded sources, the
/// compiler's options.
const std::string &compilation_basis();

} // namespace grb::device
