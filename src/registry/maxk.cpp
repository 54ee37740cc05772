#include "registry/problems.hpp"

namespace grb {

extern const Variant<MaxkProblem> maxk_rows;

template <>
std::span<const Variant<MaxkProblem> *const> variants<MaxkProblem>() noexcept {
    static constexpr const Variant<MaxkProblem> *rows[] = {&maxk_rows};
    return rows;
}

} // namespace grb
