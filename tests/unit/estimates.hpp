// Estimates of all variants on problems of all kinds, for tests of the cost models' coefficients.
#pragma once

#include "choices.hpp"
#include "cuda/mxv/variants/mxv_pull.hpp"
#include "dispatch/variant.hpp"
#include "dispatch/variant_factors.hpp"
#include "objects/container.hpp"
#include "problems/chain.hpp"
#include "problems/commit.hpp"
#include "problems/problems.hpp"
#include "problems/structure.hpp"

#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace grb {

/// Holds problems of all operations that have their own coefficients: small ones, skewed ones, and
/// large ones for the coefficients that only count there.
class Estimates {
public:
    Estimates() {
        for (int round = 0; round < 60; round++) add_round(round);
        add_hub();
        add_commits();
        add_scattered(true);
        add_scattered(false);
        add_bits();
    }
    /// Returns the estimates of all variants that take the problems, or would if there were a
    /// device.
    std::vector<double> all() const {
        std::vector<double> estimates;
        for (const auto &estimate : estimates_) estimates.push_back(estimate());
        return estimates;
    }

private:
    std::uint64_t below(std::uint64_t n) { return random_() % n; }

    Ref<Snapshot> sparse(const Type *type, std::uint64_t m, std::uint64_t n, std::uint64_t count,
                         bool is_skewed, bool is_iso = true);

    /// Computes the facts that a choice makes on a device before it asks for estimates.
    template <class Problem>
    static void gather_facts(const Problem &problem) {
        prepare(problem);
        if constexpr (Problem::operation == Operation::mxv) {
            device::make_row_statistics(problem);
            device::measure_scatter(problem);
        }
        if constexpr (Problem::operation == Operation::mxm) {
            const bool by_column = problem.is_A_transposed;
            if (!problem.A->vectors_form(by_column).is_present()) return;
            by_column ? problem.A->column_statistics() : problem.A->statistics();
        }
    }

    /// True if the reason is null or only a missing device.
    static bool is_for_want_of_device(const char *reason) {
        if (reason == nullptr || reason == device_is_not_open) return true;
        const std::string text = reason;
        return text == "too small for a GPU so far" || text == "no GPU in use";
    }

    template <class Problem>
    void add(const Problem &problem) {
        gather_facts(problem);
        int variant_index = 0;
        for (const Variant<Problem> *variant : built_in_variants<Problem>()) {
            const int number = variant_index++;
            if (!is_for_want_of_device(variant->refuses(problem))) continue;
            estimates_.push_back([problem, variant, number] {
                const Cost cost = variant->cost(problem);
                return cost.seconds * variant_factor(Problem::operation, number) +
                       cost.missing_seconds;
            });
        }
    }

    void add_round(int round);
    /// Returns a full, bitmap or sparse object.
    Ref<Snapshot> some(int which, std::uint64_t m, std::uint64_t n);
    /// Adds operations on values; add_positions those on positions.
    void add_values(int round, std::uint64_t m, std::uint64_t n);
    void add_positions(int round, std::uint64_t m, std::uint64_t n, const Ref<Snapshot> &list);
    void add_hub();
    void add_bits();
    /// Adds commits into a large C: lists with long and short rows, and dense parts.
    void add_commits();
    /// Adds iso matrices with columns far apart and rows of one length or of two alternating
    /// lengths.
    void add_scattered(bool is_even);
    /// Adds conversions to other forms, and the commit.
    void add_structure(const Ref<Snapshot> &list);

    std::mt19937_64 random_{3};
    std::vector<std::unique_ptr<Container>> outputs_;
    std::vector<std::function<double()>> estimates_;
};

} // namespace grb
