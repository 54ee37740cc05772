// Kernels compiled at run time from the sources that are embedded in the plugin.
#pragma once

#include "cuda/plugin/kernel_table.hpp"
#include "cuda/plugin/runtime.hpp"

#include <string>
#include <vector>

namespace grb::device {

/// The kernel `entry` of a program; null if `entry` is null. `program` writes its text, which includes files of
/// src/cuda and src/algebra by their names there. Searches the loaded kernels, the pack and the disk cache;
/// compiles last. Loaded kernels are found by `key` and `entry`, which must determine the text.
Status find_kernel(const KernelKey &key, const char *entry, std::string (*program)(const void *),
                   const void *program_argument, const void **kernel);

/// What find_kernel() will be asked for.
struct WantedKernel {
    const KernelKey *key;
    const char *entry;
    std::string (*program)(const void *);
    const void *program_argument;
};

/// Compiles those that are nowhere yet at the same time, a thread each. One that fails does so again when it is asked for.
Status make_ready(const std::vector<WantedKernel> &wanted);

/// Machine code of a program for `capability`, without a device. For tests and for the build.
Status compile(const std::string &program, int capability, std::string *machine_code);

/// Digest of the embedded sources and the compiler's options: with program and capability they determine the
/// machine code.
const std::string &compilation_basis();

} // namespace grb::device
