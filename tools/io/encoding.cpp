// Decodes UTF-16 and byte-order marks.
#include "encoding.h"

#include "input_error.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>

namespace grb::tool {

namespace {

enum class Encoding { plain, utf8_with_mark, utf16_little, utf16_big, utf32 };

bool is_text(char c) {
    return (c >= ' ' && c <= '~') || c == '\n' || c == '\r' || c == '\t';
}

/// Returns whether every second byte is 0 and the others are text: `zero` is the index of the
/// zeros, modulo 2.
bool alternates(std::string_view start, size_t zero) {
    constexpr size_t least = 8;
    constexpr size_t examined = 64;
    const size_t size = std::min(start.size(), examined) / 2 * 2;
    for (size_t k = 0; k < size; k += 2)
        if (start[k + zero] != '\0' || !is_text(start[k + 1 - zero])) return false;
    return size >= least;
}

Encoding encoding_of(std::string_view start) {
    const auto begins = [&](std::string_view mark) { return start.substr(0, mark.size()) == mark; };
    if (begins("\xef\xbb\xbf")) return Encoding::utf8_with_mark;
    if (begins({"\xff\xfe\0\0", 4})) return Encoding::utf32;
    if (begins("\xff\xfe") || alternates(start, 1)) return Encoding::utf16_little;
    if (begins("\xfe\xff") || alternates(start, 0)) return Encoding::utf16_big;
    return Encoding::plain;
}

void put_utf8(std::string &text, uint32_t point) {
    const auto rest = [&](unsigned shift) {
        text += static_cast<char>(0x80 | (point >> shift & 0x3f));
    };
    if (point < 0x80) {
        text += static_cast<char>(point);
    } else if (point < 0x800) {
        text += static_cast<char>(0xc0 | point >> 6);
        rest(0);
    } else if (point < 0x10000) {
        text += static_cast<char>(0xe0 | point >> 12);
        rest(6);
        rest(0);
    } else {
        text += static_cast<char>(0xf0 | point >> 18);
        rest(12);
        rest(6);
        rest(0);
    }
}

/// `may_end_early`: drops a partial character at the end.
std::string from_utf16(std::string_view bytes, bool is_big, bool may_end_early,
                       const std::string &name) {
    const auto unit = [&](size_t at) {
        const auto byte = [&](size_t k) {
            return static_cast<uint32_t>(static_cast<unsigned char>(bytes[k]));
        };
        return is_big ? byte(at) << 8 | byte(at + 1) : byte(at + 1) << 8 | byte(at);
    };
    const auto refuse = [&](size_t at, const char *why) {
        throw InputError(fmt::format("{}: byte {}: no UTF-16: {}", name, at, why));
    };
    std::string text;
    text.reserve(bytes.size() / 2);
    for (size_t at = 0; at < bytes.size(); at += 2) {
        const bool is_whole = at + 2 <= bytes.size();
        const uint32_t first = is_whole ? unit(at) : 0;
        const bool is_high = first >= 0xd800 && first < 0xdc00;
        if (!is_whole || (is_high && at + 4 > bytes.size())) {
            if (may_end_early) break;
            refuse(at, "the file ends inside a character");
        }
        if (at == 0 && first == 0xfeff) continue;
        if (!is_high) {
            if (first >= 0xdc00 && first < 0xe000) refuse(at, "the second half of a pair alone");
            put_utf8(text, first);
            continue;
        }
        const uint32_t second = unit(at += 2);
        if (second < 0xdc00 || second >= 0xe000) refuse(at - 2, "the first half of a pair alone");
        put_utf8(text, 0x10000 + ((first - 0xd800) << 10 | (second - 0xdc00)));
    }
    return text;
}

std::string decode(std::string_view bytes, Encoding encoding, bool may_end_early,
                   const std::string &name) {
    if (encoding == Encoding::utf32)
        throw InputError(fmt::format(
            "{}: a text in UTF-32: 'iconv -f UTF-32 -t UTF-8' makes one that can be read", name));
    return from_utf16(bytes, encoding == Encoding::utf16_big, may_end_early, name);
}

} // namespace

bool needs_decoding(std::string_view start) {
    return encoding_of(start) != Encoding::plain;
}

std::string decoded(std::string bytes, const std::string &name) {
    const Encoding encoding = encoding_of(bytes);
    if (encoding == Encoding::plain) return bytes;
    if (encoding != Encoding::utf8_with_mark) return decode(bytes, encoding, false, name);
    bytes.erase(0, 3);
    return bytes;
}

std::string decoded_start(std::string_view bytes, const std::string &name) {
    const Encoding encoding = encoding_of(bytes);
    if (encoding == Encoding::plain) return std::string(bytes);
    if (encoding == Encoding::utf8_with_mark) return std::string(bytes.substr(3));
    return decode(bytes, encoding, true, name);
}

} // namespace grb::tool
