// Tests the object methods without errors.
#include "api/handle_cases.h"

#include <limits>
#include <set>

namespace api {
namespace {

TEST(Free, ForgetsWhatItFreed) {
    World o;
    GrB_Vector u = copy_of(o.u);
    REQUIRE(GrB_Vector_free(&u));
    EXPECT_EQ(u, nullptr);
    EXPECT_EQ(GrB_Vector_free(&u), GrB_SUCCESS);
    EXPECT_EQ(GrB_Vector_free(nullptr), GrB_SUCCESS);
    u = fake<GrB_Vector>();
    EXPECT_EQ(GrB_Vector_free(&u), GrB_SUCCESS);
    EXPECT_EQ(u, nullptr);
}

TEST(Free, PredefinedObjectsStay) {
    GrB_Type type = GrB_FP64;
    GrB_UnaryOp unary = GrB_ABS_FP64;
    GrB_BinaryOp binary = GrB_PLUS_FP64;
    GrB_IndexUnaryOp index = GrB_TRIL;
    GrB_Monoid monoid = GrB_PLUS_MONOID_FP64;
    GrB_Semiring semiring = GrB_PLUS_TIMES_SEMIRING_FP64;
    GrB_Descriptor desc = GrB_DESC_T0;
    REQUIRE(GrB_Type_free(&type));
    REQUIRE(GrB_UnaryOp_free(&unary));
    REQUIRE(GrB_BinaryOp_free(&binary));
    REQUIRE(GrB_IndexUnaryOp_free(&index));
    REQUIRE(GrB_Monoid_free(&monoid));
    REQUIRE(GrB_Semiring_free(&semiring));
    REQUIRE(GrB_Descriptor_free(&desc));
    EXPECT_EQ(monoid, GrB_PLUS_MONOID_FP64);
    World o;
    EXPECT_EQ(GrB_mxv(o.u, nullptr, binary, semiring, o.A, o.w, desc), GrB_SUCCESS)
        << error_text(o.u);
    EXPECT_EQ(GrB_Vector_apply(o.u, nullptr, nullptr, unary, o.u, nullptr), GrB_SUCCESS);
    EXPECT_EQ(GrB_Matrix_select_INT64(o.A, nullptr, nullptr, index, o.A, 0, nullptr), GrB_SUCCESS);
    GrB_Vector v = new_vector(type, 3);
    REQUIRE(GrB_Vector_free(&v));
}

TEST(Sizes, ZeroAndTheLargest) {
    constexpr GrB_Index largest = GrB_INDEX_MAX + 1;
    for (const GrB_Index n : {GrB_Index{0}, largest}) {
        GrB_Vector u = new_vector(GrB_FP32, n);
        GrB_Matrix A = new_matrix(GrB_FP32, n, 5);
        GrB_Index size = 1, nrows = 1, ncols = 1, nvals = 1;
        REQUIRE(GrB_Vector_size(&size, u));
        REQUIRE(GrB_Matrix_nrows(&nrows, A));
        REQUIRE(GrB_Matrix_ncols(&ncols, A));
        REQUIRE(GrB_Matrix_nvals(&nvals, A));
        EXPECT_EQ(size, n);
        EXPECT_EQ(nrows, n);
        EXPECT_EQ(ncols, 5U);
        EXPECT_EQ(nvals, 0U);
        EXPECT_EQ(GrB_Vector_setElement_FP32(u, 1, n), GrB_INVALID_INDEX);
        REQUIRE(GrB_Vector_apply(u, nullptr, nullptr, GrB_ABS_FP32, u, nullptr));
        REQUIRE(GrB_Matrix_eWiseAdd_BinaryOp(A, nullptr, nullptr, GrB_PLUS_FP32, A, A, nullptr));
        REQUIRE(GrB_Matrix_resize(A, 5, n));
        REQUIRE(GrB_Vector_free(&u));
        REQUIRE(GrB_Matrix_free(&A));
    }
    GrB_Matrix A = new_matrix(GrB_FP64, largest, largest);
    REQUIRE(GrB_Matrix_setElement_FP64(A, 7, largest - 1, largest - 1));
    double value = 0;
    REQUIRE(GrB_Matrix_extractElement_FP64(&value, A, largest - 1, largest - 1));
    EXPECT_EQ(value, 7);
    EXPECT_EQ(contents(A), "1152921504606846976x1152921504606846976: "
                           "(1152921504606846975,1152921504606846975)=7.000000");
    REQUIRE(GrB_Matrix_free(&A));
}

TEST(Sizes, ResizeDropsWhatIsOutside) {
    World o;
    REQUIRE(GrB_Matrix_resize(o.A, 2, 3));
    EXPECT_EQ(contents(o.A), "2x3: (0,1)=0.500000 (0,2)=1.000000 (1,0)=5.000000 (1,2)=6.000000");
    REQUIRE(GrB_Matrix_resize(o.A, 5, 7));
    EXPECT_EQ(contents(o.A), "5x7: (0,1)=0.500000 (0,2)=1.000000 (1,0)=5.000000 (1,2)=6.000000");
    REQUIRE(GrB_Vector_resize(o.w, 3));
    EXPECT_EQ(contents(o.w), "3: (0)=0.500000 (2)=10.500000");
}

TEST(Copies, AreIndependent) {
    World o;
    const std::string before = contents(o.A), before_u = contents(o.u);
    GrB_Matrix B = copy_of(o.A);
    GrB_Vector v = copy_of(o.u);
    GrB_Scalar t = nullptr;
    REQUIRE(GrB_Scalar_dup(&t, o.s));
    REQUIRE(GrB_Matrix_setElement_FP64(B, 99, 0, 1));
    REQUIRE(GrB_Matrix_removeElement(B, 1, 0));
    REQUIRE(GrB_Vector_clear(v));
    REQUIRE(GrB_Scalar_setElement_FP64(t, 99));
    EXPECT_EQ(contents(o.A), before);
    EXPECT_EQ(contents(o.u), before_u);
    EXPECT_EQ(contents(o.s), "3.000000");
    EXPECT_EQ(contents(v), "7:");
    REQUIRE(GrB_Matrix_clear(o.A));
    EXPECT_EQ(contents(o.A), "5x7:");
    EXPECT_NE(contents(B), "5x7:");
    REQUIRE(GrB_Matrix_free(&B));
    REQUIRE(GrB_Vector_free(&v));
    REQUIRE(GrB_Scalar_free(&t));
}

TEST(Diag, EveryDiagonal) {
    GrB_Vector v = new_vector(GrB_INT16, 3);
    REQUIRE(GrB_Vector_setElement_INT16(v, 5, 0));
    REQUIRE(GrB_Vector_setElement_INT16(v, 7, 2));
    const auto diagonal = [&](std::int64_t k) {
        GrB_Matrix C = nullptr;
        REQUIRE(GrB_Matrix_diag(&C, v, k));
        std::string text = contents(C);
        REQUIRE(GrB_Matrix_free(&C));
        return text;
    };
    EXPECT_EQ(diagonal(0), "3x3: (0,0)=5.000000 (2,2)=7.000000");
    EXPECT_EQ(diagonal(1), "4x4: (0,1)=5.000000 (2,3)=7.000000");
    EXPECT_EQ(diagonal(-2), "5x5: (2,0)=5.000000 (4,2)=7.000000");
    EXPECT_EQ(diagonal(std::int64_t{1} << 40),
              "1099511627779x1099511627779: (0,1099511627776)=5.000000 "
              "(2,1099511627778)=7.000000");
    REQUIRE(GrB_Vector_clear(v));
    EXPECT_EQ(diagonal(-1), "4x4:");
    REQUIRE(GrB_Vector_free(&v));
}

template <class T>
T sample() {
    return static_cast<T>(1);
}
template <>
double sample() {
    return 2.5;
}
template <>
float sample() {
    return 2.5F;
}
template <>
std::int8_t sample() {
    return -128;
}
template <>
std::uint64_t sample() {
    return std::numeric_limits<std::uint64_t>::max();
}

/// Stores a value of each domain in a vector, a matrix and a scalar of that domain.
#define ROUND_TRIP(T, type)                                                          \
    TEST(Elements, RoundTrip_##T) {                                                  \
        const type wanted = sample<type>();                                          \
        type got{};                                                                  \
        GrB_Vector w = new_vector(GrB_##T, 4);                                       \
        GrB_Matrix C = new_matrix(GrB_##T, 4, 4);                                    \
        GrB_Scalar s = nullptr;                                                      \
        REQUIRE(GrB_Scalar_new(&s, GrB_##T));                                        \
        EXPECT_EQ(GrB_Scalar_extractElement_##T(&got, s), GrB_NO_VALUE);             \
        REQUIRE(GrB_Scalar_setElement_##T(s, wanted));                               \
        REQUIRE(GrB_Scalar_extractElement_##T(&got, s));                             \
        EXPECT_EQ(got, wanted);                                                      \
        got = type{};                                                                \
        REQUIRE(GrB_Vector_setElement_##T(w, wanted, 2));                            \
        REQUIRE(GrB_Vector_extractElement_##T(&got, w, 2));                          \
        EXPECT_EQ(got, wanted);                                                      \
        got = type{};                                                                \
        REQUIRE(GrB_Matrix_setElement_##T(C, wanted, 2, 3));                         \
        REQUIRE(GrB_Matrix_extractElement_##T(&got, C, 2, 3));                       \
        EXPECT_EQ(got, wanted);                                                      \
        const GrB_Index at[] = {1, 3, 1};                                            \
        const type ones[] = {1, 1, 1};                                               \
        REQUIRE(GrB_Vector_clear(w));                                                \
        REQUIRE(GrB_Vector_build_##T(w, at, ones, 3, GrB_FIRST_##T));                \
        EXPECT_EQ(contents(w), "4: (1)=1.000000 (3)=1.000000");                      \
        REQUIRE(GrB_Matrix_clear(C));                                                \
        REQUIRE(GrB_Matrix_build_##T(C, at, at, ones, 3, GrB_SECOND_##T));           \
        EXPECT_EQ(contents(C), "4x4: (1,1)=1.000000 (3,3)=1.000000");                \
        type values[2] = {};                                                         \
        GrB_Index nvals = 2;                                                         \
        REQUIRE(GrB_Vector_extractTuples_##T(nullptr, values, &nvals, w));           \
        EXPECT_EQ(values[1], type{1});                                               \
        nvals = 0;                                                                   \
        REQUIRE(GrB_Matrix_extractTuples_##T(nullptr, nullptr, nullptr, &nvals, C)); \
        EXPECT_EQ(nvals, 2U);                                                        \
        REQUIRE(GrB_Scalar_free(&s));                                                \
        REQUIRE(GrB_Vector_free(&w));                                                \
        REQUIRE(GrB_Matrix_free(&C));                                                \
    }
FOR_TYPES(ROUND_TRIP)

TEST(Elements, CastsAndScalars) {
    World o;
    GrB_Vector w = new_vector(GrB_INT8, 3);
    REQUIRE(GrB_Vector_setElement_FP64(w, 1000.5, 0)); // saturates
    REQUIRE(GrB_Vector_setElement_Scalar(w, o.s, 1));
    REQUIRE(GrB_Vector_setElement_Scalar(w, o.s, 2));
    REQUIRE(GrB_Vector_setElement_Scalar(w, o.none, 2)); // an empty scalar removes
    EXPECT_EQ(contents(w), "3: (0)=127.000000 (1)=3.000000");
    bool truth = false;
    REQUIRE(GrB_Vector_extractElement_BOOL(&truth, w, 1));
    EXPECT_TRUE(truth);
    REQUIRE(GrB_Vector_extractElement_Scalar(o.none, w, 0));
    EXPECT_EQ(contents(o.none), "127.000000");
    EXPECT_EQ(GrB_Vector_extractElement_Scalar(o.none, w, 2), GrB_SUCCESS);
    EXPECT_EQ(contents(o.none), "none");
    REQUIRE(GrB_Matrix_extractElement_Scalar(o.s, o.A, 0, 0)); // no entry
    EXPECT_EQ(contents(o.s), "none");
    REQUIRE(GrB_Vector_free(&w));
}

TEST(Build, JoinsDuplicatesInOrder) {
    World o;
    GrB_Matrix C = new_matrix(GrB_FP64, 3, 3);
    const GrB_Index rows[] = {2, 0, 2, 2}, columns[] = {1, 0, 1, 1};
    const double values[] = {10, 5, 3, 1};
    REQUIRE(GrB_Matrix_build_FP64(C, rows, columns, values, 4, o.minus));
    EXPECT_EQ(contents(C), "3x3: (0,0)=5.000000 (2,1)=6.000000");
    REQUIRE(GrB_Matrix_clear(C));
    REQUIRE(GrB_Matrix_build_FP64(C, nullptr, nullptr, nullptr, 0, nullptr));
    EXPECT_EQ(contents(C), "3x3:");
    REQUIRE(GrB_Matrix_free(&C));
}

/// These identities exceed the space inside a monoid.
template <std::size_t bytes>
struct Block {
    unsigned char byte[bytes];
};
template <std::size_t bytes>
void join_blocks(void *z, const void *x, const void *y) {
    const auto *a = static_cast<const Block<bytes> *>(x), *b = static_cast<const Block<bytes> *>(y);
    Block<bytes> sum;
    for (std::size_t k = 0; k < bytes; k++)
        sum.byte[k] = static_cast<unsigned char>(a->byte[k] + b->byte[k]);
    std::memcpy(z, &sum, bytes);
}

template <std::size_t bytes>
void check_identity() {
    GrB_Type type = nullptr;
    GrB_BinaryOp op = nullptr;
    GrB_Monoid monoid = nullptr;
    Block<bytes> identity{}, got{};
    for (std::size_t k = 0; k < bytes; k++)
        identity.byte[k] = static_cast<unsigned char>(3 * k + 1);
    const Block<bytes> kept = identity;
    REQUIRE(GrB_Type_new(&type, bytes));
    REQUIRE(GrB_BinaryOp_new(&op, join_blocks<bytes>, type, type, type));
    REQUIRE(GrB_Monoid_new_UDT(&monoid, op, &identity));
    identity = {}; // the monoid has a copy
    GrB_Vector u = new_vector(type, 9);
    REQUIRE(GrB_Vector_reduce_UDT(&got, nullptr, monoid, u, nullptr));
    EXPECT_EQ(std::memcmp(&got, &kept, bytes), 0) << bytes;
    Block<bytes> one{}, two{};
    std::memset(&one, 1, bytes);
    std::memset(&two, 2, bytes);
    REQUIRE(GrB_Vector_setElement_UDT(u, &one, 3));
    REQUIRE(GrB_Vector_setElement_UDT(u, &two, 8));
    REQUIRE(GrB_Vector_reduce_UDT(&got, op, monoid, u, nullptr));
    EXPECT_EQ(got.byte[0], kept.byte[0] + 3) << bytes;
    REQUIRE(GrB_Vector_free(&u));
    REQUIRE(GrB_Monoid_free(&monoid));
    REQUIRE(GrB_BinaryOp_free(&op));
    REQUIRE(GrB_Type_free(&type));
}

TEST(Monoids, KeepTheirIdentity) {
    check_identity<1>();
    check_identity<16>();
    check_identity<17>();
    check_identity<1000>();
#define TYPED(T, type)                                                       \
    {                                                                        \
        GrB_Monoid monoid = nullptr;                                         \
        REQUIRE(GrB_Monoid_new_##T(&monoid, GrB_FIRST_##T, sample<type>())); \
        GrB_Vector u = new_vector(GrB_##T, 3);                               \
        type got{};                                                          \
        REQUIRE(GrB_Vector_reduce_##T(&got, nullptr, monoid, u, nullptr));   \
        EXPECT_EQ(got, sample<type>());                                      \
        REQUIRE(GrB_Vector_free(&u));                                        \
        REQUIRE(GrB_Monoid_free(&monoid));                                   \
    }
    FOR_TYPES(TYPED)
#undef TYPED
}

TEST(Reduce, IntoScalars) {
    World o;
    GrB_Vector nothing = new_vector(GrB_FP64, 3);
    REQUIRE(GrB_Vector_reduce_Monoid_Scalar(o.s, GrB_PLUS_FP64, o.monoid, nothing, nullptr));
    EXPECT_EQ(contents(o.s), "3.000000");
    REQUIRE(GrB_Vector_reduce_Monoid_Scalar(o.s, nullptr, o.monoid, nothing, nullptr));
    EXPECT_EQ(contents(o.s), "none");
    double sum = 4;
    REQUIRE(GrB_Vector_reduce_FP64(&sum, GrB_PLUS_FP64, o.monoid, nothing, nullptr));
    EXPECT_EQ(sum, 4);
    REQUIRE(GrB_Vector_setElement_FP64(nothing, 2, 1));
    REQUIRE(
        GrB_Vector_reduce_BinaryOp_Scalar(o.s, GrB_MINUS_FP64, GrB_PLUS_FP64, nothing, nullptr));
    EXPECT_EQ(contents(o.s), "2.000000"); // s was empty: no accumulation
    REQUIRE(GrB_Vector_reduce_Monoid_Scalar(o.s, GrB_MINUS_FP64, o.monoid, nothing, nullptr));
    EXPECT_EQ(contents(o.s), "0.000000");
    std::int32_t number = 10;
    REQUIRE(GrB_Vector_reduce_INT32(&number, GrB_MINUS_FP64, o.monoid, nothing, nullptr));
    EXPECT_EQ(number, 8);
    REQUIRE(GrB_Vector_free(&nothing));
}

TEST(Assign, EmptyScalarRemoves) {
    World o;
    const GrB_Index at[] = {0, 2};
    REQUIRE(GrB_Vector_assign_Scalar(o.w, nullptr, nullptr, o.s, at, 2, nullptr));
    EXPECT_EQ(contents(o.w), "5: (0)=3.000000 (2)=3.000000 (3)=15.500000");
    REQUIRE(GrB_Vector_assign_Scalar(o.w, nullptr, GrB_PLUS_FP64, o.none, at, 2, nullptr));
    EXPECT_EQ(contents(o.w), "5: (0)=3.000000 (2)=3.000000 (3)=15.500000");
    REQUIRE(GrB_Vector_assign_Scalar(o.w, nullptr, nullptr, o.none, at, 2, nullptr));
    EXPECT_EQ(contents(o.w), "5: (3)=15.500000");
    REQUIRE(
        GrB_Matrix_assign_Scalar(o.A, nullptr, nullptr, o.none, GrB_ALL, 0, GrB_ALL, 0, nullptr));
    EXPECT_EQ(contents(o.A), "5x7:");
}

/// A descriptor set field by field acts as the predefined one of the same letters.
TEST(Descriptors, FieldByField) {
    World o;
    REQUIRE(GrB_Descriptor_set(o.desc, GrB_OUTP, GrB_REPLACE));
    REQUIRE(GrB_Descriptor_set(o.desc, GrB_MASK, GrB_COMP));
    REQUIRE(GrB_Descriptor_set(o.desc, GrB_MASK, GrB_STRUCTURE)); // now both
    REQUIRE(GrB_Descriptor_set(o.desc, GrB_INP0, GrB_TRAN));
    REQUIRE(GrB_Matrix_setElement_BOOL(o.mask_square, false, 1, 2));
    REQUIRE(GrB_Matrix_removeElement(o.mask_square, 2, 4));
    const auto run = [&](GrB_Descriptor desc) {
        GrB_Matrix C = copy_of(o.square);
        REQUIRE(GrB_Matrix_apply(C, o.mask_square, nullptr, GrB_AINV_FP64, o.square, desc));
        const std::string text = contents(C);
        REQUIRE(GrB_Matrix_free(&C));
        return text;
    };
    EXPECT_EQ(run(o.desc), run(GrB_DESC_RSCT0));
    EXPECT_NE(run(o.desc), run(GrB_DESC_RCT0));
    REQUIRE(GrB_Descriptor_set(o.desc, GrB_MASK, GrB_DEFAULT));
    REQUIRE(GrB_Descriptor_set(o.desc, GrB_MASK, GrB_COMP));
    EXPECT_EQ(run(o.desc), run(GrB_DESC_RCT0));
    REQUIRE(GrB_Descriptor_set(o.desc, GrB_OUTP, GrB_DEFAULT));
    REQUIRE(GrB_Descriptor_set(o.desc, GrB_INP0, GrB_DEFAULT));
    REQUIRE(GrB_Descriptor_set(o.desc, GrB_MASK, GrB_COMP_STRUCTURE));
    EXPECT_EQ(run(o.desc), run(GrB_DESC_SC));
}

TEST(Variants, EachHasAnOperationAndAName) {
    GrB_Index count = 0;
    REQUIRE(GrX_Variant_count(&count));
    ASSERT_GT(count, 11U);
    std::set<std::string> variants, operations;
    for (GrB_Index k = 0; k < count; k++) {
        const char *operation = nullptr, *name = nullptr;
        REQUIRE(GrX_Variant_get(k, &operation, &name));
        const std::string prefix = std::string(name).substr(0, std::string(name).find('/'));
        EXPECT_TRUE(prefix == "cpu" || prefix == "cuda" || prefix == "group") << name;
        EXPECT_TRUE(variants.insert(std::string(operation) + ":" + name).second)
            << operation << ':' << name;
        operations.insert(operation);
    }
    EXPECT_EQ(operations,
              (std::set<std::string>{"mxv",       "mxm",    "ewise_add", "ewise_mult", "apply",
                                     "select",    "assign", "extract",   "reduce",     "transpose",
                                     "kronecker", "maxk",   "convert",   "orient",     "statistics",
                                     "update",    "build",  "tuples",    "sort",       "concat",
                                     "commit",    "chain"}));
    const char *text = nullptr;
    EXPECT_EQ(GrX_Variant_count(nullptr), GrB_NULL_POINTER);
    EXPECT_EQ(GrX_Variant_get(count, &text, &text), GrB_INVALID_INDEX);
    EXPECT_EQ(GrX_Variant_get(0, nullptr, &text), GrB_NULL_POINTER);
    EXPECT_EQ(GrX_Variant_get(0, &text, nullptr), GrB_NULL_POINTER);
}

} // namespace
} // namespace api
