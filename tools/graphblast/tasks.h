// The tasks of `run`: an algorithm, its options and its result.
#pragma once

#include "run_graph.h"

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grb::tool {

/// The options of algorithms in `run`; 0: the algorithm's default.
struct Parameters {
    double damping = 0.85;
    double tolerance = 1e-7;
    int iterations = 0;
    double alpha = 0;
    double beta = 1;
    std::vector<uint64_t> personal; ///< vertices
    std::vector<uint64_t> sources;  ///< the distinct named vertices; empty: the program chooses
    std::optional<uint64_t> target;
    std::string dangling = "spread";  ///< or "drop"
    std::string precision = "double"; ///< or "single"
    std::string normalize;            ///< "max", "pairs", or ""
    double delta = 0;                 ///< 0: no buckets
    int64_t k = 3;
    uint64_t radius = 1;
    uint64_t walks = 10; ///< from each source
    uint64_t length = 10;
    uint64_t pivots = 0;
    uint64_t seed = 1;
    double resolution = 1;
};

/// The meaning of the values of a result. Rows of `walk` are walks, columns steps, values vertices.
enum class Meaning { number, vertex, group, walk };

/// A result of the last run; no vector and no matrix if an algorithm gives a number. The task owns
/// it.
struct Outcome {
    GrB_Vector vector = nullptr;
    GrB_Matrix matrix = nullptr;
    Meaning meaning = Meaning::number;
};

/// One line of the table: an algorithm on a graph. Only run() is timed.
class Task {
public:
    Task(const RunGraph &graph, const Parameters &parameters)
        : graph_(graph), parameters_(parameters) {}
    virtual ~Task() = default;
    virtual std::string refuses() const { return {}; } ///< the reason, or empty
    virtual bool has_source() const { return false; }
    virtual void run() = 0;
    virtual uint64_t edges() const; ///< traversed by the last run
    /// Describes the result in a form that a person can check; puts the data and the parameters
    /// into `details`.
    virtual std::string describe(nlohmann::json &details) const = 0;
    virtual Verdict verify() const = 0;
    virtual Outcome outcome() const { return {}; }

protected:
    const RunGraph &graph_;
    const Parameters &parameters_;
};

/// An item of the list of all tasks of `run`.
struct TaskKind {
    const char *algorithm; ///< "bfs"
    const char *title;     ///< "bfs levels"
    const char *result;    ///< "levels", the result's name in --out; "" for a number
    const char *options;   ///< separated by blanks
    bool gives_matrix;     ///< else a vector
    std::unique_ptr<Task> (*make)(const RunGraph &graph, const Parameters &parameters);
};

/// The tasks, grouped by algorithm.
const std::vector<TaskKind> &task_kinds();

/// The distinct algorithms, in the order of the list.
std::vector<std::string> algorithm_names();

} // namespace grb::tool
