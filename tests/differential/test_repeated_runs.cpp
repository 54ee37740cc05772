// Tests that variants that say they are deterministic give the same bytes in every run, also where
// sums of floating-point numbers show their order. The tests find these variants by asking the
// engine for deterministic ones with all others skipped.
#include "differential/engine_controls.h"
#include "differential/repeated_problems.h"
#include "differential/runner.h"

#include "reference/bridge.h"

#include <gtest/gtest.h>

#include <iostream>
#include <set>

namespace grb::fuzz {
namespace {

using model::require;

class RepeatedRuns : public ::testing::Test {
protected:
    /// Runs the problem and returns the bytes that it leaves; records the variants that ran.
    std::string run(RepeatedCall problem) {
        operands_.clear();
        reset_picks();
        EXPECT_EQ(problem(operands_), GrB_SUCCESS);
        picks_ = picks();
        return operands_.bytes();
    }

    bool takes(const std::string &rule, RepeatedCall problem) {
        force_variant(rule);
        run(problem);
        return is_among(picks_, rule);
    }

    /// True if the engine, asked for deterministic variants with all others skipped, takes this
    /// one. A GPU variant runs with the GPU always in use.
    bool says_deterministic(const RegistryVariant &variant, RepeatedCall problem) {
        std::string others;
        for (const RegistryVariant &other : registry()) {
            if (other.operation == variant.operation && other.name != variant.name)
                others += other.operation + ":" + other.name + ",";
        }
        force_variant("");
        skip_variants(others);
        prefer_deterministic(true);
        if (variant.name.rfind("cuda/", 0) == 0) use_device(Device::Always);
        run(problem);
        prefer_deterministic(false);
        if (variant.name.rfind("cuda/", 0) == 0) use_device(Device::Auto);
        skip_variants("");
        return is_among(picks_, variant.operation + ":" + variant.name);
    }

    /// The bits do not depend on the number of host threads where equal bits are asked for:
    /// cpu/mxm_blas excludes OpenBLAS then.
    void repeat(const std::string &rule, RepeatedCall problem, int times) {
        SCOPED_TRACE(rule);
        force_variant(rule);
        prefer_deterministic(true);
        const std::string expected = run(problem);
        for (int k = 1; k < times; k++) {
            set_threads(k % 2 == 0 ? 1 : 4);
            ASSERT_EQ(run(problem) == expected, true) << "run " << k << " gave other bytes";
        }
        prefer_deterministic(false);
    }

    /// Repeats the deterministic variants whose names begin with `beginning`. Each must take one of
    /// the problems.
    std::set<std::string> repeat_variants(const std::string &beginning, int times) {
        std::set<std::string> repeated;
        for (const RegistryVariant &variant : registry()) {
            if (variant.name.rfind(beginning, 0) != 0 || !can_run(variant.name)) continue;
            const std::string name = variant.operation + ":" + variant.name;
            std::vector<std::string> rules{name};
            for (const std::string &schedule : schedules_of(name))
                rules.push_back(name + ":" + schedule);
            bool is_taken = false;
            for (const RepeatedCall problem : repeated_problems().at(variant.operation)) {
                if (!takes(name, problem)) continue;
                is_taken = true;
                if (!says_deterministic(variant, problem)) continue;
                repeated.insert(variant.name);
                for (const std::string &rule : rules) repeat(rule, problem, times);
            }
            EXPECT_TRUE(is_taken) << "no problem here that " << variant.name << " takes";
        }
        for (const std::string &name : repeated) std::cout << name << " ";
        std::cout << "gave the same bytes " << times << " times\n";
        return repeated;
    }

    void TearDown() override {
        force_variant("");
        prefer_deterministic(false);
        set_threads(0);
        use_device(Device::Auto);
    }

private:
    Operands operands_;
    std::string picks_;
};

/// The device is off, as conversions of entries on a GPU would run there.
TEST_F(RepeatedRuns, OnTheHost) {
    use_device(Device::Off);
    expect_host_variants(repeat_variants("cpu/", scaled(8)));
}

TEST_F(RepeatedRuns, OnTheDevice) {
    GrB_Index devices = 0;
    require(GrX_Device_count(&devices), "GrX_Device_count");
    if (devices == 0) GTEST_SKIP() << "no GPU";
    const std::set<std::string> repeated = repeat_variants("cuda/", scaled(100));
    // All but cuSPARSE and the few variants with atomic additions are deterministic.
    std::size_t variants = 0;
    for (const RegistryVariant &variant : registry())
        variants += variant.name.rfind("cuda/", 0) == 0;
    EXPECT_GE(5 * repeated.size(), 4 * variants);
}

} // namespace
} // namespace grb::fuzz
