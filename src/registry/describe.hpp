// What the log says of a choice and of its problem.
#pragma once

#include "registry/commit.hpp"
#include "registry/compare.hpp"
#include "registry/problems.hpp"
#include "registry/running.hpp"

#include <cstring>

namespace grb {

/// Where the time of a call went.
struct Elapsed {
    double preparing = 0, running = 0; // seconds
};

/// Writes the line of GRAPHBLAST_LOG=pick to stderr, or to the function of GxB_PRINTF where GxB_BURBLE asks for it. `describe` prints the problem's own part.
void log_pick(Operation operation, const char *chosen, const Place *place,
              std::span<const Consideration> considered, std::span<const Consideration> compared,
              const char *description, const Elapsed &elapsed, std::size_t bytes);

/// key=value text of a problem for the log: shapes, types, formats, mask, operator names. A number of entries that
/// the device is still counting is written as "<=" and the number of cells.
void describe(const MxvProblem &problem, char *text, std::size_t size);
void describe(const MxmProblem &problem, char *text, std::size_t size);
void describe(const EwiseProblem &problem, char *text, std::size_t size);
void describe(const ApplyProblem &problem, char *text, std::size_t size);
void describe(const SelectProblem &problem, char *text, std::size_t size);
void describe(const ReduceProblem &problem, char *text, std::size_t size);
void describe(const TransposeProblem &problem, char *text, std::size_t size);
void describe(const ExtractProblem &problem, char *text, std::size_t size);
void describe(const AssignProblem &problem, char *text, std::size_t size);
void describe(const KroneckerProblem &problem, char *text, std::size_t size);
void describe(const MaxkProblem &problem, char *text, std::size_t size);
void describe(const CommitProblem &problem, char *text, std::size_t size);

/// An operand to write beside the log line (GRAPHBLAST_LOG=dump); null snapshots are passed over.
struct DumpOperand {
    const char *name;
    const Snapshot *snapshot;
};
/// Writes the operands to graphblast-<process>-<number>-<name>.mtx in the current folder and gives
/// the common prefix, for the log line, in `prefix`.
void dump_operands(std::span<const DumpOperand> operands, char *prefix, std::size_t size);

/// Writes a problem's operands and adds their prefix to its description.
template <class Problem>
void dump(const Problem &problem, char *description, std::size_t size) {
    const Snapshot *A = nullptr, *B = nullptr, *u = nullptr, *M = nullptr;
    if constexpr (requires { problem.A; }) A = problem.A.get();
    if constexpr (requires { problem.B; }) B = problem.B.get();
    if constexpr (requires { problem.u; }) u = problem.u.get();
    if constexpr (requires { problem.mask; }) M = problem.mask.snapshot.get();
    const DumpOperand operands[] = {{"A", A}, {"B", B}, {"u", u}, {"M", M}};
    const std::size_t length = std::strlen(description);
    const Running::Unseen unseen; // conversions for the dump are neither counted nor logged
    dump_operands(operands, description + length, size - length);
}

} // namespace grb
