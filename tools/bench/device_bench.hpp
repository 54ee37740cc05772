// Shared parts of the benchmarks of products on the GPU: checks, and contenders timed by turns.
#pragma once

#include "GraphBLAS.h"
#include "io/edge_list.h"

#include <cuda_runtime.h>
#include <cusparse.h>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace grb::tool {

/// Each throws std::runtime_error.
void check(GrB_Info info, const char *call);
void check(cudaError_t error, const char *call);
void check(cusparseStatus_t status, const char *call);
#define CHECK(call) grb::tool::check((call), #call)

/// A matrix by rows, as cuSPARSE takes it.
struct Csr {
    std::vector<int> offsets;
    std::vector<int> indices;
};
Csr rows_of(GrB_Matrix A, GrB_Index n, GrB_Index nvals);

/// Copies to the device; the caller frees the copy with cudaFree.
template <class T>
void *copy_to_device(const std::vector<T> &from) {
    void *to = nullptr;
    CHECK(cudaMalloc(&to, from.empty() ? 8 : from.size() * sizeof(T)));
    CHECK(cudaMemcpy(to, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice));
    return to;
}

/// One contender to time: `call` is queued `calls` times, then `wait`.
struct Contender {
    std::string name;
    std::function<void()> prepare, call, wait;
    std::vector<double> times{};      // microseconds
    std::vector<double> host_times{}; // the times until the last call returned
};
void time_by_turns(std::vector<Contender> &contenders, int rounds, int calls);
/// Sorts the times.
double median(Contender &contender);
/// `"us": MEDIAN, "from": LEAST, "to": MOST, "host_us": MEDIAN`: statistics of all times, and the
/// host's median.
std::string spread(Contender &contender);

/// The command line of a benchmark: graphs among options. All have --rounds and --calls.
struct BenchCommand {
    std::string name;
    std::map<std::string, bool *> flags{};
    std::map<std::string, std::function<void(const std::string &)>> values{};
    int rounds = 5, calls = 5;
    std::function<void()> start = [] {}; ///< once, before the first graph
};

/// Reads the command line, starts the library, prints the settings and calls `run` for each graph
/// with its name as given. A graph is a SPEC of io/graph_spec.h, or ~NAME of gnn_graphs.tsv beside
/// the program. Prints errors; returns the exit status.
using GraphRun = std::function<void(const std::string &name, const EdgeList &edges)>;
int bench_main(int argc, char **argv, BenchCommand &command, const GraphRun &run);

/// Splits "a,b,c"; no part may be empty. Throws InputError.
std::vector<std::string> split_list(const std::string &list);
/// Splits a list of positive whole numbers.
std::vector<GrB_Index> number_list(const std::string &list);
GrB_Index whole_number(const std::string &text);

void force(const std::string &rule);
std::string device_name();
std::string last_variant();
/// The device's variants of an operation.
std::vector<std::string> device_variants(const std::string &operation);

} // namespace grb::tool
