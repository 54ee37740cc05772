// Recognises texts of unsupported formats.
#include "other_texts.h"

#include "text_lines.h"

#include <algorithm>
#include <string>

namespace grb::tool {

namespace {

constexpr std::string_view blanks = " \t\r\n";

/// The examined start of the text in lower case, from its first word.
std::string beginning_of(std::string_view start) {
    constexpr size_t examined = 4096;
    const size_t first = std::min(start.find_first_not_of(blanks), start.size());
    return lower(std::string(start.substr(first, examined)));
}

std::string_view behind_blanks(std::string_view text) {
    return text.substr(std::min(text.find_first_not_of(blanks), text.size()));
}

/// The text after a leading word; empty if it begins with another.
std::string_view behind_word(std::string_view text, std::string_view word) {
    if (!text.starts_with(word)) return {};
    const std::string_view rest = text.substr(word.size());
    const bool ends = !rest.empty() && (blanks.find(rest[0]) != std::string_view::npos ||
                                        rest[0] == '[' || rest[0] == '{');
    return ends ? behind_blanks(rest) : std::string_view();
}

bool is_json(std::string_view text) {
    if (text.empty() || (text[0] != '{' && text[0] != '[')) return false;
    const std::string_view rest = behind_blanks(text.substr(1));
    const std::string_view next = text[0] == '{' ? "\"}" : "{[\"]0123456789-";
    return !rest.empty() && next.find(rest[0]) != std::string_view::npos;
}

/// Recognises "graph [" after lines of comments or the creator.
bool is_gml(std::string_view text) {
    while (text.starts_with("#") || text.starts_with("creator") || text.starts_with("version")) {
        const size_t end = text.find('\n');
        text = end == std::string_view::npos ? std::string_view() : behind_blanks(text.substr(end));
    }
    return behind_word(text, "graph").starts_with("[");
}

/// Recognises "strict graph NAME {".
bool is_dot(std::string_view text) {
    const std::string_view strict = behind_word(text, "strict");
    if (!strict.empty()) text = strict;
    for (const std::string_view word : {"graph", "digraph"}) {
        const std::string_view rest = behind_word(text, word);
        const size_t brace = rest.find('{');
        if (brace != std::string_view::npos &&
            rest.substr(0, brace).find('\n') == std::string_view::npos)
            return true;
    }
    return false;
}

/// Recognises Pajek, whose comments begin with %.
bool is_pajek(std::string_view text) {
    while (text.starts_with("%")) {
        const size_t end = text.find('\n');
        text = end == std::string_view::npos ? std::string_view() : behind_blanks(text.substr(end));
    }
    return text.starts_with("*vertices") || text.starts_with("*network");
}

} // namespace

std::string_view other_text(std::string_view start) {
    const std::string all = beginning_of(start);
    const std::string_view text = all;
    const auto has = [&](std::string_view word) {
        return text.find(word) != std::string_view::npos;
    };
    if (text.starts_with("<?xml") || text.starts_with("<!doctype") || text.starts_with("<graph") ||
        text.starts_with("<gexf") || text.starts_with("<html")) {
        if (has("<graphml")) return "GraphML: networkx.read_graphml reads it";
        if (has("<gexf")) return "GEXF: networkx.read_gexf reads it";
        if (has("<html") || has("<!doctype html"))
            return "a web page: save the file that it links to";
        return "XML: write its edges as a table";
    }
    if (is_json(text))
        return "JSON: networkx.node_link_graph or another program that knows its names reads it";
    if (is_gml(text)) return "GML: networkx.read_gml reads it";
    if (is_dot(text)) return "DOT, of Graphviz: networkx.nx_agraph.read_dot reads it";
    if (is_pajek(text)) return "Pajek: networkx.read_pajek reads it";
    if (text.starts_with("nodedef>")) return "GDF: Gephi reads it, and exports tables of edges";
    if (text.starts_with("dl n") || text.starts_with("dl\n"))
        return "DL, of UCINET: UCINET exports lists of edges";
    if (text.starts_with("leda.graph")) return "LEDA: networkx.read_leda reads it";
    return {};
}

} // namespace grb::tool
