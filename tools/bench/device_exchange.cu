/// Measures transfers between two GPUs of this machine: the driver's copies from peer to peer, one
/// way and both ways at once, and through pinned memory of the host. Prints one JSON line per size:
/// medians in microseconds, and GB/s.
///
/// usage: device_exchange [--rounds N]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <functional>
#include <vector>

namespace {

void check(cudaError_t error, const char *call) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "device_exchange: %s: %s\n", call, cudaGetErrorString(error));
    std::exit(1);
}
#define CHECK(call) check((call), #call)

struct Gpu {
    int ordinal;
    cudaStream_t stream;
    void *sent, *received;
};

Gpu opened(int ordinal, int other, std::size_t bytes) {
    Gpu gpu{ordinal, nullptr, nullptr, nullptr};
    CHECK(cudaSetDevice(ordinal));
    CHECK(cudaStreamCreateWithFlags(&gpu.stream, cudaStreamNonBlocking));
    CHECK(cudaMalloc(&gpu.sent, bytes));
    CHECK(cudaMalloc(&gpu.received, bytes));
    int can_reach = 0;
    CHECK(cudaDeviceCanAccessPeer(&can_reach, ordinal, other));
    if (can_reach != 0) CHECK(cudaDeviceEnablePeerAccess(other, 0));
    std::printf("{\"device\": %d, \"reaches_peer\": %d}\n", ordinal, can_reach);
    return gpu;
}

void wait(const Gpu &gpu) {
    CHECK(cudaStreamSynchronize(gpu.stream));
}

double median_us(int rounds, const std::function<void()> &copy) {
    std::vector<double> times;
    copy();
    for (int round = 0; round < rounds; round++) {
        const auto start = std::chrono::steady_clock::now();
        copy();
        const std::chrono::duration<double, std::micro> spent =
            std::chrono::steady_clock::now() - start;
        times.push_back(spent.count());
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

} // namespace

int main(int argc, char **argv) {
    int rounds = 21, devices = 0;
    if (argc == 3 && std::strcmp(argv[1], "--rounds") == 0) rounds = std::max(1, std::atoi(argv[2]));
    CHECK(cudaGetDeviceCount(&devices));
    if (devices < 2) {
        std::fprintf(stderr, "device_exchange: two GPUs are wanted, there are %d\n", devices);
        return 1;
    }
    constexpr std::size_t most = std::size_t{1} << 28;
    const Gpu a = opened(0, 1, most), b = opened(1, 0, most);
    void *pinned = nullptr;
    CHECK(cudaHostAlloc(&pinned, most, cudaHostAllocPortable));
    for (std::size_t bytes = 1024; bytes <= most; bytes *= 4) {
        const auto to = [bytes](const Gpu &to, const Gpu &from) {
            CHECK(cudaMemcpyPeerAsync(to.received, to.ordinal, from.sent, from.ordinal, bytes,
                                      to.stream));
        };
        const double one_way = median_us(rounds, [&] {
            to(a, b);
            wait(a);
        });
        const double symmetric = median_us(rounds, [&] {
            to(a, b);
            to(b, a);
            wait(a);
            wait(b);
        });
        const double by_host = median_us(rounds, [&] {
            CHECK(cudaMemcpyAsync(pinned, b.sent, bytes, cudaMemcpyDeviceToHost, b.stream));
            wait(b);
            CHECK(cudaMemcpyAsync(a.received, pinned, bytes, cudaMemcpyHostToDevice, a.stream));
            wait(a);
        });
        const auto rate = [bytes](double us) { return static_cast<double>(bytes) / us * 1e-3; };
        std::printf("{\"bytes\": %zu, \"one_way_us\": %.2f, \"both_ways_us\": %.2f, \"by_host_us\": "
                    "%.2f, \"one_way_gbs\": %.1f, \"both_ways_gbs\": %.1f, \"by_host_gbs\": %.1f}\n",
                    bytes, one_way, symmetric, by_host, rate(one_way), 2 * rate(symmetric),
                    rate(by_host));
    }
    return 0;
}
