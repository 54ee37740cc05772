#include "cpu/mxv_pull_curated.hpp"

namespace grb {

namespace {
constexpr const PullKernel *table_[] = {
#define GRB_SEMIRING(add, multiply, type) &curated_pull<CuratedSemiring<add, multiply, type>>,
#include "cpu/hot_semirings.def"
#undef GRB_SEMIRING
};
} // namespace

const PullKernel *curated_pull_kernel(int curated) noexcept {
    return table_[curated];
}

} // namespace grb
