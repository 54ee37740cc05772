#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace grb::tool {

/// About how much memory reading a file of so many bytes that begins like this takes: the file, its entries, and what
/// sorts them. Of binary formats GAP's say how many entries there are.
uint64_t bytes_to_read(std::string_view start, uint64_t text_bytes);

/// A sentence about it for files that take a good deal of memory; empty for others, and where nothing is known.
std::string memory_forecast(std::string_view start, const std::string &path);

/// The sentence, or nothing: `free_bytes` is what the machine has left, 0 where nobody knows.
std::string shown_forecast(const std::string &path, uint64_t bytes, uint64_t free_bytes);

} // namespace grb::tool
