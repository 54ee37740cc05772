// The bytes of files in memory.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace grb {
class OpenFile;
}

namespace grb::tool {

/// The largest size of a copied file, while copies take little of the machine's memory.
size_t largest_copied_file();

/// The bytes of an open file, 8-aligned, until the last reference to them; writes stay in memory.
/// Up to `largest_copy` bytes are copied. Longer files are mapped: the program ends with a message
/// and status 2 if such a file is shortened, or changes and its new bytes cause a bad access.
/// Throws InputError.
std::shared_ptr<void> file_memory(const OpenFile &file, const std::string &name, size_t size,
                                  size_t largest_copy);

/// Throws InputError if a file changed since it was mapped: results from its bytes are worthless.
void require_unchanged_files();

} // namespace grb::tool
