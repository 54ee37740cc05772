// Looks up the stand-in of a graph.
#include "surrogates.h"

#include "archive.h"
#include "input_error.h"

#include <fmt/format.h>
#include <sstream>
#include <vector>

namespace grb::tool {

namespace {

std::vector<std::string> columns_of(const std::string &line) {
    std::vector<std::string> columns;
    std::istringstream stream(line);
    for (std::string column; std::getline(stream, column, '\t');) columns.push_back(column);
    return columns;
}

} // namespace

std::string surrogate(const std::string &name, const std::string &list) {
    std::istringstream lines(read_text(list));
    std::string names;
    size_t number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        if (line.empty() || line[0] == '#') continue;
        const std::vector<std::string> columns = columns_of(line);
        if (columns.size() != 5)
            throw InputError(fmt::format(
                "{}: line {}: there must be five columns, with tabs between", list, number));
        if (columns[0] == name)
            return fmt::format("like:{}:{}:{}", columns[1], columns[2], columns[3]);
        names += (names.empty() ? "" : ", ") + columns[0];
    }
    throw InputError(fmt::format("{}: no graph '{}'; there are {}", list, name, names));
}

} // namespace grb::tool
