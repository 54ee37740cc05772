// `convert`: writes a graph in another format.
#include "commands.h"

#include "io/formats.h"
#include "io/graph_spec.h"
#include "io/input_error.h"
#include "io/packer.h"
#include "io/printable.h"
#include "io/text_write.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace grb::tool {

namespace {

/// Returns whether the output format cannot hold the ids of the input.
bool loses_ids(const EdgeList &edges, const Format &format) {
    const std::array<std::string_view, 6> holders = {"csv",     "tsv",     "edges",
                                                     "parquet", "adjlist", "grb"};
    return !edges.ids.is_plain() &&
           std::find(holders.begin(), holders.end(), format.name) == holders.end();
}

/// The table uses the output's numbers, from 0 or 1, so that the two can be joined.
void write_table_of_ids(OutputFile &file, const std::string &path, const EdgeList &edges,
                        const Format &format) {
    const bool is_csv = without_packing(path).ends_with(".csv");
    const bool is_from_1 = format.name == "mtx" || format.name == "metis" || format.name == "gr";
    write_ids(file, edges, is_csv ? ',' : '\t', is_from_1 ? 1 : 0);
}

/// Opens the output first: if that fails, no work is lost.
int write(const GraphSpec &spec, const Progress &progress, const ConvertOptions &options) {
    const Format &format = output_format(options.output, options.to);
    OutputFile file(options.output);
    const std::unique_ptr<OutputFile> ids = open_output(options.ids);
    const EdgeList edges = load_graph(spec, progress, options.read);
    write_graph(file, edges, format, options.output, printable(options.graph));
    if (ids != nullptr) write_table_of_ids(*ids, options.ids, edges, format);
    file.finish();
    if (ids != nullptr) ids->finish();
    print_origin(options.graph, edges);
    fmt::print("{}: {}, {} x {}, {}\n", printable(options.output), format.text,
               grouped(edges.nrows), grouped(edges.ncols),
               counted(edges.size(), "entry", "entries"));
    if (loses_ids(edges, format) && ids == nullptr)
        fmt::print("{}: holds no ids {}: vertices are numbered anew (--ids FILE writes a table)\n",
                   printable(options.output), edges.ids.describe());
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
    return write(parse_graph_spec(options.graph), progress_bar(), options);
}

} // namespace grb::tool
