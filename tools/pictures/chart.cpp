// Computes ticks of axes and places the marks of a chart.
#include "chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace grb::tool {

namespace {

constexpr double letter_width = 7; ///< about the most, at size 12

/// 1, 2 or 5 times a power of ten, not below the value.
double round_step(double value) {
    const double power = std::pow(10, std::floor(std::log10(value)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= value * (1 - 1e-9)) return factor * power;
    return 10 * power;
}

} // namespace

Axis Axis::linear(double low, double high, double from, double to) {
    return {false, low, std::max(high, low + 1e-300), from, to};
}

Axis Axis::logarithmic(double low, double high, double from, double to) {
    return {true, std::log10(low), std::log10(std::max(high, low * 1.001)), from, to};
}

double Axis::at(double value) const {
    const double position = is_log_ ? std::log10(std::max(value, 1e-300)) : value;
    return from_ + std::clamp((position - low_) / (high_ - low_), 0.0, 1.0) * (to_ - from_);
}

std::vector<double> Axis::ticks(int most) const {
    std::vector<double> values;
    if (is_log_) {
        const double span = std::floor(high_ + 1e-9) - std::ceil(low_ - 1e-9);
        const double step = std::max(1.0, std::ceil(span / most));
        for (double power = std::floor(low_); power <= high_ + 1e-9; power += step)
            for (const double factor : {1.0, 2.0, 5.0}) {
                // Ticks between powers have no room in a long span.
                if (factor > 1 && span >= 2) break;
                const double value = factor * std::pow(10, power);
                const double position = std::log10(value);
                if (position >= low_ - 1e-9 && position <= high_ + 1e-9) values.push_back(value);
            }
        return values;
    }
    const double step = round_step((high_ - low_) / most);
    for (double k = std::ceil(low_ / step - 1e-9); k * step <= high_ + 1e-9 * step; ++k)
        values.push_back(k * step + 0.0); // no -0
    return values;
}

std::string short_number(double value) {
    constexpr std::array<std::pair<double, const char *>, 4> units = {
        {{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}}};
    for (const auto &[size, letter] : units)
        if (value >= size * 0.9995) return fmt::format("{:.3g}{}", value / size, letter);
    return fmt::format("{:.3g}", value);
}

Chart::Chart(const std::string &title, const std::string &sentence) {
    picture_.width = width;
    picture_.height = height;
    picture_.title = title;
    add(Label{{16, 26}, title, Ink::text, Anchor::start, 15, true});
    add(Label{{16, 45}, sentence, Ink::faint});
}

void Chart::add_x_axis(const Axis &x, const std::vector<double> &ticks, const std::string &name) {
    add(Line{{{left, bottom}, {right, bottom}}, Ink::faint, 1});
    for (const double tick : ticks) {
        add(Line{{{x.at(tick), bottom}, {x.at(tick), bottom + 4}}, Ink::faint, 1});
        add(Label{{x.at(tick), bottom + 18}, short_number(tick), Ink::faint, Anchor::middle});
    }
    add(Label{{(left + right) / 2, bottom + 38}, name, Ink::text, Anchor::middle});
}

void Chart::add_y_axis(const Axis &y, const std::vector<double> &ticks, const std::string &name) {
    for (const double tick : ticks) {
        add(Line{{{left, y.at(tick)}, {right, y.at(tick)}}, Ink::grid, 1});
        add(Label{{left - 8, y.at(tick) + 4}, short_number(tick), Ink::faint, Anchor::end});
    }
    add(Label{{13, (top + bottom) / 2}, name, Ink::text, Anchor::middle, 12, false, true});
}

void Chart::add_legend(const std::vector<std::pair<Ink, std::string>> &entries) {
    double at = right;
    for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
        at -= static_cast<double>(entry->second.size()) * letter_width;
        add(Label{{at, top - 14}, entry->second});
        add(Box{{at - 16, top - 23, 10, 10}, entry->first, ""});
        at -= 30;
    }
}

} // namespace grb::tool
