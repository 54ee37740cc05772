// Tests products with a matrix that passes through a GPU's memory in partitions: they equal the
// host's, whatever the limits of memory and pinned memory. They run in separate processes, since
// these limits count when the library is initialised. Needs a GPU.
#include "api/child.h"
#include "api/world.h"

#include <cstdlib>
#include <functional>

namespace api {
namespace {

constexpr const char *is_child = "GRAPHBLAST_TEST_STREAMED";
constexpr GrB_Index n = 100000, degree = 40, columns = 4;
constexpr std::uint64_t bytes_of_A = n * degree * 12;

void force(const char *rules) {
    REQUIRE(GrB_Global_set_String(GrB_GLOBAL, rules, static_cast<GrB_Field>(GrX_FORCE)));
}

/// Makes rows of different lengths, and some without entries.
GrB_Matrix uneven() {
    std::vector<GrB_Index> rows, indices;
    std::vector<std::int64_t> values;
    for (GrB_Index i = 0; i < n; i++) {
        if (i % 97 == 3) continue;
        const GrB_Index length = i % 2 == 0 ? degree / 2 : degree + degree / 2;
        for (GrB_Index k = 0; k < length; k++) {
            rows.push_back(i);
            indices.push_back((i * 31 + k * k * 977) % n);
            values.push_back(static_cast<std::int64_t>((i + 3 * k) % 17) - 8);
        }
    }
    GrB_Matrix A = new_matrix(GrB_INT64, n, n);
    REQUIRE(GrB_Matrix_build_INT64(A, rows.data(), indices.data(), values.data(), values.size(),
                                   GrB_PLUS_INT64));
    REQUIRE(GrB_Matrix_wait(A, GrB_MATERIALIZE));
    return A;
}

struct Products {
    GrB_Matrix A = uneven(), B = new_matrix(GrB_INT64, n, columns),
               C = new_matrix(GrB_INT64, n, columns);
    GrB_Vector u = new_vector(GrB_INT64, n), w = new_vector(GrB_INT64, n),
               mask = new_vector(GrB_BOOL, n);
    Products() {
        REQUIRE(
            GrB_Matrix_assign_INT64(B, nullptr, nullptr, 2, GrB_ALL, n, GrB_ALL, columns, nullptr));
        REQUIRE(GrB_Vector_assign_INT64(u, nullptr, nullptr, 1, GrB_ALL, n, nullptr));
        for (GrB_Index i = 0; i < n; i += 3) REQUIRE(GrB_Vector_setElement_BOOL(mask, true, i));
        REQUIRE(GrB_Vector_wait(mask, GrB_MATERIALIZE));
    }
    ~Products() {
        for (GrB_Matrix *matrix : {&A, &B, &C}) GrB_Matrix_free(matrix);
        for (GrB_Vector *vector : {&u, &w, &mask}) GrB_Vector_free(vector);
    }
    /// Changes the operands for each round.
    void change(int round) {
        REQUIRE(GrB_Vector_apply_IndexOp_INT64(u, nullptr, nullptr, GrB_ROWINDEX_INT64, u, round,
                                               nullptr));
        REQUIRE(GrB_Matrix_apply_IndexOp_INT64(B, nullptr, nullptr, GrB_ROWINDEX_INT64, B, round,
                                               nullptr));
    }
    std::string plain() {
        REQUIRE(GrB_mxv(w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_INT64, A, u, nullptr));
        return contents_of_w();
    }
    std::string masked() {
        REQUIRE(GrB_Vector_assign_INT64(w, nullptr, nullptr, 7, GrB_ALL, n, nullptr));
        REQUIRE(GrB_mxv(w, mask, GrB_PLUS_INT64, GrB_MIN_PLUS_SEMIRING_INT64, A, u, GrB_DESC_C));
        return contents_of_w();
    }
    std::string wide() {
        REQUIRE(GrB_mxm(C, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_INT64, A, B, nullptr));
        std::vector<std::int64_t> values(n * columns);
        std::vector<GrB_Index> rows(n * columns), indices(n * columns);
        GrB_Index count = n * columns;
        REQUIRE(
            GrB_Matrix_extractTuples_INT64(rows.data(), indices.data(), values.data(), &count, C));
        std::uint64_t sum = count;
        for (GrB_Index k = 0; k < count; k++)
            sum =
                sum * 31 + (rows[k] * columns + indices[k]) * static_cast<std::uint64_t>(values[k]);
        return std::to_string(count) + ":" + std::to_string(sum);
    }

private:
    std::string contents_of_w() const {
        std::vector<std::int64_t> values(n);
        std::vector<GrB_Index> indices(n);
        GrB_Index count = n;
        REQUIRE(GrB_Vector_extractTuples_INT64(indices.data(), values.data(), &count, w));
        std::uint64_t sum = count;
        for (GrB_Index k = 0; k < count; k++)
            sum = sum * 31 + indices[k] * static_cast<std::uint64_t>(values[k]);
        return std::to_string(count) + ":" + std::to_string(sum);
    }
};

std::uint64_t counted(GrX_Device_Counter which) {
    std::uint64_t value = 0;
    REQUIRE(GrX_Device_counter(&value, which));
    return value;
}

/// The next test runs this one in a child.
TEST(StreamedOnAGpu, InAChild) {
    if (std::getenv(is_child) == nullptr) GTEST_SKIP() << "the next test's";
    Products products;
    const auto expect = [&](const char *rule, const std::function<std::string()> &product) {
        for (int round = 0; round < 7; round++) {
            // A changed matrix must not use its old partitions.
            if (round == 5) REQUIRE(GrB_Matrix_setElement_INT64(products.A, 1000, 5, 6));
            if (round == 5) REQUIRE(GrB_Matrix_wait(products.A, GrB_MATERIALIZE));
            products.change(round);
            force("mxv:cpu/mxv_pull_rows,mxm:cpu/mxm_gustavson_dense");
            const std::string expected = product();
            force(rule);
            EXPECT_EQ(product(), expected) << rule << ", round " << round;
            char last[128] = "";
            REQUIRE(
                GrB_Global_get_String(GrB_GLOBAL, last, static_cast<GrB_Field>(GrX_LAST_VARIANT)));
            EXPECT_EQ(std::string(rule).substr(4), last);
        }
    };
    expect("mxv:group/mxv_streamed", [&] { return products.plain(); });
    expect("mxv:group/mxv_streamed", [&] { return products.masked(); });
    expect("mxm:group/mxm_streamed", [&] { return products.wide(); });
    // The device keeps as much as fits, a third, in limited memory or with forced partitions alike.
    force("mxv:group/mxv_streamed");
    products.plain();
    const std::uint64_t before = counted(GrX_DEVICE_BYTES_IN);
    for (int round = 0; round < 4; round++) products.plain();
    const std::uint64_t each = (counted(GrX_DEVICE_BYTES_IN) - before) / 4;
    const char *const most = std::getenv(is_child);
    EXPECT_LT(each, std::strtoull(most, nullptr, 10));
    std::cout << "bytes for each product: " << each << std::endl;
    const char *const cap = std::getenv("GRAPHBLAST_CUDA_MEMORY");
    if (const std::uint64_t bytes = std::strtoull(cap, nullptr, 10); bytes != 0) {
        EXPECT_LE(counted(GrX_DEVICE_BYTES_PEAK), bytes);
    }
}

struct Limits {
    const char *memory, *pinned; // null: the host's limit
    double share;                // largest moved share of the matrix for a product
};

TEST(StreamedOnAGpu, WhateverTheLimits) {
    GrB_Index devices = 0;
    REQUIRE(GrX_Device_count(&devices));
    if (devices == 0) GTEST_SKIP() << "no GPU";
    if (std::getenv("GRAPHBLAST_PARTS") != nullptr) GTEST_SKIP() << "partitions are asked for";
    for (const Limits &limits : {Limits{"0", nullptr, 0.8}, Limits{"25000000", nullptr, 0.85},
                                 Limits{"25000000", "0", 0.85}, Limits{"25000000", "9000000", 0.85},
                                 Limits{"6000000", nullptr, 1.2}, Limits{"300000", nullptr, 2}}) {
        const ChildResult child = run_in_child("StreamedOnAGpu.InAChild", [&limits] {
            const auto most = static_cast<std::uint64_t>(limits.share * double{bytes_of_A});
            setenv(is_child, std::to_string(most).c_str(), 1);
            setenv("GRAPHBLAST_CUDA", "always", 1);
            setenv("GRAPHBLAST_CUDA_MEMORY", limits.memory, 1);
            if (limits.pinned != nullptr) setenv("GRAPHBLAST_CUDA_PINNED", limits.pinned, 1);
        });
        EXPECT_TRUE(child.has_succeeded) << limits.memory << " bytes of memory:\n" << child.text;
        std::cout << limits.memory << ": " << child.text << std::endl;
    }
}

} // namespace
} // namespace api
