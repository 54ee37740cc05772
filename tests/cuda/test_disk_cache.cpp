// Tests the disk cache of compiled kernels: whatever happens to its files and its folder, a reader
// gets the written bytes or nothing.
#include "cuda/plugin/disk_cache.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace grb::device {
namespace {

namespace fs = std::filesystem;

const std::string key = "sm_90\nsources\nprogram";
const std::string code(50'000, 'k');

/// Uses a folder of its own as $XDG_CACHE_HOME.
class DiskCache : public testing::Test {
protected:
    void SetUp() override {
        char name[] = "/tmp/graphblast-cache-XXXXXX";
        ASSERT_NE(mkdtemp(name), nullptr);
        home = name;
        setenv("XDG_CACHE_HOME", name, 1);
    }
    void TearDown() override {
        unsetenv("XDG_CACHE_HOME");
        fs::permissions(home, fs::perms::owner_all);
        fs::remove_all(home);
    }

    fs::path folder() const { return home / "graphblast"; }
    std::vector<fs::path> files() const {
        std::vector<fs::path> all;
        for (const auto &entry : fs::directory_iterator(folder())) all.push_back(entry.path());
        return all;
    }
    fs::path only_file() const {
        const std::vector<fs::path> all = files();
        EXPECT_EQ(all.size(), 1U);
        return all.empty() ? fs::path() : all[0];
    }

    fs::path home;
};

/// Returns the bytes that a reader gets: "" for nothing.
std::string cached(const std::string &of = key) {
    std::string found;
    return read_cached(of, &found) ? found : "";
}

TEST_F(DiskCache, WhatWasWrittenIsRead) {
    EXPECT_EQ(cached(), "");
    write_cached(key, code);
    EXPECT_EQ(cached(), code);
    EXPECT_EQ(cached(key + " of another driver"), "");
    EXPECT_EQ(fs::status(folder()).permissions(), fs::perms::owner_all);
    write_cached(key, "anew");
    EXPECT_EQ(cached(), "anew");
    EXPECT_EQ(files().size(), 1U);
}

TEST_F(DiskCache, EveryTruncation) {
    write_cached(key, "code");
    const fs::path file = only_file();
    for (auto bytes = fs::file_size(file); bytes-- > 0;) {
        fs::resize_file(file, bytes);
        EXPECT_EQ(cached(), "") << bytes;
    }
    write_cached(key, code);
    EXPECT_EQ(cached(), code);
}

TEST_F(DiskCache, EveryFlippedByte) {
    const std::string short_code = "the code";
    write_cached(key, short_code);
    const fs::path file = only_file();
    for (std::size_t offset = 0; offset < fs::file_size(file); offset++) {
        std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
        stream.seekg(static_cast<std::streamoff>(offset));
        const int byte = stream.get();
        const auto put = [&](int value) {
            stream.seekp(static_cast<std::streamoff>(offset));
            stream.put(static_cast<char>(value)).flush();
        };
        put(byte ^ 0x10);
        EXPECT_EQ(cached(), "") << offset;
        put(byte);
        EXPECT_EQ(cached(), short_code) << offset;
    }
}

TEST_F(DiskCache, FolderThatOthersMayWrite) {
    fs::create_directory(folder());
    fs::permissions(folder(), fs::perms::owner_all | fs::perms::group_write);
    write_cached(key, code);
    EXPECT_TRUE(files().empty());
    fs::permissions(folder(), fs::perms::owner_all);
    write_cached(key, code);
    fs::permissions(folder(), fs::perms::owner_all | fs::perms::others_write);
    EXPECT_EQ(cached(), "");
}

TEST_F(DiskCache, FolderOfSomeoneElse) {
    if (geteuid() != 0) GTEST_SKIP() << "only root can give a folder away";
    write_cached(key, code);
    ASSERT_EQ(chown(folder().c_str(), 12345, 12345), 0);
    EXPECT_EQ(cached(), "");
    write_cached(key + "2", code);
    EXPECT_EQ(files().size(), 1U);
}

TEST_F(DiskCache, SymbolicLinks) {
    fs::create_directory(home / "elsewhere");
    fs::create_directory_symlink(home / "elsewhere", folder());
    write_cached(key, code);
    EXPECT_TRUE(fs::is_empty(home / "elsewhere"));
    fs::remove(folder());
    write_cached(key, code);
    const fs::path file = only_file();
    fs::rename(file, home / "elsewhere" / "file");
    fs::create_symlink(home / "elsewhere" / "file", file);
    EXPECT_EQ(cached(), "");
    // A write replaces the link by a file and leaves its target unchanged.
    write_cached(key, "anew");
    EXPECT_EQ(cached(), "anew");
    EXPECT_FALSE(fs::is_symlink(file));
    EXPECT_GT(fs::file_size(home / "elsewhere" / "file"), code.size());
}

TEST_F(DiskCache, WhatIsNoFile) {
    write_cached(key, code);
    const fs::path file = only_file();
    fs::remove(file);
    fs::create_directory(file);
    EXPECT_EQ(cached(), "");
    write_cached(key, code);
    EXPECT_EQ(cached(), "");
    EXPECT_EQ(files().size(), 1U) << "a part was left";
    fs::remove(file);
    ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
    EXPECT_EQ(cached(), ""); // and does not wait for a writer
}

/// Returns true if `work` returns true in a child process, which may change its own limits and
/// user.
template <class Work>
bool holds_in_child(const Work &work) {
    const pid_t child = fork();
    if (child == 0) {
        alarm(60);
        _exit(work() ? 0 : 1);
    }
    int status = -1;
    return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST_F(DiskCache, ReadOnlyFolder) {
    write_cached(key, code);
    ASSERT_EQ(chmod(folder().c_str(), 0500), 0);
    EXPECT_TRUE(holds_in_child([&] {
        // Root may write anywhere.
        if (geteuid() == 0 && (chown(folder().c_str(), 12345, 12345) != 0 ||
                               chown(only_file().c_str(), 12345, 12345) != 0 ||
                               chmod(home.c_str(), 0755) != 0 || setuid(12345) != 0)) {
            return false;
        }
        write_cached(key + "2", code);
        return cached() == code && cached(key + "2").empty();
    }));
    EXPECT_EQ(files().size(), 1U);
    chmod(folder().c_str(), 0700);
}

/// The write stops in the middle, as with a full disk; its signal ends no process.
TEST_F(DiskCache, FileThatMayNotGrow) {
    write_cached(key, code);
    EXPECT_TRUE(holds_in_child([&] {
        const rlimit limit{1000, 1000};
        if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return false;
        write_cached(key + "2", code);
        write_cached(key, "short");
        sigset_t waiting;
        sigpending(&waiting);
        return cached(key + "2").empty() && cached() == "short" &&
               sigismember(&waiting, SIGXFSZ) == 0;
    }));
    EXPECT_EQ(files().size(), 1U) << "a part was left";
}

TEST_F(DiskCache, NoHome) {
    setenv("XDG_CACHE_HOME", "relative", 1);
    const char *home_before = getenv("HOME");
    const std::string kept = home_before != nullptr ? home_before : "";
    unsetenv("HOME");
    write_cached(key, code);
    EXPECT_EQ(cached(), "");
    if (home_before != nullptr) setenv("HOME", kept.c_str(), 1);
    setenv("XDG_CACHE_HOME", (home / "missing" / "deeper").c_str(), 1);
    write_cached(key, code);
    EXPECT_EQ(cached(), "");
}

/// Processes write files while others read them: each reads one of the versions, whole.
TEST_F(DiskCache, RacingProcesses) {
    constexpr int processes = 4, rounds = 200;
    std::vector<pid_t> children;
    for (int child = 0; child < processes; child++) {
        const pid_t made = fork();
        if (made == 0) {
            alarm(60);
            bool is_right = true;
            for (int round = 0; round < rounds && is_right; round++) {
                const std::string mine = key + std::to_string(round % 3);
                write_cached(mine, std::string(1000 + static_cast<std::size_t>(child) * 5000,
                                               static_cast<char>('a' + child)));
                const std::string seen = cached(mine);
                is_right = !seen.empty() && seen.find_first_not_of(seen[0]) == std::string::npos &&
                           seen.size() == 1000 + static_cast<std::size_t>(seen[0] - 'a') * 5000;
            }
            _exit(is_right ? 0 : 1);
        }
        children.push_back(made);
    }
    for (const pid_t child : children) {
        int status = -1;
        EXPECT_EQ(waitpid(child, &status, 0), child);
        EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    EXPECT_EQ(files().size(), 3U) << "parts were left";
}

/// The oldest files are deleted for new ones.
TEST_F(DiskCache, Capped) {
    const std::string large(std::size_t{40} << 20, 'l');
    for (int k = 0; k < 8; k++) write_cached(key + std::to_string(k), large);
    std::uint64_t bytes = 0;
    for (const fs::path &file : files()) bytes += fs::file_size(file);
    EXPECT_LE(bytes, std::uint64_t{256} << 20);
    EXPECT_EQ(cached(key + "7"), large);
}

} // namespace
} // namespace grb::device
