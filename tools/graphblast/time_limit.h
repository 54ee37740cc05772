// The time limit of a command, and the progress of algorithms.
#pragma once

#include <GraphBLAS.h>

#include <functional>
#include <stdexcept>
#include <string>

namespace CLI {
class App;
}

namespace grb::tool {

/// The command's time is over: exit status 124, as that of timeout(1).
class TimeOver : public std::runtime_error {
public:
    explicit TimeOver(const std::string &text) : std::runtime_error(text) {}
};
constexpr int time_over_status = 124;

/// Adds --timeout to the commands that compute.
void add_timeout(CLI::App &all, double &seconds);

/// Starts the clock of the time limit; 0: there is none. When the time is over, an algorithm under
/// watched() stops before its next round. Without an algorithm, or if its round takes another
/// `grace` seconds, the program ends at once, without its unfinished files.
void limit_time(double seconds);

/// Runs a function of the library of algorithms, with a line that shows its rounds on a terminal.
/// Throws TimeOver, or what check() throws.
void watched(const std::function<GrB_Info()> &algorithm, const char *call);

} // namespace grb::tool
