// The sources of the run-time compiled kernels, as the build put them into the plugin.
#pragma once

#include <span>

namespace grb::device {

struct EmbeddedFile {
    const char *name; // as it is included: "mxv/mxv_pull.cuh"
    const char *text;
};
std::span<const EmbeddedFile> embedded_files();
/// Digest of all of them.
const char *sources_digest();

} // namespace grb::device
