/// Completion of shells, the manual page, and what was meant.

#include "scratch.hpp"

namespace {

using About = Scratch;

bool contains(const std::string &text, const std::string &part) {
    return text.find(part) != std::string::npos;
}

/// Every command of the help is in each of them.
TEST_F(About, NamesAllCommands) {
    const std::string help = tool("--help").out;
    const std::string man = tool("man").out;
    size_t commands = 0;
    for (const char *const name :
         {"run", "explain", "report", "plot", "bench", "tune", "info", "doctor", "generate",
          "convert", "completion", "man", "weaver", "scale"}) {
        SCOPED_TRACE(name);
        ASSERT_TRUE(contains(help, std::string("  ") + name + " "));
        EXPECT_TRUE(contains(man, std::string(".SH \"GRAPHBLAST ") + name + "\""));
        for (const std::string shell : {"bash", "zsh", "fish"})
            EXPECT_TRUE(contains(tool("completion " + shell).out, name)) << shell;
        ++commands;
    }
    EXPECT_EQ(commands, 14u);
    EXPECT_TRUE(contains(man, "\\fB\\-\\-damping\\fR"));
    EXPECT_EQ(tool("completion tcsh").status, 1);
}

/// bash offers these words when a line is completed.
TEST_F(About, BashCompletes) {
    write("complete.bash", tool("completion bash").out);
    const auto offered = [this](const std::string &words, int at) {
        return command("bash -c '. " + path("complete.bash") + "; COMP_WORDS=(" + words +
                       "); COMP_CWORD=" + std::to_string(at) +
                       "; _graphblast; echo ${COMPREPLY[*]}'")
            .out;
    };
    EXPECT_EQ(offered("graphblast exp", 1), "explain\n");
    EXPECT_EQ(offered("graphblast run pag", 2), "pagerank\n");
    EXPECT_EQ(offered("graphblast run bfs --ver", 3), "--vertices --verify\n");
    EXPECT_EQ(offered("graphblast run bfs --veri", 3), "--verify\n");
    EXPECT_EQ(offered("graphblast run gcn --device g", 4), "gpu\n");
    EXPECT_EQ(offered("graphblast convert a b --format me", 5), "metis\n");
    EXPECT_EQ(offered("graphblast plot ro", 2), "roofline\n");
    // A file: left to the shell.
    EXPECT_EQ(offered("graphblast run bfs --graph ka", 4), "\n");
}

/// Shells that are there take it.
TEST_F(About, ShellsRead) {
    for (const std::string shell : {"bash", "zsh", "fish"}) {
        if (command("command -v " + shell).status != 0) continue;
        write(shell, tool("completion " + shell).out);
        const Outcome outcome = command(shell + " -n " + path(shell));
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        EXPECT_EQ(outcome.err, "");
    }
}

TEST_F(About, ManualPageHasNoWarnings) {
    if (command("command -v groff").status != 0) GTEST_SKIP() << "groff is not installed";
    write("graphblast.1", tool("man").out);
    const Outcome outcome = command("groff -man -ww -Tascii " + path("graphblast.1"));
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.err, "");
}

TEST_F(About, DidYouMean) {
    const std::pair<const char *, const char *> lines[] = {
        {"rnu bfs --graph path:3", "did you mean 'run'?"},
        {"rn bfs --graph path:3", "did you mean 'run'?"},
        {"run bfs --grahp path:3", "did you mean '--graph'?"},
        {"run bfs --graph path:3 --verfy", "did you mean '--verify'?"},
        {"run bfs --graph krom:3", "did you mean 'kron'?"},
        {"convert path:3 a.mtx --to metsi", "did you mean 'metis'?"},
        {"info --graph a.txt --format cvs", "did you mean 'csv'?"},
        {"plot spi --graph path:3 -o a.svg", "did you mean 'spy'?"},
        {"run pagernak --graph path:3", "did you mean 'pagerank'?"},
        {"run bfs,betweenness --graph path:3", "graphblast: 'betweenness' is called bc here"},
        {"run triangle_count --graph path:3", "graphblast: 'triangle_count' is called tc here"}};
    for (const auto &[line, meant] : lines) {
        const Outcome outcome = tool(line);
        EXPECT_NE(outcome.status, 0) << line;
        EXPECT_TRUE(contains(outcome.err, meant)) << line << ": " << outcome.err;
        EXPECT_EQ(outcome.out, "");
    }
    EXPECT_FALSE(contains(tool("xyzzy").err, "did you mean")) << tool("xyzzy").err;
    EXPECT_EQ(files(), 0u);
}

} // namespace
