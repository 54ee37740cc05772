#include "registry/problems.hpp"

namespace grb {

extern const Variant<MxmProblem> mxm_gustavson_dense, mxm_gustavson_hash, mxm_masked_dot,
    mxm_full_rows, cuda_ssd_decoupled, cuda_ssd_coupled;

template <>
std::span<const Variant<MxmProblem> *const> variants<MxmProblem>() noexcept {
    static constexpr const Variant<MxmProblem> *list[] = {
        &mxm_gustavson_dense, &mxm_masked_dot,   &mxm_full_rows,
        &mxm_gustavson_hash, // accepts everything
        &cuda_ssd_decoupled,  &cuda_ssd_coupled,
    };
    return list;
}

} // namespace grb
