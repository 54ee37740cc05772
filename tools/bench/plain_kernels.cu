// BFS, SSSP, PageRank and connected components with one thread per vertex.
#include "plain_kernels.hpp"

#include <climits>
#include <cuda_runtime.h>
#include <stdexcept>
#include <string>
#include <utility>

namespace grb::tool {

namespace {

constexpr unsigned block = 256;

void check(cudaError_t error, const char *call) {
    if (error != cudaSuccess)
        throw std::runtime_error(std::string(call) + ": " + cudaGetErrorString(error));
}
#define CHECK(call) check((call), #call)

struct View {
    const unsigned *offsets, *neighbours;
    const int *weights;
    unsigned vertices;
};

/// The result of a step: vertices, and their outgoing edges.
struct Found {
    unsigned vertices;
    unsigned long long edges;
};

__device__ unsigned own_vertex() {
    return blockIdx.x * block + threadIdx.x;
}

__global__ void fill(int *values, unsigned n, int value, bool is_index) {
    const unsigned v = own_vertex();
    if (v < n) values[v] = is_index ? static_cast<int>(v) : value;
}

__device__ void count(Found *found, unsigned made, unsigned long long edges) {
    if (made == 0) return;
    atomicAdd(&found->vertices, made);
    atomicAdd(&found->edges, edges);
}

/// Vertices of the last level label their neighbours.
__global__ void push_level(View graph, int *levels, int level, Found *found) {
    const unsigned v = own_vertex();
    if (v >= graph.vertices || levels[v] != level) return;
    unsigned made = 0;
    unsigned long long edges = 0;
    for (unsigned p = graph.offsets[v]; p < graph.offsets[v + 1]; p++) {
        const unsigned u = graph.neighbours[p];
        if (levels[u] != -1 || atomicCAS(levels + u, -1, level + 1) != -1) continue;
        made++;
        edges += graph.offsets[u + 1] - graph.offsets[u];
    }
    count(found, made, edges);
}

/// Vertices without a level search for a neighbour in the last level.
__global__ void pull_level(View graph, int *levels, int level, Found *found) {
    const unsigned v = own_vertex();
    if (v >= graph.vertices || levels[v] != -1) return;
    for (unsigned p = graph.offsets[v]; p < graph.offsets[v + 1]; p++) {
        if (levels[graph.neighbours[p]] != level) continue;
        levels[v] = level + 1;
        count(found, 1, graph.offsets[v + 1] - graph.offsets[v]);
        return;
    }
}

/// Vertices whose distance has decreased relax their edges.
__global__ void relax(View graph, int *distances, const unsigned char *active, unsigned char *next,
                      Found *found) {
    const unsigned v = own_vertex();
    if (v >= graph.vertices || !active[v]) return;
    const int own = distances[v];
    unsigned made = 0;
    for (unsigned p = graph.offsets[v]; p < graph.offsets[v + 1]; p++) {
        const unsigned u = graph.neighbours[p];
        const int distance = own + graph.weights[p];
        if (distance >= distances[u] || atomicMin(distances + u, distance) <= distance) continue;
        next[u] = 1;
        made++;
    }
    count(found, made, 0);
}

__global__ void share_ranks(View graph, const double *ranks, double *shares, double damping,
                            double *sunk) {
    const unsigned v = own_vertex();
    if (v >= graph.vertices) return;
    const unsigned degree = graph.offsets[v + 1] - graph.offsets[v];
    shares[v] = degree == 0 ? 0 : damping * ranks[v] / degree;
    if (degree == 0) atomicAdd(sunk, ranks[v]);
}

__global__ void gather_ranks(View graph, double *ranks, const double *shares, double damping,
                             const double *sunk) {
    const unsigned v = own_vertex();
    if (v >= graph.vertices) return;
    double sum = (1 - damping + damping * *sunk) / graph.vertices;
    for (unsigned p = graph.offsets[v]; p < graph.offsets[v + 1]; p++)
        sum += shares[graph.neighbours[p]];
    ranks[v] = sum;
}

/// Takes the least label among a vertex and its neighbours.
__global__ void propagate_labels(View graph, const int *labels, int *next, Found *found) {
    const unsigned v = own_vertex();
    if (v >= graph.vertices) return;
    int least = labels[v];
    for (unsigned p = graph.offsets[v]; p < graph.offsets[v + 1]; p++)
        least = min(least, labels[graph.neighbours[p]]);
    next[v] = least;
    count(found, least < labels[v], 0);
}

template <class T>
class DeviceArray {
public:
    explicit DeviceArray(std::size_t size) : size_(size) {
        CHECK(cudaMalloc(&pointer_, (size + 1) * sizeof(T)));
    }
    explicit DeviceArray(const std::vector<T> &from) : DeviceArray(from.size()) {
        CHECK(cudaMemcpy(pointer_, from.data(), size_ * sizeof(T), cudaMemcpyHostToDevice));
    }
    ~DeviceArray() { cudaFree(pointer_); }
    DeviceArray(const DeviceArray &) = delete;
    DeviceArray &operator=(const DeviceArray &) = delete;
    T *get() const { return pointer_; }
    void clear() { CHECK(cudaMemsetAsync(pointer_, 0, size_ * sizeof(T))); }
    std::vector<T> host() const {
        std::vector<T> copy(size_);
        CHECK(cudaMemcpy(copy.data(), pointer_, size_ * sizeof(T), cudaMemcpyDeviceToHost));
        return copy;
    }

private:
    T *pointer_ = nullptr;
    std::size_t size_;
};

} // namespace

struct PlainKernels::Device {
    explicit Device(const PlainGraph &graph)
        : n(graph.vertices()), edges(graph.neighbours.size()), blocks((n + block - 1) / block),
          offsets(graph.offsets), neighbours(graph.neighbours), weights(graph.weights), first(n),
          second(n), ranks(n), shares(n), sunk(1), active(n), next_active(n), found(1) {}
    View view() const { return {offsets.get(), neighbours.get(), weights.get(), n}; }
    Found take() {
        const Found result = found.host()[0];
        found.clear();
        return result;
    }
    void set(DeviceArray<int> &values, unsigned v, int value) {
        CHECK(cudaMemcpy(values.get() + v, &value, sizeof value, cudaMemcpyHostToDevice));
    }

    unsigned n;
    std::size_t edges;
    unsigned blocks;
    DeviceArray<unsigned> offsets, neighbours;
    DeviceArray<int> weights, first, second;
    DeviceArray<double> ranks, shares, sunk;
    DeviceArray<unsigned char> active, next_active;
    DeviceArray<Found> found;
    bool is_in_second = false;
};

PlainKernels::PlainKernels(const PlainGraph &graph) : device_(new Device(graph)) {}
PlainKernels::~PlainKernels() = default;

void PlainKernels::bfs(unsigned source) {
    Device &d = *device_;
    int *levels = d.first.get();
    d.is_in_second = false;
    fill<<<d.blocks, block>>>(levels, d.n, -1, false);
    d.set(d.first, source, 0);
    d.found.clear();
    Found last{1, 0};
    for (int level = 0; last.vertices != 0; level++) {
        const bool is_pull =
            static_cast<double>(last.edges) > pull_from * static_cast<double>(d.edges);
        if (is_pull) {
            pull_level<<<d.blocks, block>>>(d.view(), levels, level, d.found.get());
        } else {
            push_level<<<d.blocks, block>>>(d.view(), levels, level, d.found.get());
        }
        last = d.take();
    }
    CHECK(cudaDeviceSynchronize());
}

void PlainKernels::sssp(unsigned source) {
    Device &d = *device_;
    d.is_in_second = false;
    fill<<<d.blocks, block>>>(d.first.get(), d.n, INT_MAX, false);
    d.set(d.first, source, 0);
    d.active.clear();
    d.next_active.clear();
    d.found.clear();
    const unsigned char one = 1;
    CHECK(cudaMemcpy(d.active.get() + source, &one, 1, cudaMemcpyHostToDevice));
    unsigned char *active = d.active.get(), *next = d.next_active.get();
    for (Found last{1, 0}; last.vertices != 0;) {
        relax<<<d.blocks, block>>>(d.view(), d.first.get(), active, next, d.found.get());
        std::swap(active, next);
        CHECK(cudaMemsetAsync(next, 0, d.n));
        last = d.take();
    }
    CHECK(cudaDeviceSynchronize());
}

void PlainKernels::pagerank(int iterations) {
    constexpr double damping = 0.85;
    Device &d = *device_;
    CHECK(cudaMemcpy(d.ranks.get(), std::vector<double>(d.n, 1.0 / d.n).data(), d.n * 8ul,
                     cudaMemcpyHostToDevice));
    for (int k = 0; k < iterations; k++) {
        d.sunk.clear();
        share_ranks<<<d.blocks, block>>>(d.view(), d.ranks.get(), d.shares.get(), damping,
                                         d.sunk.get());
        gather_ranks<<<d.blocks, block>>>(d.view(), d.ranks.get(), d.shares.get(), damping,
                                          d.sunk.get());
    }
    CHECK(cudaDeviceSynchronize());
}

void PlainKernels::components() {
    Device &d = *device_;
    d.is_in_second = false;
    fill<<<d.blocks, block>>>(d.first.get(), d.n, 0, true);
    d.found.clear();
    for (Found last{1, 0}; last.vertices != 0;) {
        int *from = d.is_in_second ? d.second.get() : d.first.get();
        int *to = d.is_in_second ? d.first.get() : d.second.get();
        propagate_labels<<<d.blocks, block>>>(d.view(), from, to, d.found.get());
        d.is_in_second = !d.is_in_second;
        last = d.take();
    }
    CHECK(cudaDeviceSynchronize());
}

std::vector<int> PlainKernels::integers() const {
    return device_->is_in_second ? device_->second.host() : device_->first.host();
}

std::vector<double> PlainKernels::ranks() const {
    return device_->ranks.host();
}

} // namespace grb::tool
