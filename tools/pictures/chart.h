// Charts: axes, legends and the marks between them.
#pragma once

#include "picture.h"

namespace grb::tool {

/// A scale along one side of a chart.
class Axis {
public:
    /// Values from low to high at pixels from..to.
    static Axis linear(double low, double high, double from, double to);
    /// Powers of ten; low is above 0.
    static Axis logarithmic(double low, double high, double from, double to);

    double at(double value) const; ///< clamped to the ends
    /// Round values, at most about `most` of them.
    std::vector<double> ticks(int most) const;
    double from() const { return from_; }
    double to() const { return to_; }

private:
    Axis(bool is_log, double low, double high, double from, double to)
        : is_log_(is_log), low_(low), high_(high), from_(from), to_(to) {}
    bool is_log_;
    double low_, high_, from_, to_;
};

/// "1.5k", "20", "3M": three digits at most.
std::string short_number(double value);

/// A picture with a title, a sentence below it, and room for a chart.
class Chart {
public:
    static constexpr double width = 640, height = 400;
    static constexpr double left = 64, right = 620, top = 78, bottom = 348;

    Chart(const std::string &title, const std::string &sentence);
    /// Draws lines and numbers at the ticks, and the name of the quantity.
    void add_x_axis(const Axis &x, const std::vector<double> &ticks, const std::string &name);
    void add_y_axis(const Axis &y, const std::vector<double> &ticks, const std::string &name);
    /// Draws coloured squares with names, above the chart on the right.
    void add_legend(const std::vector<std::pair<Ink, std::string>> &entries);
    void add(Mark mark) { picture_.marks.push_back(std::move(mark)); }
    const Picture &picture() const { return picture_; }

private:
    Picture picture_;
};

} // namespace grb::tool
