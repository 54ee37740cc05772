// The problems on which `bench` and `tune` time the variants.
#pragma once

#include "io/edge_list.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace grb::tool {

/// One problem on which the variants of an operation are timed.
struct BenchCase {
    std::string operation; ///< its name in the registry
    std::string label;
    std::function<void()> run;
    uint64_t times = 1;        ///< its number of occurrences in a log
    double logged_seconds = 0; ///< their total in that log
};

/// The usual problems of every operation, on the matrix of a graph.
std::vector<BenchCase> standard_cases(const EdgeList &edges);

/// The distinct problems of a log that GRAPHBLAST_LOG=pick wrote. Skips lines of other programs;
/// `skipped` counts the problems that cannot be rebuilt, by operation. Throws InputError.
std::vector<BenchCase> replayed_cases(const std::string &path,
                                      std::vector<std::pair<std::string, uint64_t>> &skipped);

} // namespace grb::tool
