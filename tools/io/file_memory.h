#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace grb {
class OpenFile;
}

namespace grb::tool {

/// A file up to this size is copied, as long as it takes little of the machine's memory.
size_t largest_copied_file();

/// The bytes of an open file, 8-aligned, until nothing refers to them any more; what is written there stays in memory.
/// Up to `largest_copy` bytes they are a copy. Longer files are mapped: the program ends with a message and status 2
/// when such a file is shortened, or when it changes and its new bytes lead astray. Throws InputError.
std::shared_ptr<void> file_memory(const OpenFile &file, const std::string &name, size_t size,
                                  size_t largest_copy);

/// Throws InputError where a file changed since it was mapped: results of its bytes are worth nothing.
void require_unchanged_files();

} // namespace grb::tool
