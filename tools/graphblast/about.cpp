// The commands `completion` and `man`, which describe the program itself.
#include "commands.h"
#include "described.h"
#include "one_of.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace grb::tool {

void AboutCommands::add(CLI::App &all) {
    completion_app =
        all.add_subcommand("completion", "Print what a shell reads to complete command lines");
    completion_app->add_option("shell", shell, "bash, zsh or fish")
        ->required()
        ->check(one_of({"bash", "zsh", "fish"}, "shell"));
    man_app = all.add_subcommand("man", "Print the manual page, for man");
}

bool AboutCommands::is_parsed() const {
    return completion_app->parsed() || man_app->parsed();
}

int AboutCommands::run(const CLI::App &all) const {
    const std::vector<DescribedCommand> commands = describe(all);
    fmt::print("{}", man_app->parsed() ? manual_page(commands, GRAPHBLAST_TOOL_VERSION)
                     : shell == "bash" ? bash_completion(commands)
                     : shell == "zsh"  ? zsh_completion(commands)
                                       : fish_completion(commands));
    return 0;
}

} // namespace grb::tool
