#include "commands.h"

#include "io/graph_spec.h"
#include "io/input_error.h"
#include "io/matrix_market.h"
#include "io/printable.h"

#include <fmt/format.h>

namespace grb::tool {

namespace {

/// The output is opened first: where that fails, no work is lost.
int write(const GraphSpec &spec, const Progress &progress, const ConvertOptions &options) {
    OutputFile file(options.output);
    const EdgeList edges = load_graph(spec, progress);
    write_matrix_market(file, edges, printable(options.graph));
    file.finish();
    fmt::print("{}: {} x {}, {} entries\n", printable(options.output), grouped(edges.nrows),
               grouped(edges.ncols), grouped(edges.size()));
    return 0;
}

} // namespace

int generate_command(const ConvertOptions &options) {
    const GraphSpec spec = parse_graph_spec(options.graph);
    if (spec.generator.empty())
        throw InputError(
            fmt::format("'{}' names no generator; a graph is {}", options.graph, graph_spec_help));
    return write(spec, {}, options);
}

int convert_command(const ConvertOptions &options) {
    return write(parse_graph_spec(options.graph), progress_bar(options.graph), options);
}

} // namespace grb::tool
