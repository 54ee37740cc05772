// `info`: describes a graph, and the version of the program.
#include "calls.h"
#include "commands.h"
#include "graph.h"
#include "timing.h"

#include "io/graph_spec.h"
#include "io/printable.h"
#include "record/run_record.h"

#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace grb::tool {

namespace {

void print_graph(const std::string &graph, const EdgeList &edges) {
    const GraphMatrix matrix = to_matrix(edges);
    const size_t bytes = bytes_of(matrix.matrix);
    fmt::print("graph      {}: {} x {}, {}{}\n", printable(graph), grouped(edges.nrows),
               grouped(edges.ncols), counted(edges.size(), "entry", "entries"),
               is_symmetric(edges) ? ", symmetric" : "");
    fmt::print("memory     {} bytes", grouped(bytes));
    if (edges.size() > 0)
        fmt::print(", {:.2f} bytes per edge",
                   static_cast<double>(bytes) / static_cast<double>(edges.size()));
    fmt::print(", {}\n", format_of(matrix.matrix));
}

} // namespace

std::string version_text() {
    const Session session;
    const auto record = nlohmann::json::parse(run_record({}));
    return fmt::format("graphblast {} (commit {})", library_version(),
                       record.at("commit").get<std::string>());
}

int info_command(const std::string &graph, const ReadOptions &read) {
    EdgeList edges;
    const double begin = now();
    ReadOptions packed = read;
    packed.may_be_packed = true;
    if (!graph.empty()) edges = load_graph(graph, progress_bar(), packed);
    const double load_seconds = now() - begin;
    const Session session;
    unsigned version = 0;
    unsigned subversion = 0;
    check(GrB_getVersion(&version, &subversion), "GrB_getVersion");
    fmt::print("library    {} {}\n", library_name(), library_version());
    fmt::print("API        GraphBLAS C {}.{}\n", version, subversion);
    fmt::print("threads    {}\n", threads());
    fmt::print("formats    {}\n", fmt::join(format_names(), ", "));
    std::map<std::string, std::vector<std::string>> variants;
    for (const VariantName &variant : registry_variants())
        variants[variant.operation].push_back(variant.name);
    const char *heading = "variants";
    for (const auto &[operation, names] : variants) {
        fmt::print("{:<10} {:<11} {}\n", heading, operation, fmt::join(names, ", "));
        heading = "";
    }
    if (!graph.empty()) {
        print_origin(graph, edges);
        fmt::print("loaded in  {}\n", shown_time(load_seconds));
        print_graph(graph, edges);
    }
    return 0;
}

} // namespace grb::tool
