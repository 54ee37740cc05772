// Tests products of a matrix with rows of very different lengths by full vectors and matrices: rows
// that are empty, fit a lane or a warp, or are cut into two or many chunks. Every variant gives the
// host's result.
#include "differential/runner.h"

#include "reference/bridge.h"

#include <gtest/gtest.h>

#include <tuple>
#include <vector>

namespace grb::fuzz {
namespace {

using model::require;

constexpr GrB_Index columns = 6000;

using Entries = std::vector<std::tuple<GrB_Index, GrB_Index, int64_t>>;

Entries entries_of(GrB_Matrix C) {
    GrB_Index count = 0;
    require(GrB_Matrix_nvals(&count, C), "nvals");
    std::vector<GrB_Index> I(count), J(count);
    std::vector<int64_t> X(count);
    require(GrB_Matrix_extractTuples_INT64(I.data(), J.data(), X.data(), &count, C), "extract");
    Entries entries;
    for (GrB_Index k = 0; k < count; k++) entries.emplace_back(I[k], J[k], X[k]);
    return entries;
}
Entries entries_of(GrB_Vector w) {
    GrB_Index count = 0;
    require(GrB_Vector_nvals(&count, w), "nvals");
    std::vector<GrB_Index> I(count);
    std::vector<int64_t> X(count);
    require(GrB_Vector_extractTuples_INT64(I.data(), X.data(), &count, w), "extract");
    Entries entries;
    for (GrB_Index k = 0; k < count; k++) entries.emplace_back(I[k], 0, X[k]);
    return entries;
}

/// Lengths around those at which kernels change their method, in no order.
std::vector<std::size_t> lengths() {
    std::vector<std::size_t> all;
    for (const std::size_t power : {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048})
        for (const std::size_t length : {power - 1, power, power + 1}) all.push_back(length);
    for (std::size_t k = 0; k < 300; k++) all.push_back(k * 7919 % 23);
    all.insert(all.begin() + 5, 5000);
    return all;
}

class UnevenProducts : public ::testing::Test {
protected:
    UnevenProducts() : lengths_(lengths()), m_(lengths_.size()) {
        std::vector<GrB_Index> I, J;
        std::vector<int64_t> X;
        for (GrB_Index i = 0; i < m_; i++) {
            for (GrB_Index k = 0; k < lengths_[i]; k++) {
                I.push_back(i);
                J.push_back(k * columns / lengths_[i]);
                X.push_back(static_cast<int64_t>((i + k * k) % 7) - 3);
            }
        }
        require(GrB_Matrix_new(&A_, GrB_INT64, m_, columns), "new");
        require(GrB_Matrix_build_INT64(A_, I.data(), J.data(), X.data(), X.size(), nullptr),
                "build");
    }
    ~UnevenProducts() override { GrB_Matrix_free(&A_); }

    /// Makes a vector with values from -3 to 3.
    GrB_Vector vector(GrB_Index size, bool is_full) {
        GrB_Vector u = nullptr;
        require(GrB_Vector_new(&u, GrB_INT64, size), "new");
        for (GrB_Index k = 0; k < size; k++)
            if (is_full || k % 3 != 1)
                require(GrB_Vector_setElement_INT64(u, static_cast<int64_t>(k * 31 % 7) - 3, k),
                        "setElement");
        require(GrB_Vector_wait(u, GrB_MATERIALIZE), "wait");
        return u;
    }
    void expect_equal(GrB_Semiring semiring, bool is_full, bool is_masked) {
        GrB_Vector u = vector(columns, is_full), mask = vector(m_, false), w = nullptr;
        require(GrB_Vector_new(&w, GrB_INT64, m_), "new");
        const auto product = [&] {
            require(GrB_Vector_clear(w), "clear");
            require(GrB_mxv(w, is_masked ? mask : nullptr, nullptr, semiring, A_, u, nullptr),
                    "mxv");
            return entries_of(w);
        };
        force_variant("mxv:cpu/mxv_pull_rows");
        const Entries expected = product();
        force_variant("");
        EXPECT_GT(expected.size(), m_ / 3);
        for (int turn = 0; turn < 2; turn++) // the second turn uses the data cached with A
            for_each_variant("mxv", [&] { EXPECT_TRUE(product() == expected) << last_variant(); });
        for (GrB_Vector *one : {&u, &mask, &w}) require(GrB_Vector_free(one), "free");
    }
    void expect_equal(GrB_Semiring semiring, GrB_Type type, GrB_Index width, bool is_masked) {
        GrB_Matrix B = nullptr, C = nullptr, mask = nullptr;
        require(GrB_Matrix_new(&B, type, columns, width), "new");
        require(GrB_Matrix_new(&C, GrB_INT64, m_, width), "new");
        require(GrB_Matrix_new(&mask, GrB_BOOL, m_, width), "new");
        std::vector<GrB_Index> I(columns * width), J(columns * width);
        std::vector<int64_t> X(columns * width);
        for (std::size_t k = 0; k < X.size(); k++) {
            I[k] = k / width;
            J[k] = k % width;
            X[k] = static_cast<int64_t>(k * 13 % 5) - 2;
        }
        require(GrB_Matrix_build_INT64(B, I.data(), J.data(), X.data(), X.size(), nullptr),
                "build");
        for (GrB_Index i = 0; i < m_; i += 2) // every second row
            for (GrB_Index j = 0; j < width; j += 3)
                require(GrB_Matrix_setElement_BOOL(mask, true, i, j), "setElement");
        const auto product = [&] {
            require(GrB_Matrix_clear(C), "clear");
            require(GrB_mxm(C, is_masked ? mask : nullptr, nullptr, semiring, A_, B, nullptr),
                    "mxm");
            return entries_of(C);
        };
        force_variant("mxm:cpu/mxm_full_rows");
        const Entries expected = product();
        force_variant("");
        EXPECT_GT(expected.size(), m_ / 6);
        for_each_variant("mxm", [&] { EXPECT_TRUE(product() == expected) << last_variant(); });
        for (GrB_Matrix *one : {&B, &C, &mask}) require(GrB_Matrix_free(one), "free");
    }

    const std::vector<std::size_t> lengths_;
    const GrB_Index m_;
    GrB_Matrix A_ = nullptr;
};

TEST_F(UnevenProducts, OfFullVectors) {
    expect_equal(GrB_PLUS_TIMES_SEMIRING_INT64, true, false);
    expect_equal(GrB_MIN_PLUS_SEMIRING_FP64, true, false);
}

TEST_F(UnevenProducts, OfVectorsWithGapsAndMasks) {
    expect_equal(GrB_PLUS_TIMES_SEMIRING_FP32, false, false);
    expect_equal(GrB_MAX_SECOND_SEMIRING_INT64, false, true);
    expect_equal(GrB_PLUS_TIMES_SEMIRING_INT64, true, true);
}

/// The widths change the columns per lane, lanes per group, groups per warp, and the number of
/// slices.
TEST_F(UnevenProducts, OfFullMatrices) {
    for (const GrB_Index width : {1, 2, 4, 6, 8, 16, 31, 64, 128, 200})
        expect_equal(GrB_PLUS_TIMES_SEMIRING_FP32, GrB_FP32, width, false);
    expect_equal(GrB_MAX_TIMES_SEMIRING_INT64, GrB_INT64, 33, false);
}

TEST_F(UnevenProducts, OfFullMatricesUnderAMask) {
    for (const GrB_Index width : {4, 100})
        expect_equal(GrB_PLUS_TIMES_SEMIRING_FP32, GrB_FP32, width, true);
}

} // namespace
} // namespace grb::fuzz
