// Reports of simulations on one graph.
#pragma once

#include "simulation.h"

namespace grb::weaver {

/// Returns all parameters as a JSON object.
std::string parameters_json(const Parameters &parameters);

/// The simulations on one graph, as text, data and picture.
class Report {
public:
    Report(std::string name, const Graph &graph, const Parameters &parameters)
        : name_(std::move(name)), vertices_(graph.vertices), entries_(graph.entries),
          parameters_(parameters) {}

    void add(const Setting &setting, const Schedule &schedule, const Result &result);

    /// Returns a table for each algorithm; speed-ups are over its first schedule.
    std::string tables() const;
    /// `record`: the circumstances of the run, as JSON.
    std::string json(const std::string &record) const;
    /// Draws bars of cycles for each algorithm and schedule, divided into stages.
    std::string svg() const;

private:
    struct Row {
        Setting setting;
        std::string schedule, title;
        Result result; ///< without its values
    };
    std::vector<std::vector<const Row *>> by_algorithm() const;

    std::string name_;
    uint32_t vertices_, entries_;
    Parameters parameters_;
    std::vector<Row> rows_;
};

} // namespace grb::weaver
