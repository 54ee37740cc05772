// Makes the shared objects and reads their contents as text.
#include "api/world.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <sstream>

namespace api {

namespace {

/// The library runs from the first test to the last.
class Library : public testing::Environment {
public:
    void SetUp() override { require(GrB_init(GrB_NONBLOCKING)); }
    void TearDown() override { require(GrB_finalize()); }
};

[[maybe_unused]] const auto *const library_ = testing::AddGlobalTestEnvironment(new Library);

void negate_pair(void *z, const void *x) {
    const Pair *in = static_cast<const Pair *>(x);
    *static_cast<Pair *>(z) = {-in->first, -in->second};
}
void add_pairs(void *z, const void *x, const void *y) {
    const Pair *a = static_cast<const Pair *>(x), *b = static_cast<const Pair *>(y);
    *static_cast<Pair *>(z) = {a->first + b->first, a->second + b->second};
}
void is_right_of(void *z, const void *x, GrB_Index, GrB_Index j, const void *y) {
    const bool result = static_cast<const Pair *>(x)->first + static_cast<double>(j) >
                        static_cast<const Pair *>(y)->first;
    *static_cast<bool *>(z) = result;
}
void negate_double(void *z, const void *x) {
    *static_cast<double *>(z) = -*static_cast<const double *>(x);
}
void subtract(void *z, const void *x, const void *y) {
    *static_cast<double *>(z) = *static_cast<const double *>(x) - *static_cast<const double *>(y);
}
void shift(void *z, const void *x, GrB_Index i, GrB_Index j, const void *y) {
    *static_cast<double *>(z) = *static_cast<const double *>(x) + static_cast<double>(10 * i + j) +
                                *static_cast<const double *>(y);
}

bool is_present(GrB_Index i, GrB_Index j) {
    return (i + 2 * j) % 3 != 0;
}
double value_at(GrB_Index i, GrB_Index j) {
    return static_cast<double>(10 * i + j) / 2;
}

GrB_Matrix filled_matrix(GrB_Type type, GrB_Index nrows, GrB_Index ncols) {
    GrB_Matrix A = new_matrix(type, nrows, ncols);
    for (GrB_Index i = 0; i < nrows; i++) {
        for (GrB_Index j = 0; j < ncols; j++) {
            if (is_present(i, j)) require(GrB_Matrix_setElement_FP64(A, value_at(i, j), i, j));
        }
    }
    require(GrB_Matrix_wait(A, GrB_MATERIALIZE));
    return A;
}

GrB_Vector filled_vector(GrB_Type type, GrB_Index size) {
    GrB_Vector u = new_vector(type, size);
    for (GrB_Index i = 0; i < size; i++) {
        if (is_present(i, 1)) require(GrB_Vector_setElement_FP64(u, value_at(i, 1), i));
    }
    require(GrB_Vector_wait(u, GrB_MATERIALIZE));
    return u;
}

GrB_Matrix filled_pairs(GrB_Type pair, GrB_Index nrows, GrB_Index ncols) {
    GrB_Matrix A = new_matrix(pair, nrows, ncols);
    for (GrB_Index k = 0; k < std::min(nrows, ncols); k++) {
        const Pair value{static_cast<double>(k), -1};
        require(GrB_Matrix_setElement_UDT(A, &value, k, k));
    }
    return A;
}

GrB_Vector filled_pairs(GrB_Type pair, GrB_Index size) {
    GrB_Vector u = new_vector(pair, size);
    for (GrB_Index k = 0; k < size; k += 2) {
        const Pair value{static_cast<double>(k), -1};
        require(GrB_Vector_setElement_UDT(u, &value, k));
    }
    return u;
}

std::string text_of(double value) {
    return std::to_string(value);
}
std::string text_of(const Pair &value) {
    return text_of(value.first) + "/" + text_of(value.second);
}

/// Formats the entries in row-major order, whatever order the matrix returns.
template <class T, class Extract>
std::string tuples(GrB_Matrix A, Extract extract) {
    GrB_Index nvals = 0;
    require(GrB_Matrix_nvals(&nvals, A));
    std::vector<GrB_Index> rows(nvals + 1), columns(nvals + 1);
    std::vector<T> values(nvals + 1);
    require(extract(rows.data(), columns.data(), values.data(), &nvals, A));
    std::vector<std::size_t> order(nvals);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::pair(rows[a], columns[a]) < std::pair(rows[b], columns[b]);
    });
    std::ostringstream text;
    for (const std::size_t k : order)
        text << " (" << rows[k] << "," << columns[k] << ")=" << text_of(values[k]);
    return text.str();
}

template <class T, class Extract>
std::string tuples(GrB_Vector u, Extract extract) {
    GrB_Index nvals = 0;
    require(GrB_Vector_nvals(&nvals, u));
    std::vector<GrB_Index> indices(nvals + 1);
    std::vector<T> values(nvals + 1);
    require(extract(indices.data(), values.data(), &nvals, u));
    std::ostringstream text;
    for (GrB_Index k = 0; k < nvals; k++) text << " (" << indices[k] << ")=" << text_of(values[k]);
    return text.str();
}

} // namespace

void require(GrB_Info info) {
    ASSERT_EQ(info, GrB_SUCCESS);
}

const char *why_nothing_is_recorded() {
    if (std::getenv("GRAPHBLAST_PARTS") != nullptr) return "partitions are asked for";
    if (std::getenv("GRAPHBLAST_MPI") != nullptr) return "processes share the work";
    const char *const fusion = std::getenv("GRAPHBLAST_FUSION");
    return fusion != nullptr && std::strcmp(fusion, "0") == 0 ? "GRAPHBLAST_FUSION is 0" : nullptr;
}

void *never_initialised() {
    alignas(64) static std::array<unsigned char, 4096> memory{};
    return memory.data();
}

std::string contents(GrB_Matrix A) {
    GrB_Index nrows = 0, ncols = 0;
    require(GrB_Matrix_nrows(&nrows, A));
    require(GrB_Matrix_ncols(&ncols, A));
    std::int32_t code = -1;
    require(GrB_Matrix_get_INT32(A, &code, GrB_EL_TYPE_CODE));
    return std::to_string(nrows) + "x" + std::to_string(ncols) + ":" +
           (code == GrB_UDT_CODE ? tuples<Pair>(A, GrB_Matrix_extractTuples_UDT)
                                 : tuples<double>(A, GrB_Matrix_extractTuples_FP64));
}

std::string contents(GrB_Vector u) {
    GrB_Index size = 0;
    require(GrB_Vector_size(&size, u));
    std::int32_t code = -1;
    require(GrB_Vector_get_INT32(u, &code, GrB_EL_TYPE_CODE));
    return std::to_string(size) + ":" +
           (code == GrB_UDT_CODE ? tuples<Pair>(u, GrB_Vector_extractTuples_UDT)
                                 : tuples<double>(u, GrB_Vector_extractTuples_FP64));
}

std::string contents(GrB_Scalar s) {
    double value = 0;
    const GrB_Info info = GrB_Scalar_extractElement_FP64(&value, s);
    if (info == GrB_NO_VALUE) return "none";
    if (info == GrB_SUCCESS) return text_of(value);
    Pair pair{};
    return GrB_Scalar_extractElement_UDT(&pair, s) == GrB_SUCCESS ? text_of(pair) : "none";
}

#define DEFINE(Kind)                                \
    std::string error_text(GrB_##Kind object) {     \
        const char *text = nullptr;                 \
        require(GrB_##Kind##_error(&text, object)); \
        return text == nullptr ? "(null)" : text;   \
    }
DEFINE(Type)
DEFINE(UnaryOp)
DEFINE(BinaryOp)
DEFINE(IndexUnaryOp)
DEFINE(Monoid)
DEFINE(Semiring)
DEFINE(Descriptor)
DEFINE(Scalar)
DEFINE(Vector)
DEFINE(Matrix)
#undef DEFINE

GrB_Matrix new_matrix(GrB_Type type, GrB_Index nrows, GrB_Index ncols) {
    GrB_Matrix A = nullptr;
    require(GrB_Matrix_new(&A, type, nrows, ncols));
    return A;
}

GrB_Vector new_vector(GrB_Type type, GrB_Index size) {
    GrB_Vector u = nullptr;
    require(GrB_Vector_new(&u, type, size));
    return u;
}

GrB_Matrix copy_of(GrB_Matrix A) {
    GrB_Matrix copy = nullptr;
    require(GrB_Matrix_dup(&copy, A));
    return copy;
}

GrB_Vector copy_of(GrB_Vector u) {
    GrB_Vector copy = nullptr;
    require(GrB_Vector_dup(&copy, u));
    return copy;
}

World::World() {
    A = filled_matrix(GrB_FP64, 5, 7);
    B = filled_matrix(GrB_FP64, 7, 4);
    C = filled_matrix(GrB_FP64, 5, 4);
    D = filled_matrix(GrB_FP64, 5, 7);
    square = filled_matrix(GrB_FP64, 5, 5);
    mask_A = filled_matrix(GrB_BOOL, 5, 7);
    mask_C = filled_matrix(GrB_BOOL, 5, 4);
    mask_square = filled_matrix(GrB_BOOL, 5, 5);
    u = filled_vector(GrB_FP64, 7);
    v = filled_vector(GrB_FP64, 7);
    w = filled_vector(GrB_FP64, 5);
    w2 = filled_vector(GrB_FP64, 5);
    mask_u = filled_vector(GrB_BOOL, 7);
    mask_w = filled_vector(GrB_BOOL, 5);
    REQUIRE(GrB_Scalar_new(&s, GrB_FP64));
    REQUIRE(GrB_Scalar_setElement_FP64(s, 3));
    REQUIRE(GrB_Scalar_new(&none, GrB_FP64));

    REQUIRE(GrB_Type_new(&pair, sizeof(Pair)));
    pair_A = filled_pairs(pair, 5, 7);
    pair_square = filled_pairs(pair, 5, 5);
    pair_u = filled_pairs(pair, 7);
    pair_w = filled_pairs(pair, 5);
    REQUIRE(GrB_Scalar_new(&pair_s, pair));
    const Pair value{1, 2}, zero{0, 0};
    REQUIRE(GrB_Scalar_setElement_UDT(pair_s, &value));
    REQUIRE(GrB_UnaryOp_new(&pair_negate, negate_pair, pair, pair));
    REQUIRE(GrB_BinaryOp_new(&pair_plus, add_pairs, pair, pair, pair));
    REQUIRE(GrB_IndexUnaryOp_new(&pair_is_right_of, is_right_of, GrB_BOOL, pair, pair));
    REQUIRE(GrB_Monoid_new_UDT(&pair_monoid, pair_plus, &zero));
    REQUIRE(GrB_Semiring_new(&pair_semiring, pair_monoid, pair_plus));

    REQUIRE(GrB_UnaryOp_new(&negate, negate_double, GrB_FP64, GrB_FP64));
    REQUIRE(GrB_BinaryOp_new(&minus, subtract, GrB_FP64, GrB_FP64, GrB_FP64));
    REQUIRE(GrB_IndexUnaryOp_new(&shifted, shift, GrB_FP64, GrB_FP64, GrB_FP64));
    REQUIRE(GrB_Monoid_new_FP64(&monoid, GrB_PLUS_FP64, 0));
    REQUIRE(GrB_Semiring_new(&semiring, monoid, GrB_TIMES_FP64));
    REQUIRE(GrB_Descriptor_new(&desc));
}

World::~World() {
    for (GrB_Matrix *matrix :
         {&A, &B, &C, &D, &square, &mask_A, &mask_C, &mask_square, &pair_A, &pair_square}) {
        require(GrB_Matrix_free(matrix));
    }
    for (GrB_Vector *vector : {&u, &v, &w, &w2, &mask_u, &mask_w, &pair_u, &pair_w}) {
        require(GrB_Vector_free(vector));
    }
    for (GrB_Scalar *scalar : {&s, &none, &pair_s}) require(GrB_Scalar_free(scalar));
    for (GrB_Semiring *object : {&pair_semiring, &semiring}) require(GrB_Semiring_free(object));
    for (GrB_Monoid *object : {&pair_monoid, &monoid}) require(GrB_Monoid_free(object));
    for (GrB_UnaryOp *op : {&pair_negate, &negate}) require(GrB_UnaryOp_free(op));
    for (GrB_BinaryOp *op : {&pair_plus, &minus}) require(GrB_BinaryOp_free(op));
    for (GrB_IndexUnaryOp *op : {&pair_is_right_of, &shifted}) require(GrB_IndexUnaryOp_free(op));
    require(GrB_Descriptor_free(&desc));
    require(GrB_Type_free(&pair));
}

std::string World::contents() const {
    std::string text;
    for (GrB_Matrix matrix :
         {A, B, C, D, square, mask_A, mask_C, mask_square, pair_A, pair_square}) {
        text += api::contents(matrix) + "\n";
    }
    for (GrB_Vector vector : {u, v, w, w2, mask_u, mask_w, pair_u, pair_w})
        text += api::contents(vector) + "\n";
    for (GrB_Scalar scalar : {s, none, pair_s}) text += api::contents(scalar) + "\n";
    return text;
}

} // namespace api
