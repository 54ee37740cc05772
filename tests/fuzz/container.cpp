// GxB_load_Matrix_from_Container under GxB_SECURE_IMPORT: the bytes decide on the layout, the sizes
// and the arrays. The target itself finds out whether they make a matrix, and which one.
#include "fuzz/input.h"
#include "fuzz/walk.h"
#include "suitesparse/GraphBLAS.h"

#include <cstring>
#include <map>
#include <utility>

namespace fuzz {

namespace {

/// Numbers of one of four types, as they are in the array.
struct Positions {
    GrB_Type type = nullptr;
    bool is_wide = false;
    std::vector<GrB_Index> numbers;
};

struct Call {
    int format = 0, orientation = 0;
    bool iso = false, jumbled = false, is_vector = false;
    GrB_Index nrows = 0, ncols = 0, nvals = 0;
    Positions p, h, i;
    Bytes b, x;
    Domain domain{};

    GrB_Index values() const { return x.size() / domain.size; }
    bool by_column() const { return orientation == GrB_COLMAJOR; }
    GrB_Index major_count() const { return by_column() ? ncols : nrows; }
    GrB_Index length() const { return by_column() ? nrows : ncols; }
};

using Entries = std::map<std::pair<GrB_Index, GrB_Index>, Bytes>;

/// One value for more cells than these is not listed.
constexpr GrB_Index most_listed = GrB_Index{1} << 14;

/// Adds the entry at a position of a row or column, with value k. Returns false when the position
/// is outside or taken, or the bytes are no value.
bool add(Entries &entries, const Call &call, GrB_Index major, GrB_Index position, GrB_Index k) {
    if (major >= call.major_count() || position >= call.length()) return false;
    const unsigned char *const value = call.x.data() + (call.iso ? 0 : k) * call.domain.size;
    if (call.domain.code == GrB_BOOL_CODE && *value > 1) return false;
    const auto coordinates =
        call.by_column() ? std::pair(position, major) : std::pair(major, position);
    return entries.emplace(coordinates, Bytes(value, value + call.domain.size)).second;
}

bool is_sparse(const Call &call, Entries &entries) {
    const bool is_hyper = call.format == GxB_HYPERSPARSE;
    const GrB_Index stored = is_hyper ? call.h.numbers.size() : call.major_count();
    const auto &p = call.p.numbers, &h = call.h.numbers, &i = call.i.numbers;
    if (stored > call.major_count() || p.size() <= stored) return false;
    if (p[0] != 0 || p[stored] != call.nvals || i.size() < call.nvals) return false;
    if (call.values() < (call.iso ? std::min<GrB_Index>(call.nvals, 1) : call.nvals)) return false;
    for (GrB_Index k = 0; k < stored; k++) {
        if (p[k] > p[k + 1]) return false;
        if (is_hyper && (h[k] >= call.major_count() || (k != 0 && h[k] <= h[k - 1]))) return false;
    }
    for (GrB_Index k = 0; k < stored; k++) {
        for (GrB_Index n = p[k]; n < p[k + 1]; n++) {
            if (!call.jumbled && n != p[k] && i[n] <= i[n - 1]) return false;
            if (!add(entries, call, is_hyper ? h[k] : k, i[n], n)) return false;
        }
    }
    return true;
}

/// Sets `is_listed` unless there are too many entries.
bool is_dense(const Call &call, Entries &entries, bool &is_listed) {
    const auto elements = static_cast<unsigned __int128>(call.nrows) * call.ncols;
    if (elements == 0) return true;
    const bool is_bitmap = call.format == GxB_BITMAP;
    if (call.iso && elements > GrB_Index{1} << 34) return false;
    if (call.values() < (call.iso ? 1 : elements) || (is_bitmap && call.b.size() < elements))
        return false;
    if (call.iso && call.domain.code == GrB_BOOL_CODE && call.x[0] > 1) return false;
    if (elements > most_listed) {
        is_listed = false;
        if (!is_bitmap) return true;
    }
    GrB_Index marked = 0;
    for (GrB_Index k = 0; k < elements; k++) {
        if (is_bitmap && call.b[k] > 1) return false;
        if (is_bitmap && call.b[k] == 0) continue;
        marked++;
        if (!add(entries, call, k / call.length(), k % call.length(), k)) return false;
    }
    return !is_bitmap || marked == call.nvals;
}

/// The entries that the call means; false when it means no object.
bool is_object(const Call &call, Entries &entries, bool &is_listed) {
    constexpr GrB_Index largest = GrB_INDEX_MAX + 1;
    if (call.nrows > largest || call.ncols > largest) return false;
    if (call.is_vector && call.ncols != 1) return false;
    if (call.orientation != GrB_ROWMAJOR && call.orientation != GrB_COLMAJOR) return false;
    switch (call.format) {
    case GxB_HYPERSPARSE:
    case GxB_SPARSE:
        return is_sparse(call, entries);
    case GxB_BITMAP:
    case GxB_FULL:
        return is_dense(call, entries, is_listed);
    default:
        return false;
    }
}

/// An array of these bytes becomes the vector's; it is exactly as long as it says.
void put(GrB_Vector v, GrB_Type type, const void *bytes, std::size_t size, GrB_Index n) {
    void *array = n == 0 ? nullptr : allocate(size);
    if (n != 0) std::memcpy(array, bytes, size);
    FUZZ_REQUIRE(GxB_Vector_load(v, &array, type, n, size, GrB_DEFAULT, nullptr));
}
void put(GrB_Vector v, const Positions &positions) {
    const std::size_t n = positions.numbers.size();
    std::vector<std::uint32_t> narrow(positions.numbers.begin(), positions.numbers.end());
    if (positions.is_wide)
        put(v, positions.type, positions.numbers.data(), n * 8, n);
    else
        put(v, positions.type, narrow.data(), n * 4, n);
}

void fill(GxB_Container c, const Call &call) {
    put(c->p, call.p);
    put(c->h, call.h);
    put(c->i, call.i);
    put(c->b, GrB_INT8, call.b.data(), call.b.size(), call.b.size());
    put(c->x, call.domain.type, call.x.data(), call.x.size(), call.values());
    c->nrows = call.nrows;
    c->ncols = call.ncols;
    c->nvals = call.nvals;
    c->format = call.format;
    c->orientation = call.orientation;
    c->iso = call.iso;
    c->jumbled = call.jumbled;
}

std::vector<GrB_Index> sizes_of(GxB_Container c) {
    std::vector<GrB_Index> sizes;
    for (const GrB_Vector v : {c->p, c->h, c->i, c->b, c->x}) {
        sizes.push_back(0);
        FUZZ_REQUIRE(GrB_Vector_size(&sizes.back(), v));
    }
    return sizes;
}

GrB_Descriptor secure() {
    GrB_Descriptor desc = nullptr;
    FUZZ_REQUIRE(GrB_Descriptor_new(&desc));
    FUZZ_REQUIRE(
        GxB_Desc_set_INT32(desc, static_cast<GrB_Desc_Field>(GxB_IMPORT), GxB_SECURE_IMPORT));
    return desc;
}

/// Into a vector first, whose parts a matrix takes then.
GrB_Info load_by_vector(GrB_Matrix A, GxB_Container c, GrB_Descriptor desc) {
    GrB_Vector v = nullptr;
    FUZZ_REQUIRE(GrB_Vector_new(&v, GrB_FP32, 7));
    const GrB_Info info = GxB_load_Vector_from_Container(v, c, desc);
    if (info == GrB_SUCCESS) {
        FUZZ_REQUIRE(GxB_unload_Vector_into_Container(v, c, nullptr));
        FUZZ_REQUIRE(GxB_load_Matrix_from_Container(A, c, desc));
    }
    FUZZ_REQUIRE(GrB_Vector_free(&v));
    return info;
}

Tuples tuples_of(const Entries &entries) {
    Tuples tuples;
    for (const auto &[coordinates, value] : entries) {
        tuples.rows.push_back(coordinates.first);
        tuples.columns.push_back(coordinates.second);
        tuples.values.insert(tuples.values.end(), value.begin(), value.end());
    }
    return tuples;
}

void attempt(const Call &call) {
    Entries entries;
    bool is_listed = true;
    const bool is_right = is_object(call, entries, is_listed);
    GxB_Container c = nullptr;
    GrB_Matrix A = nullptr;
    GrB_Descriptor desc = secure();
    FUZZ_REQUIRE(GxB_Container_new(&c));
    FUZZ_REQUIRE(GrB_Matrix_new(&A, GrB_INT16, 2, 3));
    fill(c, call);
    const std::vector<GrB_Index> sizes = sizes_of(c);
    const std::size_t given =
        (call.p.numbers.size() + call.h.numbers.size() + call.i.numbers.size() + call.b.size()) *
            8 +
        call.x.size();
    const Peak peak;
    const GrB_Info info =
        call.is_vector ? load_by_vector(A, c, desc) : GxB_load_Matrix_from_Container(A, c, desc);
    FUZZ_CHECK(peak.bytes() <= (std::size_t{1} << 20) + 16 * given);
    FUZZ_CHECK((info == GrB_SUCCESS) == is_right);
    GrB_Index nrows = 0;
    FUZZ_REQUIRE(GrB_Matrix_nrows(&nrows, A));
    if (!is_right) {
        FUZZ_CHECK(info == GrB_INVALID_VALUE || info == GrB_INVALID_OBJECT ||
                   info == GrB_OUT_OF_MEMORY);
        FUZZ_CHECK(sizes_of(c) == sizes && c->nvals == call.nvals && nrows == 2);
    } else {
        FUZZ_CHECK(sizes_of(c) == std::vector<GrB_Index>(5) && nrows == call.nrows);
        if (is_listed) FUZZ_CHECK(tuples_of(A, call.domain) == tuples_of(entries));
        walk(A, call.domain);
        FUZZ_REQUIRE(GxB_unload_Matrix_into_Container(A, c, nullptr));
        FUZZ_REQUIRE(GxB_load_Matrix_from_Container(A, c, desc));
        if (is_listed) FUZZ_CHECK(tuples_of(A, call.domain) == tuples_of(entries));
    }
    FUZZ_REQUIRE(GrB_Matrix_free(&A));
    FUZZ_REQUIRE(GrB_Descriptor_free(&desc));
    FUZZ_REQUIRE(GxB_Container_free(&c));
}

/// The type of an array of positions.
Positions positions_of(std::uint8_t byte) {
    const GrB_Type types[] = {GrB_UINT32, GrB_INT32, GrB_UINT64, GrB_INT64};
    Positions positions;
    positions.type = types[byte % 4];
    positions.is_wide = byte % 4 >= 2;
    return positions;
}

/// Numbers that the type has.
void read(Input &input, Positions &positions, std::size_t n) {
    positions.numbers = input.numbers(n);
    const GrB_Index most = positions.type == GrB_UINT32  ? UINT32_MAX
                           : positions.type == GrB_INT32 ? INT32_MAX
                           : positions.type == GrB_INT64 ? INT64_MAX
                                                         : UINT64_MAX;
    for (GrB_Index &number : positions.numbers) number &= most;
}

} // namespace

} // namespace fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    using namespace fuzz;
    Input input(data, size);
    const int type_number = input.byte() % (builtin_domains + 1);
    GrB_Type type = nullptr;
    Call call;
    if (type_number < builtin_domains) {
        call.domain = builtin_domain(type_number);
    } else {
        const std::size_t bytes = 1 + input.byte() % 40;
        FUZZ_REQUIRE(GrB_Type_new(&type, bytes));
        call.domain = user_domain(type, bytes);
    }
    const std::uint8_t format = input.byte(), orientation = input.byte(), flags = input.byte();
    call.format = format < 192 ? 1 << format % 4 : format;
    call.orientation = orientation < 192 ? orientation % 2 : orientation;
    call.iso = (flags & 1) != 0;
    call.jumbled = (flags & 2) != 0;
    call.is_vector = (flags & 4) != 0;
    call.nrows = input.number();
    call.ncols = input.number();
    call.nvals = input.number();
    std::size_t lengths[5];
    for (Positions *const positions : {&call.p, &call.h, &call.i})
        *positions = positions_of(input.byte());
    for (std::size_t &length : lengths) length = input.byte();
    read(input, call.p, lengths[0]);
    read(input, call.h, lengths[1]);
    read(input, call.i, lengths[2]);
    call.b.resize(lengths[3]);
    for (unsigned char &mark : call.b) mark = input.byte();
    call.x.resize(lengths[4] * call.domain.size);
    for (unsigned char &value : call.x) value = input.byte();
    attempt(call);
    if (type != nullptr) FUZZ_REQUIRE(GrB_Type_free(&type));
    return 0;
}
