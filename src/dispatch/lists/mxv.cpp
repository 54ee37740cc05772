// The variants of matrix-vector multiplication.
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"

namespace grb {

extern const Variant<MxvProblem> mxv_pull_rows, mxv_merge_path, mxv_push_spa, mxv_push_sort,
    mxv_tiles, mxv_pull_into, mxv_push_into, mxv_push_bins;
extern const Variant<MxvProblem> cuda_mxv_thread_row, cuda_mxv_warp_row, cuda_mxv_merge_path,
    cuda_mxv_vsr, cuda_mxv_segmented, cuda_mxv_pull_masked, cuda_mxv_push_bitmap,
    cuda_mxv_push_atomic, cuda_mxv_push_sort, cuda_mxv_cusparse, cuda_mxv_hub, cuda_mxv_row_classes;
extern const Variant<MxvProblem> group_mxv_pull, group_mxv_push, group_mxv_streamed;

template <>
std::span<const Variant<MxvProblem> *const> built_in_variants<MxvProblem>() noexcept {
    static constexpr const Variant<MxvProblem> *list[] = {&mxv_pull_into,
                                                          &mxv_push_into,
                                                          &mxv_pull_rows,
                                                          &mxv_merge_path,
                                                          &mxv_push_spa,
                                                          &mxv_push_sort,
                                                          &mxv_tiles,
                                                          &mxv_push_bins,
                                                          &cuda_mxv_thread_row,
                                                          &cuda_mxv_warp_row,
                                                          &cuda_mxv_merge_path,
                                                          &cuda_mxv_vsr,
                                                          &cuda_mxv_segmented,
                                                          &cuda_mxv_pull_masked,
                                                          &cuda_mxv_push_bitmap,
                                                          &cuda_mxv_push_atomic,
                                                          &cuda_mxv_push_sort,
                                                          &cuda_mxv_cusparse,
                                                          &cuda_mxv_hub,
                                                          &cuda_mxv_row_classes,
                                                          &group_mxv_pull,
                                                          &group_mxv_push,
                                                          &group_mxv_streamed};
    return list;
}

template const VariantList &variant_list<MxvProblem>() noexcept;

} // namespace grb
