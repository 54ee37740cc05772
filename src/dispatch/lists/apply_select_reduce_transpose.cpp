// The variants of the operations that walk one operand's entries.
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"

namespace grb {

extern const Variant<ApplyProblem> apply_entries;
extern const Variant<SelectProblem> select_bits, select_ranges, select_rows;
extern const Variant<ReduceProblem> reduce_small, reduce_rows_in_order, reduce_scalar;
extern const Variant<TransposeProblem> transpose_columns, cpu_transpose_dense;
extern const Variant<ApplyProblem> cuda_apply_dense, cuda_apply_sparse;
extern const Variant<SelectProblem> cuda_select_dense, cuda_select_sparse;
extern const Variant<ReduceProblem> cuda_reduce_scalar, cuda_reduce_rows;
extern const Variant<TransposeProblem> cuda_transpose, cuda_transpose_dense;
extern const Variant<ApplyProblem> group_apply;
extern const Variant<SelectProblem> group_select;
extern const Variant<ReduceProblem> group_reduce_rows, group_reduce_partial, group_reduce_scalar;
extern const Variant<TransposeProblem> group_transpose;

template <>
std::span<const Variant<ApplyProblem> *const> built_in_variants<ApplyProblem>() noexcept {
    static constexpr const Variant<ApplyProblem> *variants[] = {&apply_entries, &cuda_apply_dense,
                                                                &cuda_apply_sparse, &group_apply};
    return variants;
}

template <>
std::span<const Variant<SelectProblem> *const> built_in_variants<SelectProblem>() noexcept {
    static constexpr const Variant<SelectProblem> *variants[] = {
        &select_bits,       &select_ranges,      &select_rows,
        &cuda_select_dense, &cuda_select_sparse, &group_select};
    return variants;
}

template <>
std::span<const Variant<ReduceProblem> *const> built_in_variants<ReduceProblem>() noexcept {
    static constexpr const Variant<ReduceProblem> *variants[] = {
        &reduce_small,     &reduce_rows_in_order, &reduce_scalar,        &cuda_reduce_scalar,
        &cuda_reduce_rows, &group_reduce_rows,    &group_reduce_partial, &group_reduce_scalar};
    return variants;
}

template <>
std::span<const Variant<TransposeProblem> *const> built_in_variants<TransposeProblem>() noexcept {
    static constexpr const Variant<TransposeProblem> *variants[] = {
        &transpose_columns, &cpu_transpose_dense, &cuda_transpose, &cuda_transpose_dense,
        &group_transpose};
    return variants;
}

template const VariantList &variant_list<ApplyProblem>() noexcept;
template const VariantList &variant_list<SelectProblem>() noexcept;
template const VariantList &variant_list<ReduceProblem>() noexcept;
template const VariantList &variant_list<TransposeProblem>() noexcept;

} // namespace grb
