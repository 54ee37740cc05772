// Tests who owns the arrays that full objects are imported from and exported to, after each call.
#include "api/hand_over.h"

#include "graphblast/gxb_containers.h"

#include <cstdlib>

namespace api {
namespace {

/// The array of an exported object, which no longer exists.
struct Exported {
    double *values = nullptr;
    GrB_Index bytes = 77;
    explicit Exported(GrB_Matrix A) {
        void *array = nullptr;
        REQUIRE(GrX_Matrix_export_full(&A, &array, &bytes, nullptr));
        EXPECT_EQ(A, nullptr);
        values = static_cast<double *>(array);
    }
    ~Exported() { std::free(values); }
    Exported(const Exported &) = delete;
    Exported &operator=(const Exported &) = delete;
};

TEST(HandOver, NothingIsCopied) {
    GrB_Matrix A = nullptr;
    void *array = numbers(elements);
    double *const values = static_cast<double *>(array);
    // The array may be larger than the entries.
    ASSERT_EQ(
        GrX_Matrix_import_full(&A, GrB_FP64, nrows, ncols, &array, elements * 8 + 5, GrB_DESC_T0),
        GrB_SUCCESS);
    EXPECT_EQ(array, nullptr);
    EXPECT_EQ(field_of(A, GrX_FORMAT_STATUS), GrX_FULL);
    double value = 0;
    REQUIRE(GrB_Matrix_extractElement_FP64(&value, A, 1, 2));
    EXPECT_EQ(value, 6);
    REQUIRE(GrB_Matrix_setElement_FP64(A, 60, 1, 2)); // in place: the array is not shared
    GrB_Index bytes = 0;
    ASSERT_EQ(GrX_Matrix_export_full(&A, &array, &bytes, nullptr), GrB_SUCCESS);
    EXPECT_EQ(A, nullptr);
    EXPECT_EQ(array, values);
    EXPECT_EQ(bytes, elements * 8);
    EXPECT_EQ(values[6], 60);
    EXPECT_EQ(values[11], 11);
    std::free(array);
}

TEST(HandOver, VectorsToo) {
    GrB_Vector v = nullptr;
    void *array = numbers<std::int32_t>(5);
    void *const values = array;
    ASSERT_EQ(GrX_Vector_import_full(&v, GrB_INT32, 5, &array, 20, nullptr), GrB_SUCCESS);
    EXPECT_EQ(array, nullptr);
    std::int32_t value = 0;
    REQUIRE(GrB_Vector_extractElement_INT32(&value, v, 4));
    EXPECT_EQ(value, 4);
    GrB_Index size = 0, bytes = 0;
    REQUIRE(GrB_Vector_size(&size, v));
    EXPECT_EQ(size, 5U);
    ASSERT_EQ(GrX_Vector_export_full(&v, &array, &bytes, nullptr), GrB_SUCCESS);
    EXPECT_EQ(v, nullptr);
    EXPECT_EQ(array, values);
    EXPECT_EQ(bytes, 20U);
    std::free(array);
}

TEST(HandOver, SharedArraysAreCopied) {
    GrB_Matrix A = imported(), copy = nullptr;
    REQUIRE(GrB_Matrix_dup(&copy, A));
    const std::string before = contents(copy);
    {
        const Exported out(A);
        EXPECT_EQ(out.values[7], 7);
        out.values[7] = 70;
        EXPECT_EQ(contents(copy), before);
    }
    EXPECT_EQ(contents(copy), before);
    const Exported last(copy);
    EXPECT_EQ(last.values[7], 7);
}

/// Any object with all entries can be exported: pending, sparse, iso or bitmap.
TEST(HandOver, FromEveryStorage) {
    for (const int format : {GrX_SPARSE, GrX_HYPERSPARSE, GrX_BITMAP, GrX_FULL}) {
        GrB_Matrix A = imported();
        set_field(A, GrX_FORMAT, format);
        REQUIRE(GrB_Matrix_removeElement(A, 2, 3));
        REQUIRE(GrB_Matrix_setElement_FP64(A, 42, 2, 3));
        const Exported out(A);
        EXPECT_EQ(out.bytes, elements * 8);
        for (GrB_Index k = 0; k < elements; k++)
            EXPECT_EQ(out.values[k], k == 11 ? 42 : static_cast<double>(k)) << format;
    }
    GrB_Matrix A = new_matrix(GrB_FP64, nrows, ncols);
    REQUIRE(
        GrB_Matrix_assign_FP64(A, nullptr, nullptr, 2.5, GrB_ALL, nrows, GrB_ALL, ncols, nullptr));
    const Exported out(A);
    for (GrB_Index k = 0; k < elements; k++) EXPECT_EQ(out.values[k], 2.5);
}

TEST(HandOver, EveryDomain) {
    World world;
    for (const Domain &domain : all_domains(world.pair)) {
        auto *bytes = static_cast<unsigned char *>(std::malloc(6 * domain.size));
        Entries expected;
        for (GrB_Index k = 0; k < 6; k++) {
            const Bytes value = domain.value(static_cast<int>(k));
            std::memcpy(bytes + k * domain.size, value.data(), domain.size);
            expected[{k / 3, k % 3}] = value;
        }
        GrB_Matrix A = nullptr;
        void *array = bytes;
        ASSERT_EQ(GrX_Matrix_import_full(&A, domain.type, 2, 3, &array, 6 * domain.size, nullptr),
                  GrB_SUCCESS);
        EXPECT_EQ(entries_of(domain, A), expected) << domain.name;
        REQUIRE(GrB_Matrix_free(&A));
    }
}

/// A refused call changes nothing, and the caller keeps the array.
TEST(HandOver, WrongUse) {
    void *array = numbers(elements);
    void *const values = array;
    GrB_Matrix A = nullptr;
    GrB_Vector v = nullptr;
    const auto import = [&](GrB_Index m, GrB_Index n, GrB_Index bytes) {
        return GrX_Matrix_import_full(&A, GrB_FP64, m, n, &array, bytes, nullptr);
    };
    EXPECT_EQ(import(nrows, ncols, elements * 8 - 1), GrB_INVALID_VALUE);
    EXPECT_EQ(import(GrB_INDEX_MAX + 2, 1, elements * 8), GrB_INVALID_VALUE);
    EXPECT_EQ(import(1, GrB_INDEX_MAX + 2, elements * 8), GrB_INVALID_VALUE);
    EXPECT_EQ(import(GrB_INDEX_MAX, GrB_INDEX_MAX, ~GrB_Index{0}), GrB_INVALID_VALUE);
    EXPECT_EQ(import(GrB_Index{1} << 60, 2, 0), GrB_INVALID_VALUE); // 2^64 bytes
    EXPECT_EQ(GrX_Vector_import_full(&v, GrB_FP64, elements + 1, &array, elements * 8, nullptr),
              GrB_INVALID_VALUE);
    EXPECT_EQ(GrX_Matrix_import_device(&A, GrB_FP64, nrows, ncols, &array, 8, nullptr),
              GrB_INVALID_VALUE);
    EXPECT_EQ(GrX_Vector_import_device(&v, GrB_FP64, elements, &array, 8, nullptr),
              GrB_INVALID_VALUE);
    EXPECT_EQ(GxB_Matrix_import_FullR(&A, GrB_FP64, nrows, ncols, &array, 7, true, nullptr),
              GrB_INVALID_VALUE);
    EXPECT_EQ(GxB_Vector_import_Full(&v, GrB_FP64, elements, &array, 8, false, nullptr),
              GrB_INVALID_VALUE);
    EXPECT_EQ(array, values);
    void *none = nullptr;
    EXPECT_EQ(GrX_Matrix_import_full(&A, GrB_FP64, nrows, ncols, &none, elements * 8, nullptr),
              GrB_NULL_POINTER);
    EXPECT_EQ(A, nullptr);
    EXPECT_EQ(v, nullptr);
    EXPECT_EQ(static_cast<double *>(array)[11], 11);
    std::free(array);
}

/// An object that lacks entries is not exported and keeps its entries.
TEST(HandOver, ExportOfWhatIsNotFull) {
    World world;
    const std::string before = world.contents();
    void *array = &world;
    GrB_Index bytes = 77, n = 77;
    GrB_Type type = nullptr;
    EXPECT_EQ(GrX_Matrix_export_full(&world.A, &array, &bytes, nullptr), GrB_INVALID_VALUE);
    EXPECT_EQ(error_text(world.A).rfind("GrX_Matrix_export_full: A has ", 0), 0U)
        << error_text(world.A);
    EXPECT_EQ(GrX_Matrix_export_device(&world.A, &array, &bytes, nullptr), GrB_INVALID_VALUE);
    EXPECT_EQ(GrX_Vector_export_full(&world.pair_u, &array, &bytes, nullptr), GrB_INVALID_VALUE);
    EXPECT_EQ(GrX_Vector_export_device(&world.pair_u, &array, &bytes, nullptr), GrB_INVALID_VALUE);
    EXPECT_EQ(GxB_Matrix_export_FullR(&world.A, &type, &n, &n, &array, &bytes, nullptr, nullptr),
              GrB_INVALID_VALUE);
    EXPECT_EQ(GxB_Vector_export_Full(&world.pair_u, &type, &n, &array, &bytes, nullptr, nullptr),
              GrB_INVALID_VALUE);
    EXPECT_EQ(array, &world);
    EXPECT_EQ(bytes, 77U);
    EXPECT_EQ(n, 77U);
    EXPECT_EQ(world.contents(), before);
}

/// An iso object may have more entries than dense storage can hold.
TEST(HandOver, TooManyElementsOfOneValue) {
    for (const GrB_Index n : {GrB_Index{1} << 32, GrB_INDEX_MAX}) {
        GrB_Matrix A = nullptr;
        double value = 3;
        void *array = &value;
        EXPECT_EQ(GxB_Matrix_import_FullR(&A, GrB_FP64, n, n, &array, sizeof value, true, nullptr),
                  GrB_OUT_OF_MEMORY);
        EXPECT_EQ(A, nullptr);
        EXPECT_EQ(array, &value);
    }
}

/// Empty dimensions have no array, neither on the host nor on a device, and need no GPU.
TEST(HandOver, WithoutElements) {
    for (const auto &[m, n] : {std::pair<GrB_Index, GrB_Index>{0, 0}, {0, 5}, {GrB_INDEX_MAX, 0}}) {
        for (const bool is_device : {false, true}) {
            GrB_Matrix A = nullptr;
            void *array = nullptr;
            ASSERT_EQ((is_device ? GrX_Matrix_import_device
                                 : GrX_Matrix_import_full)(&A, GrB_FP64, m, n, &array, 0, nullptr),
                      GrB_SUCCESS);
            GrB_Index nvals = 77, bytes = 77;
            REQUIRE(GrB_Matrix_nvals(&nvals, A));
            EXPECT_EQ(nvals, 0U);
            array = &nvals;
            ASSERT_EQ((is_device ? GrX_Matrix_export_device
                                 : GrX_Matrix_export_full)(&A, &array, &bytes, nullptr),
                      GrB_SUCCESS);
            EXPECT_EQ(A, nullptr);
            EXPECT_EQ(array, nullptr);
            EXPECT_EQ(bytes, 0U);
        }
    }
    GrB_Vector v = nullptr;
    void *array = nullptr;
    GrB_Index bytes = 77;
    ASSERT_EQ(GrX_Vector_import_device(&v, GrB_FP64, 0, &array, 0, nullptr), GrB_SUCCESS);
    array = &bytes;
    ASSERT_EQ(GrX_Vector_export_device(&v, &array, &bytes, nullptr), GrB_SUCCESS);
    EXPECT_EQ(v, nullptr);
    EXPECT_EQ(array, nullptr);
    EXPECT_EQ(bytes, 0U);
    // The library also owns an array without values and frees it.
    array = std::malloc(8);
    ASSERT_EQ(GrX_Vector_import_full(&v, GrB_FP64, 0, &array, 8, nullptr), GrB_SUCCESS);
    EXPECT_EQ(array, nullptr);
    REQUIRE(GrB_Vector_free(&v));
}

TEST(HandOver, OneValueForAll) {
    void *array = numbers(1);
    *static_cast<double *>(array) = 2.5;
    void *const value = array;
    GrB_Matrix A = nullptr;
    ASSERT_EQ(GxB_Matrix_import_FullR(&A, GrB_FP64, nrows, ncols, &array, 8, true, nullptr),
              GrB_SUCCESS);
    EXPECT_EQ(array, nullptr);
    GrB_Index nvals = 0, m = 0, n = 0, bytes = 0;
    REQUIRE(GrB_Matrix_nvals(&nvals, A));
    EXPECT_EQ(nvals, elements);
    GrB_Type type = nullptr;
    bool is_iso = false;
    ASSERT_EQ(GxB_Matrix_export_FullR(&A, &type, &m, &n, &array, &bytes, &is_iso, nullptr),
              GrB_SUCCESS);
    EXPECT_EQ(A, nullptr);
    EXPECT_EQ(type, GrB_FP64);
    EXPECT_EQ(m, nrows);
    EXPECT_EQ(n, ncols);
    EXPECT_EQ(array, value);
    EXPECT_EQ(bytes, 8U);
    EXPECT_TRUE(is_iso);

    // A vector's caller gets a value for each entry.
    GrB_Vector v = nullptr;
    ASSERT_EQ(GxB_Vector_import_Full(&v, GrB_FP64, 3, &array, 8, true, nullptr), GrB_SUCCESS);
    ASSERT_EQ(GxB_Vector_export_Full(&v, &type, &n, &array, &bytes, nullptr, nullptr), GrB_SUCCESS);
    EXPECT_EQ(v, nullptr);
    EXPECT_EQ(type, GrB_FP64);
    EXPECT_EQ(n, 3U);
    EXPECT_EQ(bytes, 24U);
    EXPECT_EQ(std::vector<double>(static_cast<double *>(array), static_cast<double *>(array) + 3),
              std::vector<double>(3, 2.5));
    std::free(array);

    // Differing values are not made iso.
    A = imported();
    is_iso = true;
    ASSERT_EQ(GxB_Matrix_export_FullR(&A, &type, &m, &n, &array, &bytes, &is_iso, nullptr),
              GrB_SUCCESS);
    EXPECT_FALSE(is_iso);
    EXPECT_EQ(bytes, elements * 8);
    std::free(array);
}

TEST(HandOver, NoDeviceInUse) {
    const std::int32_t use = library_field(GrX_DEVICE);
    set_library(GrX_DEVICE, GrX_DEVICE_OFF);
    void *array = numbers(elements);
    void *const values = array;
    GrB_Index bytes = 77;
    GrB_Matrix A = nullptr;
    GrB_Vector v = nullptr;
    EXPECT_EQ(GrX_Matrix_import_device(&A, GrB_FP64, nrows, ncols, &array, elements * 8, nullptr),
              GrB_NOT_IMPLEMENTED);
    EXPECT_EQ(GrX_Vector_import_device(&v, GrB_FP64, elements, &array, elements * 8, nullptr),
              GrB_NOT_IMPLEMENTED);
    EXPECT_EQ(A, nullptr);
    EXPECT_EQ(v, nullptr);
    EXPECT_EQ(array, values);
    ASSERT_EQ(GrX_Vector_import_full(&v, GrB_FP64, elements, &array, elements * 8, nullptr),
              GrB_SUCCESS);
    // The library lends and gives nothing to a GPU, either.
    void *lent = values;
    const auto load = [&](int handling) {
        return GxB_Vector_load(v, &lent, GrB_FP64, elements, elements * 8, handling, nullptr);
    };
    EXPECT_EQ(load(GxB_IS_READONLY + GrX_DEVICE_MEMORY), GrB_NOT_IMPLEMENTED);
    EXPECT_EQ(load(GrB_DEFAULT + GrX_DEVICE_MEMORY), GrB_INVALID_VALUE);
    EXPECT_EQ(load(GxB_IS_READONLY + 8), GrB_INVALID_VALUE);
    EXPECT_EQ(lent, values);
    EXPECT_EQ(GrX_Vector_export_device(&v, &array, &bytes, nullptr), GrB_NOT_IMPLEMENTED);
    ASSERT_EQ(GrX_Vector_export_full(&v, &array, &bytes, nullptr), GrB_SUCCESS);
    EXPECT_EQ(array, values); // nothing was lost or copied
    ASSERT_EQ(GrX_Matrix_import_full(&A, GrB_FP64, nrows, ncols, &array, elements * 8, nullptr),
              GrB_SUCCESS);
    const std::string before = contents(A);
    EXPECT_EQ(GrX_Matrix_export_device(&A, &array, &bytes, nullptr), GrB_NOT_IMPLEMENTED);
    EXPECT_EQ(bytes, elements * 8);
    EXPECT_EQ(contents(A), before);
    REQUIRE(GrB_Matrix_free(&A));
    set_library(GrX_DEVICE, use);
}

} // namespace
} // namespace api
