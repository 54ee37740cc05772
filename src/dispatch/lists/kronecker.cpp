// The variants of the Kronecker product.
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"

namespace grb {

extern const Variant<KroneckerProblem> kronecker_rows, cuda_kronecker, group_kronecker;

template <>
std::span<const Variant<KroneckerProblem> *const> built_in_variants<KroneckerProblem>() noexcept {
    static constexpr const Variant<KroneckerProblem> *list[] = {&kronecker_rows, &cuda_kronecker,
                                                                &group_kronecker};
    return list;
}

template const VariantList &variant_list<KroneckerProblem>() noexcept;

} // namespace grb
