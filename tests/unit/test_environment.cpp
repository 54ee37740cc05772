// What GrB_init reads from the environment; each case is a process of its own.
#include "GraphBLAS.h"

#include "device/rates.hpp"
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
        for (const char *name : {"LOG", "FORCE", "SKIP", "DETERMINISTIC", "TF32", "PROFILE"})
            unsetenv((std::string("GRAPHBLAST_") + name).c_str());
    }
};

TEST_F(EnvironmentDeathTest, IsRead) {
    setenv("GRAPHBLAST_LOG", "pick", 1);
    setenv("GRAPHBLAST_FORCE", "mxv:cpu/mxv_pull_rows,mxm:cpu/mxm_gustavson_hash", 1);
    setenv("GRAPHBLAST_SKIP", "mxv:cpu/mxv_push_spa", 1);
    setenv("GRAPHBLAST_DETERMINISTIC", "1", 1);
    setenv("GRAPHBLAST_TF32", "1", 1);
    EXPECT_EXIT(init_and_check([] {
                    std::int32_t is_deterministic = -1, tf32 = -1;
                    GrB_Global_get_INT32(GrB_GLOBAL, &tf32, static_cast<GrB_Field>(GrX_TF32));
                    GrB_Global_get_INT32(GrB_GLOBAL, &is_deterministic,
                                         static_cast<GrB_Field>(GrX_DETERMINISTIC));
                    return global_text(GrX_LOG) == "pick" &&
                           global_text(GrX_FORCE) ==
                               "mxv:cpu/mxv_pull_rows,mxm:cpu/mxm_gustavson_hash" &&
                           global_text(GrX_SKIP) == "mxv:cpu/mxv_push_spa" &&
                           is_deterministic == 1 && tf32 == 1;
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

class ProfileDeathTest : public EnvironmentDeathTest {
protected:
    void SetUp() override {
        EnvironmentDeathTest::SetUp();
        const int file = mkstemp(path_);
        ASSERT_GE(file, 0);
        close(file);
    }
    void TearDown() override {
        EnvironmentDeathTest::TearDown();
        std::remove(path_);
    }
    void use(const char *text) {
        std::ofstream(path_) << text;
        setenv("GRAPHBLAST_PROFILE", path_, 1);
    }

private:
    char path_[40] = "/tmp/graphblast-profile-XXXXXX";
};

TEST_F(ProfileDeathTest, Host) {
    use("# rates\n\nstream_bytes 5e9\nsort_keys -1\nhash_probes many\n"
        "team_seconds\nno_such_rate 7\n  call_seconds   2e-7  \n");
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
}

TEST_F(ProfileDeathTest, Device) {
    use("device_stream_bytes 1e12 # bytes per second\ndevice_cached_bytes 2e6\n"
        "device_gathers_cached 3e10\ndevice_gathers_memory 4e9\ndevice_gathers_hub 5e10\n"
        "device_upload_bytes 6e9\ndevice_download_bytes 7e9\ndevice_launch_seconds 8e-6\n"
        "device_wait_seconds 9e-6\n");
    EXPECT_EXIT(init_and_check([] {
                    const grb::device::Rates &now = grb::device::rates();
                    return now.stream_bytes == 1e12 && now.cached_bytes == 2e6 &&
                           now.gathers_cached == 3e10 && now.gathers_memory == 4e9 &&
                           now.gathers_hub == 5e10 && now.upload_bytes == 6e9 &&
                           now.download_bytes == 7e9 && now.launch_seconds == 8e-6 &&
                           now.wait_seconds == 9e-6 &&
                           grb::rates().stream_bytes == grb::Rates{}.stream_bytes;
                }),
                testing::ExitedWithCode(0), "^$");
}

/// The host's and the device's names are told apart, and what is wrong changes nothing.
TEST_F(ProfileDeathTest, DeviceWrongLines) {
    use("stream_bytes 5e9\ndevice_stream_bytes 0\ndevice_wait_seconds\ndevice_sort_keys 7\n"
        "upload_bytes 7\ndevice_launch_seconds inf\ndevice_ 7\n");
    EXPECT_EXIT(init_and_check([] {
                    const grb::device::Rates &now = grb::device::rates();
                    const grb::device::Rates before;
                    return grb::rates().stream_bytes == 5e9 &&
                           now.stream_bytes == before.stream_bytes &&
                           now.wait_seconds == before.wait_seconds &&
                           now.upload_bytes == before.upload_bytes &&
                           now.launch_seconds == before.launch_seconds;
                }),
                testing::ExitedWithCode(0),
                ":2: not a rate: device_stream_bytes\n.*:3: not a rate: device_wait_seconds\n"
                ".*:4: not a rate: device_sort_keys\n.*:5: not a rate: upload_bytes\n"
                ".*:6: not a rate: device_launch_seconds\n.*:7: not a rate: device_\n");
}

} // namespace
