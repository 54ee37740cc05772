// What GrB_init reads from the environment; each case is a process of its own.
#include "GraphBLAS.h"

#include "registry/rates.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>

namespace {

std::string global_text(int field) {
    char text[1000] = "";
    GrB_Global_get_String(GrB_GLOBAL, text, static_cast<GrB_Field>(field));
    return text;
}

/// Exits with 0 when GrB_init succeeds and `holds` is true.
template <class Holds>
void init_and_check(Holds holds) {
    if (GrB_init(GrB_NONBLOCKING) != GrB_SUCCESS) std::exit(1);
    const bool is_right = holds();
    std::exit(is_right && GrB_finalize() == GrB_SUCCESS ? 0 : 2);
}

class EnvironmentDeathTest : public testing::Test {
protected:
    void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
    void TearDown() override {
        for (const char *name : {"LOG", "FORCE", "SKIP", "DETERMINISTIC", "PROFILE"})
            unsetenv((std::string("GRAPHBLAST_") + name).c_str());
    }
};

TEST_F(EnvironmentDeathTest, IsRead) {
    setenv("GRAPHBLAST_LOG", "pick", 1);
    setenv("GRAPHBLAST_FORCE", "mxv:cpu/mxv_pull_rows,mxm:cpu/mxm_gustavson_hash", 1);
    setenv("GRAPHBLAST_SKIP", "mxv:cpu/mxv_push_spa", 1);
    setenv("GRAPHBLAST_DETERMINISTIC", "1", 1);
    EXPECT_EXIT(init_and_check([] {
                    std::int32_t is_deterministic = -1;
                    GrB_Global_get_INT32(GrB_GLOBAL, &is_deterministic,
                                         static_cast<GrB_Field>(GrX_DETERMINISTIC));
                    return global_text(GrX_LOG) == "pick" &&
                           global_text(GrX_FORCE) ==
                               "mxv:cpu/mxv_pull_rows,mxm:cpu/mxm_gustavson_hash" &&
                           global_text(GrX_SKIP) == "mxv:cpu/mxv_push_spa" && is_deterministic == 1;
                }),
                testing::ExitedWithCode(0), "^$");
}

TEST_F(EnvironmentDeathTest, EmptyAndZeroAreOff) {
    setenv("GRAPHBLAST_LOG", "", 1);
    setenv("GRAPHBLAST_DETERMINISTIC", "0", 1);
    EXPECT_EXIT(init_and_check([] {
                    std::int32_t is_deterministic = -1;
                    GrB_Global_get_INT32(GrB_GLOBAL, &is_deterministic,
                                         static_cast<GrB_Field>(GrX_DETERMINISTIC));
                    return global_text(GrX_LOG).empty() && is_deterministic == 0;
                }),
                testing::ExitedWithCode(0), "^$");
}

/// A wrong value is reported, and the program runs on.
TEST_F(EnvironmentDeathTest, WrongValuesAreIgnored) {
    setenv("GRAPHBLAST_FORCE", "mxv:cpu/no_such_variant", 1);
    EXPECT_EXIT(init_and_check([] { return global_text(GrX_FORCE).empty(); }),
                testing::ExitedWithCode(0),
                "GRAPHBLAST_FORCE ignored: .*\"mxv:cpu/no_such_variant\" is not an");
    unsetenv("GRAPHBLAST_FORCE");
    setenv("GRAPHBLAST_LOG", "loud", 1);
    EXPECT_EXIT(init_and_check([] { return global_text(GrX_LOG).empty(); }),
                testing::ExitedWithCode(0), "GRAPHBLAST_LOG ignored: .*log level \"loud\"");
    unsetenv("GRAPHBLAST_LOG");
    setenv("GRAPHBLAST_PROFILE", "/no/such/file", 1);
    EXPECT_EXIT(
        init_and_check([] { return grb::rates().stream_bytes == grb::Rates{}.stream_bytes; }),
        testing::ExitedWithCode(0), "GRAPHBLAST_PROFILE ignored: .*cannot read /no/such/file");
}

TEST_F(EnvironmentDeathTest, Profile) {
    char path[] = "/tmp/graphblast-profile-XXXXXX";
    const int file = mkstemp(path);
    ASSERT_GE(file, 0);
    close(file);
    std::ofstream(path) << "# rates\n\nstream_bytes 5e9\nsort_keys -1\nhash_probes many\n"
                           "team_seconds\nno_such_rate 7\n  call_seconds   2e-7  \n";
    setenv("GRAPHBLAST_PROFILE", path, 1);
    EXPECT_EXIT(init_and_check([] {
                    const grb::Rates &now = grb::rates();
                    const grb::Rates before;
                    return now.stream_bytes == 5e9 && now.call_seconds == 2e-7 &&
                           now.sort_keys == before.sort_keys &&
                           now.hash_probes == before.hash_probes &&
                           now.team_seconds == before.team_seconds;
                }),
                testing::ExitedWithCode(0),
                ":4: not a rate: sort_keys\n.*:5: not a rate: hash_probes\n.*:6: not a rate: "
                "team_seconds\n.*:7: not a rate: no_such_rate\n");
    std::remove(path);
}

} // namespace
