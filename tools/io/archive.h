// Reads plain, compressed and archived files as text.
#pragma once

#include "buffer.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace grb::tool {

/// Receives the bytes done and the total.
using Progress = std::function<void(size_t, size_t)>;

/// Throws InputError if a text with this start is unacceptable. (start, name for messages)
using StartCheck = std::function<void(std::string_view, const std::string &)>;

/// The largest size of a text, or of the data that one line of a log asks for: the objects built
/// from it take as much again.
size_t half_of_memory();

/// Reads the whole text of a file: plain, gzip, zstd or bzip2, recognised by its first bytes, as
/// UTF-8 without a byte-order mark; "-" is standard input. Rejects devices, and texts longer than
/// half of the machine's memory. Throws InputError; `check` may do so before all is read.
std::string read_text(const std::string &path, const Progress &progress = {},
                      const StartCheck &check = {});

/// The result of read_file.
struct FileText {
    std::string text;
    Buffer<char> bytes; ///< replaces the text if it is not empty
    std::string name;   ///< for messages: includes the name of the file in an archive

    std::string_view view() const {
        return bytes.empty() ? std::string_view(text)
                             : std::string_view(bytes.data(), bytes.size());
    }
};

/// Extends read_text: reads a large plain file with all threads, and takes the graph's file from a
/// tar or zip archive.
FileText read_file(const std::string &path, const Progress &progress = {},
                   const StartCheck &check = {});

/// Returns whether a file with this start is text as it is: not compressed, encoded or an archive.
bool is_plain_text(std::string_view start, const std::string &path);

/// Decodes `bytes`, which are plain, gzip, zstd or bzip2, as read_text does. `name` is for
/// messages. Throws InputError, also if the text is longer than longest_text: a few bytes must not
/// exhaust the memory.
std::string unpack(std::string bytes, const std::string &name, const StartCheck &check = {});

/// The longest text that compressed bytes may expand to. Graphs in gzip stay below a tenth of it;
/// iso graphs in zstd come close; only files of identical lines exceed it.
constexpr size_t longest_text(size_t compressed_bytes) {
    return (size_t{16} << 20) + compressed_bytes * 100;
}

} // namespace grb::tool
