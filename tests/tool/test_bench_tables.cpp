/// tools/bench/spmm_table: what it makes of the lines of device_spmm and device_ssd.

#include "scratch.hpp"

namespace {

const std::string script = GRAPHBLAST_SOURCE_DIR "/tools/bench/spmm_table ";

class BenchTables : public Scratch {
protected:
    void SetUp() override {
        Scratch::SetUp();
        if (command("python3 --version").status != 0) GTEST_SKIP() << "there is no python3";
    }

    Outcome table(const std::string &arguments) const {
        return command("python3 " + script + arguments);
    }

    void prints(const std::string &arguments, const std::vector<std::string> &parts) const {
        const Outcome outcome = table(arguments);
        ASSERT_EQ(outcome.status, 0) << outcome.err;
        for (const std::string &part : parts)
            EXPECT_NE(outcome.out.find(part + "\n"), std::string::npos) << part << "\n"
                                                                        << outcome.out;
    }

    void refused(const std::string &arguments, const std::string &part) const {
        const Outcome outcome = table(arguments);
        EXPECT_EQ(outcome.status, 1) << outcome.out;
        EXPECT_EQ(outcome.out, "");
        EXPECT_NE(outcome.err.find(part), std::string::npos) << outcome.err;
    }
};

/// One line of device_spmm; times as in "name": microseconds.
std::string spmm_line(const std::string &graph, int columns, const std::string &nvals,
                      const std::string &times) {
    std::string entries;
    for (size_t at = 0; at < times.size();) {
        const size_t end = std::min(times.find(' ', at), times.size());
        const std::string pair = times.substr(at, end - at);
        const size_t colon = pair.rfind('=');
        std::string name = pair.substr(0, colon);
        if (name.rfind("chosen", 0) == 0) name = "chosen (cuda/" + name.substr(7) + ")";
        entries += (entries.empty() ? "" : ", ") + ("\"" + name + "\": {\"us\": ") +
                   pair.substr(colon + 1) + ", \"of_bound\": 0.5}";
        at = end + 1;
    }
    return "{\"graph\": \"" + graph + "\", \"columns\": " + std::to_string(columns) +
           ", \"nvals\": " + nvals + ", \"bound_us\": 5.0, \"times\": {" + entries + "}}\n";
}

TEST_F(BenchTables, Products) {
    const std::string peers = " cusparse_alg1=40 cusparse_alg2=20 cusparse_alg3=30";
    const std::string file =
        write("spmm.json",
              "{\"run\": {\"commit\": \"abc\"}}\n" +
                  spmm_line("folder/a.mtx.zst", 16, "30000000", "chosen_old=99 cuda/x=1" + peers) +
                  spmm_line("folder/a.mtx.zst", 16, "30000000",
                            "chosen_x=10 cuda/x=10 cuda/y=8" + peers) +
                  spmm_line("folder/a.mtx.zst", 64, "30000000", "chosen_x=40 cuda/x=41" + peers) +
                  "\n" + spmm_line("~b", 16, "1000000", "chosen_y=2.5" + peers));
    prints(file,
           {"| graph | entries | F = 16 | F = 64 |", "| a | 30 M | 2.00, 50% | 0.50, 12% |",
            "| ~b | 1 M | 8.00, 200% |  |",
            "all: 3 cells, ratio 2.000 in the geometric mean, least 0.500 (a, F = 64), of the "
            "bound 50.0%",
            "F <= 32: 2 cells, ratio 4.000 in the geometric mean, least 2.000 (a, F = 16), of the "
            "bound 100.0%",
            "20 M entries and more: 2 cells, ratio 1.000 in the geometric mean, least 0.500 (a, F "
            "= 64), of the bound 25.0%",
            "20 M entries and more, F <= 32: 1 cells, ratio 2.000 in the geometric mean, least "
            "2.000 (a, F = 16), of the bound 50.0%",
            "chosen over best: 2 cells, 1.118 in the geometric mean",
            "  1.25 a, F = 16: cuda/x 10.0 us, cuda/y 8.0 us"});
}

/// One line of device_ssd: the operators in the script's order.
std::string ssd_line(const std::string &graph, int kept, const std::vector<std::string> &times) {
    const std::vector<std::string> names = {"maxk",
                                            "cuda/ssd_coupled",
                                            "cuda/ssd_decoupled:one_slot_atomic",
                                            "cuda/ssd_decoupled:one_slot",
                                            "cuda/ssd_decoupled:atomic",
                                            "cuda/ssd_decoupled:paper",
                                            "cuda/ssd_decoupled:long_groups"};
    std::string entries;
    for (size_t k = 0; k < times.size(); ++k)
        entries += (k == 0 ? "\"" : ", \"") + names.at(k) + "\": " + times[k];
    return "{\"graph\": \"" + graph + "\", \"kept\": " + std::to_string(kept) + ", \"us\": {" +
           entries + "}}\n";
}

TEST_F(BenchTables, Operators) {
    const std::string file = write(
        "ssd.json", ssd_line("~Twitter-partial", 8, {"9", "40", "30", "25", "20", "10", "5"}) +
                        ssd_line("~Twitter-partial", 16, {"9", "10", "30", "25", "20", "10", "5"}) +
                        ssd_line("~SW-620H", 8, {"9", "20", "30", "25", "20", "10", "20"}) +
                        ssd_line("~Reddit", 8, {"9", "4", "6", "6", "2", "2", "1"}));
    prints("--ssd " + file,
           {"|  | cells | coupled (MaxK) | no update mode, one slot | one slot | no update mode | "
            "decoupled (paper) | ours |",
            "| figure 11, structured sparse | 3 | 2.000 | 3.000 | 2.500 | 2.000 | 1.000 | 0.794 |",
            "| figure 13, unstructured dense | 1 | 2.000 | 3.000 | 3.000 | 1.000 | 1.000 | 0.500 |",
            "| ~Twitter-partial | 2 | 2.000 | 3.000 | 2.500 | 2.000 | 1.000 | 0.500 |",
            "| all graphs | 4 | 2.000 | 3.000 | 2.617 | 1.682 | 1.000 | 0.707 |"});
    const Outcome outcome = table("--ssd " + file);
    EXPECT_NE(outcome.err.find("figure 12, unstructured sparse: no lines of citation"),
              std::string::npos)
        << outcome.err;
    EXPECT_EQ(outcome.out.find("figure 12"), std::string::npos) << outcome.out;
}

TEST_F(BenchTables, SayWhatIsWrong) {
    refused(path("none.json"), "none.json");
    refused(write("empty.json", "\n"), "no lines");
    refused(write("text.json", "hello\n"), "line 1: not what the benchmark prints");
    const std::string ssd = write("ssd.json", ssd_line("a", 8, {"1", "2"}));
    refused(ssd, "line 1: not what the benchmark prints: KeyError('columns')");
    refused("--ssd " + ssd, "a, 8 kept: no time of cuda/ssd_decoupled:one_slot_atomic");
    refused(write("ours.json", spmm_line("a", 8, "1", "chosen_x=1 cuda/x=1")),
            "a, 8 columns: 0 times of cuSPARSE and 1 of what was chosen");
    refused(write("peers.json", spmm_line("a", 8, "1", "cusparse_alg1=1 cuda/x=1")),
            "a, 8 columns: 1 times of cuSPARSE and 0 of what was chosen");
}

} // namespace
