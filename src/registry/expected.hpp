// How many entries a result may have, for the estimate of its commit.
#pragma once

#include "registry/problems.hpp"

#include <algorithm>

namespace grb {

/// A rough upper bound of a result's entries: it takes each row of B (column of A) to have as many as the mean.
template <class Problem>
double expected_entries(const Problem &problem) noexcept {
    const auto entries = [](const Ref<Snapshot> &x) {
        return static_cast<double>(x->knows_nvals() ? x->nvals()
                                                    : cell_count(x->nrows(), x->ncols()));
    };
    const auto at_least_one = [](std::uint64_t n) { return std::max(1.0, static_cast<double>(n)); };
    if constexpr (Problem::operation == Operation::kronecker) {
        return entries(problem.A) * entries(problem.B);
    } else if constexpr (requires { problem.u; }) {
        return entries(problem.A) * entries(problem.u) / at_least_one(problem.n());
    } else if constexpr (requires { problem.k(); }) {
        return entries(problem.A) * entries(problem.B) / at_least_one(problem.k());
    } else if constexpr (requires { problem.B; }) {
        return entries(problem.A) + entries(problem.B);
    } else if constexpr (requires { problem.A; }) {
        return problem.A ? entries(problem.A) : static_cast<double>(UINT64_MAX);
    } else {
        return static_cast<double>(UINT64_MAX);
    }
}

} // namespace grb
