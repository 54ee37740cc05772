// Tests that settings, descriptors and contexts in SuiteSparse's forms return the set values.
#include "api/gxb.h"

#include <cstdarg>
#include <cstdio>

namespace api {
namespace {

class GxbOptions : public testing::Test {
protected:
    void TearDown() override {
        // The other tests need the library as it was.
        REQUIRE(GrB_finalize());
        REQUIRE(GrB_init(GrB_NONBLOCKING));
    }
};

TEST_F(GxbOptions, HintsOfObjects) {
    const MatrixPointer A(new_matrix(GrB_FP64, 300, 500)), B(copy_of(A.get()));
    std::int32_t number = -7;
    double real = -7;
    REQUIRE(GxB_Matrix_Option_get_INT32(A.get(), GxB_SPARSITY_CONTROL, &number));
    EXPECT_EQ(number, GxB_AUTO_SPARSITY);
    REQUIRE(GxB_Matrix_Option_set(A.get(), GxB_SPARSITY_CONTROL, GxB_BITMAP + GxB_FULL));
    REQUIRE(GxB_Matrix_Option_get(A.get(), GxB_SPARSITY_CONTROL, &number));
    EXPECT_EQ(number, GxB_BITMAP + GxB_FULL);
    REQUIRE(GxB_Matrix_Option_get_INT32(B.get(), GxB_SPARSITY_CONTROL, &number));
    EXPECT_EQ(number, GxB_AUTO_SPARSITY);
    REQUIRE(GxB_Matrix_Option_get_INT32(A.get(), GxB_FORMAT, &number));
    EXPECT_EQ(number, GxB_BY_ROW);
    REQUIRE(GxB_Matrix_Option_set_INT32(A.get(), GxB_FORMAT, GxB_BY_COL));
    REQUIRE(GrB_Matrix_get_INT32(A.get(), &number, GxB_FORMAT));
    EXPECT_EQ(number, GxB_BY_COL);
    EXPECT_EQ(GxB_Matrix_Option_set_INT32(A.get(), GxB_FORMAT, 7), GrB_INVALID_VALUE);
    REQUIRE(GxB_Matrix_Option_get_FP64(A.get(), GxB_HYPER_SWITCH, &real));
    EXPECT_EQ(real, 0.0625);
    REQUIRE(GxB_Matrix_Option_set(A.get(), GxB_HYPER_SWITCH, 0.5));
    REQUIRE(GxB_Matrix_Option_get(A.get(), GxB_HYPER_SWITCH, &real));
    EXPECT_EQ(real, 0.5);
    REQUIRE(GxB_Matrix_Option_get_FP64(A.get(), GxB_BITMAP_SWITCH, &real));
    EXPECT_EQ(real, 0.4);
    const ScalarPointer given = scalar_of(0.75);
    REQUIRE(GrB_Matrix_set_Scalar(A.get(), given.get(), GxB_BITMAP_SWITCH));
    REQUIRE(GxB_Matrix_Option_get_FP64(A.get(), GxB_BITMAP_SWITCH, &real));
    EXPECT_EQ(real, 0.75);
    const MatrixPointer copy(copy_of(A.get()));
    REQUIRE(GxB_Matrix_Option_get_FP64(copy.get(), GxB_BITMAP_SWITCH, &real));
    EXPECT_EQ(real, 0.75);

    const VectorPointer u = vector_of(8, {});
    REQUIRE(GxB_Vector_Option_set_FP64(u.get(), GxB_BITMAP_SWITCH, 0.3));
    REQUIRE(GxB_Vector_Option_get_FP64(u.get(), GxB_BITMAP_SWITCH, &real));
    EXPECT_EQ(real, 0.3);
    REQUIRE(GxB_Vector_Option_set_INT32(u.get(), GxB_SPARSITY_CONTROL, GxB_SPARSE));
    REQUIRE(GxB_Vector_Option_get(u.get(), GxB_SPARSITY_CONTROL, &number));
    EXPECT_EQ(number, GxB_SPARSE);
    REQUIRE(GxB_Vector_Option_get_INT32(u.get(), GxB_FORMAT, &number));
    EXPECT_EQ(number, GxB_BY_COL);
    REQUIRE(GxB_Vector_Option_set(u.get(), GxB_SPARSITY_CONTROL, GxB_FULL));

    EXPECT_EQ(GxB_Matrix_Option_set_INT32(A.get(), GxB_SPARSITY_STATUS, 1), GrB_INVALID_VALUE);
    EXPECT_EQ(GxB_Matrix_Option_get_INT32(A.get(), GxB_HYPER_SWITCH, &number), GrB_INVALID_VALUE);
    EXPECT_EQ(GxB_Matrix_Option_get_INT32(A.get(), GxB_BURBLE, &number), GrB_INVALID_VALUE);
    EXPECT_EQ(GxB_Matrix_Option_get_INT32(A.get(), GxB_FORMAT, nullptr), GrB_NULL_POINTER);
    EXPECT_EQ(GxB_Matrix_Option_get_INT32(nullptr, GxB_FORMAT, &number), GrB_NULL_POINTER);
}

TEST_F(GxbOptions, StatusSaysHowEntriesAreStored) {
    const std::pair<int, int> formats[] = {{GrX_SPARSE, GxB_SPARSE},
                                           {GrX_HYPERSPARSE, GxB_HYPERSPARSE},
                                           {GrX_BITMAP, GxB_BITMAP},
                                           {GrX_FULL, GxB_BITMAP}};
    const MatrixPointer A = matrix_of(3, 3, {{{0, 1}, 1}, {{2, 2}, 2}});
    for (const auto &[format, status] : formats) {
        REQUIRE(GrB_Matrix_set_INT32(A.get(), format, GrX_FORMAT));
        std::int32_t number = 0;
        REQUIRE(GxB_Matrix_Option_get(A.get(), GxB_SPARSITY_STATUS, &number));
        EXPECT_EQ(number, status);
        bool is_hyper[2] = {false, true};
        REQUIRE(GxB_Matrix_Option_get(A.get(), GxB_IS_HYPER, &is_hyper[0]));
        EXPECT_EQ(is_hyper[0], status == GxB_HYPERSPARSE);
        EXPECT_TRUE(is_hyper[1]);
    }
    const VectorPointer u = vector_of(2, {{{0, 0}, 1}, {{0, 1}, 1}});
    REQUIRE(GrB_Vector_set_INT32(u.get(), GrX_FULL, GrX_FORMAT));
    std::int32_t number = 0;
    REQUIRE(GxB_Vector_Option_get(u.get(), GxB_SPARSITY_STATUS, &number));
    EXPECT_EQ(number, GxB_FULL);
}

TEST_F(GxbOptions, WhatTheLibraryIs) {
    std::int32_t number = -7, version[3] = {};
    const char *text = nullptr;
    REQUIRE(GxB_Global_Option_get_INT32(GxB_MODE, &number));
    EXPECT_EQ(number, GrB_NONBLOCKING);
    EXPECT_EQ(GxB_Global_Option_set_INT32(GxB_MODE, 1), GrB_INVALID_VALUE);
    REQUIRE(GxB_Global_Option_get(GxB_LIBRARY_VERSION, version));
    EXPECT_EQ(version[0], GxB_IMPLEMENTATION_MAJOR);
    EXPECT_EQ(version[1], GxB_IMPLEMENTATION_MINOR);
    EXPECT_EQ(version[2], GxB_IMPLEMENTATION_SUB);
    REQUIRE(GxB_Global_Option_get_INT32(GxB_API_VERSION, version));
    EXPECT_EQ(version[0], 2);
    REQUIRE(GxB_Global_Option_get(GxB_LIBRARY_NAME, &text));
    EXPECT_STREQ(text, "SuiteSparse:GraphBLAS");
    REQUIRE(GxB_Global_Option_get(GxB_LIBRARY_ABOUT, &text));
    EXPECT_STREQ(text, GxB_IMPLEMENTATION_ABOUT);
    EXPECT_EQ(std::string(text).find(GxB_IMPLEMENTATION_NAME), 0U);
    EXPECT_STREQ(GxB_IMPLEMENTATION_NAME, "GraphBLAST");
    REQUIRE(GxB_Global_Option_get_CHAR(GxB_LIBRARY_DATE, &text));
    EXPECT_STREQ(text, GxB_IMPLEMENTATION_DATE);
    REQUIRE(GxB_Global_Option_get_CHAR(GxB_COMPILER_NAME, &text));
    EXPECT_STRNE(text, "");
}

TEST_F(GxbOptions, SettingsOfTheLibrary) {
    std::int32_t number = -7;
    double real = -7, switches[GxB_NBITMAP_SWITCH] = {};
    for (const GxB_Option_Field field : {GxB_BURBLE, GxB_PRINT_1BASED, GxB_JIT_USE_CMAKE}) {
        for (const int value : {1, 0}) {
            REQUIRE(GxB_Global_Option_set(field, value));
            REQUIRE(GxB_Global_Option_get_INT32(field, &number));
            EXPECT_EQ(number, value);
            // The form without a type writes one byte, a bool.
            bool flags[2] = {value == 0, value == 0};
            REQUIRE(GxB_Global_Option_get(field, &flags[0]));
            EXPECT_EQ(flags[0], value == 1);
            EXPECT_EQ(flags[1], value == 0);
        }
    }
    REQUIRE(GxB_Global_Option_set_INT32(GxB_JIT_C_CONTROL, GxB_JIT_RUN));
    REQUIRE(GxB_Global_Option_get_INT32(GxB_JIT_C_CONTROL, &number));
    EXPECT_EQ(number, GxB_JIT_RUN);
    REQUIRE(GxB_Global_Option_set(GxB_FORMAT, GxB_BY_COL));
    REQUIRE(GxB_Global_Option_get(GxB_FORMAT, &number));
    EXPECT_EQ(number, GxB_BY_COL);
    REQUIRE(GxB_Global_Option_set_INT32(GxB_NTHREADS, 3));
    REQUIRE(GxB_Global_Option_get_INT32(GxB_NTHREADS, &number));
    EXPECT_EQ(number, 3);
    REQUIRE(GxB_Global_Option_set(GxB_HYPER_SWITCH, 0.25));
    REQUIRE(GxB_Global_Option_get_FP64(GxB_HYPER_SWITCH, &real));
    EXPECT_EQ(real, 0.25);
    const MatrixPointer A(new_matrix(GrB_FP64, 2, 2));
    REQUIRE(GxB_Matrix_Option_get_FP64(A.get(), GxB_HYPER_SWITCH, &real));
    EXPECT_EQ(real, 0.25);
    REQUIRE(GxB_Global_Option_set_FP64(GxB_CHUNK, 1024));
    REQUIRE(GxB_Global_Option_get(GxB_CHUNK, &real));
    EXPECT_EQ(real, 1024);
    REQUIRE(GxB_Global_Option_get(GxB_BITMAP_SWITCH, switches));
    EXPECT_EQ(switches[7], 0.4);
    for (double &one : switches) one /= 2;
    REQUIRE(GxB_Global_Option_set_FP64_ARRAY(GxB_BITMAP_SWITCH, switches));
    double found[GxB_NBITMAP_SWITCH] = {};
    REQUIRE(GxB_Global_Option_get_FP64(GxB_BITMAP_SWITCH, found));
    EXPECT_EQ(found[7], 0.2);
    REQUIRE(GxB_Matrix_Option_get_FP64(A.get(), GxB_BITMAP_SWITCH, &real));
    EXPECT_EQ(real, 0.025);
    std::int64_t pool[64] = {}, pool_found[64] = {};
    pool[5] = 9;
    REQUIRE(GxB_Global_Option_set_INT64_ARRAY(GxB_MEMORY_POOL, pool));
    REQUIRE(GxB_Global_Option_get_INT64(GxB_MEMORY_POOL, pool_found));
    EXPECT_EQ(pool_found[5], 9);
    EXPECT_EQ(GxB_Global_Option_get_INT32(enumerator<GxB_Option_Field>(12345), &number),
              GrB_INVALID_VALUE);
}

TEST_F(GxbOptions, TextsAndFunctionsOfTheLibrary) {
    const char *text = nullptr;
    REQUIRE(GxB_Global_Option_set_CHAR(GxB_JIT_CACHE_PATH, "/some/where"));
    REQUIRE(GxB_Global_Option_get_CHAR(GxB_JIT_CACHE_PATH, &text));
    EXPECT_STREQ(text, "/some/where");
    char copy[64];
    REQUIRE(GrB_Global_get_String(GrB_GLOBAL, copy, GxB_JIT_CACHE_PATH));
    EXPECT_STREQ(copy, "/some/where");
    EXPECT_EQ(GxB_Global_Option_set_CHAR(GxB_LIBRARY_NAME, "x"), GrB_INVALID_VALUE);
    EXPECT_EQ(GxB_Global_Option_get_CHAR(GxB_BURBLE, &text), GrB_INVALID_VALUE);
    void *function = nullptr;
    REQUIRE(GxB_Global_Option_get_FUNCTION(GxB_MALLOC_FUNCTION, &function));
    EXPECT_EQ(function, reinterpret_cast<void *>(&std::malloc));
    EXPECT_EQ(GxB_Global_Option_set_FUNCTION(GxB_MALLOC_FUNCTION, function), GrB_INVALID_VALUE);
}

TEST_F(GxbOptions, BeforeInitIsPanic) {
    REQUIRE(GrB_finalize());
    std::int32_t number = 5;
    EXPECT_EQ(GxB_Global_Option_get_INT32(GxB_MODE, &number), GrB_PANIC);
    EXPECT_EQ(GxB_Global_Option_get(GxB_MODE, &number), GrB_PANIC);
    EXPECT_EQ(number, 5);
    REQUIRE(GxB_init(GxB_NONBLOCKING_GPU, std::malloc, nullptr, nullptr, std::free));
    REQUIRE(GxB_Global_Option_get(GxB_MODE, &number));
    EXPECT_EQ(number, GrB_NONBLOCKING);
    GB_Global_GrB_init_called_set(false);
    EXPECT_EQ(GxB_Global_Option_get_INT32(GxB_MODE, &number), GrB_PANIC);
    GB_Global_GrB_init_called_set(true);
    REQUIRE(GxB_Global_Option_get_INT32(GxB_MODE, &number));
}

TEST_F(GxbOptions, Descriptors) {
    const DescriptorPointer d = descriptor_of({});
    std::int32_t number = -7;
    double real = -7;
    const std::pair<GrB_Desc_Field, int> settings[] = {{GrB_OUTP, GrB_REPLACE},
                                                       {GrB_INP0, GrB_TRAN},
                                                       {GrB_INP1, GrB_TRAN},
                                                       {GrB_MASK, GrB_COMP},
                                                       {GxB_AxB_METHOD, GxB_AxB_DOT},
                                                       {GxB_SORT, 1},
                                                       {GxB_COMPRESSION, GxB_COMPRESSION_ZSTD + 3},
                                                       {GxB_IMPORT, GxB_SECURE_IMPORT}};
    for (const auto &[field, value] : settings) {
        REQUIRE(GxB_Desc_get_INT32(d.get(), field, &number));
        EXPECT_EQ(number, GrB_DEFAULT);
        REQUIRE(GxB_Desc_set(d.get(), field, value));
        REQUIRE(GxB_Desc_get(d.get(), field, &number));
        EXPECT_EQ(number, value);
        GrB_Desc_Value same;
        REQUIRE(GxB_Descriptor_get(&same, d.get(), field));
        EXPECT_EQ(static_cast<int>(same), value);
    }
    EXPECT_EQ(GxB_Desc_set(d.get(), GxB_AxB_METHOD, 3), GrB_INVALID_VALUE);
    EXPECT_EQ(GxB_Desc_set_INT32(nullptr, GxB_SORT, 1), GrB_NULL_POINTER);
    EXPECT_EQ(GxB_Desc_set_INT32(GrB_DESC_T0, GxB_SORT, 1), GrB_INVALID_VALUE);
    REQUIRE(GxB_Desc_get_INT32(nullptr, GrB_OUTP, &number));
    EXPECT_EQ(number, GrB_DEFAULT);
    REQUIRE(GxB_Desc_set_FP64(d.get(), enumerator<GrB_Desc_Field>(GxB_CHUNK), 3));
    REQUIRE(GxB_Desc_get_FP64(d.get(), enumerator<GrB_Desc_Field>(GxB_CHUNK), &real));
    EXPECT_EQ(real, 0);
    EXPECT_EQ(GxB_Desc_set_FP64(d.get(), GxB_SORT, 3), GrB_INVALID_VALUE);
    EXPECT_EQ(GxB_Desc_get_INT32(d.get(), enumerator<GrB_Desc_Field>(GrB_NAME), &number),
              GrB_INVALID_VALUE);
}

TEST_F(GxbOptions, Contexts) {
    GxB_Context c = nullptr, other = nullptr;
    REQUIRE(GxB_Context_new(&c));
    REQUIRE(GxB_Context_new(&other));
    REQUIRE(GxB_Global_Option_set(GxB_NTHREADS, 4));
    std::int32_t number = 0;
    double real = 0;
    REQUIRE(GxB_Context_get_INT32(c, GxB_CONTEXT_NTHREADS, &number));
    EXPECT_EQ(number, 4);
    REQUIRE(GxB_Context_set(c, GxB_CONTEXT_NTHREADS, 2));
    REQUIRE(GxB_Context_get(c, GxB_CONTEXT_NTHREADS, &number));
    EXPECT_EQ(number, 2);
    // The library's answer is that of the engaged context.
    REQUIRE(GxB_Context_engage(c));
    REQUIRE(GxB_Global_Option_get(GxB_NTHREADS, &number));
    EXPECT_EQ(number, 2);
    REQUIRE(GxB_Context_set_INT(c, 1, GxB_CONTEXT_NTHREADS));
    REQUIRE(GxB_Global_Option_get(GxB_NTHREADS, &number));
    EXPECT_EQ(number, 1);
    EXPECT_EQ(GxB_Context_disengage(other), GrB_INVALID_VALUE);
    const char *text = nullptr;
    REQUIRE(GxB_Context_error(&text, other));
    EXPECT_STREQ(text, "GxB_Context_disengage: another context is engaged");
    REQUIRE(GxB_Context_disengage(c));
    REQUIRE(GxB_Global_Option_get(GxB_NTHREADS, &number));
    EXPECT_EQ(number, 4);
    REQUIRE(GxB_Context_get_INT32(GxB_CONTEXT_WORLD, GxB_CONTEXT_NTHREADS, &number));
    EXPECT_EQ(number, 4);
    REQUIRE(GxB_Context_set_FP64(c, GxB_CONTEXT_CHUNK, 7));
    REQUIRE(GxB_Context_get_FP64(c, GxB_CONTEXT_CHUNK, &real));
    EXPECT_EQ(real, 7);
    REQUIRE(GxB_Context_set(c, GxB_CONTEXT_CHUNK, 8.0));
    REQUIRE(GxB_Context_get(c, GxB_CONTEXT_CHUNK, &real));
    EXPECT_EQ(real, 8);
    // The world's chunk is the library's, and a new context begins with it.
    for (const auto &[given, kept] :
         {std::pair{4096.0, 4096.0}, std::pair{0.5, 65536.0}, std::pair{10.0, 10.0}}) {
        REQUIRE(GxB_Context_set(GxB_CONTEXT_WORLD, GxB_CONTEXT_CHUNK, given));
        REQUIRE(GxB_Global_Option_get(GxB_CHUNK, &real));
        EXPECT_EQ(real, kept);
    }
    GxB_Context newest = nullptr;
    REQUIRE(GxB_Context_new(&newest));
    REQUIRE(GxB_Context_get(newest, GxB_CONTEXT_CHUNK, &real));
    EXPECT_EQ(real, 10);
    REQUIRE(GxB_Context_free(&newest));
    REQUIRE(GxB_Global_Option_set(GxB_CHUNK, -1.0));
    REQUIRE(GxB_Context_get(GxB_CONTEXT_WORLD, GxB_CONTEXT_CHUNK, &real));
    EXPECT_EQ(real, 65536);
    REQUIRE(GxB_Context_set(GxB_CONTEXT_WORLD, GxB_CONTEXT_GPU_ID, 0));
    REQUIRE(GxB_Global_Option_get(GxB_GPU_ID, &number));
    EXPECT_EQ(number, 0);
    REQUIRE(GxB_Context_set(GxB_CONTEXT_WORLD, GxB_CONTEXT_GPU_ID, -1));
    const ScalarPointer three = scalar_of(3), target = scalar_of(0);
    REQUIRE(GxB_Context_set_Scalar(c, three.get(), GxB_CONTEXT_GPU_ID));
    REQUIRE(GxB_Context_get_Scalar(c, target.get(), GxB_CONTEXT_GPU_ID));
    REQUIRE(GrB_Scalar_extractElement_FP64(&real, target.get()));
    EXPECT_EQ(real, 3);
    REQUIRE(GxB_Context_get_INT(c, &number, GxB_CONTEXT_GPU_ID));
    EXPECT_EQ(number, 3);
    char name[] = "mine", found[16] = "";
    std::size_t size = 0;
    REQUIRE(GxB_Context_set_String(c, name, GrB_NAME));
    REQUIRE(GxB_Context_get_SIZE(c, &size, GrB_NAME));
    EXPECT_EQ(size, 5U);
    REQUIRE(GxB_Context_get_String(c, found, GrB_NAME));
    EXPECT_STREQ(found, "mine");
    EXPECT_EQ(GxB_Context_get_VOID(c, found, GrB_NAME), GrB_INVALID_VALUE);
    EXPECT_EQ(GxB_Context_set_VOID(c, found, GrB_NAME, 1), GrB_INVALID_VALUE);
    REQUIRE(GxB_Context_wait(c, GrB_MATERIALIZE));
    // Freeing an engaged context disengages it.
    REQUIRE(GxB_Context_engage(c));
    REQUIRE(GxB_Context_free(&c));
    EXPECT_EQ(c, nullptr);
    REQUIRE(GxB_Global_Option_get(GxB_NTHREADS, &number));
    EXPECT_EQ(number, 4);
    REQUIRE(GxB_Context_free(&other));
    EXPECT_EQ(GxB_Context_engage(c), GrB_NULL_POINTER);
}

std::string printed_;
int print_to_text(const char *format, ...) {
    char line[4096];
    va_list arguments;
    va_start(arguments, format);
    const int length = std::vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    printed_ += line;
    return length;
}
int flushes_ = 0;
int flush_text() {
    flushes_++;
    return 0;
}

TEST_F(GxbOptions, ObjectsInWords) {
    REQUIRE(GxB_Global_Option_set_FUNCTION(GxB_PRINTF, reinterpret_cast<void *>(print_to_text)));
    REQUIRE(GxB_Global_Option_set_FUNCTION(GxB_FLUSH, reinterpret_cast<void *>(flush_text)));
    const auto said = [](GrB_Info info) {
        EXPECT_EQ(info, GrB_SUCCESS);
        return std::exchange(printed_, "");
    };
    const MatrixPointer A = matrix_of(3, 4, {{{0, 1}, 1.5}, {{2, 3}, -2}});
    EXPECT_EQ(said(GxB_Matrix_fprint(A.get(), "A", GxB_SILENT, nullptr)), "");
    const std::string short_text = said(GxB_Matrix_fprint(A.get(), "A", GxB_SHORT, nullptr));
    EXPECT_EQ(short_text.find("matrix A: 3 x 4, double, 2 entries, "), 0U);
    EXPECT_NE(short_text.find("    (0,1)   1.5\n    (2,3)   -2\n"), std::string::npos);
    REQUIRE(GxB_Global_Option_set(GxB_PRINT_1BASED, 1));
    EXPECT_NE(said(GxB_Matrix_fprint(A.get(), nullptr, GxB_COMPLETE, nullptr)).find("(1,2)   1.5"),
              std::string::npos);
    REQUIRE(GxB_Global_Option_set(GxB_PRINT_1BASED, 0));
    const VectorPointer u(new_vector(GrB_UINT8, 40));
    REQUIRE(GrB_Vector_assign_UINT8(u.get(), nullptr, nullptr, 200, GrB_ALL, 40, nullptr));
    const std::string some = said(GxB_Vector_fprint(u.get(), "u", GxB_SHORT, nullptr));
    EXPECT_NE(some.find("(29)   200\n    ...\n"), std::string::npos);
    EXPECT_EQ(some.find("(30)"), std::string::npos);
    EXPECT_NE(said(GxB_Vector_fprint(u.get(), "u", GxB_COMPLETE, nullptr)).find("(39)   200"),
              std::string::npos);
    EXPECT_EQ(said(GxB_Scalar_fprint(scalar_of(0.5).get(), "s", GxB_SHORT, nullptr)),
              "scalar s: double, 0.5\n");
    EXPECT_EQ(said(GxB_Type_fprint(GrB_INT16, "t", GxB_SHORT, nullptr)),
              "type t: int16_t, 2 bytes\n");
    EXPECT_NE(said(GxB_UnaryOp_fprint(GrB_ABS_FP32, "f", GxB_SHORT, nullptr)).find("GrB_ABS_FP32"),
              std::string::npos);
    EXPECT_NE(said(GxB_BinaryOp_fprint(GrB_PLUS_FP32, "f", GxB_SHORT, nullptr)).find("GrB_PLUS"),
              std::string::npos);
    EXPECT_NE(said(GxB_IndexUnaryOp_fprint(GrB_TRIL, "f", GxB_SHORT, nullptr)).find("GrB_TRIL"),
              std::string::npos);
    EXPECT_NE(said(GxB_SelectOp_fprint(GxB_TRIL, "f", GxB_SHORT, nullptr)).find("GxB_TRIL"),
              std::string::npos);
    EXPECT_NE(said(GxB_Monoid_fprint(GrB_MIN_MONOID_INT8, "f", GxB_SHORT, nullptr))
                  .find("identity 127, terminal -128"),
              std::string::npos);
    EXPECT_NE(said(GxB_Semiring_fprint(GrB_PLUS_TIMES_SEMIRING_FP64, "f", GxB_SHORT, nullptr))
                  .find("GrB_PLUS_FP64 over GrB_TIMES_FP64"),
              std::string::npos);
    EXPECT_NE(said(GxB_Descriptor_fprint(GrB_DESC_RT0, "f", GxB_SHORT, nullptr))
                  .find("replace, first transposed"),
              std::string::npos);
    EXPECT_NE(said(GxB_Context_fprint(GxB_CONTEXT_WORLD, "f", GxB_SHORT, nullptr)).find("threads"),
              std::string::npos);
    EXPECT_GT(flushes_, 5);
    EXPECT_EQ(GxB_Matrix_fprint(nullptr, "A", GxB_SHORT, nullptr), GrB_NULL_POINTER);
    EXPECT_EQ(GxB_Matrix_fprint(A.get(), "A", enumerator<GxB_Print_Level>(9), nullptr),
              GrB_INVALID_VALUE);

    std::FILE *file = std::tmpfile();
    REQUIRE(GxB_Scalar_fprint(scalar_of(0.1).get(), "s", GxB_COMPLETE_VERBOSE, file));
    std::rewind(file);
    char line[100] = "";
    EXPECT_NE(std::fgets(line, sizeof line, file), nullptr);
    EXPECT_STREQ(line, "scalar s: double, 0.10000000000000001\n");
    std::fclose(file);
    EXPECT_EQ(printed_, "");
}

} // namespace
} // namespace api
