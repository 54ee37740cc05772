// Asks all variants of an operation about many problems and records the effects.
#pragma once

#include "base/group_partitions.hpp"
#include "choice/fixture.hpp"
#include "choices.hpp"
#include "dispatch/at_devices.hpp"

#include <cstring>
#include <gtest/gtest.h>

#include <map>
#include <set>

namespace choice_test {

/// The operations that some test of this program asks about.
std::set<grb::Operation> &asked_operations();

template <class Problem>
class Asked {
public:
    Asked() { static_cast<void>(is_listed_); }
    void about(const Problem &problem, const std::string &what) {
        for (const grb::Variant<Problem> *variant : grb::variants<Problem>())
            grb::at_devices(variant->capabilities.device, [&](grb::Device *) {
                ask(*variant, problem, what);
                return true;
            });
        const Events before = Events::now();
        const grb::Candidate candidate = grb::cheapest(grb::variant_list<Problem>(), problem,
                                                       grb::Environment(Problem::operation), {})
                                             .candidate;
        if (Events::now() != before) impure_.emplace("the choice", what);
        EXPECT_GE(candidate.variant, 0) << what;
        asked_++;
    }
    /// Expects that no call of a variant had an effect, and that each variant estimated at least
    /// once.
    void expect_pure() const {
        for (const auto &[variant, what] : impure_) ADD_FAILURE() << variant << ": " << what;
        for (const grb::Variant<Problem> *variant : grb::variants<Problem>()) {
            // These need operands or outputs on the host, which no problem here has.
            if (std::strstr(variant->name, "_streamed") != nullptr ||
                variant->capabilities.writes_output)
                continue;
            EXPECT_TRUE(accepting_.count(variant->name))
                << variant->name << " refused all " << asked_;
        }
    }

private:
    void ask(const grb::Variant<Problem> &variant, const Problem &problem,
             const std::string &what) {
        // Without a group, its variants would refuse every problem.
        grb::set_group_partitions(variant.capabilities.device == grb::group_kind ? 3 : 0);
        const Events before = Events::now();
        plugin().last_call = "an allocation";
        const char *const refusal = variant.refuses(problem);
        const Events between = Events::now();
        if (refusal == nullptr) variant.cost(problem);
        const Events after = Events::now();
        grb::set_group_partitions(0);
        const char *const call = plugin().last_call;
        if (between != before) impure_.emplace(variant.name, what + ", refuses: " + call);
        if (after != between) impure_.emplace(variant.name, what + ", cost: " + call);
        if (refusal == nullptr) accepting_.insert(variant.name);
    }
    static inline const bool is_listed_ = asked_operations().insert(Problem::operation).second;
    std::map<std::string, std::string> impure_; // the first impure problem of each variant
    std::set<std::string> accepting_;
    int asked_ = 0;
};

} // namespace choice_test
