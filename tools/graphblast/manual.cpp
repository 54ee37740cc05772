// Writes the manual page in troff.
#include "described.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace grb::tool {

namespace {

/// Escapes a text for troff: dashes that can be copied, and no line that begins with a command.
std::string troff(const std::string &text) {
    std::string result;
    for (const char c : text) {
        if (c == '\\')
            result += "\\e";
        else if (c == '-')
            result += "\\-";
        else
            result += c;
    }
    if (!result.empty() && (result[0] == '.' || result[0] == '\'')) result.insert(0, "\\&");
    return result;
}

std::string item(const DescribedOption &option) {
    std::vector<std::string> names;
    for (const std::string &name : option.names) names.push_back("\\fB" + troff(name) + "\\fR");
    std::string text = fmt::format(".TP\n{}", fmt::join(names, ", "));
    if (option.takes_value && !option.is_argument)
        text += option.values.empty()
                    ? " \\fIvalue\\fR"
                    : fmt::format(" \\fI{}\\fR",
                                  troff(fmt::format("{}", fmt::join(option.values, "|"))));
    return text + "\n" + troff(option.text) + "\n";
}

/// Joins the lines verbatim.
std::string lines_of(const std::vector<std::string> &lines) {
    std::string text = ".nf\n";
    for (const std::string &line : lines) text += troff(line) + "\n";
    return text + ".fi\n";
}

std::string synopsis(const DescribedCommand &command) {
    std::string text = ".B graphblast " + troff(command.name) + "\n";
    for (const DescribedOption &option : command.options)
        if (option.is_argument)
            text += fmt::format("{}\\fI{}\\fR{}\n", option.is_required ? "" : "[",
                                troff(option.names.front()), option.is_required ? "" : "]");
        else if (option.is_required)
            text += fmt::format("\\fB{}\\fR \\fIvalue\\fR\n", troff(option.names.back()));
    return text + "[\\fIoptions\\fR]\n.br\n";
}

} // namespace

std::string manual_page(const std::vector<DescribedCommand> &commands, const std::string &version) {
    std::string text =
        fmt::format(".TH GRAPHBLAST 1 \"\" \"GraphBLAST {}\" \"User commands\"\n.SH NAME\n"
                    "graphblast \\- graph algorithms through the GraphBLAS C API\n.SH SYNOPSIS\n",
                    troff(version));
    for (const DescribedCommand &command : commands)
        if (!command.name.empty()) text += synopsis(command);
    text += ".SH OPTIONS\n";
    for (const DescribedCommand &command : commands) {
        if (!command.name.empty())
            text += fmt::format(".SH \"GRAPHBLAST {}\"\n{}.\n", troff(command.name),
                                troff(command.text));
        std::string group;
        for (const DescribedOption &option : command.options) {
            if (option.group != group && !option.is_argument && option.group != "Options")
                text += fmt::format(".SS \"{}\"\n", troff(option.group));
            group = option.is_argument ? group : option.group;
            text += item(option);
        }
        if (!command.name.empty()) text += ".SS Examples\n" + lines_of(examples_of(command.name));
    }
    return text +
           ".SH EXIT STATUS\n"
           "0: done. 1: the command line is wrong. 2: an input cannot be read, or holds what the "
           "command cannot take. 3: a result is wrong, or something else failed.\n";
}

} // namespace grb::tool
