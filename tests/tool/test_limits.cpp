/// Time limits, and signals that end the tool: status, message, files.

#include "scratch.hpp"

#include <csignal>
#include <sys/stat.h>

namespace {

class Limits : public Scratch {
protected:
    /// Labels of a star swap for ever.
    const std::string endless = "run labels --graph star:300 --iterations 1000000";
    /// Generating takes longer than the limits below, on any machine.
    const std::string long_reading = "--graph kron:25";
};

TEST_F(Limits, AlgorithmsStopAtARound) {
    const Outcome outcome = tool(endless + " --timeout 3 --out " + path("labels.csv") + " --json " +
                                 path("report.json"));
    EXPECT_EQ(outcome.status, 124);
    EXPECT_EQ(outcome.err.rfind("graphblast: stopped after 3 s, the time limit: "
                                "label_propagation had ",
                                0),
              0u)
        << outcome.err;
    EXPECT_NE(outcome.err.find(" rounds done\n"), std::string::npos);
    EXPECT_EQ(files(), 0u);
}

/// Results made before the limit stay.
TEST_F(Limits, CompleteResultsStay) {
    const Outcome outcome =
        tool("run cc,labels --graph star:300 --iterations 1000000 --timeout 5 --out " +
             path("result.csv"));
    EXPECT_EQ(outcome.status, 124);
    EXPECT_NE(outcome.out.find("1 component, largest 300"), std::string::npos) << outcome.out;
    EXPECT_EQ(files(), 1u);
    EXPECT_EQ(read("result-components.csv").rfind("vertex,", 0), 0u);
}

TEST_F(Limits, GeneratingEndsAtOnce) {
    const Outcome generated = tool("generate kron:25 --timeout 0.1 -o " + path("graph.grb"));
    EXPECT_EQ(generated.status, 124);
    EXPECT_EQ(generated.err, "graphblast: stopped after 0.1 s, the time limit\n");
    EXPECT_EQ(files(), 0u);
    EXPECT_EQ(tool("run bfs " + long_reading + " --timeout 0.1").status, 124);
}

/// A pipe that nobody writes into.
TEST_F(Limits, ReadingEndsAtOnce) {
    ASSERT_EQ(mkfifo(path("fifo").c_str(), 0600), 0);
    const Outcome outcome =
        tool("convert " + path("fifo") + " " + path("graph.mtx") + " --timeout 0.1");
    EXPECT_EQ(outcome.status, 124) << outcome.err;
    EXPECT_EQ(files(), 1u);
}

TEST_F(Limits, OtherCommands) {
    EXPECT_EQ(tool("gap pr --graph kron:10 --tolerance 0 --iterations 1000000 -n 1000000 "
                   "--timeout 0.3")
                  .status,
              124);
    for (const std::string &command :
         {std::string("explain labels"), "report labels -o " + path("r.html")})
        EXPECT_EQ(tool(command + " --graph star:300 --iterations 1000000 --timeout 0.3").status,
                  124)
            << command;
    EXPECT_EQ(files(), 0u);
}

TEST_F(Limits, EnoughTimeChangesNothing) {
    const std::string run = "run bfs --graph star:30 --json - --timeout 1000";
    const Outcome outcome = tool(run);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("\"bfs levels\""), std::string::npos);
}

TEST_F(Limits, WrongLimits) {
    for (const std::string limit : {"0", "-1", "nan", "soon"}) {
        const Outcome outcome = tool(endless + " --timeout " + limit);
        EXPECT_EQ(outcome.status, 1) << limit;
        EXPECT_NE(outcome.err.find("--timeout"), std::string::npos) << outcome.err;
    }
}

/// The shell says 128 and the signal's number.
TEST_F(Limits, SignalsEndTheTool) {
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
        const Outcome outcome = command("timeout -s " + std::to_string(number) +
                                        " 0.3 sh -c 'exec " GRAPHBLAST_TOOL " " + endless +
                                        " --out " + path("labels.csv") + "'; test $? = 124");
        EXPECT_EQ(outcome.status, 0) << number;
        EXPECT_EQ(outcome.err, "");
        EXPECT_EQ(files(), 0u);
    }
}

} // namespace
