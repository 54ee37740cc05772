/// Tests of output files: files that exist already, links and devices, and a file that cannot be
/// finished.

#include "io/matrix_market.h"
#include "scratch.hpp"

#include <csignal>
#include <cstdlib>
#include <sys/stat.h>
#include <utility>

namespace {

namespace fs = std::filesystem;

const std::string karate = GRAPHBLAST_SOURCE_DIR "/tests/data/karate.mtx";

class Outputs : public Scratch {
protected:
    struct stat facts(const std::string &name) const {
        struct stat result {};
        EXPECT_EQ(lstat(path(name).c_str(), &result), 0) << name;
        return result;
    }
    bool is_graph(const std::string &name) const {
        return read(name).rfind("%%MatrixMarket matrix coordinate", 0) == 0;
    }
    Outcome convert(const std::string &name) const {
        return tool("convert " + karate + " " + path(name));
    }
};

TEST_F(Outputs, LinksAreFollowedAndStay) {
    fs::create_directory(path("sub"));
    write("sub/file.mtx", "old");
    fs::create_symlink("sub/second", path("first"));
    fs::create_symlink("file.mtx", path("sub/second"));
    ASSERT_EQ(convert("first").status, 0);
    EXPECT_TRUE(S_ISLNK(facts("first").st_mode));
    EXPECT_TRUE(S_ISLNK(facts("sub/second").st_mode));
    EXPECT_TRUE(S_ISREG(facts("sub/file.mtx").st_mode));
    EXPECT_TRUE(is_graph("sub/file.mtx"));

    fs::create_symlink(path("sub/new.mtx"), path("dangling"));
    ASSERT_EQ(convert("dangling").status, 0);
    EXPECT_TRUE(S_ISLNK(facts("dangling").st_mode));
    EXPECT_TRUE(is_graph("sub/new.mtx"));

    fs::create_symlink("ring", path("ring"));
    EXPECT_EQ(convert("ring").status, 2);
    EXPECT_TRUE(S_ISLNK(facts("ring").st_mode));
}

TEST_F(Outputs, ModeAndOwnerStay) {
    write("file.mtx", "old");
    ASSERT_EQ(chmod(path("file.mtx").c_str(), 0640), 0);
    const bool is_root = geteuid() == 0;
    if (is_root) {
        ASSERT_EQ(chown(path("file.mtx").c_str(), 12345, 23456), 0);
    }
    const struct stat before = facts("file.mtx");
    ASSERT_EQ(convert("file.mtx").status, 0);
    const struct stat after = facts("file.mtx");
    EXPECT_TRUE(is_graph("file.mtx"));
    EXPECT_EQ(after.st_mode & 07777, 0640u);
    EXPECT_EQ(after.st_uid, before.st_uid);
    EXPECT_EQ(after.st_gid, before.st_gid);

    umask(027);
    ASSERT_EQ(convert("new.mtx").status, 0);
    umask(022);
    EXPECT_EQ(facts("new.mtx").st_mode & 07777, 0640u);

    if (is_root) GTEST_SKIP() << "root may write a file that nobody may";
    ASSERT_EQ(chmod(path("file.mtx").c_str(), 0440), 0);
    const Outcome outcome = convert("file.mtx");
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.err.find("cannot replace: Permission denied"), std::string::npos);
}

/// In a folder that everybody may write to, a link of somebody else is a trap.
TEST_F(Outputs, LinksOfOthersInSharedFolders) {
    if (geteuid() != 0) GTEST_SKIP() << "needs root to make a link of another user";
    fs::create_directory(path("shared"));
    write("victim", "old");
    ASSERT_EQ(chmod(path("shared").c_str(), 01777), 0);
    fs::create_symlink(path("victim"), path("shared/out.mtx"));
    ASSERT_EQ(lchown(path("shared/out.mtx").c_str(), 12345, 12345), 0);
    const Outcome outcome = convert("shared/out.mtx");
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.err.find("Permission denied"), std::string::npos) << outcome.err;
    EXPECT_EQ(read("victim"), "old");
}

TEST_F(Outputs, PipesAndDevicesAreWrittenTo) {
    ASSERT_EQ(mkfifo(path("fifo").c_str(), 0600), 0);
    const Outcome outcome =
        command("{ cat " + path("fifo") + " >" + path("got") + " & " + GRAPHBLAST_TOOL " convert " +
                karate + " " + path("fifo") + "; wait; }");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_TRUE(is_graph("got"));
    EXPECT_TRUE(S_ISFIFO(facts("fifo").st_mode));

    EXPECT_EQ(tool("run bfs --graph path:3 --json /dev/null").status, 0);
    struct stat null {};
    ASSERT_EQ(stat("/dev/null", &null), 0);
    EXPECT_TRUE(S_ISCHR(null.st_mode));
    const Outcome full = tool("run bfs --graph path:3 --json /dev/full");
    EXPECT_EQ(full.status, 2);
    EXPECT_NE(full.err.find("/dev/full: cannot write: No space left"), std::string::npos);
    const Outcome folder = tool("tune -o " + path(""));
    EXPECT_EQ(folder.status, 2);
    EXPECT_EQ(folder.out, "");
    EXPECT_NE(folder.err.find("cannot create: Is a directory"), std::string::npos) << folder.err;
}

/// "-" and every name of standard output: the file alone is there, messages go to standard error.
TEST_F(Outputs, StandardOutput) {
    ASSERT_EQ(convert("plain.mtx").status, 0);
    const std::string plain = read("plain.mtx");
    for (const std::string name : {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}) {
        const Outcome outcome = tool("convert " + karate + " " + name);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        EXPECT_EQ(outcome.out, plain) << name;
        EXPECT_NE(outcome.err.find("34 x 34, 156 entries"), std::string::npos) << outcome.err;
    }
    const Outcome piped = command("{ " GRAPHBLAST_TOOL " run bfs --graph path:3 --json - | cat; }");
    EXPECT_EQ(piped.out.front(), '{');
    EXPECT_EQ(piped.out.find("bfs levels  "), std::string::npos) << piped.out;
    EXPECT_NE(piped.err.find("bfs levels  "), std::string::npos) << piped.err;
    EXPECT_FALSE(fs::exists("-"));
    const Outcome both = tool("run gcn --graph path:3 --features random:2 --labels x --json - "
                              "--predictions -");
    EXPECT_EQ(both.status, 2);
    EXPECT_NE(both.err.find("standard output is another file already"), std::string::npos);
}

TEST_F(Outputs, StandardOutputThatCannotBeWritten) {
    const Outcome full = command("{ " GRAPHBLAST_TOOL " info >/dev/full; }");
    EXPECT_EQ(full.status, 3);
    EXPECT_NE(full.err.find("standard output: cannot write: No space left"), std::string::npos);
    // Nor does what is printed end up in the file that is opened next.
    const Outcome closed =
        command("{ " GRAPHBLAST_TOOL " convert " + karate + " " + path("a.mtx") + " >&-; }");
    EXPECT_EQ(closed.status, 0) << closed.err;
    ASSERT_EQ(convert("b.mtx").status, 0);
    EXPECT_EQ(read("a.mtx"), read("b.mtx"));
}

/// The limit on file sizes is as good as a full disk, and needs none.
TEST_F(Outputs, FullDisk) {
    write("old.mtx", "old");
    for (const char *name : {"old.mtx", "new.mtx", "new.mtx.gz"}) {
        const size_t before = files();
        const Outcome outcome = command(
            "( ulimit -f 8; exec " GRAPHBLAST_TOOL " generate kron:12 -o " + path(name) + " )");
        EXPECT_EQ(outcome.status, 2) << outcome.err;
        EXPECT_NE(outcome.err.find("cannot write: File too large"), std::string::npos)
            << outcome.err;
        EXPECT_EQ(files(), before);
    }
    EXPECT_EQ(read("old.mtx"), "old");
}

/// A run that is ended leaves existing files as they were. The tool takes the place of the shell
/// that starts it: a command in the background would ignore SIGINT.
TEST_F(Outputs, SignalsCleanUp) {
    write("r.json", "old");
    for (const auto &[signal, status] :
         {std::pair("INT", "130"), std::pair("TERM", "143"), std::pair("HUP", "129"),
          std::pair("QUIT", "131"), std::pair("PIPE", "141")}) {
        const Outcome outcome = command(
            "{ ulimit -c 0; sh -c '(for k in $(seq 2000); do ls -A " + path("") +
            " | grep -q part && break; sleep 0.01; done; ls -A " + path("") +
            " | grep -c part; kill -" + signal +
            " $$) & exec " GRAPHBLAST_TOOL " run bfs --graph path:100 --repeat 1000000 --json " +
            path("r.json") + "'; echo $?; }");
        EXPECT_EQ(outcome.out, std::string("1\n") + status + "\n") << signal << outcome.err;
        EXPECT_EQ(files(), 1u) << signal;
    }
    EXPECT_EQ(read("r.json"), "old");
}

/// Before any work: a report that cannot be written is known at once.
TEST_F(Outputs, AreOpenedFirst) {
    const std::string nowhere = path("no/such/file");
    for (const std::string arguments :
         {"run bfs --graph none.mtx --json ", "bench --graph none.mtx --json ", "convert none.mtx ",
          "generate kron:31 -o ", "tune -o "}) {
        const Outcome outcome = tool(arguments + nowhere);
        EXPECT_EQ(outcome.status, 2) << arguments;
        EXPECT_NE(outcome.err.find(nowhere + ": cannot create: No such file"), std::string::npos)
            << arguments << outcome.err;
    }
    const std::string gcn = "run gcn --graph none.mtx --features none.mtx --labels none.tsv --";
    for (const std::string option : {"json ", "predictions ", "save "})
        EXPECT_NE(tool(gcn + option + nowhere).err.find(": cannot create: No such file"),
                  std::string::npos)
            << option;
}

} // namespace
