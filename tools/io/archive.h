#pragma once

#include "buffer.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace grb::tool {

/// Called with the bytes done and the bytes there are.
using Progress = std::function<void(size_t, size_t)>;

/// Throws InputError where a text that begins like this is not what is wanted. (start, name for messages)
using StartCheck = std::function<void(std::string_view, const std::string &)>;

/// Bytes that a text, or what one line of a log asks for, may have: what is made of it takes as much again.
size_t half_of_memory();

/// The whole text of a file: plain, gzip, zstd or bzip2, known by its first bytes, as UTF-8 without a byte-order mark;
/// "-" is standard input. What is longer than half of the machine's memory, or a device, is not read. Throws
/// InputError; `check` may do so before all is read.
std::string read_text(const std::string &path, const Progress &progress = {},
                      const StartCheck &check = {});

/// What read_file gives.
struct FileText {
    std::string text;
    Buffer<char> bytes; ///< where it is not empty, instead of the text
    std::string name;   ///< for messages: with that of the file in an archive

    std::string_view view() const {
        return bytes.empty() ? std::string_view(text)
                             : std::string_view(bytes.data(), bytes.size());
    }
};

/// Like read_text; a large plain file is read by all threads. From an archive, tar or zip, it takes the graph's file.
FileText read_file(const std::string &path, const Progress &progress = {},
                   const StartCheck &check = {});

/// The text inside `bytes`, which are plain, gzip, zstd or bzip2; decoded as read_text says. `name` is for messages. Throws InputError,
/// also when the text is longer than longest_text: a few bytes must not fill the memory.
std::string unpack(std::string bytes, const std::string &name, const StartCheck &check = {});

/// What compressed bytes may expand to. Graphs in gzip stay below a tenth of it, in zstd those with all
/// values the same come close; beyond are those whose lines are all the same.
constexpr size_t longest_text(size_t compressed_bytes) {
    return (size_t{16} << 20) + compressed_bytes * 100;
}

} // namespace grb::tool
