#pragma once

#include "io/edge_list.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace grb::tool {

/// One problem that the variants of an operation can be timed on.
struct BenchCase {
    std::string operation; ///< as in the registry
    std::string label;
    std::function<void()> run;
    uint64_t times = 1;        ///< how often a log has it
    double logged_seconds = 0; ///< in that log, all together
};

/// The usual problems of every operation, on the matrix of a graph.
std::vector<BenchCase> standard_cases(const EdgeList &edges);

/// The problems of a log that GRAPHBLAST_LOG=pick wrote, equal ones once. Lines of other programs
/// are passed over; what cannot be rebuilt is counted in `skipped`, by operation. Throws InputError.
std::vector<BenchCase> replayed_cases(const std::string &path,
                                      std::vector<std::pair<std::string, uint64_t>> &skipped);

} // namespace grb::tool
