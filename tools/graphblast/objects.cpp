// Makes GraphBLAS objects of the names and shapes in logs.
#include "objects.h"

#include "io/random.h"

#include <algorithm>
#include <charconv>
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <string_view>

namespace grb::tool {

namespace {

uint64_t take_number(std::string_view &text, bool &ok) {
    uint64_t number = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    ok = ok && code == std::errc();
    text.remove_prefix(static_cast<size_t>(end - text.data()));
    return number;
}

bool take(std::string_view &text, char c) {
    if (text.empty() || text[0] != c) return false;
    text.remove_prefix(1);
    return true;
}

std::string take_word(std::string_view &text) {
    const size_t end = std::min(text.find(':'), text.size());
    std::string word(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    return word;
}

GrB_Type type_named(const std::string &name) {
    const auto type = predefined_as<GrB_Type>(name);
    if (type == nullptr) throw EngineError("there is no type " + name);
    return type;
}

/// `count` distinct positions below `cells`, and their values.
struct Entries {
    Entries(uint64_t elements, const Shape &shape) : positions(std::min(shape.nvals, elements)) {
        const Permutation permute(elements, 1, 0);
        for (uint64_t k = 0; k < positions.size(); ++k) positions[k] = permute(k);
        std::sort(positions.begin(), positions.end());
        const RandomStream random(1, 1);
        for (uint64_t k = 0; k < positions.size(); ++k)
            values.push_back(shape.is_iso ? 1.0 : static_cast<double>(1 + random.below(k, 8)));
    }
    std::vector<uint64_t> positions;
    std::vector<double> values;
};

} // namespace

void *predefined(const std::string &name) {
    void *const variable = dlsym(RTLD_DEFAULT, ("GrB_" + name).c_str());
    // A name from a file may be a function's: only variables that hold a handle are read.
    // AddressSanitizer makes them larger.
    Dl_info info{};
    void *entry = nullptr;
    if (variable == nullptr || dladdr1(variable, &info, &entry, RTLD_DL_SYMENT) == 0 ||
        entry == nullptr)
        return nullptr;
    const auto *const symbol = static_cast<const ElfW(Sym) *>(entry);
    const bool is_handle = ELF64_ST_TYPE(symbol->st_info) == STT_OBJECT &&
                           symbol->st_size >= sizeof(void *) && name != "ALL";
    return is_handle ? *static_cast<void **>(variable) : nullptr;
}

Semiring semiring_named(const std::string &name) {
    Semiring result;
    const size_t first = name.find('_');
    const size_t last = name.rfind('_');
    if (first == std::string::npos || last <= first) return result;
    const std::string type = name.substr(last);
    const std::string add = name.substr(0, first);
    const std::string multiply = name.substr(first + 1, last - first - 1);
    const auto monoid = predefined_as<GrB_Monoid>(add + "_MONOID" + type);
    auto op = predefined_as<GrB_BinaryOp>(multiply + type);
    // The names of Boolean operators contain no type.
    if (op == nullptr && type == "_BOOL") op = predefined_as<GrB_BinaryOp>(multiply);
    if (monoid != nullptr && op != nullptr)
        check(GrB_Semiring_new(result.out(), monoid, op), "GrB_Semiring_new");
    return result;
}

bool parse_shape(const std::string &text, Shape &shape) {
    std::string_view rest(text);
    bool ok = true;
    shape.nrows = take_number(rest, ok);
    if (take(rest, 'x')) {
        shape.ncols = take_number(rest, ok);
    } else {
        shape.ncols = shape.nrows;
        shape.nrows = 1;
    }
    ok = ok && take(rest, ':');
    // A bound, "<=N", stands in for a count that was unknown: takes all N.
    if (take(rest, '<')) take(rest, '=');
    shape.nvals = take_number(rest, ok);
    ok = ok && take(rest, ':');
    if (!ok || static_cast<Uint128>(shape.nrows) * shape.ncols >> 62 != 0) return false;
    shape.format = take_word(rest);
    shape.type = take_word(rest);
    shape.is_iso = take_word(rest) == "iso";
    return shape.nrows > 0 && shape.ncols > 0 && predefined(shape.type) != nullptr;
}

Matrix random_matrix(const Shape &shape) {
    Matrix A;
    check(GrB_Matrix_new(A.out(), type_named(shape.type), shape.nrows, shape.ncols),
          "GrB_Matrix_new");
    const Entries entries(shape.nrows * shape.ncols, shape);
    std::vector<GrB_Index> rows;
    std::vector<GrB_Index> cols;
    for (const uint64_t position : entries.positions) {
        rows.push_back(position / shape.ncols);
        cols.push_back(position % shape.ncols);
    }
    if (!rows.empty())
        check(GrB_Matrix_build_FP64(A, rows.data(), cols.data(), entries.values.data(), rows.size(),
                                    nullptr),
              "GrB_Matrix_build");
    if (shape.is_iso && !rows.empty())
        check(GrB_Matrix_assign_FP64(A, A, nullptr, 1.0, GrB_ALL, shape.nrows, GrB_ALL, shape.ncols,
                                     GrB_DESC_S),
              "GrB_Matrix_assign");
    pin_format(A, shape.format);
    check(GrB_Matrix_wait(A, GrB_MATERIALIZE), "GrB_Matrix_wait");
    return A;
}

Vector random_vector(const Shape &shape) {
    Vector w;
    check(GrB_Vector_new(w.out(), type_named(shape.type), shape.ncols), "GrB_Vector_new");
    const Entries entries(shape.ncols, shape);
    if (!entries.positions.empty())
        check(GrB_Vector_build_FP64(w, entries.positions.data(), entries.values.data(),
                                    entries.positions.size(), nullptr),
              "GrB_Vector_build");
    if (shape.is_iso && shape.is_full())
        check(GrB_Vector_assign_FP64(w, nullptr, nullptr, 1.0, GrB_ALL, shape.ncols, nullptr),
              "GrB_Vector_assign");
    pin_format(w, shape.format);
    check(GrB_Vector_wait(w, GrB_MATERIALIZE), "GrB_Vector_wait");
    return w;
}

} // namespace grb::tool
