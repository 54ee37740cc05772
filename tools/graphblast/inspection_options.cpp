// The options of `explain`, `report` and `plot`.
#include "between.h"
#include "commands.h"
#include "one_of.h"

#include <CLI/CLI.hpp>

namespace grb::tool {

void InspectionCommands::add(CLI::App &all, const std::string &spec) {
    explain_app = all.add_subcommand(
        "explain", "Show what the library chose, what else there was, and the time it took");
    add_run_options(*explain_app, spec, explained);
    explain_app->add_option("--calls", most_calls, "Show so many calls and steps; 0: all")
        ->check(CLI::Range(uint64_t{0}, uint64_t{1} << 32))
        ->capture_default_str();

    report_app = all.add_subcommand("report", "Write a page about a graph and runs on it");
    add_run_options(*report_app, spec, reported);
    report_app->add_option("-o,--output", report, "The page, one file of HTML")
        ->capture_default_str();

    plot_app = all.add_subcommand("plot", "Draw a graph, or a run of an algorithm");
    plot_app
        ->add_option("picture", plotted.kind,
                     "spy, degrees (of the graph); steps, roofline, memory (of an algorithm)")
        ->required()
        ->check(one_of({"spy", "degrees", "steps", "roofline", "memory"}, "picture"));
    add_run_options(*plot_app, spec, plotted.run);
    plot_app->get_option("algorithms")->required(false);
    plot_app->add_option("-o,--output", plotted.output, "A file: .svg or .png")->required();
    plot_app->add_option("--width", plotted.width, "Pixels across, of .png (1280)")
        ->check(between(64.0, 8192.0));
    plot_app->add_flag("--dark", plotted.is_dark,
                       ".png on a dark ground; .svg follows the viewer's theme");
    // The output of these two is the page or the picture.
    for (CLI::App *const app : {report_app, plot_app})
        for (const char *const name : {"--json", "--trace"})
            app->remove_option(app->get_option(name));
}

bool InspectionCommands::is_parsed() const {
    return explain_app->parsed() || report_app->parsed() || plot_app->parsed();
}

int InspectionCommands::run() const {
    if (explain_app->parsed()) return explain_command(explained, most_calls);
    if (report_app->parsed()) return report_command(reported, report);
    return plot_command(plotted);
}

} // namespace grb::tool
