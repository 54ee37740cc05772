// The variants of maxk.
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"

namespace grb {

extern const Variant<MaxkProblem> maxk_rows, cuda_maxk_select, group_maxk;

template <>
std::span<const Variant<MaxkProblem> *const> built_in_variants<MaxkProblem>() noexcept {
    static constexpr const Variant<MaxkProblem> *variants[] = {&maxk_rows, &cuda_maxk_select,
                                                               &group_maxk};
    return variants;
}

template const VariantList &variant_list<MaxkProblem>() noexcept;

} // namespace grb
