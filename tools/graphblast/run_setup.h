#pragma once

#include "commands.h"
#include "recorder.h"
#include "run_graph.h"
#include "tasks.h"

#include <memory>
#include <vector>

namespace grb::tool {

using Kinds = std::vector<const TaskKind *>;

/// The tasks that the options ask for. Throws UsageError where there is no such algorithm, or none that takes an option.
Kinds kinds_of(const RunOptions &options);

/// The graph that the options name, loaded, with the library started.
struct RunSetup {
    explicit RunSetup(const RunOptions &options);
    double load_seconds() const { return load_end - load_begin; }
    /// One line about the graph.
    void print(const RunOptions &options) const;

    double load_begin = 0, load_end = 0; ///< by now()
    EdgeList edges;                      ///< may be packed
    Parameters parameters;
    std::unique_ptr<Session> session;
    std::unique_ptr<RunGraph> graph; ///< goes before the session
};

/// One run of the task, recorded.
Recording record_run(const char *title, Task &task);

/// A recorded run of each task that takes the graph, after those that warm up. Throws InputError where one does not, but
/// passes over it where the options ask for all.
std::vector<Recording> record_all(const Kinds &kinds, RunSetup &setup, const RunOptions &options);

} // namespace grb::tool
