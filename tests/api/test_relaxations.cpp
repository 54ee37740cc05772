// Recorded calls that relax edges: when they are one pass, and what it must not change.
#include "api/gxb.h"

namespace api {
namespace {

std::string global_text(int field) {
    std::size_t length = 0;
    REQUIRE(GrB_Global_get_SIZE(GrB_GLOBAL, &length, static_cast<GrB_Field>(field)));
    std::string text(length, ' ');
    REQUIRE(GrB_Global_get_String(GrB_GLOBAL, text.data(), static_cast<GrB_Field>(field)));
    return text.c_str();
}

/// A step of shortest paths: the edges of a path from vertex 0 and one more.
class ARelaxation : public testing::Test {
protected:
    static constexpr GrB_Index n = 100;
    void SetUp() override {
        if (const char *const reason = why_nothing_is_recorded(); reason != nullptr)
            GTEST_SKIP() << reason;
        for (GrB_Index i = 0; i + 1 < n; i++) REQUIRE(GrB_Matrix_setElement_INT32(A_, 3, i, i + 1));
        REQUIRE(GrB_Matrix_setElement_INT32(A_, 8, 0, 50));
        REQUIRE(GrB_Vector_assign_INT32(d_, nullptr, nullptr, 7, GrB_ALL, n, nullptr));
        REQUIRE(GrB_Vector_setElement_INT32(d_, 0, 0));
        REQUIRE(GrB_Vector_setElement_INT32(from_, 0, 0));
        REQUIRE(GrB_Matrix_wait(A_, GrB_MATERIALIZE));
        for (const GrB_Vector v : {d_, from_}) REQUIRE(GrB_Vector_wait(v, GrB_MATERIALIZE));
        REQUIRE(GrB_Global_set_String(GrB_GLOBAL, "", static_cast<GrB_Field>(GrX_PICKS)));
    }
    void TearDown() override {
        for (GrB_Vector *v : {&d_, &from_, &T_, &less_}) REQUIRE(GrB_Vector_free(v));
        REQUIRE(GrB_Matrix_free(&A_));
    }
    void relax(GrB_BinaryOp compare = GrB_LT_INT32) {
        REQUIRE(GrB_vxm(T_, nullptr, nullptr, GrB_MIN_PLUS_SEMIRING_INT32, from_, A_, nullptr));
        REQUIRE(GrB_Vector_eWiseMult_BinaryOp(less_, nullptr, nullptr, compare, T_, d_, nullptr));
        REQUIRE(GrB_Vector_select_BOOL(less_, nullptr, nullptr, GrB_VALUENE_BOOL, less_, false,
                                       nullptr));
        REQUIRE(GrB_Vector_apply(T_, less_, nullptr, GrB_IDENTITY_INT32, T_, GrB_DESC_R));
        REQUIRE(GrB_Vector_assign(d_, T_, nullptr, T_, GrB_ALL, n, GrB_DESC_S));
    }
    /// Vertex 1 is nearer than before, vertex 50 not.
    void expect_step() const {
        GrB_Index nvals = 0;
        REQUIRE(GrB_Vector_nvals(&nvals, T_));
        EXPECT_EQ(nvals, 1U);
        REQUIRE(GrB_Vector_nvals(&nvals, less_));
        EXPECT_EQ(nvals, 1U);
        std::int32_t distance = 0;
        REQUIRE(GrB_Vector_extractElement_INT32(&distance, d_, 1));
        EXPECT_EQ(distance, 3);
        REQUIRE(GrB_Vector_extractElement_INT32(&distance, d_, 50));
        EXPECT_EQ(distance, 7);
    }
    static bool is_one_pass() {
        return global_text(GrX_PICKS).find("chain:cpu/relax_edges=1") != std::string::npos;
    }
    static bool is_on_host() { return global_text(GrX_DEVICE_NAME).empty(); }

    GrB_Matrix A_ = new_matrix(GrB_INT32, n, n);
    GrB_Vector d_ = new_vector(GrB_INT32, n), from_ = new_vector(GrB_INT32, n),
               T_ = new_vector(GrB_INT32, n), less_ = new_vector(GrB_BOOL, n);
};

TEST_F(ARelaxation, IsOnePassOverTheEdges) {
    relax();
    expect_step();
    if (is_on_host()) {
        EXPECT_EQ(global_text(GrX_PICKS), "chain:cpu/relax_edges=1");
    }
}

TEST_F(ARelaxation, ChangesNoCopyOfTheDistances) {
    GrB_Vector copy = nullptr;
    REQUIRE(GrB_Vector_dup(&copy, d_));
    relax();
    expect_step();
    EXPECT_FALSE(is_one_pass()) << "another object has the elements";
    std::int32_t distance = 0;
    REQUIRE(GrB_Vector_extractElement_INT32(&distance, copy, 1));
    EXPECT_EQ(distance, 7);
    REQUIRE(GrB_Vector_free(&copy));
}

TEST_F(ARelaxation, IsNoneWithAnotherComparison) {
    relax(GrB_LE_INT32);
    expect_step();
    EXPECT_FALSE(is_one_pass());
}

TEST_F(ARelaxation, RunsByItsCallsWhileProductsHaveARule) {
    const auto field = static_cast<GrB_Field>(GrX_FORCE);
    REQUIRE(GrB_Global_set_String(GrB_GLOBAL, "mxv:cpu/mxv_push_spa,chain:cpu/relax_edges", field));
    relax();
    expect_step();
    EXPECT_FALSE(is_one_pass());
    REQUIRE(GrB_Global_set_String(GrB_GLOBAL, "chain:cpu/relax_edges", field));
    REQUIRE(GrB_Vector_setElement_INT32(d_, 7, 1));
    relax();
    expect_step();
    if (is_on_host()) {
        EXPECT_TRUE(is_one_pass());
    }
    REQUIRE(GrB_Global_set_String(GrB_GLOBAL, "", field));
}

} // namespace
} // namespace api
