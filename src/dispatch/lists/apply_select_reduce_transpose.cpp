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
extern const Variant<ApplyProblem> team_apply;
extern const Variant<SelectProblem> team_select;
extern const Variant<ReduceProblem> team_reduce_rows, team_reduce_partial, team_reduce_scalar;
extern const Variant<TransposeProblem> team_transpose;

template <>
std::span<const Variant<ApplyProblem> *const> built_in_variants<ApplyProblem>() noexcept {
    static constexpr const Variant<ApplyProblem> *rows[] = {&apply_entries, &cuda_apply_dense,
                                                            &cuda_apply_sparse, &team_apply};
    return rows;
}

template <>
std::span<const Variant<SelectProblem> *const> built_in_variants<SelectProblem>() noexcept {
    static constexpr const Variant<SelectProblem> *rows[] = {
        &select_bits,       &select_ranges,      &select_rows,
        &cuda_select_dense, &cuda_select_sparse, &team_select};
    return rows;
}

template <>
std::span<const Variant<ReduceProblem> *const> built_in_variants<ReduceProblem>() noexcept {
    static constexpr const Variant<ReduceProblem> *rows[] = {
        &reduce_small,     &reduce_rows_in_order, &reduce_scalar,       &cuda_reduce_scalar,
        &cuda_reduce_rows, &team_reduce_rows,     &team_reduce_partial, &team_reduce_scalar};
    return rows;
}

template <>
std::span<const Variant<TransposeProblem> *const> built_in_variants<TransposeProblem>() noexcept {
    static constexpr const Variant<TransposeProblem> *rows[] = {
        &transpose_columns, &cpu_transpose_dense, &cuda_transpose, &cuda_transpose_dense,
        &team_transpose};
    return rows;
}

} // namespace grb
