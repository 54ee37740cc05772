// The variants of chains of calls.
#include "problems/chain.hpp"
#include "dispatch/variant.hpp"

namespace grb {

extern const Variant<ChainProblem> chain_entries, relax_edges, search_ahead, cuda_chain_entries,
    cuda_search_ahead;

template <>
std::span<const Variant<ChainProblem> *const> built_in_variants<ChainProblem>() noexcept {
    static constexpr const Variant<ChainProblem> *variants[] = {
        &chain_entries, &relax_edges, &search_ahead, &cuda_chain_entries, &cuda_search_ahead};
    return variants;
}

template const VariantList &variant_list<ChainProblem>() noexcept;

} // namespace grb
