// Foreign text in messages: spells out bytes that a terminal would obey, or that reorder its text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace grb {

/// Bytes of the visible UTF-8 character that `text` begins with, or 0. Control characters, ends of
/// lines and paragraphs, and marks of direction or without width are not visible.
inline std::size_t visible_bytes(std::string_view text) noexcept {
    const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
    const unsigned first = byte(0);
    if (first < 0x80) return first >= ' ' && first != 0x7F ? 1 : 0;
    const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() < size) return 0;
    std::uint32_t code = first & (0x7FU >> size);
    for (std::size_t k = 1; k < size; k++) {
        if ((byte(k) & 0xC0) != 0x80) return 0;
        code = code << 6 | (byte(k) & 0x3FU);
    }
    const auto is_in = [code](std::uint32_t low, std::uint32_t high) {
        return low <= code && code <= high;
    };
    constexpr std::uint32_t least[] = {0, 0, 0xA0, 0x800, 0x10000};
    const bool is_hidden = is_in(0x61C, 0x61C) || is_in(0x180B, 0x180F) || is_in(0x200B, 0x200F) ||
                           is_in(0x2028, 0x202E) || is_in(0x2060, 0x206F) ||
                           is_in(0xD800, 0xDFFF) || is_in(0xFEFF, 0xFEFF) ||
                           is_in(0xFFF9, 0xFFFF) || is_in(0xE0000, 0xE0FFF);
    return code >= least[size] && code <= 0x10FFFF && !is_hidden ? size : 0;
}

/// Calls put(fragment) for the fragments of a printable form of `text`, with \n, \t and \xNN for
/// invisible bytes.
template <class Put>
void put_printable(std::string_view text, Put &&put) {
    constexpr char digits[] = "0123456789abcdef";
    while (!text.empty()) {
        std::size_t length = 0;
        while (length < text.size()) {
            const std::size_t more = visible_bytes(text.substr(length));
            if (more == 0) break;
            length += more;
        }
        if (length != 0) put(text.substr(0, length));
        if (length == text.size()) return;
        const auto byte = static_cast<unsigned char>(text[length]);
        const char spelled[] = {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
        put(byte == '\n'   ? std::string_view("\\n")
            : byte == '\t' ? std::string_view("\\t")
                           : std::string_view(spelled, sizeof spelled));
        text.remove_prefix(length + 1);
    }
}

} // namespace grb
