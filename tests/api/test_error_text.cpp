// Tests GrB_error: which texts are kept, by which object, and how long.
#include "api/codes.h"

#include <thread>

namespace api {
namespace {

TEST(ErrorText, EmptyUntilSomethingFails) {
    World o;
#define KIND(object) EXPECT_EQ(error_text(object), "")
    KIND(o.pair);
    KIND(o.negate);
    KIND(o.minus);
    KIND(o.shifted);
    KIND(o.monoid);
    KIND(o.semiring);
    KIND(o.desc);
    KIND(o.s);
    KIND(o.u);
    KIND(o.A);
#undef KIND
}

// Programs may read the text without checking the code.
TEST(ErrorText, IsThereWithoutAnObject) {
#define KIND(Kind)                                                       \
    {                                                                    \
        const char *text = nullptr;                                      \
        EXPECT_EQ(GrB_##Kind##_error(&text, nullptr), GrB_NULL_POINTER); \
        EXPECT_STREQ(text, "") << #Kind;                                 \
    }
    KIND(Type)
    KIND(UnaryOp)
    KIND(BinaryOp)
    KIND(IndexUnaryOp)
    KIND(Monoid)
    KIND(Semiring)
    KIND(Descriptor)
    KIND(Scalar)
    KIND(Vector)
    KIND(Matrix)
#undef KIND
    EXPECT_EQ(GrB_Monoid_error(nullptr, GrB_PLUS_MONOID_FP64), GrB_NULL_POINTER);
}

TEST(ErrorText, TheLastFailureReplacesTheOneBefore) {
    World o;
    EXPECT_EQ(GrB_Vector_setElement_FP64(o.w, 1, 5), GrB_INVALID_INDEX);
    EXPECT_EQ(error_text(o.w), "GrB_Vector_setElement_FP64: i is 5, w has size 5");
    EXPECT_EQ(GrB_Vector_setElement_INT8(o.w, 1, 6), GrB_INVALID_INDEX);
    EXPECT_EQ(error_text(o.w), "GrB_Vector_setElement_INT8: i is 6, w has size 5");
    EXPECT_EQ(GrB_Vector_setElement_INT8(o.w, 1, 4), GrB_SUCCESS);
    EXPECT_EQ(error_text(o.w), "GrB_Vector_setElement_INT8: i is 6, w has size 5");
}

TEST(ErrorText, LiesOnTheOutputAlone) {
    World o;
    EXPECT_EQ(GrB_mxv(o.w, nullptr, nullptr, o.semiring, o.A, o.w2, nullptr),
              GrB_DIMENSION_MISMATCH);
    EXPECT_NE(error_text(o.w), "");
    EXPECT_EQ(error_text(o.w2), "");
    EXPECT_EQ(error_text(o.A), "");
    EXPECT_EQ(error_text(o.semiring), "");
}

TEST(ErrorText, IsNotCopied) {
    World o;
    EXPECT_EQ(GrB_Vector_removeElement(o.w, 9), GrB_INVALID_INDEX);
    GrB_Vector copy = copy_of(o.w);
    EXPECT_EQ(error_text(copy), "");
    REQUIRE(GrB_Vector_free(&copy));
    EXPECT_NE(error_text(o.w), "");
}

TEST(ErrorText, LongNamesAreCut) {
    World o;
    const std::string name(300, 'x');
    EXPECT_EQ(GrB_Global_set_String(GrB_GLOBAL, name.c_str(), GrX_LOG), GrB_INVALID_VALUE);
    GrB_Type type = nullptr;
    REQUIRE(GrB_Type_new(&type, 4));
    GrB_Vector w = new_vector(type, 3);
    EXPECT_EQ(GrB_Vector_setElement_FP64(w, 1, 0), GrB_DOMAIN_MISMATCH);
    EXPECT_LT(error_text(w).size(), 256U);
    REQUIRE(GrB_Vector_free(&w));
    REQUIRE(GrB_Type_free(&type));
}

/// Types in texts are in argument order.
TEST(ErrorText, NamesWhatIsWrong) {
    World o;
    EXPECT_EQ(GrB_Vector_apply(o.u, nullptr, nullptr, GrB_AINV_FP64, o.pair_u, nullptr),
              GrB_DOMAIN_MISMATCH);
    EXPECT_EQ(error_text(o.u),
              "GrB_Vector_apply: u has type a user type, which cannot be cast to double");
    EXPECT_EQ(GrB_Matrix_reduce_BinaryOp(o.w, nullptr, nullptr, GrB_EQ_FP64, o.A, nullptr),
              GrB_DOMAIN_MISMATCH);
    EXPECT_EQ(error_text(o.w),
              "GrB_Matrix_reduce_BinaryOp: the operator's types double, double, bool "
              "differ, so it cannot reduce");
}

/// An object that several threads only read also keeps a text, and a returned text stays readable.
TEST(ErrorText, ManyReaders) {
    World o;
    std::vector<std::thread> threads;
    std::vector<int> good(4);
    for (int t = 0; t < 4; t++) {
        threads.emplace_back([&, t] {
            for (int k = 0; k < 200; k++) {
                double value = 0;
                const GrB_Info info = GrB_Vector_extractElement_FP64(&value, o.u, 7);
                const char *text = nullptr;
                good[t] += info == GrB_INVALID_INDEX &&
                           GrB_Vector_error(&text, o.u) == GrB_SUCCESS && text != nullptr;
            }
        });
    }
    for (std::thread &thread : threads) thread.join();
    EXPECT_EQ(good, std::vector<int>(4, 200));
    EXPECT_EQ(error_text(o.u), "GrB_Vector_extractElement_FP64: i is 7, u has size 7");
}

} // namespace
} // namespace api
