// The options for reading a graph.
#include "commands.h"
#include "one_of.h"

#include "io/formats.h"
#include "io/printable.h"
#include "io/standard_streams.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace grb::tool {

void add_read_options(CLI::App &app, ReadOptions &options) {
    static const std::map<std::string, Duplicates> rules = {{"sum", Duplicates::sum},
                                                            {"first", Duplicates::first},
                                                            {"max", Duplicates::max},
                                                            {"min", Duplicates::min}};
    std::vector<std::string> names;
    for (const Format &format : formats()) names.emplace_back(format.name);
    const std::vector<CLI::Option *> all = {
        app.add_option("--format", options.format,
                       "Format of the file (default: what its content shows)")
            ->check(one_of(names, "format")),
        app.add_option(
               "--base", options.base,
               "The least id of the file; all from it to the largest are vertices (default: "
               "the format's; of edge lists the ids that occur)")
            ->check(CLI::IsMember({0, 1})),
        app.add_option("--columns", options.columns,
                       "Source, target and, if any, weight: names or numbers of columns, with "
                       "commas")
            ->delimiter(','),
        app.add_flag("--words", options.has_words, "Ids are words, even where they are numbers"),
        app.add_flag("!--no-comments", options.has_comments,
                     "Lines of a table that begin with #, % or // are edges"),
        app.add_option("--vertices", options.vertices,
                       "File that lists all vertices, also those without edges, for edge lists and "
                       "tables (default: NAME.v beside NAME.e)"),
        app.add_option("--dedup", options.duplicates, "What several entries at one position become")
            ->transform(CLI::CheckedTransformer(rules).description("{sum,first,max,min}"))
            ->default_str("sum"),
        app.add_flag("--drop-self-loops", options.drop_self_loops, "Leave out loops"),
        app.add_flag("--largest-component", options.largest_component,
                     "Keep the largest (weakly) connected component alone"),
    };
    CLI::Option *const cache = app.add_flag(
        "--cache", options.use_cache,
        "Keep the graph in FILE.grb beside the file, and take it from there the next time");
    cache->group("How the graph is read");
    options.say = [](const std::string &text) {
        put_on_standard_error(fmt::format("graphblast: {}\n", printable(text)));
    };
    CLI::Option *const symmetrize =
        app.add_flag("--symmetrize", options.symmetrize,
                     "Add each entry in the other direction, unless the "
                     "matrix is symmetric already");
    CLI::Option *const directed =
        app.add_flag("--directed", options.is_directed,
                     "Take the entries as they are in the file, even where it stores one triangle "
                     "of a symmetric matrix");
    directed->excludes(symmetrize);
    for (CLI::Option *const option : all) option->group("How the graph is read");
    for (CLI::Option *const option : {symmetrize, directed}) option->group("How the graph is read");
}

} // namespace grb::tool
