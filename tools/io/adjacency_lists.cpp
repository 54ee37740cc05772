/// Reads lists of neighbours: a vertex and its neighbours in each line, or networkx' multiline
/// form.

#include "assemble.h"
#include "attributes.h"
#include "graph_texts.h"
#include "input_error.h"
#include "table.h"
#include "table_fields.h"
#include "text_lines.h"

#include <fmt/format.h>

namespace grb::tool {

namespace {

/// Iterates over the lines that are neither blank nor comments.
class ListLines {
public:
    ListLines(std::string_view text, bool has_comments)
        : next_(text.data()), end_(next_ + text.size()) {
        entries_.has_comments = has_comments;
    }

    bool next() {
        while (next_ < end_) {
            begin = next_;
            stop = line_end(begin, end_);
            next_ = next_line(stop, end_);
            ++number;
            if (entries_(begin, stop)) return true;
        }
        return false;
    }

    const char *begin = nullptr;
    const char *stop = nullptr;
    uint64_t number = 0; ///< of the line, from 1

private:
    EntryLines entries_;
    const char *next_;
    const char *end_;
};

/// Returns whether a dictionary follows a word, as in networkx' multiline form.
bool are_multiline(std::string_view text, bool has_comments) {
    if (text.find('{') == std::string_view::npos) return false;
    for (ListLines lines(text, has_comments); lines.next();) {
        Fields fields(lines.begin, lines.stop, ' ');
        for (fields.pass_over(); fields.next(); fields.pass_over())
            if (*fields.at == '{') return true;
    }
    return false;
}

char separator_in(std::string_view line) {
    for (const char c : {',', ';'})
        if (fields_of(line, c).size() > 1) return c;
    return ' ';
}

class ListReader {
public:
    ListReader(std::string_view text, const std::string &name, const ReadOptions &options)
        : text_(text), name_(name), lines_(text, options.has_comments) {}

    /// Reads lines of a vertex and its neighbours.
    void read_lists() {
        while (lines_.next()) {
            Fields fields = fields_of_line();
            const uint64_t from = vertex(fields);
            while (fields.next()) add(from, vertex(fields));
        }
    }

    /// Reads lines of a vertex and its number of neighbours; each neighbour follows in a line of
    /// its own, with attributes.
    void read_multiline() {
        has_weights_ = text_.find("'weight'") != std::string_view::npos ||
                       text_.find("\"weight\"") != std::string_view::npos;
        while (lines_.next()) {
            Fields fields = fields_of_line();
            const uint64_t from = vertex(fields);
            const char *const count_begin = fields.next() ? fields.at : lines_.stop;
            uint64_t count = 0;
            if (!take_whole(fields.at, lines_.stop, count) || !fields.is_over() || fields.next())
                refuse_line(name_, lines_.number,
                            fmt::format("'{}' is no number of neighbours",
                                        word_at(count_begin, lines_.stop)));
            for (uint64_t k = 0, line = lines_.number; k < count; ++k)
                read_neighbour(from, k, count, line);
        }
    }

    EdgeList take(const ReadOptions &options) {
        EdgeList edges;
        if (words_.distinct.empty())
            refuse_line(name_, lines_.number, "the file ends before the first vertex");
        const std::vector<uint64_t> number = number_words(edges, options);
        for (uint64_t k = 0; k < raw_.rows.size(); ++k) {
            raw_.rows[k] = number[raw_.rows[k]];
            raw_.cols[k] = number[raw_.cols[k]];
        }
        if (has_weights_) edges.field = are_whole_ ? Field::integer : Field::real;
        assemble(edges, raw_, options.duplicates);
        return edges;
    }

private:
    Fields fields_of_line() {
        if (separator_ == 0)
            separator_ =
                separator_in({lines_.begin, static_cast<size_t>(lines_.stop - lines_.begin)});
        return {lines_.begin, lines_.stop, separator_};
    }

    uint64_t vertex(Fields &fields) {
        if (fields.is_over()) refuse_line(name_, lines_.number, "a vertex is empty");
        return words_.number_of(fields);
    }

    void add(uint64_t from, uint64_t to, double weight = 1) {
        raw_.rows.push_back(from);
        raw_.cols.push_back(to);
        if (has_weights_) raw_.weights.push_back(weight);
    }

    void read_neighbour(uint64_t from, uint64_t k, uint64_t count, uint64_t list) {
        if (!lines_.next())
            refuse_line(name_, list,
                        fmt::format("{} neighbours announced, the file ends behind {}", count, k));
        Fields fields = fields_of_line();
        const uint64_t to = vertex(fields);
        double weight = 1;
        if (fields.next()) {
            const std::string complaint = take_attribute(
                fields.at, lines_.stop, has_weights_ ? "weight" : "", weight, are_whole_);
            if (!complaint.empty()) refuse_line(name_, lines_.number, complaint);
        }
        add(from, to, weight);
    }

    /// The vertex of each word: numbers in ascending order, words in order of appearance.
    std::vector<uint64_t> number_words(EdgeList &edges, const ReadOptions &options) {
        std::vector<uint64_t> numbers;
        for (const std::string_view word : words_.distinct) {
            const char *at = word.data();
            uint64_t number = 0;
            if (options.has_words || !take_whole(at, word.data() + word.size(), number) ||
                at != word.data() + word.size())
                break;
            numbers.push_back(number);
        }
        std::vector<uint64_t> vertex(words_.distinct.size());
        if (numbers.size() < words_.distinct.size()) {
            for (uint64_t k = 0; k < vertex.size(); ++k) vertex[k] = k;
            edges.ids = VertexIds::of_words(words_.distinct);
            edges.nrows = edges.ncols = vertex.size();
            return vertex;
        }
        std::vector<uint64_t> sorted = numbers;
        std::sort(sorted.begin(), sorted.end());
        sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
        for (uint64_t k = 0; k < vertex.size(); ++k)
            vertex[k] = static_cast<uint64_t>(
                std::lower_bound(sorted.begin(), sorted.end(), numbers[k]) - sorted.begin());
        edges.nrows = edges.ncols = sorted.size();
        edges.ids = VertexIds::of_numbers(std::move(sorted));
        return vertex;
    }

    std::string_view text_;
    const std::string &name_;
    ListLines lines_;
    char separator_ = 0;
    Words words_;
    RawEntries raw_;
    bool has_weights_ = false;
    bool are_whole_ = true;
};

} // namespace

EdgeList parse_adjacency_lists(std::string_view text, const std::string &name,
                               const ReadOptions &options) {
    if (text.empty()) throw InputError(fmt::format("{}: the file is empty", name));
    ListReader reader(text, name, options);
    const bool is_multiline = are_multiline(text, options.has_comments);
    if (is_multiline)
        reader.read_multiline();
    else
        reader.read_lists();
    EdgeList edges = reader.take(options);
    edges.origin = fmt::format(
        "{}, ids {}{}", is_multiline ? "networkx' multiline adjacency lists" : "adjacency lists",
        edges.ids.describe(), edges.is_pattern() ? "" : ", weights in the attribute 'weight'");
    return edges;
}

} // namespace grb::tool
