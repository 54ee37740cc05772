// Descriptions of the commands and options, for completion, the manual and suggestions.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace grb::tool {

/// An option or an argument of a command, as its parser describes it.
struct DescribedOption {
    std::vector<std::string> names; ///< "-o", "--output"; for an argument its name alone
    std::string text;
    std::string group;
    std::vector<std::string> values; ///< the allowed words, if it has a fixed set
    bool is_argument = false;        ///< it has no dashes
    bool takes_value = false;
    bool is_required = false;
};

struct DescribedCommand {
    std::string name; ///< "" for the program itself
    std::string text;
    std::vector<DescribedOption> options;
};

/// The program, then each of its commands.
std::vector<DescribedCommand> describe(const CLI::App &app);

/// Example command lines of a command; "": of the program itself.
std::vector<std::string> examples_of(const std::string &command);
/// Adds the examples to the help of the program and of each command.
void add_examples(CLI::App &app);

/// "; did you mean '--source'?", or nothing: for the first unexpected word.
std::string suggestion_for(const CLI::App &app, const std::string &word);

// Completion scripts for shells, and the manual page in troff.
std::string bash_completion(const std::vector<DescribedCommand> &commands);
std::string zsh_completion(const std::vector<DescribedCommand> &commands);
std::string fish_completion(const std::vector<DescribedCommand> &commands);
std::string manual_page(const std::vector<DescribedCommand> &commands, const std::string &version);

} // namespace grb::tool
