/// Random graphs in the place of those that papers measured: the list of the benchmarks, and the
/// sizes.

#include "io/graph_spec.h"
#include "io/input_error.h"
#include "io/surrogates.h"
#include "scratch.hpp"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <vector>

namespace {

using namespace grb::tool;

const std::string list = GRAPHBLAST_SOURCE_DIR "/tools/bench/gnn_graphs.tsv";

struct Sizes {
    uint64_t rows, nonzeros, max_degree;
};

/// The numbers of like:ROWS:NNZ:MAXDEGREE.
Sizes sizes_of(const std::string &spec) {
    const GraphSpec parsed = parse_graph_spec(spec);
    EXPECT_EQ(parsed.generator, "like") << spec;
    return {std::stoul(parsed.arguments.at(0)), std::stoul(parsed.arguments.at(1)),
            std::stoul(parsed.arguments.at(2))};
}

/// Every name of the list.
std::vector<std::string> names() {
    std::ifstream file(list);
    std::vector<std::string> found;
    for (std::string line; std::getline(file, line);)
        if (!line.empty() && line[0] != '#') found.push_back(line.substr(0, line.find('\t')));
    return found;
}

TEST(Surrogates, EveryLineIsAGraph) {
    std::vector<std::string> all = names();
    EXPECT_EQ(all.size(), 25u);
    for (const std::string &name : all) {
        const Sizes sizes = sizes_of(surrogate(name, list));
        EXPECT_LT(sizes.max_degree, sizes.rows) << name;
        EXPECT_LE(sizes.nonzeros, sizes.rows * sizes.max_degree) << name;
        EXPECT_GT(sizes.nonzeros, sizes.max_degree) << name;
    }
    std::sort(all.begin(), all.end());
    EXPECT_EQ(std::adjacent_find(all.begin(), all.end()), all.end()) << "a name twice";
}

TEST(Surrogates, SizesAreWithinOnePercent) {
    for (const std::string &name : names()) {
        const std::string spec = surrogate(name, list);
        const Sizes wanted = sizes_of(spec);
        if (wanted.nonzeros > 3000000) continue; // the others take seconds each
        const EdgeList edges = load_graph(spec);
        std::vector<uint64_t> degree(edges.nrows, 0);
        for (const uint64_t row : edges.rows) ++degree[row];
        const auto near = [&](uint64_t got, uint64_t number, const char *what) {
            const auto number_d = static_cast<double>(number);
            EXPECT_NEAR(static_cast<double>(got), number_d, 0.01 * number_d)
                << name << ": " << what;
        };
        EXPECT_EQ(edges.nrows, wanted.rows) << name;
        near(edges.size(), wanted.nonzeros, "nonzeros");
        near(*std::max_element(degree.begin(), degree.end()), wanted.max_degree, "degree");
    }
}

using SurrogateList = Scratch;

TEST_F(SurrogateList, SaysWhatIsWrong) {
    const auto complaint = [](const std::string &name, const std::string &file) {
        try {
            surrogate(name, file);
        } catch (const InputError &error) {
            return std::string(error.what());
        }
        return std::string();
    };
    const std::string good = write("good", "# a comment\n\na\t10\t20\t5\tx\nb\t11\t22\t6\tx\n");
    EXPECT_EQ(surrogate("b", good), "like:11:22:6");
    EXPECT_EQ(complaint("c", good), good + ": no graph 'c'; there are a, b");
    const std::string bad = write("bad", "# a comment\na\t10\t20\t5\n");
    EXPECT_EQ(complaint("a", bad), bad + ": line 2: there must be five columns, with tabs between");
    EXPECT_NE(complaint("a", path("none")).find("cannot open"), std::string::npos);
}

} // namespace
