// Reads the options and the commands of the program from its parser.
#include "described.h"

#include "io/suggestion.h"
#include "tasks.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <sstream>

namespace grb::tool {

namespace {

/// "TEXT:{cpu,gpu}" → cpu, gpu; ranges have no braces.
std::vector<std::string> values_in(const std::string &type) {
    const size_t open = type.find('{');
    const size_t close = type.find('}', open);
    std::vector<std::string> values;
    if (open == std::string::npos || close == std::string::npos) return values;
    std::istringstream list(type.substr(open + 1, close - open - 1));
    for (std::string value; std::getline(list, value, ',');)
        values.push_back(value.substr(0, value.find("->")));
    return values;
}

DescribedOption described(const CLI::Option &option) {
    DescribedOption result;
    for (const std::string &name : option.get_snames()) result.names.push_back("-" + name);
    for (const std::string &name : option.get_lnames()) result.names.push_back("--" + name);
    result.is_argument = result.names.empty();
    if (result.is_argument) result.names.push_back(option.get_name(true));
    result.text = option.get_description();
    result.group = option.get_group();
    result.takes_value = option.get_items_expected_max() > 0;
    result.is_required = option.get_required();
    result.values = values_in(option.get_type_name());
    if (result.is_argument && result.names.front() == "algorithms") {
        result.values = algorithm_names();
        result.values.emplace_back("all");
    }
    return result;
}

DescribedCommand described(const CLI::App &app, const std::string &name) {
    DescribedCommand command{name, app.get_description(), {}};
    for (const CLI::Option *const option : app.get_options())
        command.options.push_back(described(*option));
    return command;
}

} // namespace

std::vector<DescribedCommand> describe(const CLI::App &app) {
    std::vector<DescribedCommand> commands = {described(app, "")};
    for (const CLI::App *const command : app.get_subcommands([](const CLI::App *) { return true; }))
        commands.push_back(described(*command, command->get_name()));
    return commands;
}

std::string suggestion_for(const CLI::App &app, const std::string &word) {
    std::vector<std::string> known;
    const std::vector<CLI::App *> given = app.get_subcommands();
    const std::vector<std::string> algorithms = algorithm_names();
    if (given.empty() && std::find(algorithms.begin(), algorithms.end(), word) != algorithms.end())
        return fmt::format("; did you mean 'run {}'?", word);
    for (const DescribedCommand &command : describe(app)) {
        if (given.empty() && !command.name.empty() && word.rfind('-', 0) != 0)
            known.push_back(command.name);
        if (command.name != (given.empty() ? "" : given.front()->get_name())) continue;
        for (const DescribedOption &option : command.options)
            if (!option.is_argument)
                known.insert(known.end(), option.names.begin(), option.names.end());
    }
    const std::string text = suggestion(word.substr(0, word.find('=')), known);
    const size_t end = text.find("'?");
    return end == std::string::npos ? "" : text.substr(0, end + 2);
}

} // namespace grb::tool
