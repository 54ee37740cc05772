#include "commands.h"

#include "io/input_error.h"

#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

namespace grb::tool {

Progress progress_bar(const std::string &graph) {
    constexpr off_t large = 10 << 20;
    struct stat status {};
    if (isatty(STDERR_FILENO) == 0 || stat(graph.c_str(), &status) != 0 || status.st_size < large)
        return {};
    const auto shown = std::make_shared<int>(-1);
    return [shown](size_t done, size_t all) {
        constexpr int width = 40;
        const int part = all == 0 ? width : static_cast<int>(done * width / all);
        if (part == *shown) return;
        *shown = part;
        fmt::print(stderr, "\rreading [{:<{}}] {:3}%", std::string(static_cast<size_t>(part), '#'),
                   width, part * 100 / width);
        // The last step clears the line.
        if (part == width) fmt::print(stderr, "\r{:{}}\r", "", width + 20);
    };
}

void require_square(const std::string &graph, const EdgeList &edges) {
    if (edges.nrows != edges.ncols)
        throw InputError(fmt::format("{}: the matrix is {} x {}, a graph needs a square one", graph,
                                     edges.nrows, edges.ncols));
    if (edges.nrows == 0) throw InputError(fmt::format("{}: the graph has no vertices", graph));
    // The algorithms keep numbers for every vertex: a few bytes that claim many must not fill the memory.
    constexpr uint64_t always = uint64_t{1} << 24;
    constexpr uint64_t per_entry = 64;
    if (edges.nrows > always && (edges.nrows - always) / per_entry > edges.size())
        throw InputError(fmt::format("{}: {} vertices are too many for {} entries: at most {}, and "
                                     "{} more for each entry",
                                     graph, grouped(edges.nrows), grouped(edges.size()),
                                     grouped(always), per_entry));
}

std::string text_of(const nlohmann::json &report) {
    return report.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

std::string grouped(uint64_t number) {
    std::string text = std::to_string(number);
    for (size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
    return text;
}

} // namespace grb::tool
