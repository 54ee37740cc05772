// GrB_Matrix_import: the bytes decide on sizes, lengths and arrays. Whether they make a matrix, and
// which one, is also found out here, from the specification.
#include "fuzz/input.h"
#include "fuzz/walk.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

namespace fuzz {

namespace {

struct Call {
    GrB_Index nrows, ncols;
    GrB_Format format;
    std::vector<GrB_Index> offsets, indices;
    Bytes values;
    std::size_t value_size;
    unsigned nulls; // bit per array

    GrB_Index values_length() const { return values.size() / value_size; }
};

using Entries = std::map<std::pair<GrB_Index, GrB_Index>, Bytes>;

/// Adds an entry; false when it is outside or not the first of its place.
bool add(Entries &entries, const Call &call, GrB_Index i, GrB_Index j, std::size_t k) {
    if (i >= call.nrows || j >= call.ncols) return false;
    const unsigned char *const value = call.values.data() + k * call.value_size;
    return entries.emplace(std::pair(i, j), Bytes(value, value + call.value_size)).second;
}

/// The entries that the call means; false when it means no matrix.
bool is_matrix(const Call &call, Entries &entries) {
    const std::size_t lengths[] = {call.offsets.size(), call.indices.size(), call.values.size()};
    for (unsigned k = 0; k < 3; k++) {
        if ((call.nulls >> k & 1) != 0 && lengths[k] != 0) return false;
    }
    constexpr GrB_Index largest = GrB_INDEX_MAX + 1;
    if (call.nrows > largest || call.ncols > largest) return false;
    if (call.format == GrB_COO_FORMAT) {
        const std::size_t n = call.values_length();
        bool is_right = call.offsets.size() == n && call.indices.size() == n;
        for (std::size_t k = 0; is_right && k < n; k++)
            is_right = add(entries, call, call.indices[k], call.offsets[k], k);
        return is_right;
    }
    const bool by_column = call.format == GrB_CSC_FORMAT;
    if (!by_column && call.format != GrB_CSR_FORMAT) return false;
    const GrB_Index vectors = by_column ? call.ncols : call.nrows;
    if (call.offsets.size() <= vectors || call.offsets[0] != 0) return false;
    for (GrB_Index v = 0; v < vectors; v++) {
        if (call.offsets[v] > call.offsets[v + 1]) return false;
    }
    const GrB_Index n = call.offsets[vectors];
    if (n > call.indices.size() || n > call.values_length()) return false;
    for (GrB_Index v = 0; v < vectors; v++) {
        for (GrB_Index k = call.offsets[v]; k < call.offsets[v + 1]; k++) {
            const GrB_Index index = call.indices[k];
            if (!add(entries, call, by_column ? index : v, by_column ? v : index, k)) return false;
        }
    }
    return true;
}

Tuples tuples_of(const Entries &entries) {
    Tuples tuples;
    for (const auto &[position, value] : entries) {
        tuples.rows.push_back(position.first);
        tuples.columns.push_back(position.second);
        tuples.values.insert(tuples.values.end(), value.begin(), value.end());
    }
    return tuples;
}

/// Lengths are true: a caller who lies about them cannot be found out.
template <class T>
const T *unless(bool is_null, const std::vector<T> &list) {
    return is_null ? nullptr : list.data();
}

void attempt(const Domain &domain, const Call &call) {
    Entries entries;
    const bool is_right = is_matrix(call, entries);
    GrB_Matrix A = nullptr;
    const Peak peak;
    const GrB_Info info = domain.import(
        &A, domain.type, call.nrows, call.ncols, unless((call.nulls & 1) != 0, call.offsets),
        unless((call.nulls & 2) != 0, call.indices), unless((call.nulls & 4) != 0, call.values),
        call.offsets.size(), call.indices.size(), call.values_length(), call.format);
    const std::size_t given =
        (call.offsets.size() + call.indices.size()) * sizeof(GrB_Index) + call.values.size();
    FUZZ_CHECK(peak.bytes() <= (std::size_t{1} << 20) + 16 * given);
    FUZZ_CHECK((info == GrB_SUCCESS) == is_right);
    FUZZ_CHECK((A != nullptr) == is_right);
    if (!is_right) {
        FUZZ_CHECK(info == GrB_NULL_POINTER || info == GrB_INVALID_VALUE ||
                   info == GrB_INDEX_OUT_OF_BOUNDS);
        return;
    }
    FUZZ_CHECK(tuples_of(A, domain) == tuples_of(entries));
    walk(A, domain);
    FUZZ_REQUIRE(GrB_Matrix_free(&A));
}

GrB_Format format_of(std::uint8_t byte) {
    constexpr GrB_Format formats[] = {GrB_CSR_FORMAT, GrB_CSC_FORMAT, GrB_COO_FORMAT};
    return byte < 192 ? formats[byte % 3] : static_cast<GrB_Format>(byte);
}

} // namespace

} // namespace fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    using namespace fuzz;
    Input input(data, size);
    const int type_number = input.byte() % (builtin_domains + 1);
    GrB_Type type = nullptr;
    Domain domain{};
    if (type_number < builtin_domains) {
        domain = builtin_domain(type_number);
    } else {
        const std::size_t bytes = 1 + input.byte() % 40;
        FUZZ_REQUIRE(GrB_Type_new(&type, bytes));
        domain = user_domain(type, bytes);
    }
    Call call;
    call.value_size = domain.size;
    call.format = format_of(input.byte());
    call.nulls = input.byte() & 7U;
    call.nrows = input.number();
    call.ncols = input.number();
    const std::size_t lengths[] = {input.byte(), input.byte(), input.byte()};
    call.offsets = input.numbers(lengths[0]);
    call.indices = input.numbers(lengths[1]);
    call.values = Bytes(lengths[2] * domain.size);
    for (unsigned char &value : call.values) {
        // A bool is 0 or 1 in every C program.
        value = domain.code == GrB_BOOL_CODE ? input.byte() & 1U : input.byte();
    }
    attempt(domain, call);
    if (type != nullptr) FUZZ_REQUIRE(GrB_Type_free(&type));
    return 0;
}
