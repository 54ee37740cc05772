// The sources of the run-time compiled kernels, which the build embeds in the plugin.
#pragma once

#include <span>

namespace grb::device {

struct EmbeddedFile {
    const char *name; // the name in #include: "mxv/mxv_pull.cuh"
    const char *text;
};
std::span<const EmbeddedFile> embedded_files();
/// Returns a digest of all the sources.
const char *sources_digest();

} // namespace grb::device
