// `scale`: predicts the time of an algorithm on many GPUs from a log.
#include "between.h"
#include "commands.h"
#include "text_table.h"

#include "io/input_error.h"
#include "io/printable.h"
#include "record/run_record.h"
#include "scale/model.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace grb::tool {

namespace {

using scale::Cut;

std::vector<double> numbers_of(const std::string &list) {
    std::vector<double> numbers;
    std::istringstream text(list);
    for (std::string word; std::getline(text, word, ',');) {
        uint32_t value = 0;
        const char *const end = word.data() + word.size();
        const auto [last, code] = std::from_chars(word.data(), end, value);
        if (code != std::errc{} || last != end || value == 0 || value > 10000000)
            throw UsageError(fmt::format("--gpus {}: '{}' is no number of 1 to 10000000",
                                         printable(list), printable(word)));
        numbers.push_back(value);
    }
    if (numbers.empty()) throw UsageError("--gpus names none");
    return numbers;
}

std::vector<scale::Operation> log_of(const std::string &path) {
    if (path == "-") return scale::read_log(std::cin, "standard input");
    std::ifstream file(path);
    if (!file) throw InputError(fmt::format("{}: cannot open", printable(path)));
    return scale::read_log(file, path);
}

/// One line of the table.
struct Row {
    scale::Setting setting;
    scale::Prediction prediction;
    double speedup, memory, most_entries;
    bool fits;
};

std::vector<Row> rows_of(const std::vector<scale::Operation> &log, const scale::Links &links,
                         const ScaleOptions &options) {
    scale::Setting setting;
    setting.growth = options.growth;
    setting.overlaps = options.overlaps;
    const double alone = scale::predict(log, links, setting).seconds;
    std::vector<Row> rows;
    for (const double gpus : numbers_of(options.gpus))
        for (const Cut cut : {Cut::rows, Cut::blocks}) {
            // One GPU has all data under any partition.
            const bool is_asked = options.cut == "both"
                                      ? gpus > 1 || cut == Cut::rows
                                      : (options.cut == "1d") == (cut == Cut::rows);
            if (!is_asked) continue;
            setting.gpus = gpus;
            setting.cut = cut;
            const scale::Prediction found = scale::predict(log, links, setting);
            const double memory = scale::memory_of_a_gpu(log, links, setting);
            rows.push_back({setting, found, alone / found.seconds, memory,
                            scale::most_entries(log, links, setting),
                            memory <= links.memory_bytes});
        }
    return rows;
}

std::string table_of(const std::vector<Row> &rows, double entries) {
    TextTable table({"GPUs", "cut", "ms", "speed-up", "M entries/s", "MB to a GPU", "exchanges",
                     "GB of a GPU", "fits", "most entries"},
                    {true, false, true, true, true, true, true, true, false, true});
    for (const Row &row : rows)
        table.add(
            {fmt::format("{:.0f}", row.setting.gpus), scale::name_of(row.setting.cut),
             fmt::format("{:.3f}", row.prediction.seconds * 1e3),
             fmt::format("{:.2f}", row.speedup),
             fmt::format("{:.0f}", entries * row.setting.growth / row.prediction.seconds * 1e-6),
             fmt::format("{:.1f}", row.prediction.bytes * 1e-6),
             fmt::format("{:.0f}", row.prediction.collectives),
             fmt::format("{:.2f}", row.memory * 1e-9), row.fits ? "yes" : "no",
             fmt::format("{:.3g}", row.most_entries)});
    return table.text();
}

std::string json_of(const std::vector<Row> &rows, const scale::Links &links,
                    const ScaleOptions &options, size_t operations) {
    using nlohmann::ordered_json;
    ordered_json all = {{"run", ordered_json::parse(run_record({}))},
                        {"log", printable(options.log)},
                        {"operations", operations},
                        {"growth", options.growth},
                        {"overlaps", options.overlaps},
                        {"links", ordered_json::parse(scale::links_json(links))},
                        {"results", ordered_json::array()}};
    for (const Row &row : rows)
        all["results"].push_back({{"gpus", row.setting.gpus},
                                  {"cut", scale::name_of(row.setting.cut)},
                                  {"seconds", row.prediction.seconds},
                                  {"speedup", row.speedup},
                                  {"bytes_to_a_gpu", row.prediction.bytes},
                                  {"exchanges", row.prediction.collectives},
                                  {"memory_of_a_gpu", row.memory},
                                  {"fits", row.fits},
                                  {"most_entries", row.most_entries}});
    return all.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

} // namespace

int scale_command(const ScaleOptions &options) {
    const scale::Links links =
        options.links.empty() ? scale::Links() : scale::read_links(options.links);
    if (options.shows_links) {
        fmt::print("{}", scale::links_json(links));
        return 0;
    }
    if (options.log.empty()) throw UsageError("scale: LOG is required");
    numbers_of(options.gpus); // before the log is read
    const std::unique_ptr<OutputFile> json = open_output(options.json);
    const std::vector<scale::Operation> log = log_of(options.log);
    const std::vector<Row> rows = rows_of(log, links, options);
    const double entries = scale::entries_of_largest(log);
    fmt::print("{} operations and forms; largest matrix: {} entries{}\n", grouped(log.size()),
               grouped(static_cast<uint64_t>(entries)),
               options.growth == 1 ? "" : fmt::format(", made {} times as large", options.growth));
    fmt::print("{}", table_of(rows, entries));
    if (json != nullptr) finish_with(*json, json_of(rows, links, options, log.size()));
    return 0;
}

CLI::App *add_scale(CLI::App &all, ScaleOptions &options) {
    CLI::App *const app = all.add_subcommand(
        "scale", "Predict what the operations of a log would take on many GPUs, by a model");
    app->add_option("log", options.log,
                    "What GRAPHBLAST_LOG=pick wrote on one GPU; - for standard input");
    app->add_option("--gpus", options.gpus, "Numbers of GPUs, with commas")->capture_default_str();
    app->add_option("--cut", options.cut, "Matrices by rows (1d), into blocks (2d), or both")
        ->check(CLI::IsMember({"1d", "2d", "both"}))
        ->capture_default_str();
    app->add_option("--links", options.links,
                    "A JSON file with figures of GPUs and links that differ from the defaults");
    app->add_flag("--show-links", options.shows_links, "Print all of them, as such a file");
    app->add_option("--grow", options.growth,
                    "As if rows and entries of all operands were so many times those of the log")
        ->check(between(1e-6, 1e9))
        ->capture_default_str();
    app->add_flag("--overlap", options.overlaps,
                  "A pull's exchange goes on beside its product, chunk by chunk");
    app->add_option("--json", options.json, "Write the predictions to this file");
    return app;
}

} // namespace grb::tool
