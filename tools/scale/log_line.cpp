// Parses lines of the library's log.
#include "log_line.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace grb::tool {

Keys keys_of(std::string_view line) {
    Keys keys;
    const size_t start = line.find("graphblast pick ");
    if (start == std::string_view::npos) return keys;
    line.remove_prefix(start);
    while (!line.empty()) {
        const size_t end = std::min(line.find_first_of(" \r\n"), line.size());
        const std::string_view word = line.substr(0, end);
        const size_t equals = word.find('=');
        if (equals != std::string_view::npos)
            keys.emplace(word.substr(0, equals), word.substr(equals + 1));
        line.remove_prefix(std::min(end + 1, line.size()));
    }
    return keys;
}

std::string value_of(const Keys &keys, const char *key) {
    const auto found = keys.find(key);
    return found == keys.end() ? "" : found->second;
}

double number_of(const Keys &keys, const char *key) {
    const std::string text = value_of(keys, key);
    double number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

bool is_outcome(const std::string &key) {
    // "place" is what earlier versions called the device.
    constexpr std::array<std::string_view, 16> outcomes = {
        "op",          "variant", "device",   "place",   "schedule", "prepare_us",
        "end_us",      "cost_us", "paid_us",  "refused", "time_us",  "bytes",
        "compared_us", "gbs",     "recorded", "alone"};
    return std::find(outcomes.begin(), outcomes.end(), key) != outcomes.end();
}

} // namespace grb::tool
