// Tests the coefficients of the cost models: described, positive on every class of machine, used by
// some estimate, unchanged by a profile, and taken from the thread's device.
#include "estimates.hpp"

#include "base/device.hpp"
#include "base/error.hpp"
#include "base/parallel.hpp"
#include "costs/device_rates.hpp"
#include "costs/profile.hpp"
#include "costs/rates.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <set>
#include <string>

namespace grb {
namespace {

std::vector<const Coefficient *> all_coefficients() {
    std::vector<const Coefficient *> all;
    for (const Coefficient *c = first_coefficient(); c != nullptr; c = c->next()) all.push_back(c);
    return all;
}

class Coefficients : public testing::Test {
protected:
    void SetUp() override { make_variant_factors(); }
    void TearDown() override { reset_rates(); }
};

TEST_F(Coefficients, AreDescribed) {
    std::set<std::string> names;
    for (const Coefficient *c : all_coefficients()) {
        const std::string name = c->name();
        EXPECT_TRUE(names.insert(name).second) << name << " twice";
        EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_:/"),
                  std::string::npos)
            << name;
        EXPECT_NE(*c->unit(), '\0') << name;
        EXPECT_NE(*c->meaning(), '\0') << name;
        const int classes = c->is_of_device() ? device_class_count : host_class_count;
        for (int k = 0; k < classes; k++) {
            EXPECT_GT(c->default_of(k), 0) << name << ", class " << k;
            EXPECT_TRUE(std::isfinite(c->default_of(k))) << name << ", class " << k;
        }
    }
    EXPECT_GT(names.size(), 150U);
    for (const RegistryVariant &variant : registry_variants())
        EXPECT_EQ(names.count(name_of(variant.operation) + std::string(":") + variant.name), 1U)
            << variant.name;
}

constexpr DeviceFacts h100{90, 132, 52428800, 3.352e12}, h200{90, 132, 62914560, 4.917e12},
    a100{80, 108, 41943040, 2.039e12}, half_h100{90, 66, 26214400, 1.65e12},
    b200{100, 148, 132e6, 8e12}, rtx_5090{120, 170, 100663296, 1.792e12};

TEST_F(Coefficients, FollowFromWhatADeviceSaysOfItself) {
    const device::Rates &r = device::rates();
    // The coefficients are fitted on these devices.
    for (const Coefficient *c : all_coefficients()) {
        if (!c->is_of_device()) continue;
        for (const DeviceFacts &facts : {h100, h200, DeviceFacts{}})
            EXPECT_EQ(default_on(*c, facts), c->default_of(1)) << c->name();
        EXPECT_EQ(default_on(*c, a100), c->default_of(0)) << c->name();
        EXPECT_EQ(default_on(*c, b200), c->default_of(2)) << c->name();
        EXPECT_EQ(default_on(*c, rtx_5090), c->default_of(3)) << c->name();
    }
    EXPECT_EQ(default_on(r.stream_bytes, h200), 3e12);
    EXPECT_DOUBLE_EQ(default_on(r.stream_bytes, half_h100), 3e12 * 1.65 / 3.3);
    EXPECT_DOUBLE_EQ(default_on(r.gathers_cached, half_h100), 1.79e11 / 2);
    EXPECT_DOUBLE_EQ(default_on(r.cached_bytes, half_h100), 31e6 * 26.2144 / 50);
    EXPECT_EQ(default_on(r.launch_seconds, half_h100), 5e-6);
    EXPECT_LT(default_on(r.stream_bytes, a100), 2.039e12);
    EXPECT_GT(default_on(r.stream_bytes, b200), 4e12);
    EXPECT_LT(default_on(r.stream_bytes, b200), 8e12);
}

TEST_F(Coefficients, ClassesOfHosts) {
    set_rates("class server\nsort_keys 5e7\n");
    EXPECT_EQ(double(rates().stream_bytes), rates().stream_bytes.default_of(1));
    EXPECT_NE(double(rates().stream_bytes), rates().stream_bytes.default_of(0));
    EXPECT_EQ(double(rates().sort_keys), 5e7);
    set_rates("class generic\n");
    EXPECT_EQ(double(rates().stream_bytes), rates().stream_bytes.default_of(0));
    EXPECT_THROW(set_rates("class toaster\n"), Error);
}

TEST_F(Coefficients, GoThroughAProfile) {
    std::mt19937_64 random(1);
    std::string lines;
    for (const Coefficient *c : all_coefficients()) {
        const double value =
            value_of(*c) * std::exp2(std::uniform_real_distribution<>(-2, 2)(random));
        char line[200];
        std::snprintf(line, sizeof line, "%s %.17g\n", c->name(), value);
        lines += line;
    }
    set_rates(lines.c_str());
    const std::string text(rates_text());
    set_rates("");
    EXPECT_NE(std::string(rates_text()), text);
    set_rates(text.c_str());
    EXPECT_EQ(std::string(rates_text()), text);
}

TEST_F(Coefficients, WrongLinesChangeNothing) {
    const std::string before(rates_text());
    for (const char *lines :
         {"stream_bytes 5e9\nno_such_rate 1\n", "stream_bytes 0\n", "stream_bytes -1\n",
          "stream_bytes\n", "stream_bytes 1 2\n", "stream_bytes@1 5e9\n", "stream_bytes nan\n",
          "device_stream_bytes@0 1\n", "device_stream_bytes@17 1\n", "device_stream_bytes@ 1\n",
          "class\n"}) {
        EXPECT_THROW(set_rates(lines), Error) << lines;
        EXPECT_EQ(std::string(rates_text()), before) << lines;
    }
    try {
        set_rates("stream_bytes 5e9\nno_such_rate 1\n");
    } catch (const Error &error) {
        EXPECT_NE(std::string(error.what()).find("line 2: \"no_such_rate\""), std::string::npos)
            << error.what();
    }
}

/// A device on which no operation can run.
class Nowhere final : public Device {
public:
    Nowhere() : Device("nowhere") {}
    bool is_usable() const noexcept override { return false; }
    void *allocate(std::size_t) override { throw DeviceFailure(); }
    void release(void *) noexcept override {}
    void upload(void *, const void *, std::size_t) override { throw DeviceFailure(); }
    void download(void *, const void *, std::size_t) override { throw DeviceFailure(); }
    void finish() override {}
    bool take_count(unsigned, std::uint64_t *) noexcept override { return false; }
    void drop_count(unsigned) noexcept override {}
};

/// Runs in a process of its own, since devices stay listed.
void rate_two_devices() {
    static Nowhere first, second, third;
    rate_device(add_device(first), h200);
    const device::Rates &r = device::rates();
    const auto stream_at = [&r](Device &device) {
        const QueryScope at(device);
        return double(r.stream_bytes);
    };
    bool is_right = stream_at(first) == 3e12 && coefficients::device_values.load() != nullptr;
    rate_device(add_device(second), a100);
    add_device(third); // no device: rated as the first one
    is_right = is_right && stream_at(first) == 3e12 && stream_at(third) == 3e12 &&
               stream_at(second) == default_on(r.stream_bytes, a100) &&
               coefficients::device_values.load() == nullptr;
    const std::string id = std::to_string(second.id());
    set_rates(("device_stream_bytes 2e12\ndevice_wait_seconds@" + id + " 1e-6\n").c_str());
    const auto wait_at = [&r](Device &device) {
        const QueryScope at(device);
        return double(r.wait_seconds);
    };
    is_right = is_right && stream_at(first) == 2e12 && stream_at(second) == 2e12 &&
               wait_at(first) == 5.2e-6 && wait_at(second) == 1e-6;
    std::exit(is_right ? 0 : 1);
}

TEST(CoefficientsDeathTest, AreThoseOfTheDevice) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(rate_two_devices(), testing::ExitedWithCode(0), "");
}

/// These coefficients decide no estimate, or only an estimate that is too expensive for this test.
const std::set<std::string> not_tried = {
    // decide whether a library or a GPU is opened
    "opening_bytes", "opening_least_bytes", "device_cusparse_bytes", "device_cublas_operations",
    // decides whether more variants are estimated
    "calls_short_enough",
    // row-balanced operands
    "device_ssd_coupled",
    // several GPUs
    "group_hand_over_seconds", "group_lead_seconds", "group_least_bytes",
    "group_least_matrix_bytes", "group_peer_bytes", "group_step_seconds", "group_uneven",
    // a matrix larger than the memory
    "group_partition_bytes", "group_turn_seconds", "device_staged_bytes"};

/// Returns the coefficients that change an estimate.
std::set<std::string> heard(const Estimates &estimates) {
    const std::vector<double> before = estimates.all();
    std::set<std::string> names;
    for (const Coefficient *c : all_coefficients()) {
        for (const double factor : {1.25, 1e-6, 1e6}) {
            const Changed changed(*c, factor);
            if (estimates.all() == before) continue;
            names.insert(c->name());
            break;
        }
    }
    EXPECT_EQ(estimates.all(), before);
    return names;
}

TEST_F(Coefficients, EachHasASay) {
    set_max_threads(4);
    const Estimates estimates;
    ASSERT_GT(estimates.all().size(), 1000U);
    std::set<std::string> names = heard(estimates);
    // The device has a small cache.
    set_rates("device_cached_bytes 1000");
    names.merge(heard(estimates));
    set_max_threads(0);
    for (const Coefficient *c : all_coefficients()) {
        const std::string name = c->name();
        if (name.find(':') != std::string::npos) continue; // a variant's factor: see below
        EXPECT_EQ(names.count(name) + not_tried.count(name), 1U) << name;
    }
}

TEST_F(Coefficients, OfAVariantMultipliesItsEstimates) {
    const auto variants = built_in_variants<MxvProblem>();
    for (int k = 0; k < static_cast<int>(variants.size()); k++) {
        EXPECT_EQ(variant_factor(Operation::mxv, k), 1);
        set_rates(
            ("mxv:" + std::string(variants[static_cast<std::size_t>(k)]->name) + " 3").c_str());
        EXPECT_EQ(variant_factor(Operation::mxv, k), 3);
    }
    EXPECT_EQ(variant_factor(Operation::mxv, 31), 1);
}

} // namespace
} // namespace grb
