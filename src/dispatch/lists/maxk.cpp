// The variants of maxk.
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"

namespace grb {

extern const Variant<MaxkProblem> maxk_rows, cuda_maxk_select, team_maxk;

template <>
std::span<const Variant<MaxkProblem> *const> built_in_variants<MaxkProblem>() noexcept {
    static constexpr const Variant<MaxkProblem> *rows[] = {&maxk_rows, &cuda_maxk_select,
                                                           &team_maxk};
    return rows;
}

} // namespace grb
