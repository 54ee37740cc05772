// The variants of the element-wise operations.
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"

namespace grb {

extern const Variant<EwiseAddProblem> ewise_add_in_place, ewise_add_dense, ewise_add_merge,
    ewise_add_scatter, ewise_add_rows;
extern const Variant<EwiseMultProblem> ewise_mult_in_place, ewise_mult_dense, ewise_mult_probe,
    ewise_mult_masked, ewise_mult_ranked, ewise_mult_merge, ewise_mult_rows;
extern const Variant<EwiseAddProblem> cuda_ewise_add_dense, cuda_ewise_add_sparse, group_ewise_add;
extern const Variant<EwiseMultProblem> cuda_ewise_mult_dense, cuda_ewise_mult_sparse,
    group_ewise_mult;

template <>
std::span<const Variant<EwiseAddProblem> *const> built_in_variants<EwiseAddProblem>() noexcept {
    static constexpr const Variant<EwiseAddProblem> *variants[] = {
        &ewise_add_in_place, &ewise_add_dense,      &ewise_add_scatter,     &ewise_add_rows,
        &ewise_add_merge,    &cuda_ewise_add_dense, &cuda_ewise_add_sparse, &group_ewise_add};
    return variants;
}

template <>
std::span<const Variant<EwiseMultProblem> *const> built_in_variants<EwiseMultProblem>() noexcept {
    static constexpr const Variant<EwiseMultProblem> *variants[] = {
        &ewise_mult_in_place,    &ewise_mult_dense,  &ewise_mult_probe, &ewise_mult_masked,
        &ewise_mult_rows,        &ewise_mult_ranked, &ewise_mult_merge, &cuda_ewise_mult_dense,
        &cuda_ewise_mult_sparse, &group_ewise_mult};
    return variants;
}

template const VariantList &variant_list<EwiseAddProblem>() noexcept;
template const VariantList &variant_list<EwiseMultProblem>() noexcept;

} // namespace grb
