#include "commands.h"

#include "io/graph_spec.h"
#include "io/input_error.h"
#include "io/matrix_market.h"

#include <fmt/format.h>

namespace grb::tool {

namespace {

int write(const EdgeList &edges, const ConvertOptions &options) {
    write_matrix_market(options.output, edges, options.graph);
    fmt::print("{}: {} x {}, {} entries\n", options.output, grouped(edges.nrows),
               grouped(edges.ncols), grouped(edges.size()));
    return 0;
}

} // namespace

int generate_command(const ConvertOptions &options) {
    const GraphSpec spec = parse_graph_spec(options.graph);
    if (spec.generator.empty())
        throw InputError(
            fmt::format("'{}' names no generator; a graph is {}", options.graph, graph_spec_help));
    return write(load_graph(spec), options);
}

int convert_command(const ConvertOptions &options) {
    return write(load_graph(options.graph, progress_bar(options.graph)), options);
}

} // namespace grb::tool
