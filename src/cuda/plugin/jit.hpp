// Kernels compiled at run time from the sources that are embedded in the plugin.
#pragma once

#include "cuda/plugin/program_spec.hpp"
#include "cuda/plugin/runtime.hpp"

#include <string>
#include <vector>

namespace grb::device {

/// Finds the kernel `entry` of a program, whose text includes files of src/cuda and src/algebra by
/// their names there; null if `entry` is null. Searches the loaded kernels, the pack and the disk
/// cache, and compiles last.
Status find_kernel(const Program &program, const char *entry, const void **kernel);

/// Arguments of a later call of find_kernel().
struct WantedKernel {
    const Program *program;
    const char *entry;
};

/// Compiles the missing ones at the same time, a thread each. A program that fails does so again in
/// find_kernel().
Status make_ready(const std::vector<WantedKernel> &wanted);

/// Compiles a program for `capability`, without a device. For tests and for the build.
Status compile(const std::string &program, int capability, std::string *machine_code);

/// Returns a digest of the embedded sources and the compiler's options. With program and capability
/// it determines the machine code.
const std::string &compilation_basis();

} // namespace grb::device
