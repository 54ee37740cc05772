// Tests GrB_get of types, operators, monoids, semirings and collections: names and domains.
#include "api/fields.h"

namespace api {
namespace {

// clang-format off
#define ALL_TYPES(M, ...)                                                                     \
    M(BOOL, __VA_ARGS__) M(INT8, __VA_ARGS__) M(UINT8, __VA_ARGS__) M(INT16, __VA_ARGS__)     \
    M(UINT16, __VA_ARGS__) M(INT32, __VA_ARGS__) M(UINT32, __VA_ARGS__) M(INT64, __VA_ARGS__) \
    M(UINT64, __VA_ARGS__) M(FP32, __VA_ARGS__) M(FP64, __VA_ARGS__)
#define NUMBER_TYPES(M, ...)                                                                  \
    M(INT8, __VA_ARGS__) M(UINT8, __VA_ARGS__) M(INT16, __VA_ARGS__) M(UINT16, __VA_ARGS__)   \
    M(INT32, __VA_ARGS__) M(UINT32, __VA_ARGS__) M(INT64, __VA_ARGS__) M(UINT64, __VA_ARGS__) \
    M(FP32, __VA_ARGS__) M(FP64, __VA_ARGS__)
// clang-format on

template <class Object>
void expect_domains(Object op, GrB_Type x, GrB_Type y, GrB_Type z) {
    const GrB_Field codes[] = {GrB_INP0_TYPE_CODE, GrB_INP1_TYPE_CODE, GrB_OUTP_TYPE_CODE};
    const GrB_Field strings[] = {GrB_INP0_TYPE_STRING, GrB_INP1_TYPE_STRING, GrB_OUTP_TYPE_STRING};
    const GrB_Type types[] = {x, y, z};
    for (int k = 0; k < 3; k++) {
        if (types[k] != nullptr) {
            EXPECT_EQ(number(op, codes[k]), number(types[k], GrB_EL_TYPE_CODE));
            EXPECT_EQ(text(op, strings[k]), text(types[k], GrB_EL_TYPE_STRING));
            continue;
        }
        std::int32_t code = -99;
        std::size_t size = 99;
        char name[] = "untouched";
        EXPECT_EQ(get(op, &code, codes[k]), GrB_NO_VALUE);
        EXPECT_EQ(get(op, &size, strings[k]), GrB_NO_VALUE);
        EXPECT_EQ(get(op, name, strings[k]), GrB_NO_VALUE);
        EXPECT_EQ(code, -99);
        EXPECT_EQ(size, 99U);
        EXPECT_STREQ(name, "untouched");
    }
}

TEST(GetSet, Types) {
    World world;
#define CHECK(T, c_type, c_size)                                                 \
    EXPECT_EQ(text(GrB_##T, GrB_NAME), "GrB_" #T);                               \
    EXPECT_EQ(text(GrB_##T, GrB_EL_TYPE_STRING), "GrB_" #T);                     \
    EXPECT_EQ(number(GrB_##T, GrB_EL_TYPE_CODE), GrB_##T##_CODE);                \
    {                                                                            \
        std::size_t size = 0;                                                    \
        EXPECT_EQ(get(GrB_##T, &size, GrB_SIZE), GrB_SUCCESS);                   \
        EXPECT_EQ(size, sizeof(c_type));                                         \
        EXPECT_EQ(size, std::size_t{c_size});                                    \
        EXPECT_EQ(get(GrB_##T, world.s, GrB_SIZE), GrB_SUCCESS);                 \
        double value = 0;                                                        \
        EXPECT_EQ(GrB_Scalar_extractElement_FP64(&value, world.s), GrB_SUCCESS); \
        EXPECT_EQ(value, c_size);                                                \
    }
    CHECK(BOOL, bool, 1)
    CHECK(INT8, int8_t, 1)
    CHECK(UINT8, uint8_t, 1)
    CHECK(INT16, int16_t, 2)
    CHECK(UINT16, uint16_t, 2)
    CHECK(INT32, int32_t, 4)
    CHECK(UINT32, uint32_t, 4)
    CHECK(INT64, int64_t, 8)
    CHECK(UINT64, uint64_t, 8)
    CHECK(FP32, float, 4)
    CHECK(FP64, double, 8)
#undef CHECK
    std::size_t size = 0;
    EXPECT_EQ(get(world.pair, &size, GrB_SIZE), GrB_SUCCESS);
    EXPECT_EQ(size, sizeof(Pair));
    EXPECT_EQ(number(world.pair, GrB_EL_TYPE_CODE), GrB_UDT_CODE);
    EXPECT_EQ(text(world.pair, GrB_EL_TYPE_STRING), "");
    REQUIRE(set(world.pair, "pair of doubles", GrB_NAME));
    EXPECT_EQ(text(world.pair, GrB_EL_TYPE_STRING), "pair of doubles");
    EXPECT_EQ(text(world.pair_A, GrB_EL_TYPE_STRING), "pair of doubles");
    EXPECT_EQ(text(world.pair_plus, GrB_INP1_TYPE_STRING), "pair of doubles");
}

TEST(GetSet, UnaryOperators) {
    World world;
#define CHECK(T, NAME)                                                \
    EXPECT_EQ(text(GrB_##NAME##_##T, GrB_NAME), "GrB_" #NAME "_" #T); \
    expect_domains(GrB_##NAME##_##T, GrB_##T, nullptr, GrB_##T);
    ALL_TYPES(CHECK, IDENTITY)
    ALL_TYPES(CHECK, ABS)
    ALL_TYPES(CHECK, AINV)
    CHECK(FP32, MINV)
    CHECK(FP64, MINV)
    CHECK(INT8, BNOT)
    CHECK(UINT64, BNOT)
#undef CHECK
    EXPECT_EQ(text(GrB_LNOT, GrB_NAME), "GrB_LNOT");
    expect_domains(GrB_LNOT, GrB_BOOL, nullptr, GrB_BOOL);
    expect_domains(world.pair_negate, world.pair, nullptr, world.pair);
}

TEST(GetSet, BinaryOperators) {
    World world;
#define CHECK(T, NAME)                                                \
    EXPECT_EQ(text(GrB_##NAME##_##T, GrB_NAME), "GrB_" #NAME "_" #T); \
    expect_domains(GrB_##NAME##_##T, GrB_##T, GrB_##T, GrB_##T);
    ALL_TYPES(CHECK, FIRST)
    ALL_TYPES(CHECK, SECOND)
    ALL_TYPES(CHECK, ONEB)
    ALL_TYPES(CHECK, PLUS)
    ALL_TYPES(CHECK, MINUS)
    ALL_TYPES(CHECK, TIMES)
    ALL_TYPES(CHECK, DIV)
    ALL_TYPES(CHECK, MIN)
    ALL_TYPES(CHECK, MAX)
    CHECK(INT16, BOR)
    CHECK(UINT32, BXNOR)
#undef CHECK
#define CHECK(T, NAME)                                                \
    EXPECT_EQ(text(GrB_##NAME##_##T, GrB_NAME), "GrB_" #NAME "_" #T); \
    expect_domains(GrB_##NAME##_##T, GrB_##T, GrB_##T, GrB_BOOL);
    ALL_TYPES(CHECK, EQ)
    ALL_TYPES(CHECK, NE)
    ALL_TYPES(CHECK, GT)
    ALL_TYPES(CHECK, LT)
    ALL_TYPES(CHECK, GE)
    ALL_TYPES(CHECK, LE)
#undef CHECK
    EXPECT_EQ(text(GrB_LOR, GrB_NAME), "GrB_LOR");
    EXPECT_EQ(text(GrB_LAND, GrB_NAME), "GrB_LAND");
    EXPECT_EQ(text(GrB_LXOR, GrB_NAME), "GrB_LXOR");
    EXPECT_EQ(text(GrB_LXNOR, GrB_NAME), "GrB_LXNOR");
    expect_domains(GrB_LAND, GrB_BOOL, GrB_BOOL, GrB_BOOL);
    expect_domains(world.pair_plus, world.pair, world.pair, world.pair);
}

TEST(GetSet, IndexUnaryOperators) {
    World world;
    // These operators read only the position: they have no first operand; the second is the thunk.
#define CHECK(NAME, Z)                                   \
    EXPECT_EQ(text(GrB_##NAME, GrB_NAME), "GrB_" #NAME); \
    expect_domains(GrB_##NAME, nullptr, GrB_##Z == GrB_BOOL ? GrB_INT64 : GrB_##Z, GrB_##Z);
    CHECK(ROWINDEX_INT32, INT32)
    CHECK(ROWINDEX_INT64, INT64)
    CHECK(COLINDEX_INT32, INT32)
    CHECK(COLINDEX_INT64, INT64)
    CHECK(DIAGINDEX_INT32, INT32)
    CHECK(DIAGINDEX_INT64, INT64)
    CHECK(TRIL, BOOL)
    CHECK(TRIU, BOOL)
    CHECK(DIAG, BOOL)
    CHECK(OFFDIAG, BOOL)
    CHECK(COLLE, BOOL)
    CHECK(COLGT, BOOL)
    CHECK(ROWLE, BOOL)
    CHECK(ROWGT, BOOL)
#undef CHECK
#define CHECK(T, NAME)                                                \
    EXPECT_EQ(text(GrB_##NAME##_##T, GrB_NAME), "GrB_" #NAME "_" #T); \
    expect_domains(GrB_##NAME##_##T, GrB_##T, GrB_##T, GrB_BOOL);
    ALL_TYPES(CHECK, VALUEEQ)
    ALL_TYPES(CHECK, VALUENE)
    ALL_TYPES(CHECK, VALUELT)
    ALL_TYPES(CHECK, VALUELE)
    ALL_TYPES(CHECK, VALUEGT)
    ALL_TYPES(CHECK, VALUEGE)
#undef CHECK
    expect_domains(world.pair_is_right_of, world.pair, world.pair, GrB_BOOL);
}

TEST(GetSet, MonoidsAndSemirings) {
    World world;
#define CHECK(T, NAME)                                                              \
    EXPECT_EQ(text(GrB_##NAME##_MONOID_##T, GrB_NAME), "GrB_" #NAME "_MONOID_" #T); \
    expect_domains(GrB_##NAME##_MONOID_##T, GrB_##T, GrB_##T, GrB_##T);
    NUMBER_TYPES(CHECK, PLUS)
    NUMBER_TYPES(CHECK, TIMES)
    NUMBER_TYPES(CHECK, MIN)
    NUMBER_TYPES(CHECK, MAX)
    CHECK(BOOL, LOR)
    CHECK(BOOL, LAND)
    CHECK(BOOL, LXOR)
    CHECK(BOOL, LXNOR)
#undef CHECK
    expect_domains(world.pair_monoid, world.pair, world.pair, world.pair);
#define CHECK(T, NAME)                                                                  \
    EXPECT_EQ(text(GrB_##NAME##_SEMIRING_##T, GrB_NAME), "GrB_" #NAME "_SEMIRING_" #T); \
    expect_domains(GrB_##NAME##_SEMIRING_##T, GrB_##T, GrB_##T, GrB_##T);
    NUMBER_TYPES(CHECK, PLUS_TIMES)
    NUMBER_TYPES(CHECK, PLUS_MIN)
    NUMBER_TYPES(CHECK, MIN_PLUS)
    NUMBER_TYPES(CHECK, MIN_TIMES)
    NUMBER_TYPES(CHECK, MIN_FIRST)
    NUMBER_TYPES(CHECK, MIN_SECOND)
    NUMBER_TYPES(CHECK, MIN_MAX)
    NUMBER_TYPES(CHECK, MAX_PLUS)
    NUMBER_TYPES(CHECK, MAX_TIMES)
    NUMBER_TYPES(CHECK, MAX_FIRST)
    NUMBER_TYPES(CHECK, MAX_SECOND)
    NUMBER_TYPES(CHECK, MAX_MIN)
    CHECK(BOOL, LOR_LAND)
    CHECK(BOOL, LAND_LOR)
    CHECK(BOOL, LXOR_LAND)
    CHECK(BOOL, LXNOR_LOR)
#undef CHECK
    expect_domains(world.pair_semiring, world.pair, world.pair, world.pair);
}

TEST(GetSet, Collections) {
    World world;
    EXPECT_EQ(number(world.A, GrB_EL_TYPE_CODE), GrB_FP64_CODE);
    EXPECT_EQ(number(world.mask_u, GrB_EL_TYPE_CODE), GrB_BOOL_CODE);
    EXPECT_EQ(number(world.s, GrB_EL_TYPE_CODE), GrB_FP64_CODE);
    EXPECT_EQ(number(world.pair_A, GrB_EL_TYPE_CODE), GrB_UDT_CODE);
    EXPECT_EQ(number(world.pair_u, GrB_EL_TYPE_CODE), GrB_UDT_CODE);
    EXPECT_EQ(number(world.pair_s, GrB_EL_TYPE_CODE), GrB_UDT_CODE);
    EXPECT_EQ(text(world.A, GrB_EL_TYPE_STRING), "GrB_FP64");
    EXPECT_EQ(text(world.mask_u, GrB_EL_TYPE_STRING), "GrB_BOOL");
    EXPECT_EQ(text(world.s, GrB_EL_TYPE_STRING), "GrB_FP64");
    EXPECT_EQ(text(world.pair_u, GrB_EL_TYPE_STRING), "");
#define CHECK(T, unused)                                                  \
    {                                                                     \
        GrB_Matrix A = new_matrix(GrB_##T, 2, 2);                         \
        GrB_Vector u = new_vector(GrB_##T, 2);                            \
        GrB_Scalar s = nullptr;                                           \
        REQUIRE(GrB_Scalar_new(&s, GrB_##T));                             \
        EXPECT_EQ(number(A, GrB_EL_TYPE_CODE), GrB_##T##_CODE);           \
        EXPECT_EQ(number(u, GrB_EL_TYPE_CODE), GrB_##T##_CODE);           \
        EXPECT_EQ(number(s, GrB_EL_TYPE_CODE), GrB_##T##_CODE);           \
        EXPECT_EQ(text(A, GrB_EL_TYPE_STRING), "GrB_" #T);                \
        EXPECT_EQ(text(u, GrB_EL_TYPE_STRING), "GrB_" #T);                \
        EXPECT_EQ(text(s, GrB_EL_TYPE_STRING), "GrB_" #T);                \
        /* The scalar form casts to the scalar's domain. */               \
        EXPECT_EQ(get(A, s, GrB_EL_TYPE_CODE), GrB_SUCCESS);              \
        double code = 0;                                                  \
        EXPECT_EQ(GrB_Scalar_extractElement_FP64(&code, s), GrB_SUCCESS); \
        EXPECT_EQ(code, GrB_##T##_CODE);                                  \
        REQUIRE(GrB_Matrix_free(&A));                                     \
        REQUIRE(GrB_Vector_free(&u));                                     \
        REQUIRE(GrB_Scalar_free(&s));                                     \
    }
    ALL_TYPES(CHECK, )
#undef CHECK
}

} // namespace
} // namespace api
