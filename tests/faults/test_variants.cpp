// Tests every variant of the registry, by force, while memory runs short.
#include "faults/variants.h"
#include "paths.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace faults {
namespace {

/// Variants that write into C refuse where a GPU is open, which may have the values.
bool can_run(const std::string &variant) {
    GrB_Index devices = 0;
    {
        const Session session;
        require(GrX_Device_count(&devices));
    }
    return devices == 0 || (variant != "cpu/assign_block" && variant != "cpu/commit_block" &&
                            !variant.ends_with("_in_place") && !variant.ends_with("_into"));
}

void sweep_variants_of(const std::string &operation) {
    int swept_variants = 0;
    for (const RegistryVariant &variant : registry()) {
        if (operation != variant.operation || !can_run(variant.name)) continue;
        bool is_swept = false;
        for (const Case &a_case : problems().at(operation)) {
            for (const Storage storage : all_storages) {
                if (!takes(a_case, storage, variant)) continue;
                sweep(a_case, storage, Failing::once, variant.forced().c_str());
                if (testing::Test::HasFailure()) return;
                is_swept = true;
            }
        }
        ASSERT_TRUE(is_swept) << "no problem here that " << variant.name << " accepts";
        swept_variants++;
    }
    EXPECT_GT(swept_variants, 0);
}

class FaultsVariants : public testing::TestWithParam<const char *> {};

TEST_P(FaultsVariants, Swept) {
    sweep_variants_of(GetParam());
}
INSTANTIATE_TEST_SUITE_P(All, FaultsVariants,
                         testing::Values("mxm", "mxv", "ewise_add", "ewise_mult", "apply", "select",
                                         "assign", "extract", "reduce", "transpose", "kronecker",
                                         "maxk", "commit", "convert", "orient", "statistics",
                                         "update", "build", "tuples", "sort", "concat", "chain"),
                         [](const auto &info) { return std::string(info.param); });

/// Each operation of the registry has problems above.
TEST(FaultsVariantsList, HasEveryOperation) {
    for (const RegistryVariant &variant : registry())
        EXPECT_EQ(problems().count(variant.operation), 1U) << variant.name;
}

/// Returns the reason of each GPU variant from the log lines of an operation's choices: its
/// refusals, or none.
std::map<std::string, std::set<std::string>> refusals(const std::string &log,
                                                      const std::string &operation) {
    std::map<std::string, std::set<std::string>> reasons;
    std::istringstream lines(log);
    for (std::string line; std::getline(lines, line);) {
        if (line.find(" op=" + operation + " ") == std::string::npos) continue;
        for (std::size_t at = line.find("cuda/"); at != std::string::npos;
             at = line.find("cuda/", at)) {
            const std::size_t open = line.find('(', at), close = line.find(')', open);
            if (close == std::string::npos) break;
            reasons[line.substr(at, open - at)].insert(line.substr(open + 1, close - open - 1));
            at = close;
        }
    }
    return reasons;
}

/// Returns all GPU variants, from the sources: without a GPU the registry does not name them.
std::set<std::string> variants_of_the_device() {
    std::set<std::string> variants;
    const std::regex name("\"(cuda/[a-z_]+)\"");
    for (const auto &file :
         std::filesystem::recursive_directory_iterator(GRAPHBLAST_SOURCE_DIR "/src/cuda")) {
        if (file.path().parent_path().filename() != "variants") continue;
        std::ifstream stream(file.path());
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        for (std::sregex_iterator at(text.begin(), text.end(), name), end; at != end; ++at)
            variants.insert((*at)[1]);
    }
    EXPECT_GT(variants.size(), 40U);
    return variants;
}

/// Without a GPU no GPU variants run. Their reasons still show that they have problems: the last
/// reason is the missing GPU.
TEST(FaultsVariantsList, HasProblemsForEveryVariantOfTheDevice) {
    std::map<std::string, bool> is_accepted;
    for (const auto &[operation, cases] : problems()) {
        for (const Case &a_case : cases) {
            for (const Storage storage : all_storages) {
                const Session session;
                GrB_Index devices = 0;
                require(GrX_Device_count(&devices));
                if (devices != 0) GTEST_SKIP() << "the sweeps show it";
                World world(storage);
                if (a_case.prepare != nullptr) require(a_case.prepare(world));
                require(GrB_Global_set_INT32(GrB_GLOBAL, GrX_DEVICE_ALWAYS,
                                             static_cast<GrB_Field>(GrX_DEVICE)));
                require(GrB_Global_set_String(GrB_GLOBAL, "pick", static_cast<GrB_Field>(GrX_LOG)));
                testing::internal::CaptureStderr();
                const GrB_Info info = a_case.call(world);
                run_recorded();
                const std::string log = testing::internal::GetCapturedStderr();
                require(info);
                for (const auto &[variant, reasons] : refusals(log, operation))
                    is_accepted[variant] |= reasons.count("no_GPU") != 0;
            }
        }
    }
    for (const std::string &variant : variants_of_the_device())
        EXPECT_TRUE(is_accepted[variant]) << "no problem here that " << variant << " accepts";
}

} // namespace
} // namespace faults
