// Reads the classes and splits of vertices.
#include "labels.h"

#include "archive.h"
#include "input_error.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>

namespace grb::tool {

namespace {

constexpr std::string_view header = "node\tlabel\tsplit";

/// The lines of one table, with its name and the line's number for messages.
class Lines {
public:
    Lines(std::string_view text, const std::string &name) : rest_(text), name_(name) {}

    bool next(std::string_view &line) {
        if (rest_.empty()) return false;
        const size_t end = rest_.find('\n');
        line = rest_.substr(0, end);
        rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
        if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
        ++number_;
        return true;
    }

    [[noreturn]] void fail(const std::string &why) const {
        throw InputError(fmt::format("{}: line {}: {}", name_, number_, why));
    }

    int64_t whole(std::string_view field, const char *what, int64_t least, int64_t most) const {
        int64_t number = 0;
        const auto [end, code] = std::from_chars(field.data(), field.data() + field.size(), number);
        if (code != std::errc() || end != field.data() + field.size())
            fail(fmt::format("{} '{}' is not a whole number", what, field.substr(0, 40)));
        if (number < least || number > most)
            fail(fmt::format("{} {} is out of range {}..{}", what, number, least, most));
        return number;
    }

    Split split(std::string_view field) const {
        constexpr std::array<std::string_view, 4> names = {"none", "train", "val", "test"};
        const auto found = std::find(names.begin(), names.end(), field);
        if (found == names.end())
            fail(fmt::format("split '{}' is none of train, val, test, none", field.substr(0, 40)));
        return static_cast<Split>(found - names.begin());
    }

private:
    std::string_view rest_;
    const std::string &name_;
    uint64_t number_ = 0;
};

/// Splits a line into three fields. Returns false for another number of fields.
bool cut(std::string_view line, std::array<std::string_view, 3> &fields) {
    const size_t first = line.find('\t');
    const size_t second = first == std::string_view::npos ? first : line.find('\t', first + 1);
    if (second == std::string_view::npos || line.find('\t', second + 1) != std::string_view::npos)
        return false;
    fields = {line.substr(0, first), line.substr(first + 1, second - first - 1),
              line.substr(second + 1)};
    return true;
}

} // namespace

Labels parse_labels(std::string_view text, const std::string &name, uint64_t vertices) {
    Labels labels;
    labels.classes.assign(vertices, -1);
    labels.splits.assign(vertices, Split::none);
    std::vector<bool> is_given(vertices, false);
    Lines lines(text, name);
    std::string_view line;
    if (!lines.next(line)) throw InputError(fmt::format("{}: the file is empty", name));
    if (line != header) lines.fail("the columns must be node, label and split, with tabs between");
    const auto last = static_cast<int64_t>(vertices);
    const int64_t most_classes = std::min<int64_t>(last, INT32_MAX);
    while (lines.next(line)) {
        if (line.empty()) continue;
        std::array<std::string_view, 3> fields;
        if (!cut(line, fields)) lines.fail("there must be three columns, with tabs between");
        const auto v = static_cast<size_t>(lines.whole(fields[0], "node", 1, last) - 1);
        if (is_given[v]) lines.fail(fmt::format("node {} is given twice", v + 1));
        is_given[v] = true;
        labels.classes[v] =
            static_cast<int32_t>(lines.whole(fields[1], "label", -1, most_classes - 1));
        labels.splits[v] = lines.split(fields[2]);
        if (labels.classes[v] < 0 && labels.splits[v] != Split::none)
            lines.fail(fmt::format("node {} is in a split, but has no label", v + 1));
        labels.n_classes = std::max(labels.n_classes, labels.classes[v] + 1);
    }
    return labels;
}

Labels read_labels(const std::string &path, uint64_t vertices) {
    return parse_labels(read_text(path), path, vertices);
}

} // namespace grb::tool
