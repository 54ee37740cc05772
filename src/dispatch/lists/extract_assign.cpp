// The variants of extract and assign.
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"

namespace grb {

extern const Variant<ExtractProblem> extract_gather, extract_vector, extract_rows,
    cuda_extract_gather, cuda_extract_rows, cuda_extract_lists, cuda_extract_vector_gather,
    group_extract;
extern const Variant<AssignProblem> assign_value_in_place, assign_mask_in_place, assign_block,
    assign_scatter, assign_rows, assign_scalar_full, assign_scalar_mask, assign_scalar_region,
    cuda_assign_scalar_dense, cuda_assign_scalar_mask, cuda_assign_share, cuda_assign_masked,
    cuda_assign_scatter, group_assign;

template <>
std::span<const Variant<ExtractProblem> *const> built_in_variants<ExtractProblem>() noexcept {
    static constexpr const Variant<ExtractProblem> *variants[] = {&extract_gather,
                                                                  &extract_vector,
                                                                  &extract_rows,
                                                                  &cuda_extract_gather,
                                                                  &cuda_extract_rows,
                                                                  &cuda_extract_lists,
                                                                  &cuda_extract_vector_gather,
                                                                  &group_extract};
    return variants;
}

template <>
std::span<const Variant<AssignProblem> *const> built_in_variants<AssignProblem>() noexcept {
    static constexpr const Variant<AssignProblem> *variants[] = {
        &assign_value_in_place,   &assign_mask_in_place, &assign_block,
        &assign_scatter,          &assign_rows,          &assign_scalar_full,
        &assign_scalar_mask,      &assign_scalar_region, &cuda_assign_scalar_dense,
        &cuda_assign_scalar_mask, &cuda_assign_share,    &cuda_assign_masked,
        &cuda_assign_scatter,     &group_assign};
    return variants;
}

template const VariantList &variant_list<ExtractProblem>() noexcept;
template const VariantList &variant_list<AssignProblem>() noexcept;

} // namespace grb
