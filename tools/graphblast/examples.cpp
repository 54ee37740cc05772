// Example command lines of each command.
#include "described.h"

#include <CLI/CLI.hpp>
#include <map>

namespace grb::tool {

namespace {

/// The examples of each command, and of the program itself under "". A test runs them.
const std::map<std::string, std::vector<std::string>> &all_examples() {
    static const std::map<std::string, std::vector<std::string>> all = {
        {"",
         {"graphblast run all --graph graph.mtx", "graphblast explain bfs --graph kron:16",
          "graphblast doctor"}},
        {"run",
         {"graphblast run bfs --graph flights.csv --source A",
          "graphblast run pagerank --graph graph.mtx --top 10 --out ranks.csv",
          "graphblast run all --graph kron:14,w=1..255 --verify --repeat 5 --json times.json"}},
        {"gap",
         {"graphblast gap bfs --graph kron:16 --trials 16 --verify",
          "graphblast gap bc --graph grid:200x200 --sources 4 -n 4"}},
        {"graphalytics", {"graphblast graphalytics example.properties --output outputs"}},
        {"bench",
         {"graphblast bench --operation mxv --repeat 9 --json a.json",
          "graphblast bench --compare a.json b.json --threshold 1000"}},
        {"explain",
         {"graphblast explain bfs --graph kron:16",
          "graphblast explain sssp --graph road.gr.bz2 --calls 0"}},
        {"report", {"graphblast report bfs,pagerank --graph kron:14 -o report.html"}},
        {"plot",
         {"graphblast plot spy --graph graph.mtx -o spy.svg",
          "graphblast plot roofline pagerank --graph kron:14 -o roofline.png --dark"}},
        {"completion", {"graphblast completion bash > graphblast.bash"}},
        {"man", {"graphblast man > graphblast.1"}},
        {"tune", {"graphblast tune --seconds 60 -o my.profile"}},
        {"info", {"graphblast info", "graphblast info --graph graph.mtx"}},
        {"doctor", {"graphblast doctor"}},
        {"generate",
         {"graphblast generate kron:16,w=1..255 -o kron.mtx.zst",
          "graphblast generate grid:1000x1000 -o - --to el"}},
        {"convert",
         {"graphblast convert road.gr.bz2 road.wsg",
          "graphblast convert flights.csv flights.mtx --ids airports.csv"}},
        {"weaver", {"graphblast weaver --graph kron:10"}},
        {"scale", {"graphblast scale log"}}};
    return all;
}

} // namespace

std::vector<std::string> examples_of(const std::string &command) {
    const auto found = all_examples().find(command);
    return found == all_examples().end() ? std::vector<std::string>() : found->second;
}

void add_examples(CLI::App &app) {
    const auto add = [](CLI::App &command, const std::string &name) {
        std::string text = "Examples:";
        for (const std::string &example : examples_of(name)) text += "\n  " + example;
        command.footer(text + "\n");
    };
    add(app, "");
    for (CLI::App *const command : app.get_subcommands([](CLI::App *) { return true; }))
        add(*command, command->get_name());
}

} // namespace grb::tool
