// Defines the domains with their typed functions, and builds arrays and entries from them.
#include "api/exchange.h"

#include "graphblast/grx_narrow.h"
#include "graphblast/gxb_complex.h"

#include <algorithm>
#include <type_traits>

namespace api {

namespace {

template <class T>
Bytes bytes_of(T value) {
    Bytes bytes(sizeof(T));
    std::memcpy(bytes.data(), &value, sizeof(T));
    return bytes;
}

/// Computes the value of a number cast to T.
template <class T>
using Real = std::conditional_t<std::is_arithmetic_v<T>, T, double>;

template <class T>
Bytes number(int k) {
    return bytes_of(static_cast<T>(static_cast<Real<T>>(k % 2 == 0 ? k : k + 40)));
}

template <class T, class Import, class Export, class Set, class Extract>
Domain built_in(const char *name, GrB_Type type, Bytes (*value_of)(int), Import import,
                Export export_, Set set, Extract extract) {
    return {name,
            type,
            sizeof(T),
            value_of,
            [=](GrB_Matrix *A, GrB_Type domain, GrB_Index nrows, GrB_Index ncols,
                const GrB_Index *offsets, const GrB_Index *indices, const void *values,
                GrB_Index n1, GrB_Index n2, GrB_Index n3, GrB_Format format) {
                return import(A, domain, nrows, ncols, offsets, indices,
                              static_cast<const T *>(values), n1, n2, n3, format);
            },
            [=](GrB_Index *offsets, GrB_Index *indices, void *values, GrB_Index *n1, GrB_Index *n2,
                GrB_Index *n3, GrB_Format format, GrB_Matrix A) {
                return export_(offsets, indices, static_cast<T *>(values), n1, n2, n3, format, A);
            },
            [=](GrB_Matrix A, const void *value, GrB_Index i, GrB_Index j) {
                return set(A, *static_cast<const T *>(value), i, j);
            },
            [=](GrB_Index *i, GrB_Index *j, void *values, GrB_Index *n, GrB_Matrix A) {
                return extract(i, j, static_cast<T *>(values), n, A);
            }};
}

/// Sets an entry as the FP32 number of the same value.
template <class T, auto from_float, auto to_float, class Import, class Export, class Extract>
Domain narrow(const char *name, GrB_Type type, Import import, Export export_, Extract extract) {
    const auto set = [](GrB_Matrix A, const T &value, GrB_Index i, GrB_Index j) {
        float wide = 0;
        REQUIRE(to_float(&wide, &value, 1));
        return GrB_Matrix_setElement_FP32(A, wide, i, j);
    };
    const auto value_of = [](int k) {
        const auto wide = static_cast<float>(k % 2 == 0 ? k : k + 40);
        T value{};
        REQUIRE(from_float(&value, &wide, 1));
        return bytes_of(value);
    };
    return built_in<T>(name, type, value_of, import, export_, set, extract);
}

} // namespace

#define PREFIXED(P, T, type)                                                                \
    built_in<type>(#T, P##_##T, number<type>, P##_Matrix_import_##T, P##_Matrix_export_##T, \
                   P##_Matrix_setElement_##T, P##_Matrix_extractTuples_##T)
#define BUILT_IN(T, type) PREFIXED(GrB, T, type)
#define NARROW(T)                                                \
    narrow<GrX_##T##_t, GrX_##T##_from_FP32, GrX_##T##_to_FP32>( \
        #T, GrX_##T, GrX_Matrix_import_##T, GrX_Matrix_export_##T, GrX_Matrix_extractTuples_##T)

Domain domain_fp64() {
    return BUILT_IN(FP64, double);
}

bool is_narrow(const Domain &domain) {
    return domain.type == GrX_BF16 || domain.type == GrX_FP16;
}

std::vector<Domain> all_domains(GrB_Type pair) {
    return {BUILT_IN(BOOL, bool),
            BUILT_IN(INT8, int8_t),
            BUILT_IN(UINT8, uint8_t),
            BUILT_IN(INT16, int16_t),
            BUILT_IN(UINT16, uint16_t),
            BUILT_IN(INT32, int32_t),
            BUILT_IN(UINT32, uint32_t),
            BUILT_IN(INT64, int64_t),
            BUILT_IN(UINT64, uint64_t),
            BUILT_IN(FP32, float),
            BUILT_IN(FP64, double),
            PREFIXED(GxB, FC32, GxB_FC32_t),
            PREFIXED(GxB, FC64, GxB_FC64_t),
            NARROW(BF16),
            NARROW(FP16),
            {"UDT", pair, sizeof(Pair),
             [](int k) {
                 return bytes_of(Pair{static_cast<double>(k), -0.5});
             },
             GrB_Matrix_import_UDT, GrB_Matrix_export_UDT, GrB_Matrix_setElement_UDT,
             GrB_Matrix_extractTuples_UDT}};
}

void append(Bytes &bytes, const Bytes &value) {
    bytes.insert(bytes.end(), value.begin(), value.end());
}

Entries entries_of(const Domain &domain, GrB_Matrix A) {
    GrB_Index n = 0, room = 0;
    REQUIRE(GrB_Matrix_nvals(&n, A));
    room = n;
    Positions i(n), j(n);
    Bytes values(n * domain.size);
    REQUIRE(domain.extract(i.data(), j.data(), values.data(), &room, A));
    EXPECT_EQ(room, n);
    Entries entries;
    for (GrB_Index k = 0; k < n; k++) {
        const auto *const value = values.data() + k * domain.size;
        EXPECT_TRUE(
            entries.emplace(std::pair(i[k], j[k]), Bytes(value, value + domain.size)).second)
            << i[k] << ", " << j[k] << " twice";
    }
    return entries;
}

Arrays arrays_of(const Domain &, const Entries &entries, GrB_Index nrows, GrB_Index ncols,
                 GrB_Format format, bool is_reversed) {
    using Tuple = std::tuple<GrB_Index, GrB_Index, Bytes>; // vector, index inside it, value
    std::vector<Tuple> tuples;
    for (const auto &[position, value] : entries) {
        const auto [i, j] = position;
        tuples.emplace_back(format == GrB_CSC_FORMAT ? j : i, format == GrB_CSC_FORMAT ? i : j,
                            value);
    }
    std::sort(tuples.begin(), tuples.end(), [&](const Tuple &a, const Tuple &b) {
        if (std::get<0>(a) != std::get<0>(b)) return std::get<0>(a) < std::get<0>(b);
        return is_reversed != (std::get<1>(a) < std::get<1>(b)) && std::get<1>(a) != std::get<1>(b);
    });
    Arrays arrays;
    if (format == GrB_COO_FORMAT) {
        if (is_reversed) std::reverse(tuples.begin(), tuples.end());
        for (const auto &[i, j, value] : tuples) {
            arrays.offsets.push_back(j);
            arrays.indices.push_back(i);
            append(arrays.values, value);
        }
        return arrays;
    }
    const GrB_Index vectors = format == GrB_CSC_FORMAT ? ncols : nrows;
    arrays.offsets.assign(vectors + 1, 0);
    for (const auto &[vector, index, value] : tuples) {
        arrays.offsets[vector + 1]++;
        arrays.indices.push_back(index);
        append(arrays.values, value);
    }
    for (GrB_Index v = 0; v < vectors; v++) arrays.offsets[v + 1] += arrays.offsets[v];
    return arrays;
}

Entries entries_of(const Domain &domain, const Arrays &arrays, GrB_Index nrows, GrB_Index ncols,
                   GrB_Format format) {
    Entries entries;
    const auto add = [&](GrB_Index i, GrB_Index j, GrB_Index k) {
        const auto *const value = arrays.values.data() + k * domain.size;
        EXPECT_TRUE(entries.emplace(std::pair(i, j), Bytes(value, value + domain.size)).second);
    };
    if (format == GrB_COO_FORMAT) {
        for (GrB_Index k = 0; k < arrays.indices.size(); k++)
            add(arrays.indices[k], arrays.offsets[k], k);
        return entries;
    }
    const GrB_Index vectors = format == GrB_CSC_FORMAT ? ncols : nrows;
    EXPECT_EQ(arrays.offsets.size(), vectors + 1);
    EXPECT_EQ(arrays.offsets[0], 0U);
    EXPECT_EQ(arrays.offsets[vectors], arrays.indices.size());
    for (GrB_Index v = 0; v < vectors; v++) {
        for (GrB_Index k = arrays.offsets[v]; k < arrays.offsets[v + 1]; k++) {
            if (format == GrB_CSC_FORMAT) {
                add(arrays.indices[k], v, k);
            } else {
                add(v, arrays.indices[k], k);
            }
        }
    }
    return entries;
}

GrB_Info import(GrB_Matrix *A, const Domain &domain, GrB_Index nrows, GrB_Index ncols,
                const Arrays &arrays, GrB_Format format) {
    return domain.import(A, domain.type, nrows, ncols, arrays.offsets.data(), arrays.indices.data(),
                         arrays.values.data(), arrays.offsets.size(), arrays.indices.size(),
                         arrays.values.size() / domain.size, format);
}

Arrays exported(const Domain &domain, GrB_Matrix A, GrB_Format format) {
    GrB_Index n1 = 0, n2 = 0, n3 = 0;
    REQUIRE(GrB_Matrix_exportSize(&n1, &n2, &n3, format, A));
    Arrays arrays{Positions(n1), Positions(n2), Bytes(n3 * domain.size)};
    GrB_Index lengths[] = {n1, n2, n3};
    EXPECT_EQ(domain.export_(arrays.offsets.data(), arrays.indices.data(), arrays.values.data(),
                             &lengths[0], &lengths[1], &lengths[2], format, A),
              GrB_SUCCESS)
        << domain.name;
    EXPECT_EQ(lengths[0], n1);
    EXPECT_EQ(lengths[1], n2);
    EXPECT_EQ(lengths[2], n3);
    return arrays;
}

GrB_Matrix matrix_of(const Domain &domain, const Entries &entries, GrB_Index nrows,
                     GrB_Index ncols) {
    GrB_Matrix A = new_matrix(domain.type, nrows, ncols);
    for (const auto &[position, value] : entries) {
        REQUIRE(domain.set(A, value.data(), position.first, position.second));
    }
    REQUIRE(GrB_Matrix_wait(A, GrB_MATERIALIZE));
    return A;
}

Entries some_entries(const Domain &domain) {
    return {{{0, 0}, domain.value(1)}, {{0, 2}, domain.value(2)}, {{0, 4}, domain.value(3)},
            {{2, 3}, domain.value(4)}, {{3, 0}, domain.value(5)}, {{3, 2}, domain.value(6)}};
}

void set_library(GrB_Field field, std::int32_t value) {
    REQUIRE(GrB_Global_set_INT32(GrB_GLOBAL, value, field));
}

std::int32_t library_field(GrB_Field field) {
    std::int32_t value = -99;
    REQUIRE(GrB_Global_get_INT32(GrB_GLOBAL, &value, field));
    return value;
}

Bytes serialized(GrB_Matrix A) {
    GrB_Index size = 0;
    REQUIRE(GrB_Matrix_serializeSize(&size, A));
    Bytes blob(size);
    REQUIRE(GrB_Matrix_serialize(blob.data(), &size, A));
    EXPECT_LE(size, blob.size());
    blob.resize(size);
    return blob;
}

std::int32_t field_of(GrB_Matrix A, GrB_Field field) {
    std::int32_t value = -99;
    REQUIRE(GrB_Matrix_get_INT32(A, &value, field));
    return value;
}

void set_field(GrB_Matrix A, GrB_Field field, std::int32_t value) {
    REQUIRE(GrB_Matrix_set_INT32(A, value, field));
}

} // namespace api
