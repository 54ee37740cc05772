// Scripts that complete command lines in bash, zsh and fish.
#include "described.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace grb::tool {

namespace {

/// Quotes a text in single quotes for a shell.
std::string quoted(const std::string &text) {
    std::string result = "'";
    for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}

std::vector<std::string> names_of(const DescribedCommand &command) {
    std::vector<std::string> names;
    for (const DescribedOption &option : command.options)
        if (!option.is_argument)
            names.insert(names.end(), option.names.begin(), option.names.end());
    return names;
}

std::vector<std::string> commands_in(const std::vector<DescribedCommand> &commands) {
    std::vector<std::string> names;
    for (const DescribedCommand &command : commands)
        if (!command.name.empty()) names.push_back(command.name);
    return names;
}

/// The first argument that takes one of a fixed set of words.
const DescribedOption *worded_argument(const DescribedCommand &command) {
    const auto found =
        std::find_if(command.options.begin(), command.options.end(),
                     [](const auto &one) { return one.is_argument && !one.values.empty(); });
    return found == command.options.end() ? nullptr : &*found;
}

/// Escapes the characters that have a meaning in descriptions of zsh.
std::string zsh_text(const std::string &text) {
    std::string result;
    for (const char c : text) {
        if (c == '[' || c == ']' || c == ':' || c == '\\') result += '\\';
        result += c;
    }
    return result;
}

std::string zsh_option(const DescribedOption &option) {
    const std::string text = zsh_text(option.text);
    const std::string value = !option.takes_value ? ""
                              : option.values.empty()
                                  ? ":value:_files"
                                  : fmt::format(":value:({})", fmt::join(option.values, " "));
    if (option.is_argument)
        return " " + quoted(fmt::format(":{}:{}", zsh_text(option.names.front()),
                                        option.values.empty()
                                            ? "_files"
                                            : fmt::format("({})", fmt::join(option.values, " "))));
    std::string result;
    for (const std::string &name : option.names)
        result += " " + quoted(fmt::format("{}[{}]{}", name, text, value));
    return result;
}

} // namespace

std::string bash_completion(const std::vector<DescribedCommand> &commands) {
    std::string text =
        "# Completion of graphblast for bash.\n"
        "_graphblast() {\n"
        "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
        "    local command=${COMP_WORDS[1]} words=\n"
        "    COMPREPLY=()\n"
        "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n";
    text += fmt::format("        COMPREPLY=($(compgen -W \"{} {}\" -- \"$word\"))\n"
                        "        return\n    fi\n    case $command:$before in\n",
                        fmt::join(commands_in(commands), " "),
                        fmt::join(names_of(commands.front()), " "));
    for (const DescribedCommand &command : commands) {
        for (const DescribedOption &option : command.options) {
            if (command.name.empty() || option.is_argument || !option.takes_value) continue;
            std::vector<std::string> patterns;
            for (const std::string &name : option.names)
                patterns.push_back(command.name + ":" + name);
            // An option without words of its own takes a file, which the shell completes.
            text += option.values.empty()
                        ? fmt::format("    {}) return ;;\n", fmt::join(patterns, "|"))
                        : fmt::format("    {})\n        COMPREPLY=($(compgen -W \"{}\" -- "
                                      "\"$word\"))\n        return ;;\n",
                                      fmt::join(patterns, "|"), fmt::join(option.values, " "));
        }
    }
    text += "    esac\n    case $command in\n";
    for (const DescribedCommand &command : commands) {
        if (command.name.empty()) continue;
        text +=
            fmt::format("    {}) words=\"{}\"", command.name, fmt::join(names_of(command), " "));
        if (const DescribedOption *const argument = worded_argument(command))
            text += fmt::format("\n        [ \"$COMP_CWORD\" -eq 2 ] && words=\"$words {}\"",
                                fmt::join(argument->values, " "));
        text += " ;;\n";
    }
    return text + "    esac\n"
                  "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
                  "}\n"
                  "complete -o default -F _graphblast graphblast\n";
}

std::string zsh_completion(const std::vector<DescribedCommand> &commands) {
    std::string text = "#compdef graphblast\n"
                       "_graphblast() {\n"
                       "    local -a commands\n"
                       "    commands=(";
    for (const DescribedCommand &command : commands)
        if (!command.name.empty())
            text += " " + quoted(command.name + ":" + zsh_text(command.text));
    text += " )\n"
            "    if (( CURRENT == 2 )); then\n"
            "        _describe command commands\n"
            "        return\n"
            "    fi\n"
            "    local command=$words[2]\n"
            "    shift words\n"
            "    (( CURRENT-- ))\n"
            "    case $command in\n";
    for (const DescribedCommand &command : commands) {
        if (command.name.empty()) continue;
        text += fmt::format("    {}) _arguments", command.name);
        for (const DescribedOption &option : command.options) text += zsh_option(option);
        text += " ;;\n";
    }
    // A function folder loads the file as the function; a sourced file registers the function.
    return text + "    esac\n"
                  "}\n"
                  "if [ \"$funcstack[1]\" = _graphblast ]; then\n"
                  "    _graphblast \"$@\"\n"
                  "else\n"
                  "    compdef _graphblast graphblast\n"
                  "fi\n";
}

std::string fish_completion(const std::vector<DescribedCommand> &commands) {
    std::string text = "# Completion of graphblast for fish.\n";
    for (const DescribedCommand &command : commands) {
        const std::string when =
            quoted(command.name.empty() ? "__fish_use_subcommand"
                                        : "__fish_seen_subcommand_from " + command.name);
        if (!command.name.empty())
            text += fmt::format("complete -c graphblast -f -n __fish_use_subcommand -a {} -d {}\n",
                                command.name, quoted(command.text));
        for (const DescribedOption &option : command.options) {
            const std::string values = quoted(fmt::format("{}", fmt::join(option.values, " ")));
            if (option.is_argument) {
                if (!option.values.empty())
                    text += fmt::format("complete -c graphblast -n {} -a {}\n", when, values);
                continue;
            }
            text += "complete -c graphblast -n " + when;
            for (const std::string &name : option.names)
                text +=
                    name.rfind("--", 0) == 0 ? " -l " + name.substr(2) : " -s " + name.substr(1);
            if (option.takes_value) text += option.values.empty() ? " -r" : " -x -a " + values;
            text += " -d " + quoted(option.text) + "\n";
        }
    }
    return text;
}

} // namespace grb::tool
