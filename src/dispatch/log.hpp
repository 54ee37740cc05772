// Writes the log line of a choice and the dump of its operands.
#pragma once

#include "dispatch/choose.hpp"

#include <span>

namespace grb {

/// The times of the steps of a call.
struct Elapsed {
    double preparing = 0, running = 0; // seconds
};

/// Writes the line of GRAPHBLAST_LOG=pick to stderr, or to the function of GxB_PRINTF when
/// GxB_BURBLE asks for it. `description` holds the problem's own words.
void log_choice(Operation operation, const char *chosen, Stage stage, const Device *device,
                std::span<const Consideration> considered, std::span<const Consideration> compared,
                const char *description, const Elapsed &elapsed, std::size_t bytes);

/// Writes the operands to graphblast-<process>-<number>-<name>.mtx in the current folder and
/// returns the common prefix, for the log line, in `prefix`.
void dump_operands(std::span<const OperandView> operands, char *prefix, std::size_t size);

/// Writes a problem's operands and adds their prefix to its description.
void dump(const ProblemBase &problem, char *description, std::size_t size);

} // namespace grb
