// Tests every field × kind of object × form of GrB_get and GrB_set: only the field's form is
// accepted.
#include "api/fields.h"
#include "graphblast/gxb_options.h"

#include <algorithm>

namespace api {
namespace {

enum Kinds : unsigned {
    global = 1,
    type = 2,
    unary = 4,
    binary = 8,
    index_unary = 16,
    monoid = 32,
    semiring = 64,
    descriptor = 128,
    scalar = 256,
    vector = 512,
    matrix = 1024,
    containers = vector | matrix,
    collections = scalar | containers,
    operators = unary | binary | index_unary,
    algebra = operators | monoid | semiring,
    all = 2047,
};

enum class Form { int32, size, string };

struct FieldRow {
    GrB_Field field;
    Form form;
    unsigned owners, writers;
};

constexpr FieldRow rows[] = {
    {GrB_OUTP_FIELD, Form::int32, descriptor, descriptor},
    {GrB_MASK_FIELD, Form::int32, descriptor, descriptor},
    {GrB_INP0_FIELD, Form::int32, descriptor, descriptor},
    {GrB_INP1_FIELD, Form::int32, descriptor, descriptor},
    {GrB_NAME, Form::string, all, all & ~global},
    {GrB_LIBRARY_VER_MAJOR, Form::int32, global, 0},
    {GrB_LIBRARY_VER_MINOR, Form::int32, global, 0},
    {GrB_LIBRARY_VER_PATCH, Form::int32, global, 0},
    {GrB_API_VER_MAJOR, Form::int32, global, 0},
    {GrB_API_VER_MINOR, Form::int32, global, 0},
    {GrB_API_VER_PATCH, Form::int32, global, 0},
    {GrB_BLOCKING_MODE, Form::int32, global, 0},
    {GrB_STORAGE_ORIENTATION_HINT, Form::int32, global | collections, global | collections},
    {GrB_EL_TYPE_CODE, Form::int32, type | collections, 0},
    {GrB_INP0_TYPE_CODE, Form::int32, algebra, 0},
    {GrB_INP1_TYPE_CODE, Form::int32, algebra, 0},
    {GrB_OUTP_TYPE_CODE, Form::int32, algebra, 0},
    {GrB_EL_TYPE_STRING, Form::string, type | collections, 0},
    {GrB_INP0_TYPE_STRING, Form::string, algebra, 0},
    {GrB_INP1_TYPE_STRING, Form::string, algebra, 0},
    {GrB_OUTP_TYPE_STRING, Form::string, algebra, 0},
    {GrB_SIZE, Form::size, type, 0},
    {GxB_JIT_C_NAME, Form::string, type | operators | collections, 0},
    {GxB_JIT_C_DEFINITION, Form::string, type | operators, 0},
    {GxB_GLOBAL_NTHREADS, Form::int32, global, global},
    {GrX_FORMAT, Form::int32, containers, containers},
    {GrX_FORMAT_STATUS, Form::int32, containers, 0},
    {GrX_INDEX_WIDTH, Form::int32, containers, containers},
    {GrX_FORCE, Form::string, global, global},
    {GrX_SKIP, Form::string, global, global},
    {GrX_LOG, Form::string, global, global},
    {GrX_DETERMINISTIC, Form::int32, global, global},
    {GrX_ORIENTATIONS, Form::int32, global | matrix, global | matrix},
    {GrX_LAST_VARIANT, Form::string, global, 0},
    {GrX_PICKS, Form::string, global, global},
    {GrX_BYTES, Form::size, containers, 0},
    {GrX_COMPRESSION, Form::int32, global, global},
    {GrX_BLOB_FORMAT, Form::int32, global, global},
    {GrX_DEVICE, Form::int32, global, global},
    {GrX_TF32, Form::int32, global, global},
    {GrX_RATES, Form::string, global, global},
    {GrX_TRIALS, Form::string, global, global},
    {GrX_DEVICE_NAME, Form::string, global, 0},
    {GrX_MAXK_FIELD, Form::int32, descriptor, descriptor},
};

bool is_answer(GrB_Info info) {
    return info == GrB_SUCCESS || info == GrB_NO_VALUE;
}

template <class Object>
void check_get(Object object, unsigned kind, const FieldRow &row, World &world) {
    const bool has = (row.owners & kind) != 0;
    SCOPED_TRACE("field " + std::to_string(row.field) + " of kind " + std::to_string(kind));
    std::int32_t number = -99;
    const GrB_Info as_number = get(object, &number, row.field);
    if (has && row.form == Form::int32) {
        EXPECT_TRUE(is_answer(as_number));
    } else {
        EXPECT_EQ(as_number, GrB_INVALID_VALUE);
        EXPECT_EQ(number, -99);
    }
    std::size_t size = 99;
    const GrB_Info as_size = get(object, &size, row.field);
    if (has && row.form != Form::int32) {
        EXPECT_TRUE(is_answer(as_size));
    } else {
        EXPECT_EQ(as_size, GrB_INVALID_VALUE);
        EXPECT_EQ(size, 99U);
    }
    std::string untouched = "untouched";
    untouched.resize(as_size == GrB_SUCCESS ? std::max<std::size_t>(size, 64) : 64);
    char *const text = untouched.data();
    const GrB_Info as_text = get(object, text, row.field);
    if (has && row.form == Form::string) {
        EXPECT_TRUE(is_answer(as_text));
        EXPECT_EQ(as_text, as_size);
    } else {
        EXPECT_EQ(as_text, GrB_INVALID_VALUE);
        EXPECT_STREQ(text, "untouched");
    }
    EXPECT_EQ(GrB_Scalar_clear(world.s), GrB_SUCCESS);
    const GrB_Info as_scalar = get(object, world.s, row.field);
    if (has && row.form != Form::string) {
        EXPECT_TRUE(is_answer(as_scalar));
    } else {
        EXPECT_EQ(as_scalar, GrB_INVALID_VALUE);
        EXPECT_NE(error_text(world.s), "");
    }
    GrB_Index nvals = 99;
    EXPECT_EQ(GrB_Scalar_nvals(&nvals, world.s), GrB_SUCCESS);
    EXPECT_EQ(nvals, as_scalar == GrB_SUCCESS ? 1U : 0U);
    EXPECT_EQ(get(object, static_cast<void *>(text), row.field), GrB_INVALID_VALUE);
}

/// A field refuses to be set if it is read-only, of another form, or absent.
template <class Object>
void check_refusals(Object object, unsigned kind, const FieldRow &row, World &world) {
    const bool can_change = (row.writers & kind) != 0;
    SCOPED_TRACE("field " + std::to_string(row.field) + " of kind " + std::to_string(kind));
    EXPECT_EQ(GrB_Scalar_setElement_FP64(world.s, 0), GrB_SUCCESS);
    if (!can_change || row.form != Form::int32) {
        EXPECT_EQ(set(object, 0, row.field), GrB_INVALID_VALUE);
        EXPECT_EQ(set(object, world.s, row.field), GrB_INVALID_VALUE);
    }
    if (!can_change || row.form != Form::string) {
        EXPECT_EQ(set(object, "", row.field), GrB_INVALID_VALUE);
    }
    const char bytes[8] = "";
    EXPECT_EQ(set(object, bytes, row.field, sizeof bytes), GrB_INVALID_VALUE);
}

template <class Object>
void check_all(Object object, unsigned kind, World &world) {
    for (const FieldRow &row : rows) {
        check_get(object, kind, row, world);
        check_refusals(object, kind, row, world);
    }
    for (const int unknown : {4, 101, 7999, 8015, 8191}) {
        const FieldRow row{enumerator<GrB_Field>(unknown), Form::int32, 0, 0};
        check_get(object, kind, row, world);
        check_refusals(object, kind, row, world);
    }
}

TEST(GetSetForms, EveryFieldOfEveryKind) {
    World world;
    check_all(GrB_GLOBAL, global, world);
    check_all(world.pair, type, world);
    check_all(GrB_INT32, type, world);
    check_all(world.negate, unary, world);
    check_all(GrB_ABS_INT8, unary, world);
    check_all(world.minus, binary, world);
    check_all(GrB_DIV_FP32, binary, world);
    check_all(world.shifted, index_unary, world);
    check_all(GrB_TRIU, index_unary, world);
    check_all(world.monoid, monoid, world);
    check_all(GrB_MIN_MONOID_UINT8, monoid, world);
    check_all(world.semiring, semiring, world);
    check_all(GrB_MAX_PLUS_SEMIRING_FP64, semiring, world);
    check_all(world.desc, descriptor, world);
    check_all(GrB_DESC_RS, descriptor, world);
    check_all(world.none, scalar, world);
    check_all(world.u, vector, world);
    check_all(world.A, matrix, world);
}

TEST(GetSetForms, TextsNameTheField) {
    World world;
    std::int32_t number = 0;
    EXPECT_EQ(get(world.A, &number, GrB_NAME), GrB_INVALID_VALUE);
    EXPECT_EQ(error_text(world.A),
              "GrB_Matrix_get_INT32: field GrB_NAME is of type String, not INT32");
    EXPECT_EQ(get(world.u, &number, GrB_SIZE), GrB_INVALID_VALUE);
    EXPECT_EQ(error_text(world.u), "GrB_Vector_get_INT32: a vector has no field GrB_SIZE");
    EXPECT_EQ(set(world.pair, 4, GrB_EL_TYPE_CODE), GrB_INVALID_VALUE);
    EXPECT_EQ(error_text(world.pair),
              "GrB_Type_set_INT32: field GrB_EL_TYPE_CODE of a type can only be read");
    EXPECT_EQ(get(world.monoid, &number, enumerator<GrB_Field>(4242)), GrB_INVALID_VALUE);
    EXPECT_EQ(error_text(world.monoid), "GrB_Monoid_get_INT32: a monoid has no field 4242");
}

} // namespace
} // namespace api
