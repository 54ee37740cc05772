// The choice of a variant, as tests ask for it: of a problem, by its type.
#pragma once

#include "dispatch/choose.hpp"
#include "dispatch/prepare.hpp"

namespace grb {

template <class Problem>
Choice choice_of(const Problem &problem, const CommitAhead &ahead = {}, bool only_on_host = false) {
    return choose(variant_list<Problem>(), problem, Environment(Problem::operation), ahead,
                  only_on_host);
}

template <class Problem>
const Variant<Problem> &chosen_variant(const Problem &problem, const CommitAhead &ahead = {},
                                       bool only_on_host = false) {
    const int variant = choice_of(problem, ahead, only_on_host).candidate.variant;
    return *variants<Problem>()[static_cast<std::size_t>(variant)];
}

/// See consider_all().
template <class Problem>
int considered_of(const Problem &problem, Consideration *considered, const CommitAhead &ahead = {},
                  bool only_on_host = false) {
    return consider_all(variant_list<Problem>(), problem, Environment(Problem::operation), ahead,
                        only_on_host, considered);
}

template <class Problem>
void prepare(const Problem &problem) {
    prepare(variant_list<Problem>(), problem);
}

} // namespace grb
