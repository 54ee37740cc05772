#pragma once

#include "run_graph.h"

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace grb::tool {

/// What the options of `run` say to algorithms; 0 where each algorithm has a number of its own.
struct Parameters {
    double damping = 0.85;
    double tolerance = 1e-7;
    int iterations = 0;
    std::vector<uint64_t> personal;  ///< vertices
    std::vector<uint64_t> sources;   ///< vertices that were named, each once; none: chosen
    std::string dangling = "spread"; ///< or "drop"
    std::string normalize;           ///< "max", "pairs", or ""
    double delta = 0;                ///< 0: no buckets
    int64_t k = 3;
    uint64_t pivots = 0;
    uint64_t seed = 1;
    double resolution = 1;
};

/// What the values of a result are.
enum class Meaning { number, vertex, group };

/// A result of the last run; no vector and no matrix where an algorithm gives a number. The task owns it.
struct Outcome {
    GrB_Vector vector = nullptr;
    GrB_Matrix matrix = nullptr;
    Meaning meaning = Meaning::number;
};

/// One line of the table: an algorithm on a graph. run() is what is timed.
class Task {
public:
    Task(const RunGraph &graph, const Parameters &parameters)
        : graph_(graph), parameters_(parameters) {}
    virtual ~Task() = default;
    virtual std::string refuses() const { return {}; } ///< the reason, or nothing
    virtual bool has_source() const { return false; }
    virtual void run() = 0;
    virtual uint64_t edges() const; ///< that the last run went along
    /// In a form that a person can check, and the same as data with the parameters.
    virtual std::string describe(nlohmann::json &details) const = 0;
    virtual Verdict verify() const = 0;
    virtual Outcome outcome() const { return {}; }

protected:
    const RunGraph &graph_;
    const Parameters &parameters_;
};

/// A row of the list of all that `run` can do.
struct TaskKind {
    const char *algorithm; ///< "bfs"
    const char *title;     ///< "bfs levels"
    const char *result;    ///< "levels", the name of what --out writes; "" for a number
    const char *options;   ///< those that it takes, with blanks between
    bool gives_matrix;     ///< else a vector
    std::unique_ptr<Task> (*make)(const RunGraph &graph, const Parameters &parameters);
};

/// Tasks of one algorithm stand together.
const std::vector<TaskKind> &task_kinds();

/// Every algorithm once, in the order of the list.
std::vector<std::string> algorithm_names();

} // namespace grb::tool
