// Terminal output: progress, the origin of a graph, and errors about its shape.
#include "commands.h"

#include "io/input_error.h"
#include "io/printable.h"
#include "io/progress_text.h"
#include "io/status_line.h"

#include <chrono>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace grb::tool {

Progress progress_bar() {
    if (!has_status_line()) return {};
    using Clock = std::chrono::steady_clock;
    const auto text = std::make_shared<ProgressText>();
    return [text, begin = Clock::now()](size_t done, size_t all) {
        const std::chrono::duration<double> now = Clock::now() - begin;
        const std::optional<std::string> line = text->at(now.count(), done, all, status_columns());
        if (!line) return;
        if (line->empty())
            erase_status();
        else
            show_status(*line);
    };
}

void print_origin(const std::string &graph, const EdgeList &edges) {
    if (!edges.origin.empty()) fmt::print("{}: {}\n", printable(graph), printable(edges.origin));
}

void require_square(const std::string &graph, const EdgeList &edges) {
    require_square(graph, edges, edges.size());
}

void require_square(const std::string &graph, const EdgeList &edges, uint64_t entries) {
    if (edges.nrows != edges.ncols)
        throw InputError(fmt::format("{}: the matrix is {} x {}, a graph needs a square one", graph,
                                     edges.nrows, edges.ncols));
    if (edges.nrows == 0) throw InputError(fmt::format("{}: the graph has no vertices", graph));
    // The algorithms need memory for every vertex: a few bytes that claim many must not exhaust it.
    constexpr uint64_t always = uint64_t{1} << 24;
    constexpr uint64_t per_entry = 64;
    if (edges.nrows > always && (edges.nrows - always) / per_entry > entries)
        throw InputError(fmt::format("{}: {} vertices are too many for {} entries: at most {}, and "
                                     "{} more for each entry",
                                     graph, grouped(edges.nrows), grouped(entries), grouped(always),
                                     per_entry));
}

std::string text_of(const nlohmann::json &report) {
    return report.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

std::string grouped(uint64_t number) {
    std::string text = std::to_string(number);
    for (size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
    return text;
}

std::string counted(uint64_t number, const char *one, const char *several) {
    return grouped(number) + " " + (number == 1 ? one : several);
}

} // namespace grb::tool
