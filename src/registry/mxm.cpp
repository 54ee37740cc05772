#include "registry/problems.hpp"

namespace grb {

extern const Variant<MxmProblem> mxm_gustavson_dense, mxm_gustavson_hash, mxm_masked_dot,
    mxm_full_rows, mxm_blas, cuda_mxm_cublas;

template <>
std::span<const Variant<MxmProblem> *const> variants<MxmProblem>() noexcept {
    static constexpr const Variant<MxmProblem> *list[] = {
        &mxm_gustavson_dense, &mxm_masked_dot, &mxm_full_rows, &mxm_blas, &cuda_mxm_cublas,
        &mxm_gustavson_hash, // accepts everything
    };
    return list;
}

} // namespace grb
