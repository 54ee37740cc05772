// Tests arrays on a GPU that full objects are imported from and exported to.
#include "api/hand_over.h"

#include "graphblast/gxb_containers.h"

#include <dlfcn.h>
#include <utility>

namespace api {
namespace {

class HandOverOnDevice : public testing::Test {
protected:
    void SetUp() override {
        GrB_Index count = 0;
        REQUIRE(GrX_Device_count(&count));
        if (count == 0) GTEST_SKIP() << "no GPU";
    }
    static std::uint64_t held() {
        std::uint64_t bytes = 0;
        REQUIRE(GrX_Device_counter(&bytes, GrX_DEVICE_BYTES_HELD));
        return bytes;
    }
    static std::uint64_t moved() {
        std::uint64_t in = 0, out = 0;
        REQUIRE(GrX_Device_counter(&in, GrX_DEVICE_BYTES_IN));
        REQUIRE(GrX_Device_counter(&out, GrX_DEVICE_BYTES_OUT));
        return in + out;
    }
};

TEST_F(HandOverOnDevice, NothingIsCopied) {
    GrB_Matrix A = imported();
    const std::string before = contents(A);
    const std::uint64_t held_before = held();
    void *array = nullptr;
    GrB_Index bytes = 0;
    ASSERT_EQ(GrX_Matrix_export_device(&A, &array, &bytes, nullptr), GrB_SUCCESS); // uploads it
    EXPECT_EQ(A, nullptr);
    EXPECT_EQ(bytes, elements * 8);
    EXPECT_EQ(held(), held_before); // the caller owns it
    void *const values = array;
    const std::uint64_t moved_before = moved();
    GrB_Vector v = nullptr;
    ASSERT_EQ(GrX_Vector_import_device(&v, GrB_FP64, elements, &array, bytes, nullptr),
              GrB_SUCCESS);
    EXPECT_EQ(array, nullptr);
    EXPECT_EQ(held(), held_before + bytes);
    array = values;
    GrB_Vector second = nullptr;
    EXPECT_EQ(GrX_Vector_import_device(&second, GrB_FP64, elements, &array, bytes, nullptr),
              GrB_INVALID_VALUE); // the library owns it already
    ASSERT_EQ(GrX_Vector_export_device(&v, &array, &bytes, nullptr), GrB_SUCCESS);
    EXPECT_EQ(array, values);
    ASSERT_EQ(GrX_Matrix_import_device(&A, GrB_FP64, nrows, ncols, &array, bytes, nullptr),
              GrB_SUCCESS);
    EXPECT_EQ(moved(), moved_before);
    EXPECT_EQ(contents(A), before);
    REQUIRE(GrB_Matrix_free(&A)); // the caller's memory is freed by cudaFree
    EXPECT_EQ(held(), held_before);
}

TEST_F(HandOverOnDevice, SharedArraysAreCopied) {
    GrB_Matrix A = imported(), copy = nullptr, all_one = new_matrix(GrB_FP64, nrows, ncols);
    REQUIRE(GrB_Matrix_dup(&copy, A));
    const std::string before = contents(copy);
    void *array = nullptr;
    GrB_Index bytes = 0;
    ASSERT_EQ(GrX_Matrix_export_device(&A, &array, &bytes, nullptr), GrB_SUCCESS);
    ASSERT_EQ(GrX_Matrix_import_device(&A, GrB_FP64, nrows, ncols, &array, bytes, nullptr),
              GrB_SUCCESS);
    REQUIRE(
        GrB_Matrix_assign_FP64(A, nullptr, nullptr, 1, GrB_ALL, nrows, GrB_ALL, ncols, nullptr));
    EXPECT_EQ(contents(copy), before);
    // The export densifies the iso value.
    ASSERT_EQ(GrX_Matrix_export_device(&A, &array, &bytes, nullptr), GrB_SUCCESS);
    EXPECT_EQ(bytes, elements * 8);
    ASSERT_EQ(GrX_Matrix_import_device(&A, GrB_FP64, nrows, ncols, &array, bytes, nullptr),
              GrB_SUCCESS);
    REQUIRE(GrB_Matrix_assign_FP64(all_one, nullptr, nullptr, 1, GrB_ALL, nrows, GrB_ALL, ncols,
                                   nullptr));
    EXPECT_EQ(contents(A), contents(all_one));
    for (GrB_Matrix *one : {&A, &copy, &all_one}) REQUIRE(GrB_Matrix_free(one));
}

TEST_F(HandOverOnDevice, BytesOfTheLibraryAreRefused) {
    constexpr GrB_Index n = 4096;
    GrB_Vector v = nullptr, inside = nullptr;
    REQUIRE(GrB_Vector_new(&v, GrB_FP64, n));
    REQUIRE(GrB_Vector_assign_FP64(v, nullptr, nullptr, 1, GrB_ALL, n, nullptr));
    void *array = nullptr;
    GrB_Index bytes = 0;
    ASSERT_EQ(GrX_Vector_export_device(&v, &array, &bytes, nullptr), GrB_SUCCESS);
    char *const values = static_cast<char *>(array);
    ASSERT_EQ(GrX_Vector_import_device(&v, GrB_FP64, n, &array, bytes, nullptr), GrB_SUCCESS);
    for (const GrB_Index offset : {GrB_Index{256}, bytes / 2}) {
        array = values + offset;
        EXPECT_EQ(GrX_Vector_import_device(&inside, GrB_FP64, 8, &array, 64, nullptr),
                  GrB_INVALID_VALUE);
        EXPECT_EQ(inside, nullptr);
        EXPECT_EQ(array, values + offset); // the caller still owns it
    }
    double first = 0;
    REQUIRE(GrB_Vector_extractElement_FP64(&first, v, 0));
    EXPECT_EQ(first, 1);
    REQUIRE(GrB_Vector_free(&v));
}

TEST_F(HandOverOnDevice, MemoryOfTheHostIsRefused) {
    void *array = numbers(elements);
    void *const values = array;
    GrB_Matrix A = nullptr;
    EXPECT_EQ(GrX_Matrix_import_device(&A, GrB_FP64, nrows, ncols, &array, elements * 8, nullptr),
              GrB_INVALID_VALUE);
    EXPECT_EQ(array, values);
    std::free(array);
}

/// Lent memory stays the caller's: objects, also matrices, read it in place and never write it.
TEST_F(HandOverOnDevice, LoansAreReadInPlace) {
    constexpr int lent = GxB_IS_READONLY + GrX_DEVICE_MEMORY;
    GrB_Matrix A = imported(), copy = nullptr;
    const std::string before = contents(A);
    void *array = nullptr;
    GrB_Index bytes = 0;
    ASSERT_EQ(GrX_Matrix_export_device(&A, &array, &bytes, nullptr), GrB_SUCCESS);
    void *const values = array;
    const std::uint64_t held_before = held(), moved_before = moved();
    GxB_Container container = nullptr;
    REQUIRE(GxB_Container_new(&container));
    ASSERT_EQ(GxB_Vector_load(container->x, &array, GrB_FP64, elements, bytes, lent, nullptr),
              GrB_SUCCESS);
    EXPECT_EQ(array, values);
    container->nrows = nrows;
    container->ncols = ncols;
    container->nvals = elements;
    container->format = GxB_FULL;
    container->orientation = GrB_ROWMAJOR;
    REQUIRE(GrB_Matrix_new(&A, GrB_FP64, nrows, ncols));
    ASSERT_EQ(GxB_load_Matrix_from_Container(A, container, nullptr), GrB_SUCCESS);
    EXPECT_EQ(held(), held_before);
    EXPECT_EQ(moved(), moved_before);
    EXPECT_EQ(contents(A), before);
    EXPECT_EQ(GrB_Matrix_setElement_FP64(A, 77, 0, 0), GxB_OUTPUT_IS_READONLY);
    // A copy shares the array, and gets its own when the loan ends.
    REQUIRE(GrB_Matrix_dup(&copy, A));
    ASSERT_EQ(GxB_unload_Matrix_into_Container(A, container, nullptr), GrB_SUCCESS);
    GrB_Type type = nullptr;
    std::uint64_t n = 0, size = 0;
    int handling = 0;
    array = nullptr;
    ASSERT_EQ(GxB_Vector_unload(container->x, &array, &type, &n, &size, &handling, nullptr),
              GrB_SUCCESS);
    EXPECT_EQ(array, values);
    EXPECT_EQ(handling, lent);
    EXPECT_EQ(n, elements);
    EXPECT_EQ(size, bytes);
    REQUIRE(GrB_Matrix_free(&A));
    REQUIRE(GxB_Container_free(&container));
    // The caller owns the memory again and may give it to the library; the copy does not read it.
    ASSERT_EQ(GrX_Matrix_import_device(&A, GrB_FP64, nrows, ncols, &array, bytes, nullptr),
              GrB_SUCCESS);
    REQUIRE(
        GrB_Matrix_assign_FP64(A, nullptr, nullptr, 1, GrB_ALL, nrows, GrB_ALL, ncols, nullptr));
    REQUIRE(GrB_Matrix_free(&A));
    EXPECT_EQ(contents(copy), before);
    REQUIRE(GrB_Matrix_free(&copy));
    GrB_Vector v = nullptr;
    REQUIRE(GrB_Vector_new(&v, GrB_FP64, 1));
    void *host = numbers(elements);
    EXPECT_EQ(GxB_Vector_load(v, &host, GrB_FP64, elements, bytes, lent, nullptr),
              GrB_INVALID_VALUE);
    REQUIRE(GrB_Vector_free(&v));
    std::free(host);
}

/// The caller has memory from the driver, whose context this thread uses.
TEST_F(HandOverOnDevice, MemoryOfTheDrivers) {
    void *const driver = dlopen("libcuda.so.1", RTLD_NOW);
    ASSERT_NE(driver, nullptr);
    const auto allocate = reinterpret_cast<int (*)(unsigned long long *, std::size_t)>(
        dlsym(driver, "cuMemAlloc_v2"));
    const auto copy_in = reinterpret_cast<int (*)(unsigned long long, const void *, std::size_t)>(
        dlsym(driver, "cuMemcpyHtoD_v2"));
    ASSERT_TRUE(allocate != nullptr && copy_in != nullptr);
    unsigned long long address = 0;
    const std::uint64_t held_before = held();
    if (allocate(&address, elements * 8) != 0) GTEST_SKIP() << "no context in this thread";
    void *host = numbers(elements);
    ASSERT_EQ(copy_in(address, host, elements * 8), 0);
    std::free(host);
    GrB_Matrix A = nullptr, same = imported();
    void *array = reinterpret_cast<void *>(address);
    ASSERT_EQ(GrX_Matrix_import_device(&A, GrB_FP64, nrows, ncols, &array, elements * 8, nullptr),
              GrB_SUCCESS);
    EXPECT_EQ(contents(A), contents(same));
    REQUIRE(GrB_Matrix_free(&A));
    REQUIRE(GrB_Matrix_free(&same));
    EXPECT_EQ(held(), held_before);
    // A pointer inside an allocation cannot be freed.
    ASSERT_EQ(allocate(&address, 4096), 0);
    array = reinterpret_cast<void *>(address + 16);
    EXPECT_EQ(GrX_Matrix_import_device(&A, GrB_FP64, nrows, ncols, &array, elements * 8, nullptr),
              GrB_INVALID_VALUE);
    array = reinterpret_cast<void *>(address);
    ASSERT_EQ(GrX_Matrix_import_device(&A, GrB_FP64, nrows, ncols, &array, 4096, nullptr),
              GrB_SUCCESS);
    REQUIRE(GrB_Matrix_free(&A));
}

} // namespace
} // namespace api
