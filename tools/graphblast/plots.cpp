// Draws the pictures of graphs and runs.
#include "plots.h"

#include "commands.h"
#include "io/printable.h"
#include "pictures/chart.h"
#include "timing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace grb::tool {

namespace {

/// A unit that keeps the largest time short.
struct Unit {
    const char *name;
    double seconds;
};
Unit unit_for(double most) {
    return most < 1e-3 ? Unit{"us", 1e-6} : most < 1 ? Unit{"ms", 1e-3} : Unit{"s", 1};
}

/// Shortens a name for a picture.
std::string label_of(const std::string &name) {
    constexpr size_t most = 48;
    const std::string text = printable(name);
    if (text.size() <= most) return text;
    size_t end = most;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
    return text.substr(0, end) + "...";
}

/// Consecutive steps that share a bar.
struct Bar {
    size_t first = 0, count = 0;
    double seconds = 0, estimate = 0, entries = 0; ///< means
    std::string direction;
    std::string variant; ///< of the first
};

std::vector<Bar> bars_of(const std::vector<Step> &steps) {
    constexpr size_t most = 160;
    const size_t share = (steps.size() + most - 1) / most;
    std::vector<Bar> bars;
    for (size_t k = 0; k < steps.size(); ++k) {
        if (k % share == 0)
            bars.push_back({k, 0, 0, 0, 0, direction_of(*steps[k].product),
                            short_variant(steps[k].product->variant)});
        Bar &bar = bars.back();
        ++bar.count;
        bar.seconds += steps[k].seconds;
        bar.estimate += steps[k].estimate;
        bar.entries += steps[k].entries;
    }
    for (Bar &bar : bars) {
        const auto count = static_cast<double>(bar.count);
        bar.seconds /= count;
        bar.estimate /= count;
        bar.entries /= count;
    }
    return bars;
}

Ink ink_of(const std::string &direction) {
    return direction == "push" ? Ink::first : direction == "pull" ? Ink::second : Ink::third;
}

Picture nothing(const std::string &title, const std::string &why) {
    Chart chart(title, why);
    return chart.picture();
}

/// Counts of entries in a grid of bins.
class Bins {
public:
    Bins(const EdgeList &edges, uint64_t most)
        : side_(std::max<uint64_t>(1, std::min(edges.nrows, most))), counts_(side_ * side_) {
        for (uint64_t k = 0; k < edges.size(); ++k)
            ++counts_[bin(edges.rows[k], edges.nrows) * side_ + bin(edges.cols[k], edges.ncols)];
    }
    uint64_t side() const { return side_; }
    uint64_t most() const { return *std::max_element(counts_.begin(), counts_.end()); }
    uint64_t at(uint64_t row, uint64_t col) const { return counts_[row * side_ + col]; }

private:
    uint64_t bin(uint64_t index, uint64_t n) const {
        const double fraction = static_cast<double>(index) / static_cast<double>(n);
        return std::min(side_ - 1, static_cast<uint64_t>(fraction * static_cast<double>(side_)));
    }
    uint64_t side_;
    std::vector<uint64_t> counts_;
};

} // namespace

Picture spy_plot(const EdgeList &edges, const std::string &name) {
    constexpr int shades = 5;
    constexpr double side = 296;
    const Bins bins(edges, 148);
    const bool is_exact = bins.side() == edges.nrows;
    Chart chart("Where the entries are",
                fmt::format("{}: {} x {}, {}{}", label_of(name), grouped(edges.nrows),
                            grouped(edges.ncols), counted(edges.size(), "entry", "entries"),
                            is_exact ? "" : "; stronger colour: more of them"));
    const double x = (Chart::width - side) / 2;
    const double y = 66;
    const double cell = side / static_cast<double>(bins.side());
    std::array<Area, shades> areas;
    for (int k = 0; k < shades; ++k)
        areas[static_cast<size_t>(k)] = {{}, Ink::first, (k + 1.0) / shades};
    const double scale = std::log1p(static_cast<double>(bins.most()));
    for (uint64_t row = 0; row < bins.side(); ++row)
        for (uint64_t col = 0; col < bins.side(); ++col) {
            const uint64_t count = bins.at(row, col);
            if (count == 0) continue;
            const double shade = std::log1p(static_cast<double>(count)) / scale * shades;
            const auto k = static_cast<size_t>(std::clamp(std::ceil(shade - 1e-9), 1.0, 5.0)) - 1;
            areas[k].rects.push_back({x + static_cast<double>(col) * cell,
                                      y + static_cast<double>(row) * cell, cell, cell});
        }
    for (const Area &area : areas)
        if (!area.rects.empty()) chart.add(area);
    chart.add(Line{{{x - 2, y - 2},
                    {x + side + 2, y - 2},
                    {x + side + 2, y + side + 2},
                    {x - 2, y + side + 2},
                    {x - 2, y - 2}},
                   Ink::faint,
                   1});
    chart.add(Label{{x + side / 2, y + side + 22}, "column", Ink::faint, Anchor::middle});
    chart.add(Label{{x - 12, y + side / 2}, "row", Ink::faint, Anchor::middle, 12, false, true});
    return chart.picture();
}

Picture degree_histogram(const EdgeList &edges, const std::string &name) {
    const Buffer<uint64_t> offsets = row_offsets(edges);
    std::vector<uint64_t> counts; // [0]: none; [k]: 2^(k-1) .. 2^k - 1
    uint64_t largest = 0;
    for (uint64_t v = 0; v < edges.nrows; ++v) {
        const uint64_t degree = offsets[v + 1] - offsets[v];
        largest = std::max(largest, degree);
        size_t bin = 0;
        for (uint64_t rest = degree; rest != 0; rest >>= 1) ++bin;
        if (bin >= counts.size()) counts.resize(bin + 1);
        ++counts[bin];
    }
    Chart chart("Edges out of a vertex",
                fmt::format("{}: {} vertices, {:.2f} edges in the mean, {} at most", label_of(name),
                            grouped(edges.nrows),
                            static_cast<double>(edges.size()) / static_cast<double>(edges.nrows),
                            grouped(largest)));
    const auto most = static_cast<double>(*std::max_element(counts.begin(), counts.end()));
    const Axis y = Axis::logarithmic(0.5, most * 1.5, Chart::bottom, Chart::top);
    chart.add_y_axis(y, y.ticks(8), "vertices");
    const double step = (Chart::right - Chart::left) / static_cast<double>(counts.size());
    const double bar = std::min(step * 0.8, 60.0);
    const size_t every = counts.size() / 14 + 1;
    for (size_t k = 0; k < counts.size(); ++k) {
        const double centre = Chart::left + (static_cast<double>(k) + 0.5) * step;
        const double low = k == 0 ? 0 : std::ldexp(1, static_cast<int>(k) - 1);
        const double high = k == 0 ? 0 : 2 * low - 1;
        const std::string range =
            low == high ? short_number(low) : fmt::format("{:.0f} to {:.0f}", low, high);
        if (counts[k] != 0) {
            const double top = y.at(static_cast<double>(counts[k]));
            chart.add(Box{{centre - bar / 2, top, bar, Chart::bottom - top},
                          Ink::first,
                          fmt::format("{} edges: {} vertices", range, grouped(counts[k]))});
        }
        if (k % every == 0)
            chart.add(Label{{centre, Chart::bottom + 18},
                            low < 1024 ? fmt::format("{:.0f}{}", low, low == high ? "" : "+")
                                       : fmt::format("{:.0f}k+", low / 1024),
                            Ink::faint,
                            Anchor::middle});
    }
    chart.add_x_axis(y, {}, "edges out of the vertex: each bar reaches up to the next number");
    return chart.picture();
}

Picture step_times(const Recording &recording) {
    const std::string title = recording.title + ": time of each step";
    const std::vector<Bar> bars = bars_of(steps_of(recording.calls));
    if (bars.empty()) return nothing(title, "The algorithm has no products: there are no steps.");
    double most = 0;
    bool has_direction = false;
    for (const Bar &bar : bars) {
        most = std::max({most, bar.seconds, bar.estimate});
        has_direction = has_direction || !bar.direction.empty();
    }
    const Unit unit = unit_for(most);
    std::string sentence = "A step is a product and what follows it. The line: the estimate.";
    if (bars.front().count > 1)
        sentence += fmt::format(" A bar: the mean of {} steps.", bars.front().count);
    Chart chart(title, sentence);
    if (has_direction)
        chart.add_legend({{Ink::first, "push"}, {Ink::second, "pull"}, {Ink::third, "neither"}});
    const Axis y = Axis::linear(0, most / unit.seconds, Chart::bottom, Chart::top);
    chart.add_y_axis(y, y.ticks(6), unit.name);
    const double step = (Chart::right - Chart::left) / static_cast<double>(bars.size());
    const double width = std::min(step * 0.8, 48.0);
    std::vector<double> ticks;
    const size_t every = bars.size() / 12 + 1;
    for (size_t k = 0; k < bars.size(); ++k) {
        const Bar &bar = bars[k];
        const double centre = Chart::left + (static_cast<double>(k) + 0.5) * step;
        const double top = y.at(bar.seconds / unit.seconds);
        chart.add(Box{{centre - width / 2, top, width, Chart::bottom - top},
                      ink_of(bar.direction),
                      fmt::format("step {}: {}, {}; estimate {}; {:.0f} entries go in",
                                  bar.first + 1, bar.variant, shown_time(bar.seconds),
                                  shown_time(bar.estimate), bar.entries)});
        const double estimate = y.at(bar.estimate / unit.seconds);
        chart.add(
            Line{{{centre - width / 2, estimate}, {centre + width / 2, estimate}}, Ink::text, 1.5});
        if (k % every == 0)
            chart.add(Label{{centre, Chart::bottom + 18},
                            short_number(static_cast<double>(bar.first + 1)),
                            Ink::faint,
                            Anchor::middle});
    }
    chart.add_x_axis(y, {}, "step");
    return chart.picture();
}

Picture memory_over_time(const Recording &recording) {
    const std::string title = recording.title + ": memory of the process";
    double most = 0;
    for (const MemorySample &sample : recording.memory)
        most = std::max(most, static_cast<double>(sample.bytes) * 1e-6);
    if (most == 0) return nothing(title, "The system does not say how much memory a process has.");
    const double begin = recording.memory.front().time;
    const double length = std::max(1e-9, recording.memory.back().time - begin);
    const Unit unit = unit_for(length);
    Chart chart(title, fmt::format("Resident memory, with the graph and the tool: {:.1f} MB at "
                                   "most, {} samples",
                                   most, recording.memory.size()));
    const Axis x = Axis::linear(0, length / unit.seconds, Chart::left, Chart::right);
    const Axis y = Axis::linear(0, most * 1.08, Chart::bottom, Chart::top);
    chart.add_y_axis(y, y.ticks(6), "MB");
    Line line{{}, Ink::first, 2};
    Area below{{}, Ink::first, 0.15};
    for (const MemorySample &sample : recording.memory) {
        const Point next{x.at((sample.time - begin) / unit.seconds),
                         y.at(static_cast<double>(sample.bytes) * 1e-6)};
        if (!line.points.empty()) {
            const Point last = line.points.back();
            below.rects.push_back({last.x, last.y, next.x - last.x, Chart::bottom - last.y});
            line.points.push_back({next.x, last.y});
        }
        line.points.push_back(next);
    }
    chart.add(below);
    chart.add(line);
    chart.add_x_axis(x, x.ticks(8), unit.name);
    return chart.picture();
}

namespace {

/// Adds the lines and their names. The lower left and upper right corners of the chart are in
/// operations per byte and per second.
void add_roofs(Chart &chart, const Axis &x, const Axis &y, const Roofs &roofs, const Point &least,
               const Point &most) {
    const double ridge = roofs.operations_per_second / roofs.bytes_per_second;
    // The GPU's memory bandwidth up to the chart's edge: its compute limit is far above.
    if (roofs.device_bytes_per_second > 0) {
        const double from = std::max(least.x, least.y / roofs.device_bytes_per_second);
        const double to = std::min(most.x, most.y / roofs.device_bytes_per_second);
        chart.add(Line{{{x.at(from), y.at(from * roofs.device_bytes_per_second)},
                        {x.at(to), y.at(to * roofs.device_bytes_per_second)}},
                       Ink::second,
                       1.5});
        chart.add(
            Label{{440, Chart::top - 12},
                  fmt::format("GPU's memory: {:.2f} TB/s", roofs.device_bytes_per_second * 1e-12),
                  Ink::second});
    }
    const double start = std::max(least.x, least.y / roofs.bytes_per_second);
    chart.add(Line{{{x.at(start), y.at(start * roofs.bytes_per_second)},
                    {x.at(ridge), y.at(roofs.operations_per_second)},
                    {x.to(), y.at(roofs.operations_per_second)}},
                   Ink::text,
                   1.5});
    chart.add(Label{{440, Chart::top + 4},
                    fmt::format("memory: {:.1f} GB/s", roofs.bytes_per_second * 1e-9),
                    Ink::faint});
    chart.add(Label{{440, Chart::top + 20},
                    fmt::format("cores: {:.1f} Gop/s", roofs.operations_per_second * 1e-9),
                    Ink::faint});
}

} // namespace

Picture roofline(const Recording &recording, const Roofs &roofs) {
    const std::string title = recording.title + ": roofline";
    const std::vector<VariantWork> works = variant_works(recording.calls);
    if (works.empty()) return nothing(title, "No variant ran whose work the shapes tell.");
    constexpr double right = 420;
    const double ridge = roofs.operations_per_second / roofs.bytes_per_second;
    double low = ridge / 10;
    double high = ridge * 2;
    double slowest = roofs.operations_per_second / 100;
    double fastest = roofs.operations_per_second * 2;
    for (const VariantWork &work : works) {
        low = std::min(low, work.intensity() / 2);
        high = std::max(high, work.intensity() * 2);
        slowest = std::min(slowest, work.rate() / 2);
        const double roof = work.intensity() * roofs.device_bytes_per_second;
        fastest = std::max({fastest, work.rate() * 2, roof * 2});
    }
    Chart chart(title, "Work at most, by shapes: a mask or an early exit that spares some lifts a "
                       "point.");
    const Axis x = Axis::logarithmic(low, high, Chart::left, right);
    const Axis y = Axis::logarithmic(slowest, fastest, Chart::bottom, Chart::top);
    for (const double tick : y.ticks(7)) {
        chart.add(Line{{{Chart::left, y.at(tick)}, {right, y.at(tick)}}, Ink::grid, 1});
        chart.add(
            Label{{Chart::left - 8, y.at(tick) + 4}, short_number(tick), Ink::faint, Anchor::end});
    }
    add_roofs(chart, x, y, roofs, {low, slowest}, {high, fastest});
    for (size_t k = 0; k < works.size(); ++k) {
        const VariantWork &work = works[k];
        const Point at{x.at(work.intensity()), y.at(work.rate())};
        const double line = Chart::top + 50 + 20 * static_cast<double>(k);
        const std::string hint = fmt::format(
            "{}: {} calls, {}; {:.3g} operations per byte, {}op/s", short_variant(work.variant),
            work.calls, shown_time(work.seconds), work.intensity(), short_number(work.rate()));
        chart.add(Disc{at, 8, Ink::first, hint});
        chart.add(
            Label{{at.x, at.y + 3.5}, std::to_string(k + 1), Ink::back, Anchor::middle, 10, true});
        chart.add(Disc{{447, line - 4}, 8, Ink::first, hint});
        chart.add(
            Label{{447, line - 0.5}, std::to_string(k + 1), Ink::back, Anchor::middle, 10, true});
        chart.add(Label{{461, line}, short_variant(work.variant).substr(0, 26)});
    }
    chart.add(Line{{{Chart::left, Chart::bottom}, {right, Chart::bottom}}, Ink::faint, 1});
    for (const double tick : x.ticks(6))
        chart.add(Label{
            {x.at(tick), Chart::bottom + 18}, short_number(tick), Ink::faint, Anchor::middle});
    chart.add(Label{{(Chart::left + right) / 2, Chart::bottom + 38},
                    "operations per byte",
                    Ink::text,
                    Anchor::middle});
    chart.add(Label{{13, (Chart::top + Chart::bottom) / 2},
                    "operations per second",
                    Ink::text,
                    Anchor::middle,
                    12,
                    false,
                    true});
    return chart.picture();
}

} // namespace grb::tool
