// Tests that values of objects on a GPU stay there when the objects become diagonals or change
// shape or size.
#include "api/gxb.h"

namespace api {
namespace {

constexpr GrB_Index n = 100000;

class ShapesOnDevice : public testing::Test {
protected:
    void SetUp() override {
        GrB_Index count = 0;
        REQUIRE(GrX_Device_count(&count));
        if (count == 0) GTEST_SKIP() << "no GPU";
    }
    static std::uint64_t fetched() {
        std::uint64_t bytes = 0;
        REQUIRE(GrX_Device_counter(&bytes, GrX_DEVICE_BYTES_OUT));
        return bytes;
    }
    static void force(const char *rule) {
        REQUIRE(GrB_Global_set_String(GrB_GLOBAL, const_cast<char *>(rule),
                                      static_cast<GrB_Field>(GrX_FORCE)));
    }
    /// Makes v(i) = 2 i for every i, or every third one, on the GPU alone.
    static VectorPointer vector_there(GrB_Index step) {
        const VectorPointer u(new_vector(GrB_FP64, n));
        VectorPointer v(new_vector(GrB_FP64, n));
        std::vector<GrB_Index> positions;
        std::vector<double> values;
        for (GrB_Index i = 0; i < n; i += step) {
            positions.push_back(i);
            values.push_back(static_cast<double>(i));
        }
        REQUIRE(GrB_Vector_build_FP64(u.get(), positions.data(), values.data(), positions.size(),
                                      GrB_PLUS_FP64));
        force(step == 1 ? "apply:cuda/apply_dense" : "apply:cuda/apply_sparse");
        REQUIRE(GrB_Vector_apply_BinaryOp2nd_FP64(v.get(), nullptr, nullptr, GrB_TIMES_FP64,
                                                  u.get(), 2, nullptr));
        force("");
        return v;
    }
    static double sum(GrB_Matrix A) {
        double all = 0;
        REQUIRE(GrB_Matrix_reduce_FP64(&all, nullptr, GrB_PLUS_MONOID_FP64, A, nullptr));
        return all;
    }
};

TEST_F(ShapesOnDevice, DiagonalsThereAndBack) {
    for (const GrB_Index step : {1, 3}) {
        const VectorPointer v = vector_there(step);
        const std::uint64_t before = fetched();
        const MatrixPointer C(new_matrix(GrB_FP64, n, n));
        ASSERT_EQ(GxB_Matrix_diag(C.get(), v.get(), 0, nullptr), GrB_SUCCESS)
            << error_text(C.get());
        const VectorPointer back(new_vector(GrB_FP64, n));
        ASSERT_EQ(GxB_Vector_diag(back.get(), C.get(), 0, nullptr), GrB_SUCCESS);
        EXPECT_LT(fetched() - before, 4096U) << step;
        GrB_Index count = 0;
        REQUIRE(GrB_Vector_nvals(&count, back.get()));
        EXPECT_EQ(count, (n + step - 1) / step);
        double value = 0;
        REQUIRE(GrB_Vector_extractElement_FP64(&value, back.get(), 9999 * step % n));
        EXPECT_EQ(value, 2.0 * static_cast<double>(9999 * step % n));
    }
}

TEST_F(ShapesOnDevice, DenseInAnotherShape) {
    const MatrixPointer ones(new_matrix(GrB_FP64, 300, 400)), A(new_matrix(GrB_FP64, 300, 400));
    REQUIRE(GrB_Matrix_assign_FP64(ones.get(), nullptr, nullptr, 1, GrB_ALL, 300, GrB_ALL, 400,
                                   nullptr));
    REQUIRE(GrB_Matrix_setElement_FP64(ones.get(), 5, 299, 398)); // so that it is not iso
    force("apply:cuda/apply_dense");
    REQUIRE(GrB_Matrix_apply_BinaryOp2nd_FP64(A.get(), nullptr, nullptr, GrB_TIMES_FP64, ones.get(),
                                              2, nullptr));
    force("");
    const std::uint64_t before = fetched();
    ASSERT_EQ(GxB_Matrix_reshape(A.get(), false, 400, 300, nullptr), GrB_SUCCESS)
        << error_text(A.get());
    EXPECT_LT(fetched() - before, 4096U);
    double value = 0;
    REQUIRE(GrB_Matrix_extractElement_FP64(&value, A.get(), 399, 298));
    EXPECT_EQ(value, 10);
}

TEST_F(ShapesOnDevice, OtherSizes) {
    const VectorPointer v = vector_there(3);
    const MatrixPointer C(new_matrix(GrB_FP64, n, n));
    REQUIRE(GxB_Matrix_diag(C.get(), v.get(), 0, nullptr));
    const std::uint64_t before = fetched();
    ASSERT_EQ(GrB_Matrix_resize(C.get(), n + 5, 2 * n), GrB_SUCCESS) << error_text(C.get());
    ASSERT_EQ(GrB_Vector_resize(v.get(), 2 * n), GrB_SUCCESS) << error_text(v.get());
    ASSERT_EQ(GrB_Vector_resize(v.get(), 3001), GrB_SUCCESS) << error_text(v.get());
    EXPECT_LT(fetched() - before, 4096U);
    GrB_Index count = 0;
    REQUIRE(GrB_Vector_nvals(&count, v.get()));
    EXPECT_EQ(count, 1001U);
    double value = 0;
    REQUIRE(GrB_Vector_extractElement_FP64(&value, v.get(), 3000));
    EXPECT_EQ(value, 6000);
    EXPECT_EQ(GrB_Vector_extractElement_FP64(&value, v.get(), 3001), GrB_INVALID_INDEX);
    const double all = sum(C.get());
    ASSERT_EQ(GrB_Matrix_resize(C.get(), 3001, 5000), GrB_SUCCESS) << error_text(C.get());
    REQUIRE(GrB_Matrix_nvals(&count, C.get()));
    EXPECT_EQ(count, 1001U);
    EXPECT_EQ(sum(C.get()), 1000 * 1001 / 2 * 6.0);
    EXPECT_GT(all, sum(C.get()));
}

} // namespace
} // namespace api
