#include "other_texts.h"

#include <algorithm>
#include <string>

namespace grb::tool {

namespace {

constexpr std::string_view blanks = " \t\r\n";

/// The text in lower case, from its first word on, as far as is looked at.
std::string beginning_of(std::string_view start) {
    constexpr size_t looked_at = 4096;
    const size_t first = std::min(start.find_first_not_of(blanks), start.size());
    std::string text(start.substr(first, looked_at));
    for (char &c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
}

bool starts_with(std::string_view text, std::string_view start) {
    return text.substr(0, start.size()) == start;
}

std::string_view behind_blanks(std::string_view text) {
    return text.substr(std::min(text.find_first_not_of(blanks), text.size()));
}

/// The text behind a word that begins it; empty where another does.
std::string_view behind_word(std::string_view text, std::string_view word) {
    if (!starts_with(text, word)) return {};
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

/// "graph [", behind lines of a comment or of who made it.
bool is_gml(std::string_view text) {
    while (starts_with(text, "#") || starts_with(text, "creator") || starts_with(text, "version")) {
        const size_t end = text.find('\n');
        text = end == std::string_view::npos ? std::string_view() : behind_blanks(text.substr(end));
    }
    return starts_with(behind_word(text, "graph"), "[");
}

/// "strict graph NAME {".
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

/// Comments of Pajek begin with %.
bool is_pajek(std::string_view text) {
    while (starts_with(text, "%")) {
        const size_t end = text.find('\n');
        text = end == std::string_view::npos ? std::string_view() : behind_blanks(text.substr(end));
    }
    return starts_with(text, "*vertices") || starts_with(text, "*network");
}

} // namespace

std::string_view other_text(std::string_view start) {
    const std::string all = beginning_of(start);
    const std::string_view text = all;
    const auto has = [&](std::string_view word) {
        return text.find(word) != std::string_view::npos;
    };
    if (starts_with(text, "<?xml") || starts_with(text, "<!doctype") ||
        starts_with(text, "<graph") || starts_with(text, "<gexf") || starts_with(text, "<html")) {
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
    if (starts_with(text, "nodedef>")) return "GDF: Gephi reads it, and exports tables of edges";
    if (starts_with(text, "dl n") || starts_with(text, "dl\n"))
        return "DL, of UCINET: UCINET exports lists of edges";
    if (starts_with(text, "leda.graph")) return "LEDA: networkx.read_leda reads it";
    return {};
}

} // namespace grb::tool
