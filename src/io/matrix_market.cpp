#include "io/matrix_market.hpp"

#include "algebra/complex.hpp"
#include "storage/build.hpp"

#include <cinttypes>
#include <cstdio>

namespace grb {

namespace {

const char *field_of(TypeCode code) noexcept {
    if (code == TypeCode::user) return "pattern";
    if (is_complex_code(code)) return "complex";
    return code == TypeCode::fp32 || code == TypeCode::fp64 ? "real" : "integer";
}

template <class T>
void print_value(std::FILE *file, T value) {
    if constexpr (std::is_floating_point_v<T>) {
        std::fprintf(file, " %.17g", static_cast<double>(value));
    } else if constexpr (is_complex<T>) {
        print_value(file, value.re);
        print_value(file, value.im);
    } else if constexpr (std::is_signed_v<T>) {
        std::fprintf(file, " %" PRId64, static_cast<std::int64_t>(value));
    } else {
        std::fprintf(file, " %" PRIu64, static_cast<std::uint64_t>(value));
    }
}

} // namespace

bool write_matrix_market(const char *path, const Snapshot &snapshot) {
    const std::uint64_t n = snapshot.nvals();
    const Type *type = snapshot.type();
    HostVector<std::uint64_t> rows(n), columns(n);
    HostVector<unsigned char> values(n * type->size);
    extract_tuples(snapshot, rows.data(), columns.data(), values.data(), type);
    std::FILE *file = std::fopen(path, "w");
    if (file == nullptr) return false;
    std::fprintf(file,
                 "%%%%MatrixMarket matrix coordinate %s general\n%" PRIu64 " %" PRIu64 " %" PRIu64
                 "\n",
                 field_of(type->code), snapshot.nrows(), snapshot.ncols(), n);
    for (std::uint64_t k = 0; k < n; k++) {
        std::fprintf(file, "%" PRIu64 " %" PRIu64, rows[k] + 1, columns[k] + 1);
        if (type->code != TypeCode::user) {
            dispatch_builtin(type->code, [&](auto tag) {
                using T = typename decltype(tag)::type;
                print_value(file, reinterpret_cast<const T *>(values.data())[k]);
            });
        }
        std::fputc('\n', file);
    }
    const bool is_written = std::ferror(file) == 0;
    if (std::fclose(file) == 0 && is_written) return true;
    std::remove(path);
    return false;
}

} // namespace grb
