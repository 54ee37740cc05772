#include "cuda/staging.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>

namespace grb::device {

namespace {

/// One thread of a staged copy: its chunks go through two pinned buffers of its own, so that filling
/// one overlaps the transfer of the other.
class Stager {
public:
    static constexpr std::size_t chunk = std::size_t{4} << 20;

    /// All or nothing.
    cudaError_t prepare() {
        cudaError_t error = cudaSuccess;
        for (int k = 0; k < 2 && error == cudaSuccess; k++) {
            error = cudaHostAlloc(&buffers_[k], chunk, cudaHostAllocDefault);
            if (error == cudaSuccess)
                error = cudaEventCreateWithFlags(&events_[k], cudaEventDisableTiming);
        }
        if (error == cudaSuccess) return error;
        for (int k = 0; k < 2; k++) {
            if (events_[k] != nullptr) cudaEventDestroy(events_[k]);
            if (buffers_[k] != nullptr) cudaFreeHost(buffers_[k]);
        }
        cudaGetLastError();
        return error;
    }
    cudaError_t copy(void *to, const void *from, std::size_t bytes, cudaStream_t stream) {
        const cudaError_t waited = cudaEventSynchronize(events_[next_]);
        if (waited != cudaSuccess) return waited;
        std::memcpy(buffers_[next_], from, bytes);
        cudaError_t error =
            cudaMemcpyAsync(to, buffers_[next_], bytes, cudaMemcpyHostToDevice, stream);
        if (error == cudaSuccess) error = cudaEventRecord(events_[next_], stream);
        next_ ^= 1;
        return error;
    }

private:
    void *buffers_[2] = {};
    cudaEvent_t events_[2] = {};
    int next_ = 0;
};

constexpr int most_stagers = 8;

std::mutex staging_mutex;
std::vector<Stager> &stagers() {
    static std::vector<Stager> &all = *new std::vector<Stager>;
    return all;
}

} // namespace

cudaError_t staged_upload(void *to, const void *from, std::size_t bytes, int device,
                          cudaStream_t stream) {
    const std::lock_guard<std::mutex> guard(staging_mutex);
    const std::size_t chunks = (bytes + Stager::chunk - 1) / Stager::chunk;
    const int cores = static_cast<int>(std::thread::hardware_concurrency());
    const int threads = std::max(
        1, std::min({most_stagers, cores, static_cast<int>(std::min<std::size_t>(chunks, 64))}));
    while (static_cast<int>(stagers().size()) < threads) {
        stagers().emplace_back();
        if (const cudaError_t error = stagers().back().prepare()) {
            stagers().pop_back();
            if (stagers().empty()) return error;
            break;
        }
    }
    const int team = std::min(threads, static_cast<int>(stagers().size()));
    std::atomic<std::size_t> next{0};
    std::atomic<int> failure{cudaSuccess};
    const auto work = [&](int k) {
        cudaSetDevice(device);
        for (std::size_t c; failure == cudaSuccess && (c = next++) < chunks;) {
            const std::size_t begin = c * Stager::chunk;
            const std::size_t length = std::min(Stager::chunk, bytes - begin);
            const cudaError_t error = stagers()[static_cast<std::size_t>(k)].copy(
                static_cast<char *>(to) + begin, static_cast<const char *>(from) + begin, length,
                stream);
            if (error != cudaSuccess) failure = error;
        }
    };
    std::vector<std::thread> others;
    try {
        others.reserve(static_cast<std::size_t>(team));
        for (int k = 1; k < team; k++) others.emplace_back(work, k);
    } catch (const std::exception &) {
        // Fewer threads copy the same chunks.
    }
    work(0);
    for (std::thread &other : others) other.join();
    return static_cast<cudaError_t>(failure.load());
}

} // namespace grb::device
