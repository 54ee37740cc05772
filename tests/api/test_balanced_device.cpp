// Tests that row-balanced matrices on the device alone are converted to rows and dense parts there.
#include "api/exchange.h"

#include <algorithm>

namespace api {
namespace {

class BalancedOnDevice : public testing::TestWithParam<std::tuple<GrB_Index, bool>> {
protected:
    static constexpr GrB_Index nrows = 24;

    void SetUp() override {
        GrB_Index count = 0;
        REQUIRE(GrX_Device_count(&count));
        if (count == 0) GTEST_SKIP() << "no GPU";
        set_library(static_cast<GrB_Field>(GrX_DEVICE), GrX_DEVICE_ALWAYS);
    }
    void TearDown() override {
        if (!IsSkipped()) set_library(static_cast<GrB_Field>(GrX_DEVICE), GrX_DEVICE_AUTO);
    }
    static std::uint64_t bytes_out() {
        std::uint64_t bytes = 0;
        REQUIRE(GrX_Device_counter(&bytes, GrX_DEVICE_BYTES_OUT));
        return bytes;
    }
    static double value(GrB_Index i, GrB_Index j) {
        return static_cast<double>((i * 7919 + j * 104729) % 1000003);
    }

    /// Makes rows of all columns, or of 0, 1, 2, ... entries, and finds the k largest of each.
    GrB_Matrix dense(GrB_Index ncols, bool has_short_rows, GrB_Index k) {
        GrB_Matrix X = new_matrix(GrB_FP64, nrows, ncols);
        for (GrB_Index i = 0; i < nrows; i++) {
            std::vector<std::pair<double, GrB_Index>> row;
            const GrB_Index step = has_short_rows ? 1 + i % 9 * (ncols / 9) : 1;
            for (GrB_Index j = i % 4 == 3 && has_short_rows ? ncols : 0; j < ncols; j += step) {
                REQUIRE(GrB_Matrix_setElement_FP64(X, value(i, j), i, j));
                row.emplace_back(-value(i, j), j);
            }
            std::sort(row.begin(), row.end());
            row.resize(std::min<std::size_t>(row.size(), k));
            for (const auto &[x, j] : row) expected_[{i, j}] = -x;
        }
        set_field(X, GrX_FORMAT, has_short_rows ? GrX_BITMAP : GrX_FULL);
        return X;
    }
    void expect(GrB_Matrix A, double factor) {
        GrB_Index count = 0;
        REQUIRE(GrB_Matrix_nvals(&count, A));
        Positions rows(count), columns(count);
        std::vector<double> values(count);
        REQUIRE(
            GrB_Matrix_extractTuples_FP64(rows.data(), columns.data(), values.data(), &count, A));
        ASSERT_EQ(count, expected_.size());
        for (GrB_Index p = 0; p < count; p++) {
            const auto found = expected_.find({rows[p], columns[p]});
            ASSERT_NE(found, expected_.end()) << rows[p] << ", " << columns[p];
            EXPECT_EQ(values[p], found->second * factor);
        }
    }

    std::map<std::pair<GrB_Index, GrB_Index>, double> expected_;
};

TEST_P(BalancedOnDevice, BecomesRowsAndDenseThere) {
    const auto [ncols, has_short_rows] = GetParam();
    constexpr GrB_Index k = 5;
    constexpr std::uint64_t numbers = 64; // counts that the host fetches
    GrB_Matrix X = dense(ncols, has_short_rows, k);
    GrB_Matrix C = new_matrix(GrB_FP64, nrows, ncols), N = new_matrix(GrB_FP64, nrows, ncols);
    REQUIRE(GrX_Matrix_maxk(C, X, k, nullptr));
    ASSERT_EQ(field_of(C, GrX_FORMAT_STATUS), GrX_BALANCED);
    const std::uint64_t before = bytes_out();
    std::vector<GrB_Matrix> copies;
    for (const int format : {GrX_BITMAP, GrX_SPARSE}) {
        GrB_Matrix copy = nullptr;
        REQUIRE(GrB_Matrix_dup(&copy, C));
        set_field(copy, GrX_FORMAT, format);
        EXPECT_EQ(field_of(copy, GrX_FORMAT_STATUS), format);
        copies.push_back(copy);
    }
    EXPECT_LE(bytes_out(), before + numbers);
    REQUIRE(GrB_Matrix_apply(N, nullptr, nullptr, GrB_AINV_FP64, C, nullptr));
    EXPECT_LE(bytes_out(), before + numbers);
    for (GrB_Matrix copy : copies) expect(copy, 1);
    expect(N, -1);
    expect(C, 1);
    for (GrB_Matrix *one : {&X, &C, &N, &copies[0], &copies[1]}) REQUIRE(GrB_Matrix_free(one));
}

// Columns have 1, 2 or 4 bytes.
INSTANTIATE_TEST_SUITE_P(Widths, BalancedOnDevice,
                         testing::Combine(testing::Values<GrB_Index>(40, 300, 70000),
                                          testing::Bool()));

} // namespace
} // namespace api
