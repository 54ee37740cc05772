// Reads files of properties.
#include "properties.h"

#include "io/input_error.h"
#include "io/printable.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fstream>
#include <sstream>

namespace grb::tool {

namespace {

std::string trimmed(const std::string &text) {
    constexpr char blanks[] = " \t\r\f";
    const size_t first = text.find_first_not_of(blanks);
    if (first == std::string::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

} // namespace

Properties::Properties(const std::string &path, const std::string &prefix)
    : path_(path), prefix_(prefix) {
    std::ifstream file(path);
    if (!file) throw InputError(fmt::format("{}: cannot open", path));
    for (std::string line; std::getline(file, line);) {
        line = trimmed(line);
        if (line.empty() || line.front() == '#' || line.front() == '!') continue;
        const size_t sign = line.find_first_of("=:");
        if (sign == std::string::npos || line.rfind(prefix, 0) != 0) continue;
        const std::string name = trimmed(line.substr(0, sign));
        values_[name.substr(std::min(prefix.size(), name.size()))] = trimmed(line.substr(sign + 1));
    }
    if (values_.empty())
        throw InputError(fmt::format("{}: no property begins with {}", path, prefix));
}

std::string Properties::text(const char *name, std::optional<std::string> otherwise) const {
    const auto found = values_.find(name);
    if (found != values_.end()) return found->second;
    if (!otherwise) throw InputError(fmt::format("{}: it lacks {}{}", path_, prefix_, name));
    return *otherwise;
}

template <class T>
T Properties::number(const char *name, T otherwise, T least, T end, const char *range) const {
    const auto found = values_.find(name);
    if (found == values_.end()) return otherwise;
    const std::string &text = found->second;
    T number{};
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    if (parsed.ec == std::errc() && parsed.ptr == text.data() + text.size() && number >= least &&
        number < end)
        return number;
    throw InputError(fmt::format("{}: {}{}: '{}' is no number from {}", path_, prefix_, name,
                                 printable(text), range));
}

double Properties::fraction(const char *name, double otherwise) const {
    return number(name, otherwise, 0.0, 1.0, "0 to less than 1");
}

uint64_t Properties::count(const char *name, uint64_t otherwise) const {
    return number<uint64_t>(name, otherwise, 1, 1000001, "1 to 1000000");
}

std::vector<std::string> words_in(const std::string &list) {
    std::vector<std::string> words;
    std::istringstream stream(list);
    for (std::string word; std::getline(stream, word, ',');)
        if (std::string plain = trimmed(word); !plain.empty()) words.push_back(std::move(plain));
    return words;
}

} // namespace grb::tool
