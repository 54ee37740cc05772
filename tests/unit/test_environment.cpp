// Tests how GrB_init reads the environment; each case runs in its own process.
#include "suitesparse/GraphBLAS.h"

#include "costs/device_rates.hpp"
#include "costs/profile.hpp"
#include "costs/rates.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace {

std::string global_text(int field) {
    char text[1000] = "";
    GrB_Global_get_String(GrB_GLOBAL, text, static_cast<GrB_Field>(field));
    return text;
}

bool is_default(const grb::Coefficient &coefficient) {
    return grb::value_of(coefficient) == (coefficient.is_of_device()
                                              ? grb::default_on(coefficient, {})
                                              : coefficient.default_of(0));
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
    void TearDown() override { unset_all(); }
    static void unset_all() {
        for (const char *name : {"LOG", "FORCE", "SKIP", "DETERMINISTIC", "TF32", "PROFILE", "CUDA",
                                 "CUDA_DEVICE", "CUDA_MEMORY", "CUDA_PLUGIN", "SUITESPARSE_BLOBS"})
            unsetenv((std::string("GRAPHBLAST_") + name).c_str());
    }
};

TEST_F(EnvironmentDeathTest, FormatOfBlobs) {
    const auto has_format = [](int expected) {
        return [expected] {
            std::int32_t format = -1;
            GrB_Global_get_INT32(GrB_GLOBAL, &format, GrX_BLOB_FORMAT);
            return format == expected;
        };
    };
    EXPECT_EXIT(init_and_check(has_format(GrX_BLOB_GRAPHBLAST)), testing::ExitedWithCode(0), "");
    setenv("GRAPHBLAST_SUITESPARSE_BLOBS", "1", 1);
    EXPECT_EXIT(init_and_check(has_format(GrX_BLOB_SUITESPARSE)), testing::ExitedWithCode(0), "");
    setenv("GRAPHBLAST_SUITESPARSE_BLOBS", "yes", 1);
    EXPECT_EXIT(init_and_check(has_format(GrX_BLOB_GRAPHBLAST)), testing::ExitedWithCode(0),
                "GRAPHBLAST_SUITESPARSE_BLOBS ignored.*neither 0 nor 1");
}

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

/// LAGraph's drivers turn GxB_BURBLE off at their start: the library still writes the user's log.
TEST_F(EnvironmentDeathTest, BurbleLeavesTheLog) {
    const auto negate = [](int burble, int wanted) {
        std::int32_t number = -1;
        GrB_Matrix A = nullptr;
        return GrB_Global_set_INT32(GrB_GLOBAL, burble, GxB_BURBLE) == GrB_SUCCESS &&
               GrB_Global_get_INT32(GrB_GLOBAL, &number, GxB_BURBLE) == GrB_SUCCESS &&
               number == wanted && GrB_Matrix_new(&A, GrB_FP64, 2, 3) == GrB_SUCCESS &&
               GrB_Matrix_setElement_FP64(A, 1, 0, 2) == GrB_SUCCESS &&
               GrB_Matrix_apply(A, nullptr, nullptr, GrB_AINV_FP64, A, nullptr) == GrB_SUCCESS &&
               GrB_Matrix_free(&A) == GrB_SUCCESS;
    };
    // The log also has lines of the conversions that the operation needs.
    const std::string others = "(graphblast pick op=(update|commit) [^\n]*\n)*",
                      line = others + "graphblast pick op=apply [^\n]*\n" + others;
    setenv("GRAPHBLAST_LOG", "pick", 1);
    EXPECT_EXIT(init_and_check([&] { return negate(0, 0) && global_text(GrX_LOG) == "pick"; }),
                testing::ExitedWithCode(0), "^" + line + "$");
    unsetenv("GRAPHBLAST_LOG");
    // Burble alone switches the lines on.
    EXPECT_EXIT(init_and_check(
                    [&] { return negate(1, 1) && negate(0, 0) && global_text(GrX_LOG).empty(); }),
                testing::ExitedWithCode(0), "^" + line + "$");
}

/// GrB_init reports a wrong value and succeeds.
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
    EXPECT_EXIT(init_and_check([] { return is_default(grb::rates().stream_bytes); }),
                testing::ExitedWithCode(0),
                "GRAPHBLAST_PROFILE ignored: .*cannot read /no/such/file: No such file");
}

/// GrB_init reports each unknown value in one line without terminal control bytes.
TEST_F(EnvironmentDeathTest, UnknownValuesAreReportedOnce) {
    const struct {
        const char *name, *value, *complaint;
    } cases[] = {
        {"LOG", "pi\x1b[2Jck", "log level \"pi\\\\x1b\\[2Jck\" is none of"},
        {"FORCE", "mxv:cpu/\n\xff", "\"mxv:cpu/\\\\n\\\\xff\" is not an operation"},
        {"SKIP", "mxv", "\"mxv\" is not an operation"},
        {"DETERMINISTIC", "x", "\"x\" is neither 0 nor 1"},
        {"DETERMINISTIC", "01", "\"01\" is neither 0 nor 1"},
        {"TF32", "yes", "\"yes\" is neither 0 nor 1"},
        {"PROFILE", "/", "cannot read /: it is no regular file"},
        {"PROFILE", "/dev/zero", "cannot read /dev/zero: it is no regular file"},
        {"PROFILE", "\x1b]0;x\a", "cannot read \\\\x1b\\]0;x\\\\x07: No such file"},
        {"CUDA", "2", "\"2\" is not 0, 1 or always"},
        {"CUDA_DEVICE", "first", "\"first\" is not a number"},
        {"CUDA_DEVICE", " 1", "\" 1\" is not a number"},
        {"CUDA_DEVICE", "-1", "\"-1\" is not a number"},
        {"CUDA_DEVICE", "4294967296", "4294967296 is more than 2147483647"},
        {"CUDA_MEMORY", "1e9", "\"1e9\" is not a number"},
        {"CUDA_MEMORY", "99999999999999999999", "is more than 18446744073709551615"},
        {"CUDA_PLUGIN", "plugin.so", "\"plugin.so\" is not an absolute path"},
        {"CUDA_PLUGIN", "/no/such.so", "cannot open /no/such.so: No such file"},
        {"CUDA_PLUGIN", "/dev/zero", "/dev/zero is no regular file"},
    };
    for (const auto &one : cases) {
        SCOPED_TRACE(std::string(one.name) + "=" + one.value);
        const std::string variable = std::string("GRAPHBLAST_") + one.name;
        setenv(variable.c_str(), one.value, 1);
        EXPECT_EXIT(init_and_check([] {
                        std::int32_t is_deterministic = -1, tf32 = -1;
                        GrB_Global_get_INT32(GrB_GLOBAL, &tf32, static_cast<GrB_Field>(GrX_TF32));
                        GrB_Global_get_INT32(GrB_GLOBAL, &is_deterministic,
                                             static_cast<GrB_Field>(GrX_DETERMINISTIC));
                        return is_deterministic == 0 && tf32 == 0 && global_text(GrX_LOG).empty() &&
                               global_text(GrX_FORCE).empty() && global_text(GrX_SKIP).empty();
                    }),
                    testing::ExitedWithCode(0),
                    "^graphblast: " + variable + " ignored: GrB_init: [^\n]*" + one.complaint +
                        "[^\n]*\n$");
        unsetenv(variable.c_str());
    }
}

class ProfileDeathTest : public EnvironmentDeathTest {
protected:
    void SetUp() override {
        EnvironmentDeathTest::SetUp();
        // A child runs the test anew until its death, and leaves its file to the parent.
        if (const char *const of_parent = getenv(variable)) {
            path_ = std::string(of_parent) + of_child;
            std::remove(path_.c_str()); // of the previous child
            return;
        }
        const int file = mkstemp(path_.data());
        ASSERT_GE(file, 0);
        close(file);
        setenv(variable, path_.c_str(), 1);
    }
    void TearDown() override {
        EnvironmentDeathTest::TearDown();
        unsetenv(variable);
        std::remove((path_ + of_child).c_str());
        std::remove(path_.c_str());
    }
    void use(const std::string &text) {
        std::ofstream(path_, std::ios::binary) << text;
        setenv("GRAPHBLAST_PROFILE", path_.c_str(), 1);
    }

private:
    static constexpr char variable[] = "GRAPHBLAST_TEST_PROFILE", of_child[] = ".child";
    std::string path_ = "/tmp/graphblast-profile-XXXXXX";
};

TEST_F(ProfileDeathTest, Host) {
    use("# rates\n\nstream_bytes 5e9\nsort_keys -1\nhash_probes many\n"
        "pool_seconds\nno_such_rate 7\n  call_seconds   3e-7  \n");
    EXPECT_EXIT(init_and_check([] {
                    const grb::Rates &now = grb::rates();
                    return now.stream_bytes == 5e9 && now.call_seconds == 3e-7 &&
                           is_default(now.sort_keys) && is_default(now.hash_probes) &&
                           is_default(now.pool_seconds);
                }),
                testing::ExitedWithCode(0),
                ":4: not a rate: sort_keys\n.*:5: not a rate: hash_probes\n.*:6: not a rate: "
                "pool_seconds\n.*:7: not a rate: no_such_rate\n");
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
                           now.wait_seconds == 9e-6 && is_default(grb::rates().stream_bytes);
                }),
                testing::ExitedWithCode(0), "^$");
}

TEST_F(ProfileDeathTest, Lines) {
    // Lines have any length and may lack an end; a value is the whole word, and only a comment may
    // follow.
    use("# " + std::string(1000, 'x') + "\nsort_keys 7e7" + std::string(2000, ' ') +
        "# far\nhash_probes 1e8x\ncall_seconds 1e-7 2\npool_seconds 1,5e-6\n" +
        std::string(300, 'n') + " 1\n\x1b[31m 1\r\nstream_bytes 5e9");
    EXPECT_EXIT(init_and_check([] {
                    const grb::Rates &now = grb::rates();
                    return now.stream_bytes == 5e9 && now.sort_keys == 7e7 &&
                           is_default(now.hash_probes) && is_default(now.call_seconds) &&
                           is_default(now.pool_seconds);
                }),
                testing::ExitedWithCode(0),
                "^graphblast: [^\n]*:3: not a rate: hash_probes\n"
                "graphblast: [^\n]*:4: not a rate: call_seconds\n"
                "graphblast: [^\n]*:5: not a rate: pool_seconds\n"
                "graphblast: [^\n]*:6: not a rate: n{64}\n"
                "graphblast: [^\n]*:7: not a rate: \\\\x1b\\[31m\n$");
}

TEST_F(ProfileDeathTest, ManyWrongLinesAreCounted) {
    std::string text;
    for (int k = 0; k < 1000; k++) text += "wrong\n";
    use(text);
    EXPECT_EXIT(init_and_check([] { return true; }), testing::ExitedWithCode(0),
                "^(graphblast: [^\n]*: not a rate: wrong\n){10}"
                "graphblast: [^\n]*: 990 more lines are no rates\n$");
}

TEST_F(ProfileDeathTest, AtMost64KiB) {
    const std::string rate = "stream_bytes 5e9\n";
    use(rate + std::string(grb::largest_profile - rate.size(), '#'));
    EXPECT_EXIT(init_and_check([] { return grb::rates().stream_bytes == 5e9; }),
                testing::ExitedWithCode(0), "^$");
    use(rate + std::string(grb::largest_profile - rate.size() + 1, '#'));
    EXPECT_EXIT(init_and_check([] { return is_default(grb::rates().stream_bytes); }),
                testing::ExitedWithCode(0), "^graphblast: [^\n]* it has more than 64 KB\n$");
}

/// Opening a FIFO without a writer would block.
TEST_F(ProfileDeathTest, FifosAreNotOpened) {
    use("");
    const std::string fifo = getenv("GRAPHBLAST_PROFILE");
    std::remove(fifo.c_str());
    ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
    for (const std::string variable : {"GRAPHBLAST_PROFILE", "GRAPHBLAST_CUDA_PLUGIN"}) {
        unset_all();
        setenv(variable.c_str(), fifo.c_str(), 1);
        EXPECT_EXIT(init_and_check([] { return true; }), testing::ExitedWithCode(0),
                    "^graphblast: " + variable + " ignored: [^\n]* is no regular file\n$");
    }
}

/// Each start forgets the profile of the start before.
TEST_F(ProfileDeathTest, IsForgotten) {
    use("stream_bytes 5e9\ndevice_stream_bytes 1e12\n");
    EXPECT_EXIT(init_and_check([] {
                    unsetenv("GRAPHBLAST_PROFILE");
                    return grb::rates().stream_bytes == 5e9 && GrB_finalize() == GrB_SUCCESS &&
                           GrB_init(GrB_NONBLOCKING) == GrB_SUCCESS &&
                           is_default(grb::rates().stream_bytes) &&
                           is_default(grb::device::rates().stream_bytes);
                }),
                testing::ExitedWithCode(0), "^$");
}

/// The profile distinguishes the names of host and device; a wrong line changes nothing.
TEST_F(ProfileDeathTest, DeviceWrongLines) {
    use("stream_bytes 5e9\ndevice_stream_bytes 0\ndevice_wait_seconds\ndevice_sort_keys 7\n"
        "upload_bytes 7\ndevice_launch_seconds inf\ndevice_ 7\n");
    EXPECT_EXIT(init_and_check([] {
                    const grb::device::Rates &now = grb::device::rates();
                    return grb::rates().stream_bytes == 5e9 && is_default(now.stream_bytes) &&
                           is_default(now.wait_seconds) && is_default(now.upload_bytes) &&
                           is_default(now.launch_seconds);
                }),
                testing::ExitedWithCode(0),
                ":2: not a rate: device_stream_bytes\n.*:3: not a rate: device_wait_seconds\n"
                ".*:4: not a rate: device_sort_keys\n.*:5: not a rate: upload_bytes\n"
                ".*:6: not a rate: device_launch_seconds\n.*:7: not a rate: device_\n");
}

} // namespace
