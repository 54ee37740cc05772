// Forecasts of memory, shown before a large file is read.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace grb::tool {

/// About the memory for reading a file of so many bytes with this start: the file, its entries, and
/// the sort. Among binary formats, GAP's gives the number of entries.
uint64_t bytes_to_read(std::string_view start, uint64_t text_bytes);

/// A sentence about the memory for large files; empty for small ones, and if nothing is known.
std::string memory_forecast(std::string_view start, const std::string &path);

/// Returns the sentence, or nothing: `free_bytes` is the machine's free memory, 0 if unknown.
std::string shown_forecast(const std::string &path, uint64_t bytes, uint64_t free_bytes);

} // namespace grb::tool
