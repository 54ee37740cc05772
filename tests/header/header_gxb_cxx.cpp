// The headers of SuiteSparse's objects and complex types before anything else, as C++.
#include "graphblast/gxb_complex.h"
#include "graphblast/gxb_objects.h"

#include <gtest/gtest.h>

#include <complex>
#include <type_traits>

namespace {

static_assert(std::is_same_v<GxB_FC32_t, std::complex<float>>);
static_assert(std::is_same_v<GxB_FC64_t, std::complex<double>>);
static_assert(std::is_same_v<decltype(&GxB_Scalar_setElement_FC64),
                             GrB_Info (*)(GrB_Scalar, std::complex<double>)>);
static_assert(std::is_same_v<decltype(GxB_ANY_SECONDI_INT64), GrB_Semiring>);

TEST(HeaderGxbCxx, ComplexNumbersArePassedByValue) {
    GrB_Scalar s = nullptr;
    ASSERT_EQ(GrB_init(GrB_NONBLOCKING), GrB_SUCCESS);
    ASSERT_EQ(GrB_Scalar_new(&s, GxB_FC32), GrB_SUCCESS);
    ASSERT_EQ(GxB_Scalar_setElement_FC64(s, GxB_CMPLX(1.5, -2)), GrB_SUCCESS);
    GxB_FC32_t value;
    ASSERT_EQ(GxB_Scalar_extractElement_FC32(&value, s), GrB_SUCCESS);
    EXPECT_EQ(value, GxB_CMPLXF(1.5, -2));
    EXPECT_EQ(GrB_Scalar_free(&s), GrB_SUCCESS);
    EXPECT_EQ(GrB_finalize(), GrB_SUCCESS);
}

} // namespace
