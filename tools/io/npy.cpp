#include "npy.h"

#include "archive.h"
#include "input_error.h"
#include "output_file.h"
#include "random.h"

#include <bit>
#include <charconv>
#include <cstring>
#include <fmt/format.h>

namespace grb::tool {

static_assert(std::endian::native == std::endian::little);

namespace {

constexpr std::string_view magic("\x93NUMPY", 6);
constexpr size_t alignment = 64;

/// The dictionary at the beginning of a file: text of Python with three keys.
class Header {
public:
    Header(std::string_view bytes, const std::string &name) : name_(name) {
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

    /// What follows 'key': in the dictionary.
    std::string_view after(std::string_view key) const {
        const size_t at = text_.find(fmt::format("'{}':", key));
        if (at == std::string_view::npos) fail(fmt::format("its header has no '{}'", key));
        const size_t value = text_.find_first_not_of(' ', at + key.size() + 3);
        return value == std::string_view::npos ? std::string_view() : text_.substr(value);
    }

    /// "(3, 4)": the two numbers.
    void shape(uint64_t &nrows, uint64_t &ncols) const {
        std::string_view rest = after("shape");
        const bool ok = take(rest, '(') && take(rest, nrows) && take(rest, ',') &&
                        take(rest, ' ') && take(rest, ncols) && take(rest, ')');
        if (!ok) fail("its shape is not that of a matrix");
        // Without a value a dimension costs the file nothing.
        if (nrows == 0 || ncols == 0) fail(fmt::format("{} x {} is no matrix", nrows, ncols));
    }

    size_t body = 0; ///< where the values begin

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

template <class T>
void copy_values(DenseArray &array, const char *bytes, bool by_columns) {
    const uint64_t row_step = by_columns ? 1 : array.ncols;
    const uint64_t col_step = by_columns ? array.nrows : 1;
    for (uint64_t i = 0; i < array.nrows; ++i) {
        for (uint64_t j = 0; j < array.ncols; ++j) {
            T value{};
            std::memcpy(&value, bytes + (i * row_step + j * col_step) * sizeof(T), sizeof(T));
            array.values[i * array.ncols + j] = static_cast<float>(value);
        }
    }
}

} // namespace

DenseArray parse_npy(std::string_view bytes, const std::string &name) {
    const Header header(bytes, name);
    const std::string_view type = header.after("descr");
    const bool is_double = type.substr(0, 5) == "'<f8'";
    if (!is_double && type.substr(0, 5) != "'<f4'")
        header.fail("its values are neither float32 nor float64, little-endian");
    DenseArray array;
    header.shape(array.nrows, array.ncols);
    const Uint128 wanted = static_cast<Uint128>(array.nrows) * array.ncols * (is_double ? 8u : 4u);
    const size_t given = bytes.size() - header.body;
    if (wanted != given)
        header.fail(fmt::format("a matrix of {} x {} was announced, {} bytes of values follow",
                                array.nrows, array.ncols, given));
    array.values.resize(array.nrows * array.ncols);
    const bool by_columns = header.after("fortran_order").substr(0, 4) == "True";
    if (is_double)
        copy_values<double>(array, bytes.data() + header.body, by_columns);
    else
        copy_values<float>(array, bytes.data() + header.body, by_columns);
    return array;
}

DenseArray read_npy(const std::string &path) {
    return parse_npy(read_text(path), path);
}

namespace {

void write_array(const std::string &path, const char *type, const std::string &shape,
                 std::string_view bytes) {
    std::string text =
        fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", type, shape);
    // The values begin at a multiple of 64 bytes.
    const size_t prefix = magic.size() + 4;
    const size_t length =
        (prefix + text.size() + 1 + alignment - 1) / alignment * alignment - prefix;
    text.resize(length - 1, ' ');
    text += '\n';
    std::string start(magic);
    start += {'\1', '\0', static_cast<char>(length & 0xff), static_cast<char>(length >> 8)};
    OutputFile file(path);
    file.write(start + text);
    file.write(bytes);
    file.finish();
}

template <class T>
std::string_view bytes_of(const std::vector<T> &values) {
    return {reinterpret_cast<const char *>(values.data()), values.size() * sizeof(T)};
}

} // namespace

void write_npy(const std::string &path, const DenseArray &array) {
    write_array(path, "<f4", fmt::format("{}, {}", array.nrows, array.ncols),
                bytes_of(array.values));
}

void write_npy(const std::string &path, const std::vector<int64_t> &array) {
    write_array(path, "<i8", fmt::format("{},", array.size()), bytes_of(array));
}

} // namespace grb::tool
