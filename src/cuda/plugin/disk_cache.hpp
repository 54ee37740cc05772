// Compiled kernels on disk, $XDG_CACHE_HOME/graphblast (else ~/.cache/graphblast).
// A file is named by a hash of its key, holds the whole key and a checksum, and is first written
// under another name: a race, a truncated file or a full disk costs only a compilation. The folder
// is used only if it is the user's and nobody else can write there.
#pragma once

#include <string>

namespace grb::device {

bool read_cached(const std::string &key, std::string *code);
void write_cached(const std::string &key, const std::string &code);

} // namespace grb::device
