// The header of NumPy's files.
#pragma once

#include "input_error.h"

#include <charconv>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace grb::tool {

/// The dictionary at the beginning of a file: text of Python with three keys.
class NpyHeader {
public:
    static constexpr std::string_view magic{"\x93NUMPY", 6};

    NpyHeader(std::string_view bytes, const std::string &name) : name_(name) {
        if (bytes.substr(0, magic.size()) != magic || bytes.size() < 12)
            fail("not a .npy file: its first bytes are wrong");
        const auto version = static_cast<unsigned char>(bytes[6]);
        if (version < 1 || version > 3) fail(fmt::format("version {} is not known", version));
        uint32_t length = 0;
        const size_t width = version == 1 ? 2 : 4;
        std::memcpy(&length, bytes.data() + 8, width);
        body = 8 + width + length;
        if (body > bytes.size()) fail("truncated: the file ends inside its header");
        text_ = bytes.substr(8 + width, length);
    }

    [[noreturn]] void fail(const std::string &why) const {
        throw InputError(fmt::format("{}: {}", name_, why));
    }

    /// The text that follows 'key': in the dictionary.
    std::string_view after(std::string_view key) const {
        const size_t at = text_.find(fmt::format("'{}':", key));
        if (at == std::string_view::npos) fail(fmt::format("its header has no '{}'", key));
        const size_t value = text_.find_first_not_of(' ', at + key.size() + 3);
        return value == std::string_view::npos ? std::string_view() : text_.substr(value);
    }

    /// Parses the two numbers of "(3, 4)".
    void shape(uint64_t &nrows, uint64_t &ncols) const {
        std::string_view rest = after("shape");
        const bool ok = take(rest, '(') && take(rest, nrows) && take(rest, ',') &&
                        take(rest, ' ') && take(rest, ncols) && take(rest, ')');
        if (!ok) fail("its shape is not that of a matrix");
        // An empty matrix could claim any other dimension without values in the file.
        if (nrows == 0 || ncols == 0) fail(fmt::format("{} x {} is no matrix", nrows, ncols));
    }

    /// The product of the numbers in "()", "(3,)", "(3, 4)".
    uint64_t count() const {
        std::string_view rest = after("shape");
        if (!take(rest, '(')) fail("its shape is no list of numbers");
        uint64_t product = 1;
        for (uint64_t number = 0; take(rest, number); take(rest, ',') && take(rest, ' ')) {
            if (__builtin_mul_overflow(product, number, &product)) fail("its shape is too large");
        }
        return product;
    }

    size_t body = 0; ///< the offset of the values

private:
    static bool take(std::string_view &rest, char c) {
        if (rest.empty() || rest[0] != c) return c == ' ';
        rest.remove_prefix(1);
        return true;
    }
    static bool take(std::string_view &rest, uint64_t &number) {
        const auto [end, code] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
        rest.remove_prefix(static_cast<size_t>(end - rest.data()));
        return code == std::errc();
    }

    const std::string &name_;
    std::string_view text_;
};

/// The start of a .npy file of version 1.0: type as "<f4", shape as "3, 4".
std::string npy_start(const char *type, const std::string &shape);

} // namespace grb::tool
