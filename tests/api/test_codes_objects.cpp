// Tests the errors of constructors, elements and tuples.
#include "api/codes.h"
#include "api/handle_cases.h"

namespace api {
namespace {

constexpr GrB_Info bad_domain = GrB_DOMAIN_MISMATCH, bad_value = GrB_INVALID_VALUE;
constexpr GrB_Index too_large = GrB_INDEX_MAX + 2;

template <class Handle>
Handle *nowhere() {
    static Handle handle;
    return &handle;
}

template <class T>
T *values() {
    static T array[8] = {};
    return array;
}

GrB_Index positions_[8];
const GrB_Index twice[] = {1, 1};
const GrB_Index apart[] = {0, 1};

GrB_Index *room(GrB_Index count) {
    static GrB_Index value;
    value = count;
    return &value;
}

TEST(Codes, ConstructorsAndSizes) {
    check_codes({
        CODE(bad_value, nullptr, {}, GrB_Type_new, nowhere<GrB_Type>(), 0),
        CODE(bad_value, nullptr, {}, GrB_Vector_new, nowhere<GrB_Vector>(), GrB_FP64, too_large),
        CODE(bad_value, nullptr, {}, GrB_Matrix_new, nowhere<GrB_Matrix>(), GrB_FP64, too_large, 1),
        CODE(bad_value, nullptr, {}, GrB_Matrix_new, nowhere<GrB_Matrix>(), GrB_FP64, 1, too_large),
        CODE(bad_value, o.w, WORDS("size is 1152921504606846977", "1152921504606846976"),
             GrB_Vector_resize, o.w, too_large),
        CODE(bad_value, o.C, WORDS("nrows is 1152921504606846977"), GrB_Matrix_resize, o.C,
             too_large, 1),
        CODE(bad_value, o.C, WORDS("ncols is 1152921504606846977"), GrB_Matrix_resize, o.C, 1,
             too_large),
        CODE(bad_value, o.u, WORDS("size 7", "-9223372036854775808"), GrB_Matrix_diag,
             nowhere<GrB_Matrix>(), o.u, INT64_MIN),
        CODE(bad_value, o.u, WORDS("size 7", "9223372036854775807"), GrB_Matrix_diag,
             nowhere<GrB_Matrix>(), o.u, INT64_MAX),
    });
    EXPECT_EQ(*nowhere<GrB_Type>(), nullptr);
    EXPECT_EQ(*nowhere<GrB_Vector>(), nullptr);
    EXPECT_EQ(*nowhere<GrB_Matrix>(), nullptr);
}

TEST(Codes, Algebra) {
#define TYPED(T, type)                                                                             \
    CODE(bad_domain, nullptr, {}, GrB_Monoid_new_##T, nowhere<GrB_Monoid>(), o.pair_plus, type{}), \
        CODE(bad_domain, nullptr, {}, GrB_Monoid_new_##T, nowhere<GrB_Monoid>(), GrB_GT_FP64,      \
             type{}),
    check_codes({
        FOR_TYPES(TYPED) CODE(bad_domain, nullptr, {}, GrB_Monoid_new_UDT, nowhere<GrB_Monoid>(),
                              GrB_PLUS_FP64, values<Pair>()),
        CODE(bad_domain, nullptr, {}, GrB_Monoid_new_INT32, nowhere<GrB_Monoid>(), GrB_PLUS_FP32,
             0),
        CODE(bad_domain, nullptr, {}, GrB_Monoid_new_FP64, nowhere<GrB_Monoid>(), GrB_PLUS_FP32, 0),
        CODE(bad_domain, nullptr, {}, GrB_Semiring_new, nowhere<GrB_Semiring>(), o.monoid,
             GrB_TIMES_FP32),
        CODE(bad_domain, nullptr, {}, GrB_Semiring_new, nowhere<GrB_Semiring>(), o.monoid,
             o.pair_plus),
        CODE(bad_domain, nullptr, {}, GrB_Semiring_new, nowhere<GrB_Semiring>(), o.monoid,
             GrB_EQ_FP64),
    });
#undef TYPED
    EXPECT_EQ(*nowhere<GrB_Monoid>(), nullptr);
    EXPECT_EQ(*nowhere<GrB_Semiring>(), nullptr);
}

void no_binary(void *, const void *, const void *) {}
void no_index_unary(void *, const void *, GrB_Index, GrB_Index, const void *) {}

TEST(Codes, NamedOperators) {
    check_codes({
        CODE(GrB_UNINITIALIZED_OBJECT, nullptr, {}, GxB_BinaryOp_new, nowhere<GrB_BinaryOp>(),
             no_binary, GrB_FP64, fake<GrB_Type>(), GrB_FP64, "f", ""),
        CODE(GrB_UNINITIALIZED_OBJECT, nullptr, {}, GxB_IndexUnaryOp_new,
             nowhere<GrB_IndexUnaryOp>(), no_index_unary, GrB_FP64, GrB_FP64, fake<GrB_Type>(), "f",
             ""),
    });
    EXPECT_EQ(*nowhere<GrB_BinaryOp>(), nullptr);
    EXPECT_EQ(*nowhere<GrB_IndexUnaryOp>(), nullptr);
}

TEST(Codes, Descriptor) {
    const auto field = [](int number) { return enumerator<GrB_Desc_Field>(number); };
    const auto value = [](int number) { return enumerator<GrB_Desc_Value>(number); };
    World o;
    struct Bad {
        int field, value;
    };
    for (const Bad bad :
         {Bad{GrB_OUTP, GrB_TRAN}, Bad{GrB_OUTP, GrB_COMP}, Bad{GrB_MASK, GrB_REPLACE},
          Bad{GrB_MASK, GrB_TRAN}, Bad{GrB_MASK, 5}, Bad{GrB_INP0, GrB_REPLACE},
          Bad{GrB_INP1, GrB_STRUCTURE}, Bad{GrB_INP1, -1}, Bad{7, GrB_DEFAULT}}) {
        EXPECT_EQ(GrB_Descriptor_set(o.desc, field(bad.field), value(bad.value)), bad_value);
        EXPECT_EQ(error_text(o.desc).rfind("GrB_Descriptor_set: field ", 0), 0U)
            << error_text(o.desc);
    }
    EXPECT_EQ(GrB_Descriptor_set(GrB_DESC_T0, GrB_INP0, GrB_DEFAULT), bad_value);
    EXPECT_EQ(error_text(GrB_DESC_T0),
              "GrB_Descriptor_set: GrB_DESC_T0 is predefined and cannot be changed");
}

TEST(Codes, Wait) {
#define KIND(Kind, object) \
    CODE(bad_value, object, WORDS("mode 7"), GrB_##Kind##_wait, object, enumerator<GrB_WaitMode>(7))
    check_codes({KIND(Type, o.pair), KIND(UnaryOp, o.negate), KIND(BinaryOp, o.minus),
                 KIND(IndexUnaryOp, o.shifted), KIND(Monoid, o.monoid), KIND(Semiring, o.semiring),
                 KIND(Descriptor, o.desc), KIND(Scalar, o.s), KIND(Vector, o.u),
                 KIND(Matrix, o.A)});
#undef KIND
}

TEST(Codes, Context) {
    EXPECT_EQ(GrB_init(GrB_NONBLOCKING), bad_value) << "a second time";
    unsigned version = 0, subversion = 0;
    EXPECT_EQ(GrB_getVersion(nullptr, &subversion), GrB_NULL_POINTER);
    EXPECT_EQ(GrB_getVersion(&version, nullptr), GrB_NULL_POINTER);
    EXPECT_EQ(GrB_getVersion(&version, &subversion), GrB_SUCCESS);
    EXPECT_EQ(version, 2U);
    EXPECT_EQ(subversion, 1U);
}

/// After GrB_finalize only functions work that need no library; then the tests go on.
TEST(Codes, WithoutInit) {
    GrB_Vector u = new_vector(GrB_FP64, 3), w = nullptr;
    REQUIRE(GrB_finalize());
    EXPECT_EQ(GrB_finalize(), GrB_SUCCESS);
    EXPECT_EQ(GrB_Vector_new(&w, GrB_FP64, 3), GrB_PANIC);
    EXPECT_EQ(w, nullptr);
    EXPECT_EQ(GrB_Vector_setElement_FP64(u, 1, 0), GrB_PANIC);
    EXPECT_EQ(error_text(u), "GrB_Vector_setElement_FP64: GrB_init was not called");
    EXPECT_EQ(GrB_Vector_apply(u, nullptr, nullptr, GrB_ABS_FP64, u, nullptr), GrB_PANIC);
    unsigned version = 0, subversion = 0;
    EXPECT_EQ(GrB_getVersion(&version, &subversion), GrB_SUCCESS);
    EXPECT_EQ(GrB_init(enumerator<GrB_Mode>(7)), bad_value);
    EXPECT_EQ(GrB_Vector_free(&u), GrB_SUCCESS);
    REQUIRE(GrB_init(GrB_BLOCKING));
    REQUIRE(GrB_finalize());
    REQUIRE(GrB_init(GrB_NONBLOCKING));
}

#define ELEMENTS(T, x, target, w, u, C, A)                                                        \
    CODE(GrB_INVALID_INDEX, w, WORDS("i is 5", "w has size 5"), GrB_Vector_setElement_##T, w, x,  \
         5),                                                                                      \
        CODE(GrB_INVALID_INDEX, C, WORDS("i is 5", "C has 5 rows"), GrB_Matrix_setElement_##T, C, \
             x, 5, 0),                                                                            \
        CODE(GrB_INVALID_INDEX, C, WORDS("j is 7", "C has 7 columns"), GrB_Matrix_setElement_##T, \
             C, x, 0, 7)
#define READS(T, target, u, A)                                                                     \
    CODE(GrB_INVALID_INDEX, u, WORDS("i is 7", "u has size 7"), GrB_Vector_extractElement_##T,     \
         target, u, 7),                                                                            \
        CODE(GrB_INVALID_INDEX, A, WORDS("i is 5", "A has 5 rows"), GrB_Matrix_extractElement_##T, \
             target, A, 5, 0),                                                                     \
        CODE(GrB_INVALID_INDEX, A, WORDS("j is 7", "A has 7 columns"),                             \
             GrB_Matrix_extractElement_##T, target, A, 0, 7),                                      \
        CODE(GrB_NO_VALUE, nullptr, {}, GrB_Vector_extractElement_##T, target, u, 1),              \
        CODE(GrB_NO_VALUE, nullptr, {}, GrB_Matrix_extractElement_##T, target, A, 1, 4)
/// Passes a value of the wrong kind to each object.
#define MISFITS(T, x, target, s, w, C)                                                           \
    CODE(bad_domain, s, WORDS("type"), GrB_Scalar_setElement_##T, s, x),                         \
        CODE(bad_domain, s, WORDS("type"), GrB_Scalar_extractElement_##T, target, s),            \
        CODE(bad_domain, w, WORDS("type"), GrB_Vector_setElement_##T, w, x, 0),                  \
        CODE(bad_domain, C, WORDS("type"), GrB_Matrix_setElement_##T, C, x, 0, 0),               \
        CODE(bad_domain, w, WORDS("type"), GrB_Vector_extractElement_##T, target, w, 0),         \
        CODE(bad_domain, C, WORDS("type"), GrB_Matrix_extractElement_##T, target, C, 0, 0),      \
        CODE(bad_domain, w, WORDS("type"), GrB_Vector_extractTuples_##T, positions_, target,     \
             room(8), w),                                                                        \
        CODE(bad_domain, C, WORDS("type"), GrB_Matrix_extractTuples_##T, positions_, positions_, \
             target, room(8), C)

TEST(Codes, Elements) {
#define TYPED(T, type)                                                                           \
    ELEMENTS(T, type{}, values<type>(), o.w, o.u, o.A, o.A), READS(T, values<type>(), o.u, o.A), \
        MISFITS(T, type{}, values<type>(), o.pair_s, o.pair_w, o.pair_A),
    check_codes({FOR_TYPES(TYPED) ELEMENTS(UDT, values<Pair>(), values<Pair>(), o.pair_w, o.pair_u,
                                           o.pair_A, o.pair_A),
                 READS(UDT, values<Pair>(), o.pair_u, o.pair_A),
                 MISFITS(UDT, values<Pair>(), values<Pair>(), o.s, o.w, o.A),
                 ELEMENTS(Scalar, o.s, nullptr, o.w, o.u, o.A, o.A)});
#undef TYPED
#define SPACE(T, target, u, A)                                                                     \
    CODE(GrB_INSUFFICIENT_SPACE, u, WORDS("1", "u has"), GrB_Vector_extractTuples_##T, positions_, \
         target, room(1), u),                                                                      \
        CODE(GrB_INSUFFICIENT_SPACE, A, WORDS("1", "A has"), GrB_Matrix_extractTuples_##T,         \
             positions_, positions_, target, room(1), A)
#define TYPED(T, type)                  \
    SPACE(T, values<type>(), o.u, o.A), \
        CODE(GrB_NO_VALUE, nullptr, {}, GrB_Scalar_extractElement_##T, values<type>(), o.none),
    check_codes({FOR_TYPES(TYPED) SPACE(UDT, values<Pair>(), o.pair_u, o.pair_A)});
#undef TYPED
    check_codes({
        CODE(bad_domain, o.w, WORDS("type"), GrB_Vector_setElement_Scalar, o.w, o.pair_s, 0),
        CODE(bad_domain, o.pair_A, WORDS("type"), GrB_Matrix_setElement_Scalar, o.pair_A, o.none, 0,
             0),
        CODE(bad_domain, o.pair_s, WORDS("type"), GrB_Vector_extractElement_Scalar, o.pair_s, o.w,
             0),
        CODE(bad_domain, o.s, WORDS("type"), GrB_Matrix_extractElement_Scalar, o.s, o.pair_A, 0, 0),
        CODE(GrB_INVALID_INDEX, o.s, WORDS("i is 7", "u has size 7"),
             GrB_Vector_extractElement_Scalar, o.s, o.u, 7),
        CODE(GrB_INVALID_INDEX, o.s, WORDS("j is 9", "7 columns"), GrB_Matrix_extractElement_Scalar,
             o.s, o.A, 0, 9),
        CODE(GrB_INVALID_INDEX, o.w, WORDS("i is 5", "5"), GrB_Vector_removeElement, o.w, 5),
        CODE(GrB_INVALID_INDEX, o.A, WORDS("i is 5", "5 rows"), GrB_Matrix_removeElement, o.A, 5,
             0),
        CODE(GrB_INVALID_INDEX, o.A, WORDS("j is 7", "7 columns"), GrB_Matrix_removeElement, o.A, 0,
             7),
        CODE(GrB_INSUFFICIENT_SPACE, o.A, WORDS("1", "A has"), GrB_Matrix_extractTuples_INT8,
             nullptr, nullptr, values<int8_t>(), room(1), o.A),
        CODE(GrB_INSUFFICIENT_SPACE, o.A, WORDS("0", "A has"), GrB_Matrix_extractTuples_INT8,
             positions_, nullptr, nullptr, room(0), o.A),
    });
}

/// build requires empty objects, which the shared world lacks.
struct EmptyObjects {
    World world;
    GrB_Vector w = new_vector(GrB_FP64, 5), pairs_w = new_vector(world.pair, 5);
    GrB_Matrix C = new_matrix(GrB_FP64, 5, 7), pairs_C = new_matrix(world.pair, 5, 7);
    ~EmptyObjects() {
        for (GrB_Vector *u : {&w, &pairs_w}) REQUIRE(GrB_Vector_free(u));
        for (GrB_Matrix *A : {&C, &pairs_C}) REQUIRE(GrB_Matrix_free(A));
    }
};

template <class T, class InVector, class InMatrix>
void check_build(InVector in_vector, InMatrix in_matrix, bool is_pair, const char *suffix) {
    EmptyObjects o;
    const std::string vector_name = std::string("GrB_Vector_build_") + suffix + ": ";
    const std::string matrix_name = std::string("GrB_Matrix_build_") + suffix + ": ";
    GrB_Vector w = is_pair ? o.pairs_w : o.w, alien_w = is_pair ? o.w : o.pairs_w;
    GrB_Matrix C = is_pair ? o.pairs_C : o.C, alien_C = is_pair ? o.C : o.pairs_C;
    const GrB_BinaryOp plus = is_pair ? o.world.pair_plus : GrB_PLUS_FP64;
    const GrB_BinaryOp alien_plus = is_pair ? GrB_PLUS_FP64 : o.world.pair_plus;
    const auto expect = [&](GrB_Info info, GrB_Info code, auto object, const std::string &wanted) {
        EXPECT_EQ(info, code);
        const std::string text = error_text(object);
        EXPECT_EQ(text.rfind(wanted, 0), 0U) << text;
    };
    expect(in_vector(w, far_away, values<T>(), 5, plus), GrB_INDEX_OUT_OF_BOUNDS, w,
           vector_name + "indices[4] is 99, w has 5");
    expect(in_matrix(C, far_away, first_five, values<T>(), 5, plus), GrB_INDEX_OUT_OF_BOUNDS, C,
           matrix_name + "rows[4] is 99, C has 5 rows");
    expect(in_matrix(C, first_five, far_away, values<T>(), 5, plus), GrB_INDEX_OUT_OF_BOUNDS, C,
           matrix_name + "columns[4] is 99, C has 7 columns");
    expect(in_vector(w, twice, values<T>(), 2, nullptr), bad_value, w, vector_name);
    expect(in_matrix(C, twice, twice, values<T>(), 2, nullptr), bad_value, C, matrix_name);
    expect(in_vector(alien_w, apart, values<T>(), 2, nullptr), bad_domain, alien_w, vector_name);
    expect(in_matrix(alien_C, apart, apart, values<T>(), 2, nullptr), bad_domain, alien_C,
           matrix_name);
    expect(in_vector(w, apart, values<T>(), 2, alien_plus), bad_domain, w, vector_name);
    expect(in_matrix(C, apart, apart, values<T>(), 2, alien_plus), bad_domain, C, matrix_name);
    expect(in_vector(w, apart, values<T>(), 2, GrB_EQ_FP64), bad_domain, w,
           vector_name + "the domains");
    expect(in_matrix(C, apart, apart, values<T>(), 2, GrB_EQ_FP64), bad_domain, C,
           matrix_name + "the domains");
    for (GrB_Vector u : {w, alien_w}) EXPECT_EQ(contents(u), "5:");
    for (GrB_Matrix A : {C, alien_C}) EXPECT_EQ(contents(A), "5x7:");

    REQUIRE(in_vector(w, apart, values<T>(), 2, nullptr));
    REQUIRE(in_matrix(C, apart, apart, values<T>(), 2, nullptr));
    const std::string built_w = contents(w), built_C = contents(C);
    expect(in_vector(w, apart, values<T>(), 2, plus), GrB_OUTPUT_NOT_EMPTY, w,
           vector_name + "w has 2");
    expect(in_matrix(C, apart, apart, values<T>(), 2, plus), GrB_OUTPUT_NOT_EMPTY, C,
           matrix_name + "C has 2");
    EXPECT_EQ(contents(w), built_w);
    EXPECT_EQ(contents(C), built_C);
}

TEST(Codes, Build) {
#define TYPED(T, type) check_build<type>(GrB_Vector_build_##T, GrB_Matrix_build_##T, false, #T);
    FOR_TYPES(TYPED)
#undef TYPED
    check_build<Pair>(GrB_Vector_build_UDT, GrB_Matrix_build_UDT, true, "UDT");
}

} // namespace
} // namespace api
