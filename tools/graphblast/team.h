// The processes that run one command together.
#pragma once

#include "io/processes.h"

#include <stdexcept>
#include <string>

namespace grb::tool {

/// The end of a command: its exit status, and the message for people, if any.
struct End {
    int status = 0;
    std::string text;
    bool is_panic = false; ///< the process group has ended
    bool is_told = false;  ///< all processes know it
};

/// Another process has failed; all end as it does.
class OtherFailed : public std::runtime_error {
public:
    explicit OtherFailed(const End &end) : std::runtime_error(end.text), end_(end) {}
    const End &end() const { return end_; }

private:
    End end_;
};

/// Looks at the command line's --processes and at the launcher: of several processes, all but the
/// first become silent.
void look_at_launcher(int argc, char **argv);

/// The number of processes that were started to run this command together.
int started_processes();

/// Joins them. From here on team() is all of them, and each calls the library as the others do.
void join_team();

/// The processes of this command; one, unless join_team() was called.
Processes &team();

/// Agrees with the other processes on the end: that of the lowest one that fails. Returns it, or
/// exits at once if the processes cannot agree any more. Of processes that failed before they
/// joined, the first one is the first to end: a launcher ends all when one fails.
End leave_team(const End &own);

} // namespace grb::tool
