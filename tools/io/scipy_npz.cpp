// Reads and writes sparse matrices in SciPy's format.
#include "scipy_npz.h"

#include "assemble.h"
#include "input_error.h"
#include "npy_header.h"
#include "printable.h"
#include "zip.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

namespace grb::tool {

namespace {

constexpr uint64_t max_dimension = uint64_t{1} << 60;

/// A 16-bit float of NumPy: sign, 5 bits of exponent, 10 of fraction.
struct Half {
    uint16_t bits = 0;
    operator double() const {
        const int exponent = bits >> 10 & 31;
        const int fraction = bits & 1023;
        const double size = exponent == 31  ? (fraction == 0 ? HUGE_VAL : std::nan(""))
                            : exponent == 0 ? std::ldexp(fraction, -24)
                                            : std::ldexp(fraction + 1024, exponent - 25);
        return (bits & 0x8000) != 0 ? -size : size;
    }
};

/// One array of the archive, with numbers of any type.
class Array {
public:
    Array(ZipBytes bytes, const std::string &member, const std::string &archive)
        : name(fmt::format("{}: {}", archive, member)), owner_(std::move(bytes)),
          bytes_(owner_.view()) {
        const NpyHeader header(bytes_, name);
        type_ = header.after("descr").substr(0, 8);
        size_ = header.count();
        body_ = header.body;
        const size_t quote = type_.find('\'', 1);
        if (type_.empty() || type_[0] != '\'' || quote == std::string::npos || quote < 4)
            fail("its type is not known");
        type_ = type_.substr(1, quote - 1);
        const auto [end, code] =
            std::from_chars(type_.data() + 2, type_.data() + type_.size(), width_);
        has_width_ = code == std::errc() && end == type_.data() + type_.size();
        if (type_[0] == '>') swap_bytes();
    }

    [[noreturn]] void fail(const std::string &why) const {
        throw InputError(fmt::format("{}: {}", name, why));
    }

    uint64_t size() const { return size_; }
    const std::string &type() const { return type_; }
    bool is_whole() const { return type_[1] == 'i' || type_[1] == 'u'; }
    bool is_bool() const { return type_[1] == 'b'; }
    bool is_complex() const { return type_[1] == 'c'; }

    /// Checks that every number exists and has a readable type.
    void check_numbers() const {
        const bool is_real = type_[1] == 'f' && (width_ == 2 || width_ == 4 || width_ == 8);
        const bool is_integer =
            is_whole() && (width_ == 1 || width_ == 2 || width_ == 4 || width_ == 8);
        const bool is_pair = is_complex() && (width_ == 8 || width_ == 16);
        if (!has_width_ || !(is_real || is_integer || is_pair || (is_bool() && width_ == 1)))
            fail(fmt::format("numbers of type '{}' are not supported", type_));
        const size_t given = bytes_.size() - body_;
        if (given / width_ != size_ || given % width_ != 0)
            fail(fmt::format("{} numbers were announced, {} bytes follow", size_, given));
    }

    /// Reads number k, one of type T. The archive may be misaligned for T.
    template <class T>
    T at(uint64_t k) const {
        T value{};
        std::memcpy(&value, bytes_.data() + body_ + k * sizeof(T), sizeof(T));
        return value;
    }

    /// Calls use(T()) with the numbers' type T; for complex numbers that of their parts, two per
    /// number.
    template <class Use>
    auto with_type(const Use &use) const {
        if (is_complex()) return width_ == 8 ? use(float()) : use(double());
        if (type_[1] == 'f')
            return width_ == 2 ? use(Half()) : width_ == 4 ? use(float()) : use(double());
        if (type_[1] == 'i')
            return width_ == 1   ? use(int8_t())
                   : width_ == 2 ? use(int16_t())
                   : width_ == 4 ? use(int32_t())
                                 : use(int64_t());
        return width_ == 1   ? use(uint8_t())
               : width_ == 2 ? use(uint16_t())
               : width_ == 4 ? use(uint32_t())
                             : use(uint64_t());
    }

    int64_t whole(uint64_t k) const {
        return with_type([&](auto type) { return static_cast<int64_t>(at<decltype(type)>(k)); });
    }

    /// Formats an integer.
    std::string text(uint64_t k) const {
        return type_[1] == 'u' ? fmt::format("{}", static_cast<uint64_t>(whole(k)))
                               : fmt::format("{}", whole(k));
    }

    /// Reads the letters of "csr", of one byte or four each; skips zero bytes.
    std::string word() const {
        std::string word;
        for (size_t k = body_; k < bytes_.size() && word.size() < 16; ++k)
            if (bytes_[k] != '\0') word += bytes_[k];
        return word;
    }

    const std::string name;

private:
    /// Converts big-endian numbers to little-endian ones, in a copy.
    void swap_bytes() {
        const unsigned part = is_complex() ? width_ / 2 : width_;
        if (part != 2 && part != 4 && part != 8) return;
        swapped_.assign(bytes_);
        for (size_t at = body_; at + part <= swapped_.size(); at += part)
            std::reverse(swapped_.data() + at, swapped_.data() + at + part);
        bytes_ = swapped_;
    }

    ZipBytes owner_;
    std::string swapped_;
    std::string_view bytes_;
    std::string type_;
    uint64_t size_ = 0;
    size_t body_ = 0;
    unsigned width_ = 0;
    bool has_width_ = false;
};

void check_whole(const Array &array) {
    array.check_numbers();
    if (!array.is_whole()) array.fail(fmt::format("its type '{}' is no integer", array.type()));
}

void copy_indices(Buffer<uint64_t> &to, const Array &from, uint64_t limit) {
    check_whole(from);
    to.resize(from.size());
    uint64_t bad = UINT64_MAX;
    from.with_type([&](auto type) {
#pragma omp parallel for schedule(static) reduction(min : bad)
        for (uint64_t k = 0; k < from.size(); ++k) {
            to[k] = static_cast<uint64_t>(from.at<decltype(type)>(k));
            if (to[k] >= limit) bad = std::min(bad, k);
        }
    });
    if (bad != UINT64_MAX)
        from.fail(fmt::format("number {}: index {} is out of range 0..{}", bad, from.whole(bad),
                              static_cast<int64_t>(limit) - 1));
}

/// Copies the offsets of a matrix's rows.
void copy_offsets(Buffer<uint64_t> &to, const Array &offsets, uint64_t rows, uint64_t entries) {
    check_whole(offsets);
    if (offsets.size() != rows + 1)
        offsets.fail(fmt::format("{} offsets where {} are needed", offsets.size(), rows + 1));
    if (offsets.whole(0) != 0 || static_cast<uint64_t>(offsets.whole(rows)) != entries)
        offsets.fail(fmt::format("the offsets run from {} to {} instead of 0 to {}",
                                 offsets.whole(0), offsets.whole(rows), entries));
    for (uint64_t i = 0; i < rows; ++i)
        if (offsets.whole(i) > offsets.whole(i + 1))
            offsets.fail(fmt::format("offset {} is {}, the next one is {}", i, offsets.whole(i),
                                     offsets.whole(i + 1)));
    to.resize(entries);
#pragma omp parallel for schedule(dynamic, 1024)
    for (uint64_t i = 0; i < rows; ++i)
        std::fill(to.begin() + offsets.whole(i), to.begin() + offsets.whole(i + 1), i);
}

/// Drops false entries, which are no edges of a pattern.
void drop_false(RawEntries &raw, const Array &data) {
    uint64_t out = 0;
    for (uint64_t k = 0; k < data.size(); ++k) {
        if (data.whole(k) == 0) continue;
        raw.rows[out] = raw.rows[k];
        raw.cols[out++] = raw.cols[k];
    }
    raw.rows.resize(out);
    raw.cols.resize(out);
}

void copy_values(EdgeList &edges, RawEntries &raw, const Array &data) {
    if (data.is_bool()) return drop_false(raw, data);
    edges.has_lost_order = data.is_complex();
    if (data.is_complex()) return;
    raw.weights.resize(data.size());
    uint64_t bad = UINT64_MAX;
    data.with_type([&](auto type) {
        using T = decltype(type);
        constexpr double most = std::is_integral_v<T> ? 0x1p53 : std::numeric_limits<double>::max();
#pragma omp parallel for schedule(static) reduction(min : bad)
        for (uint64_t k = 0; k < data.size(); ++k) {
            const T number = data.at<T>(k);
            const auto value = static_cast<double>(number);
            raw.weights[k] = value;
            bool is_good = std::abs(value) <= most;
            if constexpr (std::is_integral_v<T>)
                is_good = is_good && static_cast<T>(value) == number;
            if (!is_good) bad = std::min(bad, k);
        }
    });
    edges.field = data.is_whole() ? Field::integer : Field::real;
    if (bad == UINT64_MAX) return;
    if (data.is_whole())
        data.fail(fmt::format("number {}: integer {} is beyond 2^53: save float64 if the nearest "
                              "double will do",
                              bad, data.text(bad)));
    data.fail(fmt::format("number {}: {} is not a real value", bad, raw.weights[bad]));
}

/// Reads member `member`, which is a text or small.
Array array_of(const ZipReader &zip, const char *member, const std::string &archive) {
    const std::string file = fmt::format("{}.npy", member);
    return Array(std::move(zip.read({file}).front()), file, archive);
}

} // namespace

EdgeList parse_npz(std::string_view bytes, const std::string &name, const ReadOptions &options) {
    const ZipReader zip(bytes, name);
    const std::vector<std::string> names = zip.names();
    if (std::find(names.begin(), names.end(), "format.npy") == names.end())
        throw InputError(
            fmt::format("{}: no sparse matrix of scipy.sparse.save_npz: its arrays are "
                        "{}",
                        name, printable(fmt::format("{}", fmt::join(names, ", ")))));
    const std::string format = array_of(zip, "format", name).word();
    const Array shape = array_of(zip, "shape", name);
    check_whole(shape);
    if (shape.size() != 2) shape.fail(fmt::format("{} dimensions are no matrix", shape.size()));
    const bool by_columns = format == "csc";
    const bool has_offsets = format == "csr" || by_columns;
    if (!has_offsets && format != "coo")
        throw InputError(fmt::format("{}: format.npy: '{}' is none of csr, csc, coo: "
                                     "scipy.sparse.save_npz(FILE, S.tocsr()) writes one of them",
                                     name, format.substr(0, 8)));
    const std::vector<std::string> members = {"data.npy", has_offsets ? "indices.npy" : "row.npy",
                                              has_offsets ? "indptr.npy" : "col.npy"};
    std::vector<ZipBytes> bytes_of = zip.read(members);
    const Array data(std::move(bytes_of[0]), members[0], name);
    data.check_numbers();
    const Array first(std::move(bytes_of[1]), members[1], name);
    const Array second(std::move(bytes_of[2]), members[2], name);
    EdgeList edges;
    edges.nrows = static_cast<uint64_t>(shape.whole(0));
    edges.ncols = static_cast<uint64_t>(shape.whole(1));
    if (edges.nrows > max_dimension || edges.ncols > max_dimension)
        shape.fail(fmt::format("{} x {} is no matrix, or larger than 2^60", shape.whole(0),
                               shape.whole(1)));
    RawEntries raw;
    if (has_offsets) {
        copy_indices(by_columns ? raw.rows : raw.cols, first,
                     by_columns ? edges.nrows : edges.ncols);
        copy_offsets(by_columns ? raw.cols : raw.rows, second,
                     by_columns ? edges.ncols : edges.nrows, first.size());
    } else {
        copy_indices(raw.rows, first, edges.nrows);
        copy_indices(raw.cols, second, edges.ncols);
    }
    if (raw.rows.size() != raw.cols.size() || data.size() != raw.rows.size())
        data.fail(fmt::format("{} rows, {} columns and {} values do not go together",
                              raw.rows.size(), raw.cols.size(), data.size()));
    copy_values(edges, raw, data);
    edges.ids = VertexIds(0);
    edges.origin = fmt::format("SciPy {}, ids from 0{}", format,
                               data.is_complex() ? ", complex values left out" : "");
    assemble(edges, raw, options.duplicates);
    return edges;
}

namespace {

template <class T>
void add_array(ZipWriter &zip, const char *member, const char *type, const Buffer<T> &numbers) {
    zip.add(member, {npy_start(type, fmt::format("{},", numbers.size())),
                     {reinterpret_cast<const char *>(numbers.data()), numbers.size() * sizeof(T)}});
}

} // namespace

void write_npz(OutputFile &file, const EdgeList &edges) {
    const bool has_rows = edges.nrows / 64 <= edges.size() + 1024;
    ZipWriter zip(file);
    if (has_rows) {
        add_array(zip, "indices.npy", "<i8", edges.cols);
        add_array(zip, "indptr.npy", "<i8", row_offsets(edges));
    } else {
        add_array(zip, "row.npy", "<i8", edges.rows);
        add_array(zip, "col.npy", "<i8", edges.cols);
    }
    zip.add("format.npy", {npy_start("|S3", ""), has_rows ? "csr" : "coo"});
    Buffer<uint64_t> shape(2);
    shape[0] = edges.nrows;
    shape[1] = edges.ncols;
    add_array(zip, "shape.npy", "<i8", shape);
    if (edges.field == Field::real) {
        add_array(zip, "data.npy", "<f8", edges.weights);
    } else if (edges.field == Field::integer) {
        Buffer<int64_t> whole(edges.size());
        for (uint64_t k = 0; k < edges.size(); ++k)
            whole[k] = static_cast<int64_t>(edges.weights[k]);
        add_array(zip, "data.npy", "<i8", whole);
    } else {
        Buffer<char> ones(edges.size());
        std::fill(ones.begin(), ones.end(), 1);
        add_array(zip, "data.npy", "|b1", ones);
    }
    zip.finish();
}

} // namespace grb::tool
