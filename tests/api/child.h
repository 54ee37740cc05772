// A test that runs in its own process, since its settings count when the library is initialised.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace api {

/// The status and the output of a child.
struct ChildResult {
    bool has_succeeded = false;
    std::string text;
};

/// Runs the test of this name in a child, after set_environment() there.
inline ChildResult run_in_child(const char *test, const std::function<void()> &set_environment) {
    ChildResult result;
    char log[] = "/tmp/graphblast-child-XXXXXX";
    const int file = mkstemp(log);
    EXPECT_GE(file, 0);
    if (file < 0) return result;
    const pid_t child = fork();
    EXPECT_GE(child, 0);
    if (child == 0) {
        alarm(300); // a hang is a failure
        set_environment();
        for (const char *shard : {"GTEST_TOTAL_SHARDS", "GTEST_SHARD_INDEX"}) unsetenv(shard);
        dup2(file, STDOUT_FILENO);
        dup2(file, STDERR_FILENO);
        execl("/proc/self/exe", "test_api", (std::string("--gtest_filter=") + test).c_str(),
              static_cast<char *>(nullptr));
        _exit(127);
    }
    int status = -1;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    std::ostringstream written;
    written << std::ifstream(log).rdbuf();
    close(file);
    unlink(log);
    result.has_succeeded = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    result.text = written.str();
    return result;
}

} // namespace api
