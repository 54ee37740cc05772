// Formats a snapshot's entries and writes them in large chunks.
#include "io/matrix_market.hpp"

#include "algebra/dispatch.hpp"
#include "base/new_file.hpp"
#include "storage/build.hpp"

#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <string_view>

namespace grb {

namespace {

const char *field_of(TypeCode code) noexcept {
    if (code == TypeCode::user) return "pattern";
    if (is_complex_code(code)) return "complex";
    const bool is_real = code == TypeCode::fp32 || code == TypeCode::fp64 || is_narrow_code(code);
    return is_real ? "real" : "integer";
}

/// Writes text to a file in large chunks. Numbers are the same in every locale.
class Writer {
public:
    explicit Writer(NewFile &file) : file_(file), text_(capacity) {}

    void put(std::string_view fragment) {
        if (capacity - size_ < fragment.size()) flush();
        std::memcpy(text_.data() + size_, fragment.data(), fragment.size());
        size_ += fragment.size();
    }
    template <class T>
    void put_number(T value) {
        char digits[32];
        put({digits, static_cast<std::size_t>(
                         std::to_chars(digits, digits + sizeof digits, value).ptr - digits)});
    }
    void flush() {
        file_.write(text_.data(), size_); // keeping the file reports errors
        size_ = 0;
    }

private:
    static constexpr std::size_t capacity = std::size_t{1} << 16;
    NewFile &file_;
    HostVector<char> text_;
    std::size_t size_ = 0;
};

template <class T>
void put_value(Writer &writer, T value) {
    if constexpr (is_complex<T>) {
        put_value(writer, value.re);
        put_value(writer, value.im);
    } else if constexpr (is_narrow<T>) {
        put_value(writer, value.wide());
    } else {
        writer.put(" ");
        if constexpr (std::is_floating_point_v<T>)
            writer.put_number(value);
        else if constexpr (std::is_signed_v<T>)
            writer.put_number(static_cast<std::int64_t>(value));
        else
            writer.put_number(static_cast<std::uint64_t>(value));
    }
}

} // namespace

bool write_matrix_market(const char *path, const Snapshot &snapshot) {
    const std::uint64_t n = snapshot.nvals();
    const Type *type = snapshot.type();
    HostVector<std::uint64_t> rows(n), columns(n);
    HostVector<unsigned char> values(n * type->size);
    extract_tuples(snapshot, rows.data(), columns.data(), values.data(), type);
    NewFile file;
    if (!file.create(AT_FDCWD, path, 0666)) return false;
    Writer writer(file);
    writer.put("%%MatrixMarket matrix coordinate ");
    writer.put(field_of(type->code));
    writer.put(" general\n");
    writer.put_number(snapshot.nrows());
    writer.put(" ");
    writer.put_number(snapshot.ncols());
    writer.put(" ");
    writer.put_number(n);
    writer.put("\n");
    for (std::uint64_t k = 0; k < n; k++) {
        writer.put_number(rows[k] + 1);
        writer.put(" ");
        writer.put_number(columns[k] + 1);
        if (type->code != TypeCode::user) {
            dispatch_builtin(type->code, [&](auto tag) {
                using T = typename decltype(tag)::type;
                put_value(writer, reinterpret_cast<const T *>(values.data())[k]);
            });
        }
        writer.put("\n");
    }
    writer.flush();
    return file.keep();
}

} // namespace grb
