/// Reads the comments before the first edge: SNAP's claim of an undirected graph, and two lines of
/// KONECT.

#include "table.h"
#include "text_lines.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace grb::tool {

namespace {

/// The words of a comment: letters, digits and other characters between blanks and punctuation.
std::vector<std::string> words_of(std::string_view comment) {
    constexpr std::string_view between = " \t\r,.:;()[]\"'#%/";
    std::vector<std::string> words;
    for (size_t at = 0; (at = comment.find_first_not_of(between, at)) != std::string_view::npos;) {
        const size_t end = std::min(comment.find_first_of(between, at), comment.size());
        words.push_back(lower(std::string(comment.substr(at, end - at))));
        at = end;
    }
    return words;
}

bool has(const std::vector<std::string> &words, std::string_view wanted) {
    return std::find(words.begin(), words.end(), wanted) != words.end();
}

/// KONECT's first line: a kind of graph and a kind of weights.
bool is_konect(const std::vector<std::string> &words) {
    constexpr std::array<std::string_view, 3> graphs = {"sym", "asym", "bip"};
    constexpr std::array<std::string_view, 9> weights = {
        "unweighted", "positive",      "posweighted", "signed",          "multisigned",
        "weighted",   "multiweighted", "dynamic",     "multiposweighted"};
    return words.size() == 2 && std::find(graphs.begin(), graphs.end(), words[0]) != graphs.end() &&
           std::find(weights.begin(), weights.end(), words[1]) != weights.end();
}

/// KONECT's second line: the numbers of edges, of sources and of targets.
void read_sizes(const std::vector<std::string> &words, uint64_t line, TableClaims &claims) {
    if (words.size() != 3) return;
    std::array<uint64_t, 3> numbers{};
    for (size_t k = 0; k < 3; ++k) {
        const char *at = words[k].data();
        const char *const end = at + words[k].size();
        if (!take_whole(at, end, numbers[k]) || at != end) return;
    }
    claims.sources = numbers[1];
    claims.targets = numbers[2];
    claims.sizes_line = line;
}

} // namespace

TableClaims claims_of(std::string_view comments) {
    TableClaims claims;
    bool is_directed = false;
    uint64_t number = 0;
    const char *at = comments.data();
    const char *const end = at + comments.size();
    while (at < end) {
        const char *const stop = line_end(at, end);
        const std::string_view line(at, static_cast<size_t>(stop - at));
        at = next_line(stop, end);
        ++number;
        const std::vector<std::string> words = words_of(line);
        if (!claims.is_konect && is_konect(words)) {
            claims.is_konect = true;
            claims.is_bipartite = words[0] == "bip";
            if (words[0] != "asym")
                claims.undirected = fmt::format("line {} says '{}'", number, words[0]);
        } else if (claims.is_konect && !claims.sources) {
            read_sizes(words, number, claims);
        }
        is_directed = is_directed || has(words, "directed");
        if (claims.undirected.empty() && has(words, "undirected"))
            claims.undirected = fmt::format("line {} says 'undirected'", number);
    }
    if (is_directed && !claims.is_konect) claims.undirected.clear();
    return claims;
}

} // namespace grb::tool
