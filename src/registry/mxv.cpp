#include "registry/problems.hpp"

namespace grb {

extern const Variant<MxvProblem> mxv_pull_rows, mxv_merge_path, mxv_push_spa, mxv_push_sort;

template <>
std::span<const Variant<MxvProblem> *const> variants<MxvProblem>() noexcept {
    static constexpr const Variant<MxvProblem> *list[] = {&mxv_pull_rows, &mxv_merge_path,
                                                          &mxv_push_spa, &mxv_push_sort};
    return list;
}

} // namespace grb
