#include "cuda/runtime.hpp"

#include "cuda/block_cache.hpp"
#include "cuda/ranges.hpp"
#include "cuda/staging.hpp"

#include <algorithm>
#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <mutex>
#include <utility>
#include <vector>

namespace grb::device {

namespace {

thread_local char text[512];

struct AtomicCounters {
    std::atomic<std::uint64_t> bytes_to_device{0}, bytes_to_host{0}, synchronisations{0},
        launches{0}, compilations{0}, cache_hits{0};
} counts;

constexpr unsigned long long unpublished = ~0ull;

/// Places where kernels publish, two words each in memory that the host has mapped. Ticket t is place
/// t - 1.
struct Places {
    static constexpr unsigned in_chunk = 2048;
    std::mutex mutex;
    std::vector<unsigned long long *> chunks;
    std::vector<unsigned> free_tickets;
    std::vector<unsigned> dropped; // not read; a kernel may be on its way to write there

    unsigned long long *of(unsigned ticket) const {
        return chunks[(ticket - 1) / in_chunk] + std::size_t{2} * ((ticket - 1) % in_chunk);
    }
    static bool is_published(const unsigned long long *place) {
        return *static_cast<const volatile unsigned long long *>(place) != unpublished;
    }
    cudaError_t add_chunk() {
        // So that handing a ticket back never needs memory.
        const std::size_t tickets = (chunks.size() + 1) * in_chunk;
        chunks.reserve(chunks.size() + 1);
        free_tickets.reserve(tickets);
        dropped.reserve(tickets);
        void *chunk = nullptr;
        const cudaError_t error =
            cudaHostAlloc(&chunk, in_chunk * 2 * sizeof(unsigned long long), cudaHostAllocMapped);
        if (error != cudaSuccess) return error;
        const auto first = static_cast<unsigned>(chunks.size()) * in_chunk + 1;
        chunks.push_back(static_cast<unsigned long long *>(chunk));
        for (unsigned k = in_chunk; k-- > 0;) free_tickets.push_back(first + k);
        return cudaSuccess;
    }
    void collect_dropped() {
        std::erase_if(dropped, [this](unsigned ticket) {
            if (!is_published(of(ticket))) return false;
            free_tickets.push_back(ticket);
            return true;
        });
    }
};
Places &places() {
    static Places &all = *new Places;
    return all;
}

/// Everything about memory is under this lock: blocks, the cap, the peak.
std::mutex memory_mutex;
BlockCache &blocks() {
    static auto &only = *new BlockCache;
    return only;
}
std::uint64_t bytes_peak = 0;
/// Blocks that came back are kept up to this part of the cap, and at most so many bytes.
constexpr std::uint64_t kept_part = 16, most_kept = std::uint64_t{1} << 30;

/// Allocations until one is to fail, for tests; 0: none is.
std::atomic<std::uint64_t> allocations_to_failure{0};

} // namespace

Status fail(const char *what, cudaError_t error) {
    cudaGetLastError(); // not sticky ones: taken off, or the next call would report it
    std::snprintf(text, sizeof text, "%s: %s", what, cudaGetErrorString(error));
    switch (error) {
    case cudaErrorMemoryAllocation:
        return Status::out_of_memory;
    case cudaErrorInvalidValue: // the call was wrong, not the device
    case cudaErrorInvalidConfiguration:
    case cudaErrorLaunchOutOfResources:
    case cudaErrorNotSupported:
        return Status::unsupported;
    default:
        return Status::failed;
    }
}

Status fail(Status status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return status;
}

const char *error_text() {
    return text;
}

Runtime &runtime() {
    // Never destroyed: the driver is torn down by itself at exit, in an order that nobody knows.
    static Runtime &only = *new Runtime;
    return only;
}

CurrentDevice::CurrentDevice() {
    const int wanted = runtime().facts().ordinal;
    if (cudaGetDevice(&before_) != cudaSuccess) before_ = -1;
    if (before_ == wanted) {
        before_ = -1;
    } else {
        cudaSetDevice(wanted);
    }
}

CurrentDevice::~CurrentDevice() {
    if (before_ >= 0) cudaSetDevice(before_);
}

#define GRB_CUDA(call)                                                   \
    do {                                                                 \
        if (const cudaError_t error = (call)) return fail(#call, error); \
    } while (false)

Status Runtime::open(int ordinal, std::uint64_t memory_cap, Note note, Facts *facts) {
    note_ = note;
    int devices = 0;
    if (const cudaError_t error = cudaGetDeviceCount(&devices))
        return fail(Status::failed, "no CUDA device: %s", cudaGetErrorString(error));
    if (ordinal < 0 || ordinal >= devices)
        return fail(Status::failed, "device %d of %d", ordinal, devices);
    facts_.ordinal = ordinal;
    const CurrentDevice current;
    cudaDeviceProp properties{};
    GRB_CUDA(cudaGetDeviceProperties(&properties, ordinal));
    std::snprintf(facts_.name, sizeof facts_.name, "%.*s", static_cast<int>(sizeof facts_.name) - 1,
                  properties.name);
    facts_.multiprocessors = properties.multiProcessorCount;
    facts_.capability = properties.major * 10 + properties.minor;
    facts_.memory_bytes = properties.totalGlobalMem;
    facts_.l2_bytes = static_cast<std::uint64_t>(properties.l2CacheSize);
    memory_cap_ = memory_cap != 0 ? memory_cap : facts_.memory_bytes;

    GRB_CUDA(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
    cudaMemPoolProps pool{};
    pool.allocType = cudaMemAllocationTypePinned;
    pool.location = {cudaMemLocationTypeDevice, ordinal};
    GRB_CUDA(cudaMemPoolCreate(&pool_, &pool));
    // What was freed stays in the pool, up to the cap: 0.5 µs for an allocation instead of 37.
    std::uint64_t threshold = memory_cap != 0 ? memory_cap : UINT64_MAX;
    GRB_CUDA(cudaMemPoolSetAttribute(pool_, cudaMemPoolAttrReleaseThreshold, &threshold));
    GRB_CUDA(places().add_chunk());
    GRB_CUDA(cudaMallocFromPoolAsync(reinterpret_cast<void **>(&device_counter_),
                                     3 * sizeof *device_counter_, pool_, stream_));
    GRB_CUDA(cudaMemsetAsync(device_counter_, 0, 3 * sizeof *device_counter_, stream_));
    facts_.has_profiler = open_ranges();
    *facts = facts_;
    return Status::ok;
}

void Runtime::note(const char *what, const char *detail) const {
    if (note_ != nullptr) note_(what, detail);
}

/// Under the lock.
void Runtime::drop_kept() noexcept {
    blocks().drop_kept([this](void *pointer) { cudaFreeAsync(pointer, stream_); });
}

void Runtime::trim() {
    const CurrentDevice current;
    {
        const std::lock_guard<std::mutex> guard(memory_mutex);
        drop_kept();
    }
    cudaStreamSynchronize(stream_);
    cudaMemPoolTrimTo(pool_, 0);
}

Counters Runtime::counters() const {
    const std::lock_guard<std::mutex> guard(memory_mutex);
    return {counts.bytes_to_device, counts.bytes_to_host, counts.synchronisations, counts.launches,
            counts.compilations,    counts.cache_hits,    blocks().held_bytes(),   bytes_peak};
}

void Runtime::count_compilation(bool from_cache) {
    (from_cache ? counts.cache_hits : counts.compilations)++;
}

std::uint64_t Runtime::fail_allocation(std::uint64_t n) {
    return allocations_to_failure.exchange(n);
}

Status Runtime::refuse_allocation(std::size_t bytes) const {
    if (allocations_to_failure.load(std::memory_order_relaxed) != 0 &&
        allocations_to_failure.fetch_sub(1) == 1) {
        return fail(Status::out_of_memory, "this allocation was to fail");
    }
    const std::uint64_t held = blocks().held_bytes();
    if (held > memory_cap_ || bytes > memory_cap_ - held)
        return fail(Status::out_of_memory, "%zu bytes more than the cap of %llu", bytes,
                    static_cast<unsigned long long>(memory_cap_));
    return Status::ok;
}

/// A block of the pool, under the lock.
Status Runtime::allocate_block(void **pointer, std::size_t bytes) {
    const CurrentDevice current;
    const std::size_t size = BlockCache::block_size(bytes);
    if (blocks().held_bytes() + blocks().kept_bytes() + size > memory_cap_) drop_kept();
    cudaError_t error = cudaMallocFromPoolAsync(pointer, size, pool_, stream_);
    if (error == cudaErrorMemoryAllocation) {
        cudaGetLastError();
        drop_kept();
        cudaStreamSynchronize(stream_);
        cudaMemPoolTrimTo(pool_, 0);
        error = cudaMallocFromPoolAsync(pointer, size, pool_, stream_);
    }
    if (error != cudaSuccess) {
        *pointer = nullptr;
        return fail("cudaMallocFromPoolAsync", error);
    }
    try {
        blocks().add(*pointer, bytes);
    } catch (const std::exception &) {
        cudaFreeAsync(std::exchange(*pointer, nullptr), stream_);
        throw;
    }
    return Status::ok;
}

Status Runtime::allocate(void **pointer, std::size_t bytes) {
    *pointer = nullptr;
    // An address of its own even for nothing.
    bytes = std::max<std::size_t>(bytes, 8);
    const std::lock_guard<std::mutex> guard(memory_mutex);
    Status status = refuse_allocation(bytes);
    if (status != Status::ok) return status;
    *pointer = blocks().reuse(bytes);
    if (*pointer == nullptr) status = allocate_block(pointer, bytes);
    bytes_peak = std::max(bytes_peak, blocks().held_bytes());
    return status;
}

void Runtime::release(void *pointer) noexcept {
    if (pointer == nullptr) return;
    const std::lock_guard<std::mutex> guard(memory_mutex);
    const bool is_kept = blocks().take_back(pointer);
    if (is_kept && blocks().kept_bytes() <= std::min(most_kept, memory_cap_ / kept_part)) {
        return;
    }
    const CurrentDevice current;
    if (is_kept) {
        drop_kept();
    } else {
        cudaFreeAsync(pointer, stream_);
    }
}

Status Runtime::upload(void *to, const void *from_host, std::size_t bytes) {
    if (bytes == 0) return Status::ok;
    const CurrentDevice current;
    if (bytes >= worth_staging) {
        if (const cudaError_t error = staged_upload(to, from_host, bytes, facts_.ordinal, stream_))
            return fail("upload", error);
    } else {
        // Pageable and small: the bytes are copied out before this returns.
        GRB_CUDA(cudaMemcpyAsync(to, from_host, bytes, cudaMemcpyHostToDevice, stream_));
    }
    counts.bytes_to_device += bytes;
    return Status::ok;
}

Status Runtime::download(void *to_host, const void *from, std::size_t bytes) {
    if (bytes == 0) return Status::ok;
    const CurrentDevice current;
    GRB_CUDA(cudaMemcpyAsync(to_host, from, bytes, cudaMemcpyDeviceToHost, stream_));
    GRB_CUDA(cudaStreamSynchronize(stream_));
    counts.bytes_to_host += bytes;
    counts.synchronisations++;
    return Status::ok;
}

Status Runtime::clear(void *to, std::size_t bytes) {
    const CurrentDevice current;
    GRB_CUDA(cudaMemsetAsync(to, 0, bytes, stream_));
    return Status::ok;
}

Status Runtime::copy(void *to, const void *from, std::size_t bytes) {
    const CurrentDevice current;
    GRB_CUDA(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream_));
    return Status::ok;
}

Status Runtime::wait() {
    const CurrentDevice current;
    GRB_CUDA(cudaStreamSynchronize(stream_));
    counts.synchronisations++;
    return Status::ok;
}

Status Runtime::launch(const void *kernel, std::uint64_t blocks, int threads, void **arguments,
                       std::size_t shared_bytes) {
    if (blocks == 0) return Status::ok;
    if (blocks > 0x7FFFFFFF) return fail(Status::unsupported, "a grid of more than 2^31 blocks");
    GRB_CUDA(cudaLaunchKernel(kernel, dim3(static_cast<unsigned>(blocks)),
                              dim3(static_cast<unsigned>(threads)), arguments, shared_bytes,
                              stream_));
    counts.launches++;
    return Status::ok;
}

Status Runtime::begin_publication(Publication *publication) {
    Places &all = places();
    const std::lock_guard<std::mutex> guard(all.mutex);
    if (all.free_tickets.empty()) all.collect_dropped();
    if (all.free_tickets.empty()) {
        const CurrentDevice current;
        GRB_CUDA(all.add_chunk());
    }
    const unsigned ticket = all.free_tickets.back();
    all.free_tickets.pop_back();
    unsigned long long *const where = all.of(ticket);
    *static_cast<volatile unsigned long long *>(where) = unpublished;
    auto *small = reinterpret_cast<unsigned *>(device_counter_ + 1);
    *publication = {device_counter_, small, where, small + 1, device_counter_ + 2, ticket};
    return Status::ok;
}

void Runtime::abandon(const Publication &publication) {
    Places &all = places();
    const std::lock_guard<std::mutex> guard(all.mutex);
    all.free_tickets.push_back(publication.ticket);
}

void Runtime::abandon_counted(const Publication &publication) {
    clear(device_counter_, 3 * sizeof *device_counter_);
    abandon(publication);
}

void Runtime::drop_count(unsigned ticket) {
    Places &all = places();
    const std::lock_guard<std::mutex> guard(all.mutex);
    (Places::is_published(all.of(ticket)) ? all.free_tickets : all.dropped).push_back(ticket);
}

Status Runtime::deliver(const Publication &publication, const CountOutput &output) {
    if (output.later == nullptr) return await(publication, output.now);
    *output.later = publication.ticket;
    return Status::ok;
}

Status Runtime::take_count(unsigned ticket, std::uint64_t *count) {
    Publication publication{};
    publication.ticket = ticket;
    Places &all = places();
    {
        const std::lock_guard<std::mutex> guard(all.mutex);
        publication.where = all.of(ticket);
    }
    return await(publication, count);
}

Status Runtime::await(const Publication &publication, std::uint64_t *value, std::uint64_t *second) {
    const volatile unsigned long long *const words = publication.where;
    const auto take = [&](unsigned long long seen) {
        *value = seen;
        std::atomic_thread_fence(std::memory_order_acquire);
        if (second != nullptr) *second = words[1];
        abandon(publication);
        return Status::ok;
    };
    if (const unsigned long long seen = words[0]; seen != unpublished) return take(seen);
    counts.synchronisations++;
    for (unsigned turn = 1;; turn++) {
        const unsigned long long seen = words[0];
        if (seen != unpublished) return take(seen);
        if (turn % 4096 != 0) continue;
        // A kernel that died publishes nothing.
        const cudaError_t state = cudaStreamQuery(stream_);
        if (state == cudaErrorNotReady) continue;
        if (state != cudaSuccess) return fail("a kernel", state);
        const unsigned long long last = words[0];
        if (last == unpublished) return fail(Status::failed, "a kernel published nothing");
        return take(last);
    }
}

} // namespace grb::device
