// A timeline of a run.
#pragma once

#include "recorder.h"

#include <nlohmann/json.hpp>
#include <string>

namespace grb::tool {

/// A timeline in Chrome's trace format, which Perfetto and chrome://tracing show.
class Trace {
public:
    Trace() : begin_(now()) {}
    /// Adds an interval without calls of the library.
    void add_phase(const std::string &name, double begin, double end);
    /// Adds the interval, its calls, steps and memory.
    void add(const Recording &recording);
    std::string text() const;

private:
    nlohmann::json event(const std::string &name, const char *category, double begin,
                         double end) const;

    double begin_;
    nlohmann::json events_ = nlohmann::json::array();
};

} // namespace grb::tool
