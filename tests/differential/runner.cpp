// Runs random problems by the engine's own choice and by each forced variant and schedule.
#include "differential/runner.h"

#include "quarter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <exception>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace grb::fuzz {
namespace {

bool has_gpu();

class Library : public ::testing::Environment {
public:
    void SetUp() override {
        ASSERT_EQ(GrB_init(GrB_NONBLOCKING), GrB_SUCCESS);
        has_gpu();
    }
    void TearDown() override { EXPECT_EQ(GrB_finalize(), GrB_SUCCESS); }
};

[[maybe_unused]] const auto *const library = ::testing::AddGlobalTestEnvironment(new Library);

constexpr int failures_shown = 5;
constexpr int rounds_per_large = 25;
constexpr int fewest_tries = 4000;     // of a variant that suits few problems
constexpr const char *aimed = "aimed"; // stands before a seed

/// False if GRAPHBLAST_TEST_VARIANTS selects other names.
bool is_wanted(const std::string &variant) {
    const char *text = std::getenv("GRAPHBLAST_TEST_VARIANTS");
    return text == nullptr || variant.rfind(text, 0) == 0;
}

/// False for OpenBLAS where it is missing.
bool is_usable(const std::string &schedule) {
    static const bool has_openblas = dlopen("libopenblas.so.0", RTLD_LAZY) != nullptr;
    return schedule != "openblas" || has_openblas;
}

std::string wanted_seed() {
    const char *text = std::getenv("GRAPHBLAST_TEST_SEED");
    return text ? text : "";
}

/// Is called before the first test; a test that switches the GPU off leaves it open.
bool has_gpu() {
    static const bool is_there = [] {
        GrB_Index devices = 0;
        EXPECT_EQ(GrX_Device_count(&devices), GrB_SUCCESS);
        return devices != 0;
    }();
    return is_there;
}

bool has_one_gpu() {
    return has_gpu() && std::getenv("GRAPHBLAST_PARTS") == nullptr &&
           std::getenv("GRAPHBLAST_MPI") == nullptr;
}

struct Tally {
    int tried = 0, reached = 0, failed = 0, first = 0; // first: the try that reached the variant
    std::map<std::string, std::string> schedules;      // with the log of a run
};

/// Counts how often a log names each variant: "mxv:cpu/mxv_pull_rows=2 " and so on, in alphabetical
/// order.
std::string picks_in(const std::string &log) {
    static const std::regex line("graphblast pick op=(\\S+) variant=(\\S+) stage=\\S+ ");
    std::map<std::string, int> counts;
    for (std::sregex_iterator found(log.begin(), log.end(), line), end; found != end; ++found)
        counts[(*found)[1].str() + ":" + (*found)[2].str()]++;
    std::string text;
    for (const auto &[variant, count] : counts) text += variant + "=" + std::to_string(count) + " ";
    return text;
}

std::string in_order(const std::string &picks) {
    std::istringstream words(picks);
    const std::set<std::string> sorted{std::istream_iterator<std::string>(words), {}};
    std::string text;
    for (const std::string &word : sorted) text += word + " ";
    return text;
}

/// A repeated call with a log makes the same choices, and the log names exactly these. Programs
/// that a GPU has compiled meanwhile may change its estimates.
void expect_same_with_log(const Problem &problem, std::uint64_t seed, const Generator &generate) {
    if (has_gpu()) return;
    Problem logged(seed);
    logged.is_logged = true;
    generate(logged);
    EXPECT_EQ(logged.run(""), "");
    const std::string without = in_order(problem.picks());
    EXPECT_EQ(in_order(logged.picks()), without) << seed << "\n" << logged.log();
    EXPECT_EQ(picks_in(logged.log()), without) << seed << "\n" << logged.log();
}

/// `rule` is "operation:variant", with a schedule behind another colon when one is forced. With
/// `aims` the generator makes a problem for it.
void run_one(const std::string &rule, const std::string &variant, std::uint64_t seed, bool aims,
             const Generator &generate, Tally &tally) {
    Problem problem(seed);
    if (aims) problem.aim = variant;
    std::string wrong;
    try {
        generate(problem);
        wrong = problem.run(variant.empty() ? "" : rule);
    } catch (const std::exception &error) {
        wrong = error.what();
    }
    tally.tried++;
    if (problem.variant() == variant) {
        if (tally.reached++ == 0) tally.first = tally.tried;
        tally.schedules.emplace(problem.schedule(), problem.log());
    }
    if (wrong.empty() && variant.empty()) expect_same_with_log(problem, seed, generate);
    if (wrong.empty()) return;
    ++tally.failed;
    ADD_FAILURE() << wrong << "\nre-run with GRAPHBLAST_TEST_SEED=" << rule << ":"
                  << (aims ? aimed : "") << seed << "\nran " << problem.variant() << "\n"
                  << problem.describe();
}

void run_variant(const std::string &operation, const std::string &variant,
                 const std::string &schedule, int rounds, const Generator &generate) {
    const std::string rule = operation + ":" + variant + (schedule.empty() ? "" : ":") + schedule;
    // These variants need a GPU with its own memory and make their own partitions.
    if (variant.find("_streamed") != std::string::npos && !has_one_gpu()) return;
    if (!can_run(variant)) return;
    // The partitions of this variant belong to one process.
    if (variant == "group/mxm_columns" && std::getenv("GRAPHBLAST_MPI") != nullptr) return;
    Tally tally;
    auto seed = [&](int k) {
        return mix(hash(rule) + static_cast<std::uint64_t>(k < 0 ? k : quarter::round_of(k)));
    };
    // A variant that refuses most problems gets more tries, so that a few rounds reach it too.
    const int limit = variant.empty() ? rounds : std::max(20 * rounds, fewest_tries);
    const int wanted = variant.empty() ? 0 : std::max(1, rounds / 4);
    if (!variant.empty())
        run_one(rule, variant, seed(-1) & ~Problem::large_bit, true, generate, tally);
    for (int k = 0; k < limit && tally.failed < failures_shown; ++k) {
        if (k >= rounds && tally.reached >= wanted) break;
        run_one(rule, variant, seed(k) & ~Problem::large_bit, false, generate, tally);
    }
    for (int k = 0; k < rounds / rounds_per_large && tally.failed < failures_shown; ++k) {
        run_one(rule, variant, seed(k) | Problem::large_bit, false, generate, tally);
    }
    if (variant.empty()) return;
    EXPECT_GT(tally.reached, 0) << rule << " was forced and never ran";
    if (!schedule.empty() && is_usable(schedule)) {
        for (const auto &[used, log] : tally.schedules)
            EXPECT_EQ(used, schedule) << rule << "\n" << log;
    }
    ::testing::Test::RecordProperty("reached:" + rule, tally.reached);
    ::testing::Test::RecordProperty("first:" + rule, tally.first);
}

} // namespace

bool can_run(const std::string &variant) {
    return (variant != "cpu/assign_block" && variant != "cpu/commit_block" &&
            !variant.ends_with("_in_place") && !variant.ends_with("_into")) ||
           !has_gpu();
}

int scaled(int rounds) {
    const char *text = std::getenv("GRAPHBLAST_TEST_ROUNDS");
    const double factor = text ? std::atof(text) : 1.0;
    return quarter::count(std::max(1, static_cast<int>(rounds * factor)));
}

std::set<std::string> for_each_variant(const std::string &operation,
                                       const std::function<void()> &f) {
    std::set<std::string> ran;
    f();
    for (const RegistryVariant &variant : registry()) {
        if (variant.operation != operation) continue;
        const std::string name = variant.operation + ":" + variant.name;
        std::vector<std::string> rules{name};
        for (const std::string &schedule : schedules_of(name))
            rules.push_back(name + ":" + schedule);
        for (const std::string &rule : rules) {
            SCOPED_TRACE(rule);
            force_variant(rule);
            f();
            if (last_variant() == variant.name) ran.insert(variant.name);
            force_variant("");
        }
    }
    EXPECT_FALSE(ran.empty()) << "no variant of " << operation << " ran by force";
    return ran;
}

void expect_host_variants(const std::set<std::string> &ran, const std::string &operation,
                          const std::set<std::string> &others) {
    for (const RegistryVariant &variant : registry()) {
        if (others.count(variant.name) != 0) continue;
        const bool is_meant = operation.empty() || variant.operation == operation;
        if (!is_meant || variant.name.rfind("cpu/", 0) != 0 || !can_run(variant.name)) continue;
        EXPECT_EQ(ran.count(variant.name), 1U) << variant.name << " never ran";
    }
}

bool is_skipped(const std::string &operation) {
    const std::string wanted = wanted_seed();
    return !wanted.empty() && wanted.rfind(operation + ":", 0) != 0;
}

namespace {

void run_variants(const std::string &operation, int rounds, const Generator &generate,
                  const std::function<bool(const std::string &)> &is_variant) {
    if (is_skipped(operation)) GTEST_SKIP() << "another operation's problem is asked for";
    const std::string wanted = wanted_seed();
    if (!wanted.empty()) {
        const std::size_t first = wanted.find(':'), last = wanted.rfind(':');
        ASSERT_LT(first, last) << "GRAPHBLAST_TEST_SEED is operation:variant:seed";
        const std::string rule = wanted.substr(0, last);
        std::string variant = rule.substr(first + 1);
        variant = variant.substr(0, variant.find(':')); // without schedule
        const std::string seed = wanted.substr(last + 1);
        const bool aims = seed.rfind(aimed, 0) == 0;
        Tally tally;
        run_one(rule, variant, std::stoull(aims ? seed.substr(std::strlen(aimed)) : seed), aims,
                generate, tally);
        return;
    }
    run_variant(operation, "", "", scaled(rounds), generate);
    for (const RegistryVariant &variant : registry()) {
        if (variant.operation != operation || !is_wanted(variant.name) || !is_variant(variant.name))
            continue;
        run_variant(operation, variant.name, "", scaled(rounds), generate);
        for (const std::string &schedule : schedules_of(operation + ":" + variant.name))
            run_variant(operation, variant.name, schedule, scaled(rounds / 4), generate);
    }
}

} // namespace

void run_problems(const std::string &operation, int rounds, const Generator &generate,
                  const std::set<std::string> &without) {
    run_variants(operation, rounds, generate,
                 [&without](const std::string &variant) { return without.count(variant) == 0; });
}

void run_user_problems(const std::string &operation, const std::vector<std::string> &variants,
                       int rounds, const Generator &generate) {
    const std::vector<RegistryVariant> all = registry(); // without a GPU, none of its variants
    for (const std::string &name : variants) {
        if (!has_gpu()) break;
        const bool is_there =
            std::any_of(all.begin(), all.end(),
                        [&](const RegistryVariant &variant) { return variant.name == name; });
        EXPECT_TRUE(is_there) << "no variant " << name;
    }
    run_variants(
        operation, rounds,
        [&generate](Problem &p) {
            p.is_of_user_types = true;
            generate(p);
        },
        [&variants](const std::string &variant) {
            return std::find(variants.begin(), variants.end(), variant) != variants.end();
        });
}

} // namespace grb::fuzz
