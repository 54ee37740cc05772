// Reads and writes matrices in NumPy's format.
#include "npy.h"

#include "archive.h"
#include "npy_header.h"
#include "output_file.h"
#include "random.h"

#include <bit>
#include <cstring>
#include <fmt/format.h>

namespace grb::tool {

static_assert(std::endian::native == std::endian::little);

namespace {

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
    const NpyHeader header(bytes, name);
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

std::string npy_start(const char *type, const std::string &shape) {
    constexpr size_t alignment = 64;
    std::string text =
        fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", type, shape);
    // The values begin at a multiple of 64 bytes.
    const size_t prefix = NpyHeader::magic.size() + 4;
    const size_t length =
        (prefix + text.size() + 1 + alignment - 1) / alignment * alignment - prefix;
    text.resize(length - 1, ' ');
    text += '\n';
    std::string start(NpyHeader::magic);
    start += {'\1', '\0', static_cast<char>(length & 0xff), static_cast<char>(length >> 8)};
    return start + text;
}

namespace {

void write_array(OutputFile &file, const char *type, const std::string &shape,
                 std::string_view bytes) {
    file.write(npy_start(type, shape));
    file.write(bytes);
}

template <class T>
std::string_view bytes_of(const std::vector<T> &values) {
    return {reinterpret_cast<const char *>(values.data()), values.size() * sizeof(T)};
}

} // namespace

void write_npy(const std::string &path, const DenseArray &array) {
    OutputFile file(path);
    write_array(file, "<f4", fmt::format("{}, {}", array.nrows, array.ncols),
                bytes_of(array.values));
    file.finish();
}

void write_npy(const std::string &path, const std::vector<int64_t> &array) {
    OutputFile file(path);
    write_npy(file, array);
    file.finish();
}

void write_npy(OutputFile &file, const std::vector<int64_t> &array) {
    write_array(file, "<i8", fmt::format("{},", array.size()), bytes_of(array));
}

void write_npy(OutputFile &file, const std::vector<double> &array) {
    write_array(file, "<f8", fmt::format("{},", array.size()), bytes_of(array));
}

} // namespace grb::tool
