// BFS, SSSP, PageRank and connected components with one thread per vertex, without a library: the
// reference for the schedule `vertex`. They run on the current device; a failed call throws
// std::runtime_error.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace grb::tool {

/// An undirected graph by rows, with each edge in both directions.
struct PlainGraph {
    std::vector<unsigned> offsets, neighbours;
    std::vector<int> weights;
    unsigned vertices() const { return static_cast<unsigned>(offsets.size()) - 1; }
};

class PlainKernels {
public:
    explicit PlainKernels(const PlainGraph &graph);
    ~PlainKernels();

    // The results stay on the device until the caller fetches them.
    void bfs(unsigned source);  // levels, -1: not reached
    void sssp(unsigned source); // distances, INT_MAX: not reached
    void pagerank(int iterations);
    void components();                 // the least vertex of each
    std::vector<int> integers() const; // of the first two and the last
    std::vector<double> ranks() const;

private:
    struct Device;
    std::unique_ptr<Device> device_;
};

/// The fraction of edges from which a BFS level is pulled, here and in the run with schedules.
inline constexpr double pull_from = 0.1;

} // namespace grb::tool
