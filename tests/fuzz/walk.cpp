// Copies, exports, changes and computes with a matrix, and checks each result.
#include "fuzz/walk.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace fuzz {

namespace {

constexpr GrB_Index most_entries = GrB_Index{1} << 14;

struct Shape {
    GrB_Index nrows = 0, ncols = 0, nvals = 0;
    explicit Shape(GrB_Matrix A) {
        FUZZ_REQUIRE(GrB_Matrix_nrows(&nrows, A));
        FUZZ_REQUIRE(GrB_Matrix_ncols(&ncols, A));
        FUZZ_REQUIRE(GrB_Matrix_nvals(&nvals, A));
    }
};

GrB_Matrix new_matrix(GrB_Type type, GrB_Index nrows, GrB_Index ncols) {
    GrB_Matrix A = nullptr;
    FUZZ_REQUIRE(GrB_Matrix_new(&A, type, nrows, ncols));
    return A;
}

void free_matrix(GrB_Matrix A) {
    FUZZ_REQUIRE(GrB_Matrix_free(&A));
}

/// The tuples of the transpose.
Tuples transposed(const Tuples &tuples, std::size_t size) {
    std::vector<std::size_t> order(tuples.rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return tuples.columns[a] < tuples.columns[b];
    });
    Tuples result;
    for (const std::size_t k : order) {
        const unsigned char *const value = tuples.values.data() + k * size;
        result.rows.push_back(tuples.columns[k]);
        result.columns.push_back(tuples.rows[k]);
        result.values.insert(result.values.end(), value, value + size);
    }
    return result;
}

void check_copies(GrB_Matrix A, const Domain &domain, const Tuples &tuples) {
    const Shape shape(A);
    GrB_Matrix C = nullptr;
    FUZZ_REQUIRE(GrB_Matrix_dup(&C, A));
    FUZZ_CHECK(tuples_of(C, domain) == tuples);
    free_matrix(C);

    C = new_matrix(domain.type, shape.ncols, shape.nrows);
    FUZZ_REQUIRE(GrB_transpose(C, nullptr, nullptr, A, nullptr));
    FUZZ_CHECK(tuples_of(C, domain) == transposed(tuples, domain.size));
    free_matrix(C);

    GrB_Index size = 0;
    FUZZ_REQUIRE(GrB_Matrix_serializeSize(&size, A));
    Bytes blob(size);
    FUZZ_REQUIRE(GrB_Matrix_serialize(blob.data(), &size, A));
    FUZZ_CHECK(size <= blob.size());
    FUZZ_REQUIRE(GrB_Matrix_deserialize(&C, domain.type, blob.data(), size));
    FUZZ_CHECK(tuples_of(C, domain) == tuples);
    free_matrix(C);
}

/// Exports in every format and imports that.
void check_exports(GrB_Matrix A, const Domain &domain, const Tuples &tuples) {
    const Shape shape(A);
    for (const GrB_Format format : {GrB_CSR_FORMAT, GrB_CSC_FORMAT, GrB_COO_FORMAT}) {
        if (format == GrB_CSR_FORMAT && shape.nrows > most_entries) continue;
        if (format == GrB_CSC_FORMAT && shape.ncols > most_entries) continue;
        GrB_Index n1 = 0, n2 = 0, n3 = 0;
        FUZZ_REQUIRE(GrB_Matrix_exportSize(&n1, &n2, &n3, format, A));
        std::vector<GrB_Index> offsets(n1), indices(n2);
        Bytes values(n3 * domain.size);
        FUZZ_REQUIRE(domain.export_(offsets.data(), indices.data(), values.data(), &n1, &n2, &n3,
                                    format, A));
        FUZZ_CHECK(n1 == offsets.size() && n2 == shape.nvals && n3 == shape.nvals);
        GrB_Matrix C = nullptr;
        FUZZ_REQUIRE(domain.import(&C, domain.type, shape.nrows, shape.ncols, offsets.data(),
                                   indices.data(), values.data(), n1, n2, n3, format));
        FUZZ_CHECK(tuples_of(C, domain) == tuples);
        free_matrix(C);
    }
}

/// Sums of the entries as UINT64, which wrap around and so do not depend on the order.
void check_sums(GrB_Matrix A, const Tuples &tuples) {
    const Shape shape(A);
    const Domain wide = builtin_domain_of(GrB_UINT64_CODE);
    const Tuples whole = tuples_of(A, wide);
    FUZZ_CHECK(whole.rows == tuples.rows && whole.columns == tuples.columns);
    std::vector<std::uint64_t> values(shape.nvals);
    if (shape.nvals != 0) std::memcpy(values.data(), whole.values.data(), whole.values.size());

    std::uint64_t sum = 1;
    FUZZ_REQUIRE(GrB_Matrix_reduce_UINT64(&sum, nullptr, GrB_PLUS_MONOID_UINT64, A, nullptr));
    FUZZ_CHECK(sum == std::accumulate(values.begin(), values.end(), std::uint64_t{0}));

    GrB_Matrix C = new_matrix(GrB_UINT64, shape.nrows, shape.ncols);
    FUZZ_REQUIRE(GrB_Matrix_apply(C, nullptr, nullptr, GrB_IDENTITY_UINT64, A, nullptr));
    FUZZ_CHECK(tuples_of(C, wide) == whole);
    free_matrix(C);

    GrB_Vector u = nullptr, w = nullptr;
    FUZZ_REQUIRE(GrB_Vector_new(&w, GrB_UINT64, shape.nrows));
    FUZZ_REQUIRE(GrB_Matrix_reduce_Monoid(w, nullptr, nullptr, GrB_PLUS_MONOID_UINT64, A, nullptr));
    sum = 1;
    FUZZ_REQUIRE(GrB_Vector_reduce_UINT64(&sum, nullptr, GrB_PLUS_MONOID_UINT64, w, nullptr));
    FUZZ_CHECK(sum == std::accumulate(values.begin(), values.end(), std::uint64_t{0}));
    if (shape.nvals != 0) {
        const GrB_Index column = tuples.columns[shape.nvals / 2];
        FUZZ_REQUIRE(GrB_Vector_new(&u, GrB_UINT64, shape.ncols));
        FUZZ_REQUIRE(GrB_Vector_setElement_UINT64(u, 1, column));
        FUZZ_REQUIRE(GrB_mxv(w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_UINT64, A, u, nullptr));
        GrB_Index found = 0;
        FUZZ_REQUIRE(GrB_Vector_nvals(&found, w));
        FUZZ_CHECK(found == static_cast<GrB_Index>(
                                std::count(tuples.columns.begin(), tuples.columns.end(), column)));
        FUZZ_REQUIRE(GrB_Vector_free(&u));
    }
    FUZZ_REQUIRE(GrB_Vector_free(&w));
}

/// Takes entries away and puts them back.
void check_updates(GrB_Matrix A, const Domain &domain, const Tuples &tuples) {
    const std::size_t n = tuples.rows.size();
    for (const std::size_t k : {std::size_t{0}, n / 2, n - 1}) {
        const GrB_Index i = tuples.rows[k], j = tuples.columns[k];
        FUZZ_REQUIRE(GrB_Matrix_removeElement(A, i, j));
        FUZZ_CHECK(Shape(A).nvals == n - 1);
        FUZZ_REQUIRE(domain.set(A, tuples.values.data() + k * domain.size, i, j));
    }
    FUZZ_REQUIRE(GrB_Matrix_wait(A, GrB_MATERIALIZE));
    FUZZ_CHECK(tuples_of(A, domain) == tuples);
}

/// The corners of a matrix with very many entries.
void check_corners(GrB_Matrix A, const Shape &shape, const Domain &domain) {
    if (domain.code == GrB_UDT_CODE) return;
    const bool is_full = static_cast<unsigned __int128>(shape.nrows) * shape.ncols == shape.nvals;
    for (const GrB_Index i : {GrB_Index{0}, shape.nrows - 1}) {
        for (const GrB_Index j : {GrB_Index{0}, shape.ncols - 1}) {
            double value = 0;
            const GrB_Info info = GrB_Matrix_extractElement_FP64(&value, A, i, j);
            FUZZ_CHECK(info == GrB_SUCCESS || (info == GrB_NO_VALUE && !is_full));
        }
    }
}

} // namespace

Tuples tuples_of(GrB_Matrix A, const Domain &domain) {
    const Shape shape(A);
    Tuples tuples;
    tuples.rows.resize(shape.nvals);
    tuples.columns.resize(shape.nvals);
    tuples.values.resize(shape.nvals * domain.size);
    GrB_Index room = shape.nvals;
    FUZZ_REQUIRE(
        domain.extract(tuples.rows.data(), tuples.columns.data(), tuples.values.data(), &room, A));
    FUZZ_CHECK(room == shape.nvals);
    bool is_by_row = true, is_by_column = true;
    for (GrB_Index k = 0; k < shape.nvals; k++) {
        const GrB_Index i = tuples.rows[k], j = tuples.columns[k];
        FUZZ_CHECK(i < shape.nrows && j < shape.ncols);
        if (k == 0) continue;
        const GrB_Index before_i = tuples.rows[k - 1], before_j = tuples.columns[k - 1];
        is_by_row = is_by_row && (before_i < i || (before_i == i && before_j < j));
        is_by_column = is_by_column && (before_j < j || (before_j == j && before_i < i));
    }
    FUZZ_CHECK(is_by_row || is_by_column);
    return is_by_row ? tuples : transposed(transposed(tuples, domain.size), domain.size);
}

void walk(GrB_Matrix A, const Domain &domain) {
    std::int32_t code = -1;
    FUZZ_REQUIRE(GrB_Matrix_get_INT32(A, &code, GrB_EL_TYPE_CODE));
    FUZZ_CHECK(code == domain.code);
    const Shape shape(A);
    FUZZ_CHECK(shape.nvals <= static_cast<unsigned __int128>(shape.nrows) * shape.ncols);
    FUZZ_REQUIRE(GrB_Matrix_wait(A, GrB_COMPLETE));
    if (shape.nvals > most_entries) {
        check_corners(A, shape, domain);
        return;
    }
    const Tuples tuples = tuples_of(A, domain);
    check_copies(A, domain, tuples);
    check_exports(A, domain, tuples);
    if (domain.code != GrB_UDT_CODE) check_sums(A, tuples);
    if (shape.nvals != 0) check_updates(A, domain, tuples);
}

} // namespace fuzz
