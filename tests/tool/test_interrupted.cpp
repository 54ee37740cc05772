/// Signals that come all the time change nothing of what is read and written.

#include "scratch.hpp"

#include <algorithm>
#include <map>
#include <sstream>
#include <sys/stat.h>

namespace {

namespace fs = std::filesystem;

const std::string karate = GRAPHBLAST_SOURCE_DIR "/tests/data/karate.mtx";
/// More than a pipe holds.
const std::string large = "kron:12";

/// The second line names the input.
std::string without_name(std::string text) {
    const std::size_t line = std::min(text.find('\n'), text.size() - 1) + 1;
    return text.erase(line, text.find('\n', line) + 1 - line);
}

class Interrupted : public Scratch {
protected:
    void SetUp() override {
        if (!fs::exists(GRAPHBLAST_INTERRUPTER))
            GTEST_SKIP() << "sanitizers come between calls themselves";
        Scratch::SetUp();
    }

    enum Kind { opens, reads, writes, syncs, signals, kinds };

    /// In front of the tool: between them the timer would run without its handler.
    std::string interrupted() const {
        return "env LD_PRELOAD=" GRAPHBLAST_INTERRUPTER " INTERRUPTIONS=" + path("counts") + " ";
    }
    /// Expects more than two interruptions of each kind since the last call.
    void expect_interruptions(std::initializer_list<Kind> expected) {
        std::istringstream text(read("counts"));
        long count[kinds] = {};
        for (long &one : count) text >> one;
        for (const Kind kind : expected) EXPECT_GT(count[kind], 2) << "kind " << kind;
        fs::remove(path("counts"));
    }
    /// A pipe's reader or writer that lets the other side wait.
    const std::string slow = "{ sleep 0.2; cat; }";
    const std::string tool_name = GRAPHBLAST_TOOL;
};

TEST_F(Interrupted, Files) {
    for (const std::string end : {".mtx", ".mtx.gz", ".mtx.zst"}) {
        ASSERT_EQ(tool("generate " + large + " -o " + path("in" + end)).status, 0);
        ASSERT_EQ(tool("convert " + path("in" + end) + " " + path("plain" + end)).status, 0);
        const Outcome outcome = command(interrupted() + tool_name + " convert " + path("in" + end) +
                                        " " + path("out" + end));
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        expect_interruptions({opens, reads, writes, syncs});
        EXPECT_TRUE(read("out" + end) == read("plain" + end)) << end;
    }
}

TEST_F(Interrupted, Pipes) {
    ASSERT_EQ(tool("generate " + large + " -o " + path("in.mtx")).status, 0);
    ASSERT_EQ(tool("convert " + path("in.mtx") + " " + path("plain.mtx")).status, 0);
    for (const char *name : {"to", "from"}) ASSERT_EQ(mkfifo(path(name).c_str(), 0600), 0);
    const Outcome named = command(
        "{ { sleep 0.2; cat " + path("in.mtx") + "; } > " + path("to") + " & { sleep 0.2; cat " +
        path("from") + "; } > " + path("got.mtx") + " & " + interrupted() + tool_name +
        " convert " + path("to") + " " + path("from") + "; status=$?; wait; exit $status; }");
    EXPECT_EQ(named.status, 0) << named.err;
    expect_interruptions({opens, reads, writes, signals});
    EXPECT_TRUE(without_name(read("got.mtx")) == without_name(read("plain.mtx")));

    const Outcome streams = command("bash -o pipefail -c '{ sleep 0.2; cat " + path("in.mtx") +
                                    "; } | " + interrupted() + tool_name + " convert - - | " +
                                    slow + " > " + path("got.mtx") + "'");
    EXPECT_EQ(streams.status, 0) << streams.err;
    expect_interruptions({reads, writes, signals});
    EXPECT_TRUE(without_name(read("got.mtx")) == without_name(read("plain.mtx")));
}

TEST_F(Interrupted, Json) {
    ASSERT_EQ(mkfifo(path("fifo").c_str(), 0600), 0);
    for (const std::string name : {"file", "fifo"}) {
        const std::string reader =
            name == "fifo" ? "{ sleep 0.2; cat " + path("fifo") + "; } > " + path("got") : "true";
        const Outcome outcome =
            command("{ " + reader + " & " + interrupted() + tool_name + " run bfs --graph " +
                    karate + " --json " + path(name) + "; status=$?; wait; exit $status; }");
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        expect_interruptions({opens, writes});
        const Outcome json = command("python3 -m json.tool " + path(name == "fifo" ? "got" : name));
        EXPECT_EQ(json.status, 0) << json.err;
    }
}

/// Both streams are pipes that are nearly full.
TEST_F(Interrupted, StandardStreams) {
    write("profile", "wrong one\nwrong two\nwrong three\n");
    const std::string arguments = "GRAPHBLAST_PROFILE=" + path("profile") +
                                  " GRAPHBLAST_LOG=pick " + tool_name + " run bfs --graph " +
                                  karate;
    const std::string filling = "head -c 65000 /dev/zero | tr \"\\0\" x";
    const Outcome outcome =
        command("bash -o pipefail -c '{ { " + filling + "; " + filling +
                " >&2; env LD_PRELOAD=" GRAPHBLAST_INTERRUPTER " INTERRUPTIONS=" + path("counts") +
                " " + arguments + "; } 2>&3 | " + slow + " > " + path("out") + "; } 3>&1 | " +
                slow + " > " + path("err") + "'");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    expect_interruptions({opens, reads, signals});
    const Outcome plain = command("env " + arguments);
    EXPECT_EQ(plain.status, 0);
    const auto lines = [](const std::string &text, const std::string &start) {
        std::istringstream stream(text);
        long count = 0;
        for (std::string line; std::getline(stream, line);)
            count +=
                line.find(start) != std::string::npos && line.find("gbs=") != std::string::npos;
        return count;
    };
    const std::string err = read("err").substr(65000), out = read("out").substr(65000);
    EXPECT_GT(lines(plain.err, "graphblast pick op="), 5);
    EXPECT_EQ(lines(err, "graphblast pick op="), lines(plain.err, "graphblast pick op="));
    EXPECT_EQ(std::count(err.begin(), err.end(), '\n'),
              std::count(plain.err.begin(), plain.err.end(), '\n'));
    for (int line = 1; line <= 3; line++)
        EXPECT_NE(err.find("profile:" + std::to_string(line) + ": not a rate"), std::string::npos);
    EXPECT_EQ(std::count(out.begin(), out.end(), '\n'),
              std::count(plain.out.begin(), plain.out.end(), '\n'));
}

/// The operands that the log writes into files.
TEST_F(Interrupted, Dump) {
    const auto dumped = [&](const std::string &folder, const std::string &before) {
        fs::create_directory(path(folder));
        const Outcome outcome =
            command("cd " + path(folder) + " && OMP_NUM_THREADS=1 GRAPHBLAST_LOG=dump " + before +
                    tool_name + " run bfs --graph " + karate);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        std::map<std::string, std::string> texts;
        for (const auto &file : fs::directory_iterator(path(folder))) {
            const std::string name = file.path().filename().string();
            // graphblast-PID-N-NAME.mtx
            texts[name.substr(name.find('-', name.find('-') + 1))] = read(folder + "/" + name);
        }
        return texts;
    };
    const auto plain = dumped("plain", ""), found = dumped("found", interrupted());
    expect_interruptions({opens, reads, writes});
    EXPECT_GT(plain.size(), 3u);
    EXPECT_EQ(plain, found);
}

} // namespace
