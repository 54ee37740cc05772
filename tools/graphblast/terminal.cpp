#include "commands.h"

#include "io/input_error.h"
#include "io/printable.h"

#include <chrono>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace grb::tool {

namespace {

class Bar {
public:
    void show(size_t done, size_t all) {
        const Clock::time_point now = Clock::now();
        // A file is read first and parsed then: each has its own time.
        if (all != all_ || done < done_) begin_ = now;
        all_ = all;
        done_ = done;
        const double seconds = std::chrono::duration<double>(now - begin_).count();
        const double part = all == 0 ? 1 : static_cast<double>(done) / static_cast<double>(all);
        if (done == all) {
            if (is_shown_) fmt::print(stderr, "\r{:{}}\r", "", width + 40);
            is_shown_ = false;
            return;
        }
        if (seconds < 1 || part <= 0 || now - shown_ < std::chrono::milliseconds(100)) return;
        shown_ = now;
        is_shown_ = true;
        fmt::print(stderr, "\rreading [{:<{}}] {:3.0f}%, {:.0f} s left  ",
                   std::string(static_cast<size_t>(part * width), '#'), width, part * 100,
                   seconds / part - seconds);
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr int width = 40;
    Clock::time_point begin_ = Clock::now();
    Clock::time_point shown_{};
    size_t done_ = 0;
    size_t all_ = 0;
    bool is_shown_ = false;
};

} // namespace

Progress progress_bar() {
    if (isatty(STDERR_FILENO) == 0) return {};
    const auto bar = std::make_shared<Bar>();
    return [bar](size_t done, size_t all) { bar->show(done, all); };
}

void print_origin(const std::string &graph, const EdgeList &edges) {
    if (!edges.origin.empty()) fmt::print("{}: {}\n", printable(graph), printable(edges.origin));
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
