// Defines calls with an operator on values and positions that has C source.
#include "api/source_cases.h"

namespace api {
namespace {

void tilt(void *z, const void *x, GrB_Index ix, GrB_Index jx, const void *y, GrB_Index iy,
          GrB_Index jy, const void *theta) {
    *static_cast<double *>(z) =
        *static_cast<const double *>(x) + 2 * *static_cast<const double *>(y) +
        *static_cast<const double *>(theta) * static_cast<double>(ix + 3 * jx + 5 * iy + 7 * jy);
}
constexpr const char tilt_source_text[] =
    "void tilt (double *z, const double *x, GrB_Index ix, GrB_Index jx,\n"
    "    const double *y, GrB_Index iy, GrB_Index jy, const double *theta)\n"
    "{ *z = (*x) + 2 * (*y) + (*theta) * (double) (ix + 3 * jx + 5 * iy + 7 * jy) ; }";

std::string of_w(SourceObjects &o, GrB_Info info) {
    EXPECT_EQ(info, GrB_SUCCESS);
    return contents(o.w);
}
std::string of_C(SourceObjects &o, GrB_Info info) {
    EXPECT_EQ(info, GrB_SUCCESS);
    return contents(o.C);
}

} // namespace

GxB_IndexBinaryOp SourceObjects::new_tilt() {
    GxB_IndexBinaryOp op = nullptr;
    REQUIRE(GxB_IndexBinaryOp_new(&op, api::tilt, GrB_FP64, GrB_FP64, GrB_FP64, GrB_FP64, "tilt",
                                  tilt_source_text));
    return op;
}

GrB_BinaryOp SourceObjects::tilt(double theta) const {
    GrB_Scalar scalar = nullptr;
    GrB_BinaryOp op = nullptr;
    REQUIRE(GrB_Scalar_new(&scalar, GrB_FP64));
    REQUIRE(GrB_Scalar_setElement_FP64(scalar, theta));
    REQUIRE(GxB_BinaryOp_new_IndexOp(&op, tilt_source, scalar));
    REQUIRE(GrB_Scalar_free(&scalar));
    return op;
}

std::vector<SourceCase> position_cases() {
    std::vector<SourceCase> cases{
        {"ewise_mult", "cuda/ewise_mult_sparse",
         [](SourceObjects &o) {
             return of_C(o, GrB_Matrix_eWiseMult_BinaryOp(o.C, nullptr, nullptr, o.tilt_op, o.A,
                                                          o.B, nullptr));
         }},
        {"ewise_mult", "cuda/ewise_mult_dense",
         [](SourceObjects &o) {
             return of_w(o, GrB_Vector_eWiseMult_BinaryOp(o.w, nullptr, nullptr, o.tilt_op, o.u,
                                                          o.holes, nullptr));
         }},
        {"ewise_add", "cuda/ewise_add_sparse",
         [](SourceObjects &o) {
             return of_C(o, GrB_Matrix_eWiseAdd_BinaryOp(o.C, nullptr, nullptr, o.tilt_op, o.A, o.B,
                                                         nullptr));
         }},
        {"mxm", "cuda/mxm_hash",
         [](SourceObjects &o) {
             return of_C(o, GrB_mxm(o.C, nullptr, nullptr, o.plus_tilt, o.A, o.B, nullptr));
         }},
        {"mxm", "cuda/mxm_masked_dot", [](SourceObjects &o) {
             return of_C(o, GrB_mxm(o.C, o.A, nullptr, o.plus_tilt, o.A, o.B, GrB_DESC_ST1));
         }}};
    for (const char *variant : {"cuda/mxv_thread_row", "cuda/mxv_warp_row", "cuda/mxv_merge_path",
                                "cuda/mxv_vsr", "cuda/mxv_pull_masked"})
        cases.push_back({"mxv", variant, [](SourceObjects &o) {
                             return of_w(o, GrB_mxv(o.w, nullptr, nullptr, o.plus_tilt, o.A,
                                                    o.holes, GrB_DESC_T0));
                         }});
    cases.push_back({"mxv", "cuda/mxv_push_atomic", [](SourceObjects &o) {
                         return of_w(
                             o, GrB_vxm(o.w, nullptr, nullptr, o.plus_tilt, o.holes, o.A, nullptr));
                     }});
    return cases;
}

} // namespace api
