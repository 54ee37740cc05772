// Decodes texts to UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace grb::tool {

/// Returns whether a text with this start has a byte-order mark, or is UTF-16 without one.
bool needs_decoding(std::string_view start);

/// The text as UTF-8 without its byte-order mark; other bytes stay unchanged. Throws InputError for
/// invalid UTF-16, and for UTF-32.
std::string decoded(std::string bytes, const std::string &name);

/// Decodes the first bytes of a text, without half a character at their end.
std::string decoded_start(std::string_view bytes, const std::string &name);

} // namespace grb::tool
