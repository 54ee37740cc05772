/// `bench --compare`: what is noise and what is not; `doctor`; names that are nearly right.

#include "scratch.hpp"

namespace {

class Compare : public Scratch {
protected:
    /// A report with one measurement.
    std::string report(const std::string &name, const std::string &samples) const {
        return write(name, R"({"results": [{"operation": "mxv", "problem": "p", "variant": "v", )"
                           R"("chosen": true, "seconds": 1e-3, "samples": [)" +
                               samples + "]}]}");
    }
    Outcome compare(const std::string &a, const std::string &b,
                    const std::string &more = "") const {
        return tool("bench --compare " + a + " " + b + more);
    }
};

const std::string steady = "1.00e-3, 1.01e-3, 1.02e-3, 0.99e-3, 0.98e-3, 1.00e-3, 1.01e-3";
const std::string twice = "2.00e-3, 2.02e-3, 2.04e-3, 1.98e-3, 1.96e-3, 2.00e-3, 2.02e-3";
const std::string noisy = "0.5e-3, 1.1e-3, 3.0e-3, 0.6e-3, 1.0e-3, 2.5e-3, 1.4e-3";

TEST_F(Compare, NoiseIsCalledNoise) {
    const Outcome outcome = compare(report("a", steady), report("b", noisy), " --threshold 1.05");
    EXPECT_EQ(outcome.status, 0) << outcome.out;
    EXPECT_NE(outcome.out.find("within noise     mxv | p | v\n"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("\nnone is slower by more than 1.05\n"), std::string::npos)
        << outcome.out;
    EXPECT_EQ(outcome.out.find("\nslower"), std::string::npos) << outcome.out;
}

TEST_F(Compare, LossesHaveAStatus) {
    const std::string a = report("a", steady);
    const std::string b = report("b", twice);
    const Outcome slower = compare(a, b, " --threshold 1.5");
    EXPECT_EQ(slower.status, 3) << slower.out;
    EXPECT_NE(slower.out.find("  2.000  "), std::string::npos) << slower.out;
    EXPECT_NE(slower.out.find("slower by more than 1.5: mxv | p | v"), std::string::npos);
    EXPECT_EQ(compare(a, b, " --threshold 2.5").status, 0);
    EXPECT_EQ(compare(a, b).status, 0);
    const Outcome faster = compare(b, a, " --threshold 1.05");
    EXPECT_EQ(faster.status, 0);
    EXPECT_NE(faster.out.find("faster"), std::string::npos) << faster.out;
}

/// Four runs are no distribution, and a report of an earlier version has the median alone.
TEST_F(Compare, FewSamplesSayNothing) {
    const Outcome few = compare(report("a", "1e-3, 1e-3, 1e-3, 1e-3"),
                                report("b", "2e-3, 2e-3, 2e-3, 2e-3"), " --threshold 1.05");
    EXPECT_EQ(few.status, 0);
    EXPECT_NE(few.out.find("too few samples"), std::string::npos) << few.out;
    EXPECT_NE(few.out.find("of those with enough samples"), std::string::npos) << few.out;
    const std::string old = write(
        "old",
        R"({"results": [{"operation": "mxv", "problem": "p", "variant": "v", "seconds": 1}]})");
    EXPECT_NE(compare(old, old).out.find("too few samples"), std::string::npos);
}

TEST_F(Compare, ReportsOfRuns) {
    const std::string run = "run cc,tc --graph kron:6 --repeat 9 --json ";
    ASSERT_EQ(tool(run + path("a.json")).status, 0);
    const Outcome outcome = compare(path("a.json"), path("a.json"), " --threshold 1.5");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("within noise     run | kron:6 | cc"), std::string::npos)
        << outcome.out;
    EXPECT_EQ(tool("bench --threshold 1.5 --graph path:3").status, 1);
}

TEST_F(Compare, NamesNearlyRight) {
    const auto said = [&](const std::string &arguments, int status) {
        const Outcome outcome = tool(arguments);
        EXPECT_EQ(outcome.status, status) << outcome.err;
        return outcome.err;
    };
    EXPECT_NE(said("run pagernak --graph path:3", 1).find("did you mean 'pagerank'?"),
              std::string::npos);
    EXPECT_NE(said("run kcor --graph path:3", 1).find("did you mean 'kcore'?"), std::string::npos);
    EXPECT_EQ(said("run zzzzzzzzz --graph path:3", 1).find("did you mean"), std::string::npos);
}

TEST_F(Compare, AGpuThatIsAskedForAndMissingIsSaidOnce) {
    const std::string set = "GRAPHBLAST_CUDA=always GRAPHBLAST_LOG= ";
    if (command(set + GRAPHBLAST_TOOL " doctor").out.find("GPU        none") == std::string::npos)
        GTEST_SKIP() << "there is a GPU";
    const std::string run = GRAPHBLAST_TOOL " run bfs,cc,pagerank --graph kron:6";
    const std::string text = command(set + run).err;
    const std::string said = "graphblast: GRAPHBLAST_CUDA=always ignored: ";
    EXPECT_EQ(text.rfind(said, 0), 0u) << text;
    EXPECT_EQ(text.find(said, 1), std::string::npos) << text;
    EXPECT_EQ(command(run).err, "");
}

TEST_F(Compare, Doctor) {
    const Outcome outcome =
        command("GRAPHBLAST_CUDA=0 GRAPHBLAST_PROFILE=/none " GRAPHBLAST_TOOL " doctor");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    for (const char *const part :
         {"library    ", "\ncommit     ", "\nCPU        ", "\nthreads    ", "\nmemory     ",
          "\nBLAS       ", "GPU        none: switched off by GRAPHBLAST_CUDA=0",
          "/none: no regular file", "GRAPHBLAST_PROFILE=/none"})
        EXPECT_NE(outcome.out.find(part), std::string::npos) << part << outcome.out;
    const size_t blas = outcome.out.find("\nBLAS ");
    const std::string line = outcome.out.substr(blas + 1, outcome.out.find('\n', blas + 1) - blas);
    EXPECT_TRUE(line.find("openblas") != std::string::npos) << line;
}

} // namespace
