// Staged copies by several threads with pinned buffers.
#include "cuda/plugin/staging.hpp"

#include "cuda/plugin/runtime.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace grb::device {

namespace {

/// One thread of a staged copy. Its chunks go through two pinned buffers, so that filling one
/// overlaps the transfer of the other. Its events are of the device that was current at prepare():
/// streams of other devices refuse them.
class Stager {
public:
    static constexpr std::size_t chunk = std::size_t{4} << 20;

    /// Allocates both buffers and events, or none.
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
    cudaError_t upload(void *to, const void *from, std::size_t bytes, cudaStream_t stream) {
        const cudaError_t waited = cudaEventSynchronize(events_[next_]);
        if (waited != cudaSuccess) return waited;
        std::memcpy(buffers_[next_], from, bytes);
        return queue(to, buffers_[next_], bytes, cudaMemcpyHostToDevice, stream);
    }
    /// Queues a download; the bytes arrive by finish().
    cudaError_t download(void *to, const void *from, std::size_t bytes, cudaStream_t stream) {
        if (const cudaError_t error = take_out(next_)) return error;
        const int k = next_;
        const cudaError_t error = queue(buffers_[k], from, bytes, cudaMemcpyDeviceToHost, stream);
        if (error == cudaSuccess) arriving_[k] = {to, bytes};
        return error;
    }
    cudaError_t finish() {
        const cudaError_t first = take_out(next_), second = take_out(next_ ^ 1);
        return first != cudaSuccess ? first : second;
    }

private:
    struct Arriving {
        void *to = nullptr;
        std::size_t bytes = 0;
    };
    cudaError_t queue(void *to, const void *from, std::size_t bytes, cudaMemcpyKind kind,
                      cudaStream_t stream) {
        cudaError_t error = cudaMemcpyAsync(to, from, bytes, kind, stream);
        if (error == cudaSuccess) {
            error = cudaEventRecord(events_[next_], stream);
            if (error != cudaSuccess)
                cudaStreamSynchronize(stream); // no event says when the transfer is done
        }
        next_ ^= 1;
        return error;
    }
    /// Waits until buffer k is free. It is free after a failure, too.
    cudaError_t take_out(int k) {
        const cudaError_t error = cudaEventSynchronize(events_[k]);
        const Arriving arriving = std::exchange(arriving_[k], {});
        if (error == cudaSuccess && arriving.bytes != 0)
            std::memcpy(arriving.to, buffers_[k], arriving.bytes);
        return error;
    }

    void *buffers_[2] = {};
    cudaEvent_t events_[2] = {};
    Arriving arriving_[2];
    int next_ = 0;
};

constexpr int most_stagers = 12;

/// Returns the bytes of a chunk. Copies of some megabytes get chunks shorter than the buffers, so
/// that several threads divide them and the transfer of one chunk overlaps the filling of the next.
std::size_t chunk_of(std::size_t bytes) {
    constexpr std::size_t least = std::size_t{512} << 10, grain = std::size_t{64} << 10;
    constexpr std::size_t chunks = 2 * most_stagers;
    return std::clamp((bytes / chunks + grain - 1) / grain * grain, least, Stager::chunk);
}

/// A runtime's own stagers, so that copies of two devices run concurrently.
struct Staging {
    std::mutex mutex;
    std::vector<Stager> stagers;
};

/// Copies chunks in turn by several stagers: copy(stager, begin, length) queues one, finish(stager)
/// waits for the rest. The runtime's device is current.
template <class Copy, class Finish>
cudaError_t staged(std::size_t bytes, int device, const Copy &copy, const Finish &finish) {
    Staging &own = runtime().own<Staging>();
    const std::lock_guard<std::mutex> guard(own.mutex);
    std::vector<Stager> &stagers = own.stagers;
    const std::size_t chunk = chunk_of(bytes), chunks = (bytes + chunk - 1) / chunk;
    const int cores = static_cast<int>(std::thread::hardware_concurrency());
    const int pairs = static_cast<int>(std::min<std::size_t>((chunks + 1) / 2, most_stagers));
    const int threads = std::max(1, std::min(pairs, cores));
    while (static_cast<int>(stagers.size()) < threads) {
        stagers.emplace_back();
        if (const cudaError_t error = stagers.back().prepare()) {
            stagers.pop_back();
            if (stagers.empty()) return error;
            break;
        }
    }
    const int thread_count = std::min(threads, static_cast<int>(stagers.size()));
    std::atomic<std::size_t> next{0};
    std::atomic<int> failure{cudaSuccess};
    const auto work = [&](int k) {
        cudaSetDevice(device);
        Stager &stager = stagers[static_cast<std::size_t>(k)];
        for (std::size_t c; failure == cudaSuccess && (c = next++) < chunks;) {
            const std::size_t begin = c * chunk;
            const cudaError_t error = copy(stager, begin, std::min(chunk, bytes - begin));
            if (error != cudaSuccess) failure = error;
        }
        if (const cudaError_t error = finish(stager)) failure = error;
    };
    std::vector<std::thread> others;
    try {
        others.reserve(static_cast<std::size_t>(thread_count));
        for (int k = 1; k < thread_count; k++) others.emplace_back(work, k);
    } catch (const std::exception &) {
        // The copy continues with the threads that were started.
    }
    work(0);
    for (std::thread &other : others) other.join();
    return static_cast<cudaError_t>(failure.load());
}

} // namespace

cudaError_t staged_upload(void *to, const void *from, std::size_t bytes, int device,
                          cudaStream_t stream) {
    return staged(
        bytes, device,
        [&](Stager &stager, std::size_t begin, std::size_t length) {
            return stager.upload(static_cast<char *>(to) + begin,
                                 static_cast<const char *>(from) + begin, length, stream);
        },
        [](Stager &) { return cudaSuccess; });
}

cudaError_t staged_download(void *to, const void *from, std::size_t bytes, int device,
                            cudaStream_t stream) {
    return staged(
        bytes, device,
        [&](Stager &stager, std::size_t begin, std::size_t length) {
            return stager.download(static_cast<char *>(to) + begin,
                                   static_cast<const char *>(from) + begin, length, stream);
        },
        [](Stager &stager) { return stager.finish(); });
}

} // namespace grb::device
