// Tests a matrix larger than the device's memory, here limited by a setting: the call runs on the
// host, or partitions the matrix, with the right result. It runs in its own process, since the
// limit counts when the library is initialised; it also runs without a GPU, where nothing is too
// large.
#include "api/child.h"
#include "api/world.h"

#include <cstdlib>

namespace api {
namespace {

constexpr GrB_Index size = 20000, degree = 25;
constexpr const char *cap = "1500000"; // some vectors fit, the matrix's 2 to 4 MB do not
constexpr const char *is_child = "GRAPHBLAST_TEST_CHILD";

/// Entry (i, (i + k^3) mod size) has value k for k = 1 ... degree: all rows are alike.
GrB_Matrix circulant() {
    std::vector<GrB_Index> rows, columns;
    std::vector<double> values;
    for (GrB_Index i = 0; i < size; i++) {
        for (GrB_Index k = 1; k <= degree; k++) {
            rows.push_back(i);
            columns.push_back((i + k * k * k) % size);
            values.push_back(static_cast<double>(k));
        }
    }
    GrB_Matrix A = new_matrix(GrB_FP64, size, size);
    REQUIRE(GrB_Matrix_build_FP64(A, rows.data(), columns.data(), values.data(), values.size(),
                                  GrB_PLUS_FP64));
    return A;
}

/// No GPU variant has the whole matrix; partitions may still take turns.
void expect_not_whole() {
    char name[256] = "";
    REQUIRE(GrB_Global_get_String(GrB_GLOBAL, name, static_cast<GrB_Field>(GrX_LAST_VARIANT)));
    EXPECT_NE(std::string(name).rfind("cuda/", 0), 0U) << name;
}

void multiply(GrB_Matrix A) {
    GrB_Vector u = new_vector(GrB_FP64, size), w = new_vector(GrB_FP64, size);
    REQUIRE(GrB_Vector_assign_FP64(u, nullptr, nullptr, 2, GrB_ALL, size, nullptr));
    for (int round = 0; round < 3; round++) {
        REQUIRE(GrB_mxv(w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, A, u, nullptr));
        expect_not_whole();
    }
    std::vector<double> values(size);
    GrB_Index count = size;
    REQUIRE(GrB_Vector_extractTuples_FP64(nullptr, values.data(), &count, w));
    EXPECT_EQ(values, std::vector<double>(size, degree * (degree + 1.0)));
    GrB_Vector_free(&u);
    GrB_Vector_free(&w);
}

/// Compares the levels from vertex 0 with a search over the matrix's formula.
void search(GrB_Matrix A) {
    std::vector<std::int32_t> expected(size, 0), got(size);
    std::vector<GrB_Index> queue{0};
    expected[0] = 1;
    for (std::size_t at = 0; at < queue.size(); at++) {
        for (GrB_Index k = 1; k <= degree; k++) {
            const GrB_Index next = (queue[at] + k * k * k) % size;
            if (expected[next] != 0) continue;
            expected[next] = expected[queue[at]] + 1;
            queue.push_back(next);
        }
    }
    GrB_Vector levels = new_vector(GrB_INT32, size), frontier = new_vector(GrB_BOOL, size);
    REQUIRE(GrB_Vector_assign_INT32(levels, nullptr, nullptr, 0, GrB_ALL, size, nullptr));
    REQUIRE(GrB_Vector_setElement_BOOL(frontier, true, 0));
    GrB_Index found = 1;
    for (std::int32_t level = 1; found > 0; level++) {
        REQUIRE(
            GrB_Vector_assign_INT32(levels, frontier, nullptr, level, GrB_ALL, size, GrB_DESC_S));
        REQUIRE(GrB_vxm(frontier, levels, nullptr, GrB_LOR_LAND_SEMIRING_BOOL, frontier, A,
                        GrB_DESC_RC));
        expect_not_whole();
        REQUIRE(GrB_Vector_nvals(&found, frontier));
    }
    GrB_Index count = size;
    REQUIRE(GrB_Vector_extractTuples_INT32(nullptr, got.data(), &count, levels));
    EXPECT_EQ(got, expected);
    GrB_Vector_free(&levels);
    GrB_Vector_free(&frontier);
}

/// The next test runs this one in a child.
TEST(DeviceMemory, InAChildOfLittleMemory) {
    if (std::getenv(is_child) == nullptr) GTEST_SKIP() << "the next test's";
    GrB_Matrix A = circulant();
    multiply(A);
    search(A);
    std::uint64_t peak = 0;
    REQUIRE(GrX_Device_counter(&peak, GrX_DEVICE_BYTES_PEAK));
    EXPECT_LE(peak, std::strtoull(cap, nullptr, 10));
    GrB_Matrix_free(&A);
}

TEST(DeviceMemory, MatrixLargerThanTheDevice) {
    const ChildResult child = run_in_child("DeviceMemory.InAChildOfLittleMemory", [] {
        setenv(is_child, "1", 1);
        setenv("GRAPHBLAST_CUDA", "always", 1);
        setenv("GRAPHBLAST_CUDA_MEMORY", cap, 1);
        setenv("GRAPHBLAST_LOG", "pick", 1);
    });
    EXPECT_TRUE(child.has_succeeded) << child.text;
    EXPECT_NE(child.text.find("[  PASSED  ] 1 test."), std::string::npos);
    GrB_Index devices = 0;
    REQUIRE(GrX_Device_count(&devices));
    if (devices == 0) GTEST_SKIP() << "no GPU, whose memory the log would tell of";
    EXPECT_NE(child.text.find("graphblast device memory: "), std::string::npos)
        << "no line of the log says why";
}

} // namespace
} // namespace api
