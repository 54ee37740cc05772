// The tasks and the graph of a run.
#pragma once

#include "commands.h"
#include "recorder.h"
#include "run_graph.h"
#include "tasks.h"

#include <memory>
#include <vector>

namespace grb::tool {

using Kinds = std::vector<const TaskKind *>;

/// The tasks that the options name. Throws UsageError if there is no such algorithm, or none takes
/// a given option.
Kinds kinds_of(const RunOptions &options);

/// The loaded graph of the options, with the library started.
struct RunSetup {
    explicit RunSetup(const RunOptions &options);
    double load_seconds() const { return load_end - load_begin; }
    /// Prints one line about the graph.
    void print(const RunOptions &options) const;

    double load_begin = 0, load_end = 0; ///< by now()
    EdgeList edges; ///< may be packed; without entries in a graph of several processes
    Parameters parameters;
    std::unique_ptr<Session> session;
    std::unique_ptr<RunGraph> graph; ///< is destroyed before the session
};

/// Records one run of the task.
Recording record_run(const char *title, Task &task);

/// Records a run of each task that takes the graph, after its warm-up runs. Throws InputError if a
/// task does not take it, but skips the task if the options ask for all.
std::vector<Recording> record_all(const Kinds &kinds, RunSetup &setup, const RunOptions &options);

} // namespace grb::tool
