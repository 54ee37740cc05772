// The variants of matrix-matrix multiplication.
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"

namespace grb {

extern const Variant<MxmProblem> mxm_gustavson_dense, mxm_gustavson_hash, mxm_masked_dot,
    mxm_full_rows, mxm_few_rows, mxm_few_columns, mxm_iso, mxm_widened, spmm_merge_path,
    cuda_ssd_decoupled, cuda_ssd_coupled, mxm_blas, cuda_mxm_cublas, cuda_mxm_sampled,
    cuda_mxm_masked_dot, cuda_mxm_hash, cuda_mxm_few_rows, cuda_mxm_diagonal, cuda_mxm_sort,
    cuda_spmm_mxv;
extern const Variant<MxmProblem> cuda_spmm_row_split, cuda_spmm_merge, cuda_spmm_merge_path,
    cuda_spmm_parallel_row, cuda_spmm_parallel_balanced, cuda_spmm_sequential_row,
    cuda_spmm_sequential_balanced, cuda_spmm_cusparse, cuda_spmm_vector, cuda_spmm_row_classes;
extern const Variant<MxmProblem> group_mxm_rows;
extern const Variant<MxmProblem> group_mxm_columns;
extern const Variant<MxmProblem> group_mxm_streamed;

template <>
std::span<const Variant<MxmProblem> *const> built_in_variants<MxmProblem>() noexcept {
    static constexpr const Variant<MxmProblem> *list[] = {&mxm_iso,
                                                          &mxm_gustavson_dense,
                                                          &mxm_masked_dot,
                                                          &mxm_full_rows,
                                                          &mxm_few_rows,
                                                          &mxm_few_columns,
                                                          &spmm_merge_path,
                                                          &mxm_blas,
                                                          &mxm_widened,
                                                          &mxm_gustavson_hash, // accepts everything
                                                          &cuda_spmm_row_split,
                                                          &cuda_spmm_merge,
                                                          &cuda_spmm_merge_path,
                                                          &cuda_spmm_parallel_row,
                                                          &cuda_spmm_parallel_balanced,
                                                          &cuda_spmm_sequential_row,
                                                          &cuda_spmm_sequential_balanced,
                                                          &cuda_spmm_cusparse,
                                                          &cuda_spmm_vector,
                                                          &cuda_spmm_row_classes,
                                                          &cuda_ssd_decoupled,
                                                          &cuda_ssd_coupled,
                                                          &cuda_spmm_mxv,
                                                          &cuda_mxm_cublas,
                                                          &cuda_mxm_sampled,
                                                          &cuda_mxm_masked_dot,
                                                          &cuda_mxm_hash,
                                                          &cuda_mxm_few_rows,
                                                          &cuda_mxm_diagonal,
                                                          &cuda_mxm_sort,
                                                          &group_mxm_rows,
                                                          &group_mxm_columns,
                                                          &group_mxm_streamed};
    return list;
}

template const VariantList &variant_list<MxmProblem>() noexcept;

} // namespace grb
