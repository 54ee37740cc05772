// Table of the pull kernels over curated semirings.
#include "cpu/mxv/mxv_pull_curated.hpp"

namespace grb {

namespace {

template <class S, class I>
constexpr const PullKernel *kernel_of() {
    if constexpr (S::is_pattern_only) {
        return nullptr;
    } else {
        return &curated_pull<S, I>;
    }
}

template <class I>
constexpr const PullKernel *table_[] = {
#define GRB_SEMIRING(add, multiply, type) kernel_of<CuratedSemiring<add, multiply, type>, I>(),
#include "cpu/mxv/hot_semirings.def"
#undef GRB_SEMIRING
};

} // namespace

const PullKernel *curated_pull_kernel(int curated, bool is_wide) noexcept {
    return is_wide ? table_<std::uint64_t>[curated] : table_<std::uint32_t>[curated];
}

} // namespace grb
