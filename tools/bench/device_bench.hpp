// What the benchmarks of products on the GPU share: checks, contenders that are timed by turns.
#pragma once

#include "GraphBLAS.h"

#include <cuda_runtime.h>
#include <cusparse.h>
#include <functional>
#include <string>
#include <vector>

namespace grb::tool {

/// Throw std::runtime_error.
void check(GrB_Info info, const char *call);
void check(cudaError_t error, const char *call);
void check(cusparseStatus_t status, const char *call);
#define CHECK(call) grb::tool::check((call), #call)

/// Rows one after the other, as cuSPARSE takes them.
struct Csr {
    std::vector<int> offsets;
    std::vector<int> indices;
};
Csr rows_of(GrB_Matrix A, GrB_Index n, GrB_Index nvals);

/// A copy on the device, to be freed by cudaFree.
template <class T>
void *copy_to_device(const std::vector<T> &from) {
    void *to = nullptr;
    CHECK(cudaMalloc(&to, from.empty() ? 8 : from.size() * sizeof(T)));
    CHECK(cudaMemcpy(to, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice));
    return to;
}

/// One thing to time: `call` is queued `calls` times, then `wait`.
struct Contender {
    std::string name;
    std::function<void()> prepare, call, wait;
    std::vector<double> times; // microseconds
};
void time_by_turns(std::vector<Contender> &contenders, int rounds, int calls);
/// Sorts the times.
double median(Contender &contender);

void force(const std::string &rule);
std::string last_variant();
/// The device's rows of an operation.
std::vector<std::string> device_rows(const std::string &operation);

} // namespace grb::tool
