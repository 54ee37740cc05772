/// Reports of the tool say how they were made.

#include "scratch.hpp"

#include <regex>

namespace {

class RunRecord : public Scratch {
protected:
    /// The report of `graphblast ARGUMENTS --json`, with a variable that goes into it.
    std::string report(const std::string &arguments) const {
        const std::string file = path("a 'b'.json");
        const Outcome outcome = command("OMP_NUM_THREADS=1 GRAPHBLAST_LOG= " GRAPHBLAST_TOOL " " +
                                        arguments + " --json \"" + file + "\"");
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return read("a 'b'.json");
    }

    static void expect_record(const std::string &report, const std::string &command) {
        const auto has = [&report](const std::string &pattern) {
            return std::regex_search(report, std::regex(pattern));
        };
        EXPECT_TRUE(has(R"("run": \{)")) << report;
        EXPECT_TRUE(has(R"x("commit": "([0-9a-f]{7,40}(-dirty)?|not recorded)")x")) << report;
        EXPECT_TRUE(has(R"("date": "20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ")")) << report;
        for (const char *field : {"device", "driver", "processor"})
            EXPECT_TRUE(has("\"" + std::string(field) + "\": \"[^\"]+\"")) << field << report;
        EXPECT_TRUE(has("OMP_NUM_THREADS=1 (OMP_\\S+ )*graphblast " + command)) << report;
        // The name of the file, as a shell takes it, inside a JSON string.
        EXPECT_NE(report.find(R"x(a '\\''b'\\''.json')x"), std::string::npos) << report;
    }
};

TEST_F(RunRecord, OfAlgorithms) {
    expect_record(report("run cc --graph path:9"), "run cc --graph path:9");
}

TEST_F(RunRecord, OfKernels) {
    expect_record(report("bench --graph path:9 --operation transpose --repeat 1"),
                  "bench --graph path:9");
}

} // namespace
