// The plugin's state for one opened device: one stream, a pool, publications, counters.
// Several runtimes may use one device. During a call, its runtime is the calling thread's
// runtime().
#pragma once

#include "cuda/plugin/block_cache.hpp"
#include "cuda/table.h"

#include <atomic>
#include <cuda_runtime.h>
#include <mutex>
#include <vector>

namespace grb::device {

class Runtime {
public:
    Runtime() = default;
    Runtime(const Runtime &) = delete;
    Runtime &operator=(const Runtime &) = delete;
    /// Opens a device. Keeps `host`.
    Status open(int ordinal, std::uint64_t memory_cap, const Host *host, Facts *facts);
    const Host &host() const { return *host_; }
    /// Writes a line to the log about an event that is no failure.
    void note(const char *what, const char *detail) const;
    /// Lets this device read the pool of another device directly, not through the host, if the
    /// hardware can. Must be called before either runtime has work: opening a pool to one more
    /// device while a third copies from it made that copy fail on H200.
    void reach(Runtime &other);
    void trim();
    Counters counters() const;

    Status allocate(void **pointer, std::size_t bytes);
    void release(void *pointer) noexcept;
    /// See Table.
    Status adopt(void *pointer, std::size_t bytes);
    Status hand_over(void *pointer);
    /// See Table.
    std::uint64_t fail_allocation(std::uint64_t n);
    Status upload(void *to, const void *from_host, std::size_t bytes);
    Status download(void *to_host, const void *from, std::size_t bytes);
    Status clear(void *to, std::size_t bytes);
    Status copy(void *to, const void *from, std::size_t bytes);
    /// Copies from the memory of another runtime. Each stream waits for the other if needed.
    Status copy_from(void *to, Runtime &other, const void *from, std::size_t bytes);
    Status wait();

    /// Launches a kernel, compiled at run time or with the plugin; nothing if `blocks` is 0. stream
    /// null: the runtime's own.
    Status launch(const void *kernel, std::uint64_t blocks, int threads, void **arguments,
                  std::size_t shared_bytes = 0, cudaStream_t stream = nullptr);

    /// The memory in which kernels publish a count: `sum` and `blocks` on the device, `where`
    /// mapped for the host. A kernel may publish a second word in where[1], beside the count or
    /// before it. Kernels of a thread run in stream order and share the words on the device; each
    /// has its own slot on the host.
    struct Publication {
        unsigned long long *sum;
        unsigned *blocks;
        unsigned long long *where;
        unsigned *appended;             // on the device, 0 before and after: a list's length
        unsigned long long *second_sum; // on the device, 0 before and after
        unsigned ticket;
    };
    Status begin_publication(Publication *publication);
    /// Waits for the count and returns the publication. `comes_in_any_order`: the second word may
    /// arrive after the count; it is never ~0, so the call waits until it is not ~0.
    Status await(const Publication &publication, std::uint64_t *value,
                 std::uint64_t *second = nullptr, bool comes_in_any_order = false);
    /// Delivers the count of a launched kernel as the call requests: now, later, or not at all.
    Status deliver(const Publication &publication, const CountOutput &output);
    /// Returns this thread's word on the device for a kernel that counts its blocks and publishes
    /// nothing. The word is 0 before and after.
    Status block_counter(unsigned **counter);
    /// Returns the publication of a kernel that was not launched.
    void abandon(const Publication &publication);
    /// Returns the publication when only some of its kernels were launched, and clears their count.
    void abandon_counted(const Publication &publication);
    Status take_count(unsigned ticket, std::uint64_t *count);
    void drop_count(unsigned ticket);

    /// Returns the runtime's own T, made on the first call by T(), which runs under a lock. It
    /// lives as long as the runtime.
    template <class T>
    T &own() {
        const std::lock_guard<std::mutex> guard(owned_mutex_);
        for (const Owned &one : owned_)
            if (one.key == &key_of<T>) return *static_cast<T *>(one.object);
        auto *object = new T;
        owned_.push_back({&key_of<T>, object});
        return *object;
    }
    /// Returns null if it has not been made.
    template <class T>
    T *own_if_made() noexcept {
        const std::lock_guard<std::mutex> guard(owned_mutex_);
        for (const Owned &one : owned_)
            if (one.key == &key_of<T>) return static_cast<T *>(one.object);
        return nullptr;
    }

    const Facts &facts() const { return facts_; }
    cudaStream_t stream() const { return stream_; }
    void count_compilation(bool from_cache);
    void count_wait();

private:
    template <class T>
    static inline const char key_of = 0;

    Status refuse_allocation(std::size_t bytes);
    Status allocate_block(void **pointer, std::size_t bytes);
    void drop_kept() noexcept;
    /// Memory for the first publications.
    cudaError_t prepare_publications();
    /// Returns this thread's words on the device.
    Status find_words(unsigned long long **words);

    struct Publications; // see publication.cpp
    struct Owned {
        const void *key;
        void *object;
    };

    Facts facts_{};
    cudaStream_t stream_ = nullptr;
    cudaMemPool_t pool_ = nullptr;
    std::uint64_t memory_cap_ = 0;
    const Host *host_ = nullptr;
    Publications *publications_ = nullptr;
    mutable std::mutex memory_mutex_; // of the blocks, the cap and the peak
    BlockCache blocks_;
    std::uint64_t bytes_peak_ = 0;
    // For tests: the n-th allocation from now fails; 0: none.
    std::atomic<std::uint64_t> allocations_to_failure_{0};
    std::atomic<std::uint64_t> bytes_to_device_{0}, bytes_to_host_{0}, synchronisations_{0},
        launches_{0}, compilations_{0}, cache_hits_{0};
    std::mutex owned_mutex_;
    std::vector<Owned> owned_;
};

/// Returns the runtime of the current call; outside of calls, one that was never opened.
Runtime &runtime();

/// Sets the calling thread's runtime until the end of the scope.
class AtDevice {
public:
    explicit AtDevice(Runtime &device) noexcept;
    ~AtDevice();
    AtDevice(const AtDevice &) = delete;
    AtDevice &operator=(const AtDevice &) = delete;

private:
    Runtime *before_;
};

/// Makes the runtime's device current, and restores the caller's at the end of the scope.
class CurrentDevice {
public:
    CurrentDevice();
    ~CurrentDevice();
    CurrentDevice(const CurrentDevice &) = delete;
    CurrentDevice &operator=(const CurrentDevice &) = delete;

private:
    int before_ = -1;
};

/// Stores the text of a failure for this thread; `what` names the call.
Status fail(const char *what, cudaError_t error);
Status fail(Status status, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *error_text();

/// Device memory for the length of a call.
class Scratch {
public:
    Scratch() = default;
    ~Scratch() { runtime().release(pointer_); }
    Scratch(const Scratch &) = delete;
    Scratch &operator=(const Scratch &) = delete;
    Status allocate(std::size_t bytes) { return runtime().allocate(&pointer_, bytes); }
    template <class T>
    T *as() const {
        return static_cast<T *>(pointer_);
    }

private:
    void *pointer_ = nullptr;
};

} // namespace grb::device
