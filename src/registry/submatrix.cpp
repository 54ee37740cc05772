// The lists of extract and assign.
#include "registry/problems.hpp"

namespace grb {

extern const Variant<ExtractProblem> extract_gather, extract_line, extract_rows,
    cuda_extract_gather, cuda_extract_rows, cuda_extract_lists, cuda_extract_vector_gather;
extern const Variant<AssignProblem> assign_scatter, assign_rows, assign_scalar_full,
    assign_scalar_mask, assign_scalar_region, cuda_assign_scalar_dense, cuda_assign_scalar_mask,
    cuda_assign_share, cuda_assign_scatter;

template <>
std::span<const Variant<ExtractProblem> *const> built_in_variants<ExtractProblem>() noexcept {
    static constexpr const Variant<ExtractProblem> *rows[] = {&extract_gather,
                                                              &extract_line,
                                                              &extract_rows,
                                                              &cuda_extract_gather,
                                                              &cuda_extract_rows,
                                                              &cuda_extract_lists,
                                                              &cuda_extract_vector_gather};
    return rows;
}

template <>
std::span<const Variant<AssignProblem> *const> built_in_variants<AssignProblem>() noexcept {
    static constexpr const Variant<AssignProblem> *rows[] = {
        &assign_scatter,          &assign_rows,          &assign_scalar_full,
        &assign_scalar_mask,      &assign_scalar_region, &cuda_assign_scalar_dense,
        &cuda_assign_scalar_mask, &cuda_assign_share,    &cuda_assign_scatter};
    return rows;
}

} // namespace grb
