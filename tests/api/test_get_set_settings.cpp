// Tests GrB_get and GrB_set of changeable fields: descriptors, names, settings, storage.
#include "api/fields.h"
#include "graphblast/gxb_options.h"

#include <cstring>
#include <sstream>

namespace api {
namespace {

// clang-format off
#define ALL_TYPES(M, ...)                                                                     \
    M(BOOL, __VA_ARGS__) M(INT8, __VA_ARGS__) M(UINT8, __VA_ARGS__) M(INT16, __VA_ARGS__)     \
    M(UINT16, __VA_ARGS__) M(INT32, __VA_ARGS__) M(UINT32, __VA_ARGS__) M(INT64, __VA_ARGS__) \
    M(UINT64, __VA_ARGS__) M(FP32, __VA_ARGS__) M(FP64, __VA_ARGS__)
// clang-format on

TEST(GetSet, Descriptors) {
    World world;
    const GrB_Field fields[] = {GrB_OUTP_FIELD, GrB_MASK_FIELD, GrB_INP0_FIELD, GrB_INP1_FIELD};
    const auto expect = [&](GrB_Descriptor descriptor, int outp, int mask, int inp0, int inp1) {
        const int values[] = {outp, mask, inp0, inp1};
        for (int k = 0; k < 4; k++)
            EXPECT_EQ(number(descriptor, fields[k]), values[k]) << text(descriptor, GrB_NAME);
    };
    const int tran = GrB_TRAN, replace = GrB_REPLACE;
    expect(GrB_DESC_T0, 0, 0, tran, 0);
    expect(GrB_DESC_T1, 0, 0, 0, tran);
    expect(GrB_DESC_C, 0, GrB_COMP, 0, 0);
    expect(GrB_DESC_S, 0, GrB_STRUCTURE, 0, 0);
    expect(GrB_DESC_SC, 0, GrB_COMP_STRUCTURE, 0, 0);
    expect(GrB_DESC_R, replace, 0, 0, 0);
    expect(GrB_DESC_RSCT0T1, replace, GrB_COMP_STRUCTURE, tran, tran);
    EXPECT_EQ(text(GrB_DESC_RSCT0T1, GrB_NAME), "GrB_DESC_RSCT0T1");
    EXPECT_EQ(text(GrB_DESC_T0, GrB_NAME), "GrB_DESC_T0");

    GrB_Descriptor own = nullptr;
    REQUIRE(GrB_Descriptor_new(&own));
    expect(own, 0, 0, 0, 0);
    EXPECT_EQ(set(own, GrB_REPLACE, GrB_OUTP_FIELD), GrB_SUCCESS);
    EXPECT_EQ(set(own, GrB_COMP, GrB_MASK_FIELD), GrB_SUCCESS);
    expect(own, replace, GrB_COMP, 0, 0);
    EXPECT_EQ(set(own, GrB_STRUCTURE, GrB_MASK_FIELD), GrB_SUCCESS);
    EXPECT_EQ(GrB_Descriptor_set(own, GrB_INP1, GrB_TRAN), GrB_SUCCESS);
    expect(own, replace, GrB_COMP_STRUCTURE, 0, tran);
    EXPECT_EQ(set(own, GrB_DEFAULT, GrB_MASK_FIELD), GrB_SUCCESS);
    EXPECT_EQ(set(own, GrB_DEFAULT, GrB_OUTP_FIELD), GrB_SUCCESS);
    EXPECT_EQ(set(own, GrB_DEFAULT, GrB_INP1_FIELD), GrB_SUCCESS);
    EXPECT_EQ(set(own, GrB_TRAN, GrB_INP0_FIELD), GrB_SUCCESS);
    expect(own, 0, 0, tran, 0);
    // An operation obeys it: the transpose of the transpose of a 5 x 7 matrix.
    EXPECT_EQ(GrB_transpose(world.D, nullptr, nullptr, world.A, own), GrB_SUCCESS);
    EXPECT_EQ(contents(world.D), contents(world.A));

    const std::pair<GrB_Field, int> wrong[] = {
        {GrB_OUTP_FIELD, GrB_TRAN}, {GrB_MASK_FIELD, GrB_TRAN}, {GrB_INP0_FIELD, GrB_REPLACE},
        {GrB_INP1_FIELD, GrB_COMP}, {GrB_OUTP_FIELD, 99},       {GrB_MASK_FIELD, -1}};
    for (const auto &[field, value] : wrong) {
        EXPECT_EQ(set(own, value, field), GrB_INVALID_VALUE) << field << ' ' << value;
        EXPECT_NE(error_text(own), "");
    }
    expect(own, 0, 0, tran, 0);
    for (const GrB_Field field : fields)
        EXPECT_EQ(set(GrB_DESC_S, GrB_DEFAULT, field), GrB_INVALID_VALUE);
    expect(GrB_DESC_S, 0, GrB_STRUCTURE, 0, 0);
    REQUIRE(GrB_Descriptor_free(&own));
}

template <class Object>
void expect_named_at_any_time(Object object) {
    EXPECT_EQ(text(object, GrB_NAME), "");
    const std::string name(5000, 'n');
    EXPECT_EQ(set(object, name.c_str(), GrB_NAME), GrB_SUCCESS);
    EXPECT_EQ(text(object, GrB_NAME), name);
    EXPECT_EQ(set(object, "two", GrB_NAME), GrB_SUCCESS);
    EXPECT_EQ(text(object, GrB_NAME), "two");
    EXPECT_EQ(set(object, "", GrB_NAME), GrB_SUCCESS);
    EXPECT_EQ(text(object, GrB_NAME), "");
    EXPECT_EQ(set(object, "kept until the object is freed", GrB_NAME), GrB_SUCCESS);
}

template <class Object>
void expect_named_once(Object object) {
    EXPECT_EQ(text(object, GrB_NAME), "");
    char name[] = "one";
    EXPECT_EQ(set(object, name, GrB_NAME), GrB_SUCCESS);
    name[0] = 'X'; // the library has a copy
    EXPECT_EQ(text(object, GrB_NAME), "one");
    EXPECT_EQ(set(object, "two", GrB_NAME), GrB_ALREADY_SET);
    EXPECT_NE(error_text(object).find("\"one\""), std::string::npos) << error_text(object);
    EXPECT_EQ(set(object, "", GrB_NAME), GrB_ALREADY_SET);
    EXPECT_EQ(text(object, GrB_NAME), "one");
}

template <class Object>
void expect_name_fixed(Object object, const std::string &name) {
    EXPECT_EQ(set(object, "mine", GrB_NAME), GrB_INVALID_VALUE);
    EXPECT_EQ(text(object, GrB_NAME), name);
}

TEST(GetSet, Names) {
    World world;
    expect_named_at_any_time(world.A);
    expect_named_at_any_time(world.u);
    expect_named_at_any_time(world.s);
    expect_named_at_any_time(world.desc);
    expect_named_once(world.pair);
    expect_named_once(world.negate);
    expect_named_once(world.minus);
    expect_named_once(world.shifted);
    expect_named_once(world.monoid);
    expect_named_once(world.semiring);
    expect_name_fixed(GrB_INT8, "GrB_INT8");
    expect_name_fixed(GrB_ABS_FP32, "GrB_ABS_FP32");
    expect_name_fixed(GrB_MIN_FP64, "GrB_MIN_FP64");
    expect_name_fixed(GrB_TRIL, "GrB_TRIL");
    expect_name_fixed(GrB_MAX_MONOID_INT64, "GrB_MAX_MONOID_INT64");
    expect_name_fixed(GrB_LOR_LAND_SEMIRING_BOOL, "GrB_LOR_LAND_SEMIRING_BOOL");
    expect_name_fixed(GrB_DESC_C, "GrB_DESC_C");
    expect_name_fixed(GrB_GLOBAL, "GraphBLAST");
    // A copy is an independent object.
    GrB_Matrix copy = copy_of(world.A);
    EXPECT_EQ(text(copy, GrB_NAME), "");
    REQUIRE(GrB_Matrix_free(&copy));
}

TEST(GetSet, Library) {
    EXPECT_EQ(number(GrB_GLOBAL, GrB_LIBRARY_VER_MAJOR), 0);
    EXPECT_EQ(number(GrB_GLOBAL, GrB_LIBRARY_VER_MINOR), 1);
    EXPECT_EQ(number(GrB_GLOBAL, GrB_LIBRARY_VER_PATCH), 0);
    unsigned version = 0, subversion = 0;
    REQUIRE(GrB_getVersion(&version, &subversion));
    EXPECT_EQ(number(GrB_GLOBAL, GrB_API_VER_MAJOR), static_cast<int>(version));
    EXPECT_EQ(number(GrB_GLOBAL, GrB_API_VER_MINOR), static_cast<int>(subversion));
    EXPECT_EQ(number(GrB_GLOBAL, GrB_API_VER_PATCH), 0);
    EXPECT_EQ(number(GrB_GLOBAL, GrB_BLOCKING_MODE), GrB_NONBLOCKING);

    const int threads = number(GrB_GLOBAL, GxB_GLOBAL_NTHREADS);
    EXPECT_GE(threads, 1);
    EXPECT_EQ(set(GrB_GLOBAL, 3, GxB_GLOBAL_NTHREADS), GrB_SUCCESS);
    EXPECT_EQ(number(GrB_GLOBAL, GxB_GLOBAL_NTHREADS), 3);
    EXPECT_EQ(set(GrB_GLOBAL, 0, GxB_GLOBAL_NTHREADS), GrB_SUCCESS);
    EXPECT_EQ(number(GrB_GLOBAL, GxB_GLOBAL_NTHREADS), threads);

    EXPECT_EQ(set(GrB_GLOBAL, 1, GrX_DETERMINISTIC), GrB_SUCCESS);
    EXPECT_EQ(number(GrB_GLOBAL, GrX_DETERMINISTIC), 1);
    EXPECT_EQ(set(GrB_GLOBAL, 2, GrX_DETERMINISTIC), GrB_INVALID_VALUE);
    EXPECT_EQ(number(GrB_GLOBAL, GrX_DETERMINISTIC), 1);
    EXPECT_EQ(set(GrB_GLOBAL, 0, GrX_DETERMINISTIC), GrB_SUCCESS);

    EXPECT_EQ(number(GrB_GLOBAL, GrX_BLOB_FORMAT), GrX_BLOB_GRAPHBLAST);
    EXPECT_EQ(set(GrB_GLOBAL, 1, GrX_BLOB_FORMAT), GrB_SUCCESS);
    EXPECT_EQ(number(GrB_GLOBAL, GrX_BLOB_FORMAT), GrX_BLOB_SUITESPARSE);
    EXPECT_EQ(set(GrB_GLOBAL, 2, GrX_BLOB_FORMAT), GrB_INVALID_VALUE);
    EXPECT_EQ(set(GrB_GLOBAL, -1, GrX_BLOB_FORMAT), GrB_INVALID_VALUE);
    EXPECT_EQ(number(GrB_GLOBAL, GrX_BLOB_FORMAT), GrX_BLOB_SUITESPARSE);
    EXPECT_EQ(set(GrB_GLOBAL, 0, GrX_BLOB_FORMAT), GrB_SUCCESS);
    EXPECT_EQ(number(GrB_GLOBAL, GrX_TF32), 0);
    EXPECT_EQ(set(GrB_GLOBAL, 1, GrX_TF32), GrB_SUCCESS);
    EXPECT_EQ(number(GrB_GLOBAL, GrX_TF32), 1);
    EXPECT_EQ(set(GrB_GLOBAL, -1, GrX_TF32), GrB_INVALID_VALUE);
    EXPECT_EQ(number(GrB_GLOBAL, GrX_TF32), 1);
    EXPECT_EQ(set(GrB_GLOBAL, 0, GrX_TF32), GrB_SUCCESS);

    EXPECT_EQ(text(GrB_GLOBAL, GrX_LOG), "");
    EXPECT_EQ(set(GrB_GLOBAL, "loud", GrX_LOG), GrB_INVALID_VALUE);
    EXPECT_EQ(set(GrB_GLOBAL, "pick", GrX_LOG), GrB_SUCCESS);
    EXPECT_EQ(text(GrB_GLOBAL, GrX_LOG), "pick");
    EXPECT_EQ(set(GrB_GLOBAL, "", GrX_LOG), GrB_SUCCESS);
}

TEST(GetSet, ForcedSchedules) {
    constexpr const char *variants[] = {"mxv:cuda/mxv_push_bitmap", "mxv:cuda/mxv_push_atomic",
                                        "mxv:cuda/mxv_pull_masked"};
    for (const std::string variant : variants) {
        for (const char *schedule :
             {"merge", "vertex", "warp", "block", "twc", "twce", "edge", "weaver"}) {
            const std::string rule = variant + ":" + schedule;
            EXPECT_EQ(set(GrB_GLOBAL, rule.c_str(), GrX_FORCE), GrB_SUCCESS) << rule;
            EXPECT_EQ(text(GrB_GLOBAL, GrX_FORCE), rule);
        }
    }
    // The last of several rules for one operation forces a variant; the others keep their
    // schedules.
    const char *two = "mxv:cuda/mxv_push_bitmap:twc,mxv:cuda/mxv_pull_masked:weaver,"
                      "mxm:cpu/mxm_gustavson_hash";
    EXPECT_EQ(set(GrB_GLOBAL, two, GrX_FORCE), GrB_SUCCESS);
    EXPECT_EQ(text(GrB_GLOBAL, GrX_FORCE), two);
    // A wrong value changes nothing.
    for (const char *wrong :
         {"mxv:cuda/mxv_push_atomic:fast", "mxv:cuda/mxv_push_atomic:", "mxv:cpu/mxv_pull_rows:twc",
          "mxv:cuda/mxv_push_atomic:twc:twc", "mxv:cuda/mxv_push_atomic:vertex,mxv:cpu/nothing"}) {
        EXPECT_EQ(set(GrB_GLOBAL, wrong, GrX_FORCE), GrB_INVALID_VALUE) << wrong;
        EXPECT_EQ(text(GrB_GLOBAL, GrX_FORCE), two);
    }
    EXPECT_EQ(set(GrB_GLOBAL, "mxv:cuda/mxv_cusparse:alg2", GrX_FORCE), GrB_SUCCESS);
    EXPECT_EQ(text(GrB_GLOBAL, GrX_FORCE), "mxv:cuda/mxv_cusparse:alg2");
    EXPECT_EQ(set(GrB_GLOBAL, "mxv:cuda/mxv_cusparse", GrX_FORCE), GrB_SUCCESS);
    EXPECT_EQ(text(GrB_GLOBAL, GrX_FORCE), "mxv:cuda/mxv_cusparse");
    EXPECT_EQ(set(GrB_GLOBAL, "mxv:cuda/mxv_push_atomic:twc", GrX_SKIP), GrB_INVALID_VALUE);
    EXPECT_EQ(set(GrB_GLOBAL, "", GrX_FORCE), GrB_SUCCESS);
    EXPECT_EQ(text(GrB_GLOBAL, GrX_FORCE), "");
}

TEST(GetSet, Rates) {
    const std::string before = text(GrB_GLOBAL, GrX_RATES);
    EXPECT_NE(before.find("\nstream_bytes "), std::string::npos);
    EXPECT_NE(before.find(" # bytes/s: reading or writing in order\n"), std::string::npos);
    EXPECT_EQ(set(GrB_GLOBAL, "sort_keys 3e7\nno_such_rate 7\n", GrX_RATES), GrB_INVALID_VALUE);
    EXPECT_EQ(text(GrB_GLOBAL, GrX_RATES), before);
    EXPECT_EQ(set(GrB_GLOBAL, "# mine\nsort_keys 1.25e8 # more", GrX_RATES), GrB_SUCCESS);
    EXPECT_NE(text(GrB_GLOBAL, GrX_RATES).find("\nsort_keys 1.25e+08 # "), std::string::npos);
    EXPECT_EQ(set(GrB_GLOBAL, before.c_str(), GrX_RATES), GrB_SUCCESS);
    EXPECT_EQ(text(GrB_GLOBAL, GrX_RATES), before);
    EXPECT_EQ(set(GrB_GLOBAL, "", GrX_RATES), GrB_SUCCESS);
}

/// Each eligible variant has a line, with times if they were requested.
TEST(GetSet, Trials) {
    World world;
    const auto device = static_cast<GrB_Field>(GrX_DEVICE);
    std::int32_t use = 0;
    ASSERT_EQ(GrB_Global_get_INT32(GrB_GLOBAL, &use, device), GrB_SUCCESS);
    ASSERT_EQ(GrB_Global_set_INT32(GrB_GLOBAL, GrX_DEVICE_OFF, device), GrB_SUCCESS); // host only
    const auto lines = [&](const char *mode) {
        EXPECT_EQ(set(GrB_GLOBAL, mode, GrX_TRIALS), GrB_SUCCESS);
        EXPECT_EQ(GrB_mxv(world.w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, world.A, world.u,
                          nullptr),
                  GrB_SUCCESS);
        return text(GrB_GLOBAL, GrX_TRIALS);
    };
    const auto line_of = [](const std::string &all, const std::string &start) {
        const size_t at = all.find(start);
        return at == std::string::npos ? "" : all.substr(at, all.find('\n', at) - at);
    };
    EXPECT_EQ(set(GrB_GLOBAL, "maybe", GrX_TRIALS), GrB_INVALID_VALUE);
    const auto expect_lines = [&](const char *mode, bool is_timed) {
        const std::string all = lines(mode);
        for (const char *variant : {"mxv cpu/mxv_pull_rows ", "mxv cpu/mxv_push_spa "}) {
            const std::string line = line_of(all, variant);
            ASSERT_NE(line, "") << all;
            std::istringstream words(line.substr(std::strlen(variant)));
            double estimate = 0, time = 0;
            words >> estimate >> time;
            EXPECT_GT(estimate, 0) << line;
            EXPECT_EQ(time > 0, is_timed) << line;
            EXPECT_NE(line.find(" call_seconds=0."), std::string::npos) << line;
            // The line gives the variant's factor.
            EXPECT_NE((line + " ")
                          .find(std::string(" mxv:") +
                                std::string(variant + 4, std::strlen(variant) - 5) + "=1 "),
                      std::string::npos)
                << line;
        }
    };
    expect_lines("estimate", false);
    expect_lines("measure", true);
    const std::string cheap = line_of(lines("estimate"), "mxv cpu/mxv_pull_rows ");
    EXPECT_EQ(set(GrB_GLOBAL, "mxv:cpu/mxv_pull_rows 1000", GrX_RATES), GrB_SUCCESS);
    const std::string dear = line_of(lines("estimate"), "mxv cpu/mxv_pull_rows ");
    EXPECT_NE(text(GrB_GLOBAL, GrX_LAST_VARIANT), "cpu/mxv_pull_rows");
    EXPECT_NEAR(std::stod(dear.substr(22)) / std::stod(cheap.substr(22)), 1000, 1);
    EXPECT_EQ(set(GrB_GLOBAL, "", GrX_RATES), GrB_SUCCESS);
    EXPECT_EQ(lines(""), "");
    EXPECT_EQ(GrB_Global_set_INT32(GrB_GLOBAL, use, device), GrB_SUCCESS);
}

TEST(GetSet, ForcedVariants) {
    World world;
    EXPECT_EQ(set(GrB_GLOBAL, "mxv:cpu/nothing", GrX_FORCE), GrB_INVALID_VALUE);
    EXPECT_EQ(text(GrB_GLOBAL, GrX_FORCE), "");
    EXPECT_EQ(set(GrB_GLOBAL, "mxv:cpu/mxv_pull_rows", GrX_FORCE), GrB_SUCCESS);
    EXPECT_EQ(text(GrB_GLOBAL, GrX_FORCE), "mxv:cpu/mxv_pull_rows");
    EXPECT_EQ(set(GrB_GLOBAL, "", GrX_PICKS), GrB_SUCCESS);
    EXPECT_EQ(text(GrB_GLOBAL, GrX_PICKS), "");
    EXPECT_EQ(
        GrB_mxv(world.w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, world.A, world.u, nullptr),
        GrB_SUCCESS);
    EXPECT_EQ(text(GrB_GLOBAL, GrX_LAST_VARIANT), "cpu/mxv_pull_rows");
    // The counts may also have conversions that it needed.
    EXPECT_NE((" " + text(GrB_GLOBAL, GrX_PICKS) + " ").find(" mxv:cpu/mxv_pull_rows=1 "),
              std::string::npos);
    EXPECT_EQ(set(GrB_GLOBAL, "x", GrX_PICKS), GrB_INVALID_VALUE);
    EXPECT_EQ(set(GrB_GLOBAL, "", GrX_FORCE), GrB_SUCCESS);
    EXPECT_EQ(set(GrB_GLOBAL, "mxv:cpu/mxv_pull_rows", GrX_SKIP), GrB_SUCCESS);
    EXPECT_EQ(text(GrB_GLOBAL, GrX_SKIP), "mxv:cpu/mxv_pull_rows");
    EXPECT_EQ(set(GrB_GLOBAL, "", GrX_SKIP), GrB_SUCCESS);
    EXPECT_EQ(text(GrB_GLOBAL, GrX_SKIP), "");
}

TEST(GetSet, StorageOptions) {
    World world;
    const std::string before = contents(world.A);
    for (const int format : {GrX_SPARSE, GrX_HYPERSPARSE, GrX_BITMAP, GrX_BALANCED}) {
        EXPECT_EQ(set(world.A, format, GrX_FORMAT), GrB_SUCCESS);
        EXPECT_EQ(number(world.A, GrX_FORMAT), format);
        EXPECT_EQ(number(world.A, GrX_FORMAT_STATUS), format);
        EXPECT_EQ(contents(world.A), before);
    }
    EXPECT_EQ(set(world.A, GrX_BALANCED + 1, GrX_FORMAT), GrB_INVALID_VALUE);
    EXPECT_EQ(set(world.u, GrX_HYPERSPARSE, GrX_FORMAT), GrB_INVALID_VALUE);
    EXPECT_EQ(set(world.u, GrX_BITMAP, GrX_FORMAT), GrB_SUCCESS);
    EXPECT_EQ(number(world.u, GrX_FORMAT_STATUS), GrX_BITMAP);
    EXPECT_EQ(set(world.A, GrX_SPARSE, GrX_FORMAT), GrB_SUCCESS);
    std::size_t narrow = 0, wide = 0;
    EXPECT_EQ(get(world.A, &narrow, GrX_BYTES), GrB_SUCCESS);
    EXPECT_EQ(set(world.A, 64, GrX_INDEX_WIDTH), GrB_SUCCESS);
    EXPECT_EQ(number(world.A, GrX_INDEX_WIDTH), 64);
    EXPECT_EQ(get(world.A, &wide, GrX_BYTES), GrB_SUCCESS);
    EXPECT_GT(wide, narrow);
    EXPECT_EQ(contents(world.A), before);
    EXPECT_EQ(set(world.A, 16, GrX_INDEX_WIDTH), GrB_INVALID_VALUE);
    EXPECT_EQ(set(world.A, 4, GrX_ORIENTATIONS), GrB_INVALID_VALUE);
    EXPECT_EQ(number(world.A, GrX_ORIENTATIONS), 0);
}

TEST(GetSet, OrientationHint) {
    World world;
    const std::string before = contents(world.A);
    REQUIRE(set(world.A, GrX_SPARSE, GrX_FORMAT));
    EXPECT_EQ(number(world.A, GrB_STORAGE_ORIENTATION_HINT), GrB_ROWMAJOR);
    const std::pair<int, GrB_Format> hints[] = {{GrB_COLMAJOR, GrB_CSC_FORMAT},
                                                {GrB_ROWMAJOR, GrB_CSR_FORMAT}};
    for (const auto &[hint, layout] : hints) {
        EXPECT_EQ(set(world.A, hint, GrB_STORAGE_ORIENTATION_HINT), GrB_SUCCESS);
        EXPECT_EQ(number(world.A, GrB_STORAGE_ORIENTATION_HINT), hint);
        GrB_Format cheapest = GrB_COO_FORMAT;
        EXPECT_EQ(GrB_Matrix_exportHint(&cheapest, world.A), GrB_SUCCESS);
        EXPECT_EQ(cheapest, layout);
        EXPECT_EQ(contents(world.A), before);
    }
    EXPECT_EQ(set(world.A, GrB_BOTH, GrB_STORAGE_ORIENTATION_HINT), GrB_SUCCESS);
    EXPECT_EQ(number(world.A, GrB_STORAGE_ORIENTATION_HINT), GrB_BOTH);
    EXPECT_EQ(number(world.A, GrX_ORIENTATIONS), 3);
    EXPECT_EQ(set(world.A, GrB_UNKNOWN, GrB_STORAGE_ORIENTATION_HINT), GrB_SUCCESS);
    EXPECT_EQ(number(world.A, GrX_ORIENTATIONS), 0);
    EXPECT_EQ(set(world.A, 4, GrB_STORAGE_ORIENTATION_HINT), GrB_INVALID_VALUE);
    EXPECT_EQ(set(world.u, 4, GrB_STORAGE_ORIENTATION_HINT), GrB_INVALID_VALUE);
    EXPECT_EQ(set(world.s, -1, GrB_STORAGE_ORIENTATION_HINT), GrB_INVALID_VALUE);
    // With at most one dimension, both orders are the same.
    EXPECT_EQ(set(world.u, GrB_COLMAJOR, GrB_STORAGE_ORIENTATION_HINT), GrB_SUCCESS);
    EXPECT_EQ(number(world.u, GrB_STORAGE_ORIENTATION_HINT), GrB_BOTH);
    EXPECT_EQ(set(world.s, GrB_ROWMAJOR, GrB_STORAGE_ORIENTATION_HINT), GrB_SUCCESS);
    EXPECT_EQ(number(world.s, GrB_STORAGE_ORIENTATION_HINT), GrB_BOTH);
    // The library's hint is the default of new matrices.
    EXPECT_EQ(number(GrB_GLOBAL, GrB_STORAGE_ORIENTATION_HINT), GrB_ROWMAJOR);
    EXPECT_EQ(set(GrB_GLOBAL, GrB_COLMAJOR, GrB_STORAGE_ORIENTATION_HINT), GrB_SUCCESS);
    EXPECT_EQ(number(GrB_GLOBAL, GrB_STORAGE_ORIENTATION_HINT), GrB_COLMAJOR);
    EXPECT_EQ(number(GrB_GLOBAL, GrX_ORIENTATIONS), 2);
    GrB_Matrix B = new_matrix(GrB_FP64, 3, 4);
    EXPECT_EQ(number(B, GrB_STORAGE_ORIENTATION_HINT), GrB_COLMAJOR);
    REQUIRE(GrB_Matrix_free(&B));
    EXPECT_EQ(set(GrB_GLOBAL, 17, GrB_STORAGE_ORIENTATION_HINT), GrB_INVALID_VALUE);
    EXPECT_EQ(set(GrB_GLOBAL, 4, GrX_ORIENTATIONS), GrB_INVALID_VALUE);
    EXPECT_EQ(set(GrB_GLOBAL, GrB_UNKNOWN, GrB_STORAGE_ORIENTATION_HINT), GrB_SUCCESS);
}

TEST(GetSet, ScalarForm) {
    World world;
    // The scalar of a user-defined type takes no number.
    EXPECT_EQ(get(world.A, world.pair_s, GrB_EL_TYPE_CODE), GrB_DOMAIN_MISMATCH);
    EXPECT_EQ(set(world.A, world.pair_s, GrX_FORMAT), GrB_DOMAIN_MISMATCH);
    EXPECT_EQ(set(world.A, world.none, GrX_FORMAT), GrB_EMPTY_OBJECT);
    EXPECT_EQ(set(world.A, world.none, GrB_NAME), GrB_INVALID_VALUE);
    EXPECT_EQ(number(world.A, GrX_FORMAT), GrX_AUTO);
    EXPECT_EQ(get(world.A, world.none, GrB_EL_TYPE_CODE), GrB_SUCCESS); // fills it
    double value = 0;
    EXPECT_EQ(GrB_Scalar_extractElement_FP64(&value, world.none), GrB_SUCCESS);
    EXPECT_EQ(value, GrB_FP64_CODE);
    // NO_VALUE leaves the scalar unchanged.
    EXPECT_EQ(get(GrB_ROWGT, world.none, GrB_INP0_TYPE_CODE), GrB_NO_VALUE);
    EXPECT_EQ(GrB_Scalar_extractElement_FP64(&value, world.none), GrB_SUCCESS);
    EXPECT_EQ(value, GrB_FP64_CODE);
#define CHECK(T, unused)                                            \
    {                                                               \
        GrB_Scalar s = nullptr;                                     \
        REQUIRE(GrB_Scalar_new(&s, GrB_##T));                       \
        REQUIRE(GrB_Scalar_setElement_FP64(s, 1));                  \
        EXPECT_EQ(set(world.A, GrX_AUTO, GrX_FORMAT), GrB_SUCCESS); \
        EXPECT_EQ(set(world.A, s, GrX_FORMAT), GrB_SUCCESS) << #T;  \
        EXPECT_EQ(number(world.A, GrX_FORMAT), GrX_SPARSE) << #T;   \
        REQUIRE(GrB_Scalar_free(&s));                               \
    }
    ALL_TYPES(CHECK, )
#undef CHECK
    REQUIRE(GrB_Scalar_setElement_FP64(world.s, GrB_TRAN));
    EXPECT_EQ(set(world.desc, world.s, GrB_INP0_FIELD), GrB_SUCCESS);
    EXPECT_EQ(number(world.desc, GrB_INP0_FIELD), GrB_TRAN);
    EXPECT_EQ(set(GrB_GLOBAL, world.s, GxB_GLOBAL_NTHREADS), GrB_SUCCESS);
    EXPECT_EQ(number(GrB_GLOBAL, GxB_GLOBAL_NTHREADS), GrB_TRAN);
    REQUIRE(set(GrB_GLOBAL, 0, GxB_GLOBAL_NTHREADS));
    REQUIRE(GrB_Scalar_setElement_FP64(world.s, GrX_BITMAP));
    EXPECT_EQ(set(world.u, world.s, GrX_FORMAT), GrB_SUCCESS);
    EXPECT_EQ(number(world.u, GrX_FORMAT), GrX_BITMAP);
    REQUIRE(GrB_Scalar_setElement_FP64(world.s, GrB_COLMAJOR));
    EXPECT_EQ(set(world.none, world.s, GrB_STORAGE_ORIENTATION_HINT), GrB_SUCCESS);
}

} // namespace
} // namespace api
