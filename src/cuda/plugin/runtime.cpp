// Opens a device, and allocates and frees its memory.
#include "cuda/plugin/runtime.hpp"

#include "cuda/plugin/block_cache.hpp"
#include "cuda/plugin/copies.hpp"
#include "cuda/plugin/ranges.hpp"
#include "cuda/plugin/theta.hpp"
#include "cuda/plugin/uploads.hpp"

#include <algorithm>
#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <utility>

namespace grb::device {

namespace {

thread_local char text[512];

/// Freed blocks are kept up to memory_cap / kept_divisor, and up to most_kept bytes.
constexpr std::uint64_t kept_divisor = 16, most_kept = std::uint64_t{1} << 30;

thread_local Runtime *current_device = nullptr;

} // namespace

Status fail(const char *what, cudaError_t error) {
    cudaGetLastError(); // clears an error that is not sticky: else the next call would report it
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
    if (current_device != nullptr) return *current_device;
    static Runtime &unopened = *new Runtime;
    return unopened;
}

AtDevice::AtDevice(Runtime &device) noexcept : before_(std::exchange(current_device, &device)) {}

AtDevice::~AtDevice() {
    current_device = before_;
}

CurrentDevice::CurrentDevice() {
    const int wanted = runtime().facts().ordinal;
    if (cudaGetDevice(&before_) != cudaSuccess) before_ = -1;
    if (before_ == wanted) {
        before_ = -1;
    } else {
        cudaSetDevice(wanted);
    }
    // A failure here is repeated by the next call that can report it.
    if (!leaves_arrivals()) await_arrivals(runtime());
}

CurrentDevice::~CurrentDevice() {
    if (before_ >= 0) cudaSetDevice(before_);
}

/// Alignment of every allocation of the CUDA runtime.
constexpr std::uintptr_t foreign_alignment = 256;

Status Runtime::open(int ordinal, std::uint64_t memory_cap, const Host *host, Facts *facts) {
    host_ = host;
    int devices = 0;
    if (const cudaError_t error = cudaGetDeviceCount(&devices))
        return fail(Status::failed, "no CUDA device: %s", cudaGetErrorString(error));
    if (ordinal < 0 || ordinal >= devices)
        return fail(Status::failed, "device %d of %d", ordinal, devices);
    facts_.ordinal = ordinal;
    const AtDevice here(*this);
    const CurrentDevice current;
    cudaDeviceProp properties{};
    GRB_CUDA(cudaGetDeviceProperties(&properties, ordinal));
    std::snprintf(facts_.name, sizeof facts_.name, "%.*s", static_cast<int>(sizeof facts_.name) - 1,
                  properties.name);
    facts_.multiprocessors = properties.multiProcessorCount;
    facts_.capability = properties.major * 10 + properties.minor;
    facts_.memory_bytes = properties.totalGlobalMem;
    facts_.l2_bytes = static_cast<std::uint64_t>(properties.l2CacheSize);
    // Values that the driver does not report stay 0.
    int kilohertz = 0, bits = 0;
    cudaDeviceGetAttribute(&kilohertz, cudaDevAttrMemoryClockRate, ordinal);
    cudaDeviceGetAttribute(&bits, cudaDevAttrGlobalMemoryBusWidth, ordinal);
    facts_.bytes_a_second = 2e3 * kilohertz * (bits / 8); // both edges of the clock
    memory_cap_ = memory_cap != 0 ? memory_cap : facts_.memory_bytes;

    GRB_CUDA(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
    cudaMemPoolProps pool{};
    pool.allocType = cudaMemAllocationTypePinned;
    pool.location = {cudaMemLocationTypeDevice, ordinal};
    GRB_CUDA(cudaMemPoolCreate(&pool_, &pool));
    // Freed memory stays in the pool, up to the cap: an allocation takes 0.5 µs instead of 37.
    std::uint64_t threshold = memory_cap != 0 ? memory_cap : UINT64_MAX;
    GRB_CUDA(cudaMemPoolSetAttribute(pool_, cudaMemPoolAttrReleaseThreshold, &threshold));
    GRB_CUDA(prepare_publications());
    facts_.has_profiler = open_ranges();
    *facts = facts_;
    return Status::ok;
}

void Runtime::note(const char *what, const char *detail) const {
    if (host_ != nullptr) host_->note(what, detail);
}

/// The caller holds the lock.
void Runtime::drop_kept() noexcept {
    await_arrivals(*this);
    blocks_.drop_kept([this](void *pointer) { cudaFreeAsync(pointer, stream_); });
}

void Runtime::trim() {
    const CurrentDevice current;
    release_kept_for_upload(*this);
    {
        const std::lock_guard<std::mutex> guard(memory_mutex_);
        drop_kept();
    }
    cudaStreamSynchronize(stream_);
    cudaMemPoolTrimTo(pool_, 0);
}

Counters Runtime::counters() const {
    const std::lock_guard<std::mutex> guard(memory_mutex_);
    return {bytes_to_device_, bytes_to_host_, synchronisations_,    launches_,
            compilations_,    cache_hits_,    blocks_.held_bytes(), bytes_peak_};
}

void Runtime::count_wait() {
    synchronisations_++;
}

void Runtime::count_compilation(bool from_cache) {
    (from_cache ? cache_hits_ : compilations_)++;
}

std::uint64_t Runtime::fail_allocation(std::uint64_t n) {
    return allocations_to_failure_.exchange(n);
}

Status Runtime::refuse_allocation(std::size_t bytes) {
    if (allocations_to_failure_.load(std::memory_order_relaxed) != 0 &&
        allocations_to_failure_.fetch_sub(1) == 1) {
        return fail(Status::out_of_memory, "this allocation was to fail");
    }
    const std::uint64_t held = blocks_.held_bytes();
    if (held > memory_cap_ || bytes > memory_cap_ - held)
        return fail(Status::out_of_memory, "%zu bytes more than the cap of %llu", bytes,
                    static_cast<unsigned long long>(memory_cap_));
    return Status::ok;
}

/// Allocates a block from the pool. The caller holds the lock.
Status Runtime::allocate_block(void **pointer, std::size_t bytes) {
    const LeavesArrivals leaves;
    const CurrentDevice current;
    const std::size_t size = BlockCache::block_size(bytes);
    if (blocks_.held_bytes() + blocks_.kept_bytes() + size > memory_cap_) drop_kept();
    const cudaStream_t stream = stream_in_use(*this);
    cudaError_t error = cudaMallocFromPoolAsync(pointer, size, pool_, stream);
    if (error == cudaErrorMemoryAllocation) {
        cudaGetLastError();
        drop_kept();
        cudaStreamSynchronize(stream_);
        cudaMemPoolTrimTo(pool_, 0);
        error = cudaMallocFromPoolAsync(pointer, size, pool_, stream);
    }
    if (error != cudaSuccess) {
        *pointer = nullptr;
        return fail("cudaMallocFromPoolAsync", error);
    }
    try {
        blocks_.add(*pointer, bytes);
    } catch (const std::exception &) {
        cudaFreeAsync(std::exchange(*pointer, nullptr), stream);
        throw;
    }
    return Status::ok;
}

Status Runtime::allocate(void **pointer, std::size_t bytes) {
    *pointer = nullptr;
    // Empty arrays get an address of their own, too.
    bytes = std::max<std::size_t>(bytes, 8);
    const auto try_once = [&] {
        const std::lock_guard<std::mutex> guard(memory_mutex_);
        Status status = refuse_allocation(bytes);
        if (status != Status::ok) return status;
        // A kept block is free only for the runtime's own stream.
        if (stream_in_use(*this) == stream_) *pointer = blocks_.reuse(bytes);
        if (*pointer == nullptr) status = allocate_block(pointer, bytes);
        bytes_peak_ = std::max(bytes_peak_, blocks_.held_bytes());
        return status;
    };
    const Status status = try_once();
    if (status != Status::out_of_memory || !release_kept_for_upload(*this)) return status;
    return try_once();
}

void Runtime::release(void *pointer) noexcept {
    if (pointer == nullptr) return;
    if (has_pending_reads(*this)) {
        const CurrentDevice current;
        await_reads(*this);
    }
    if (keep_for_upload(*this, pointer)) return;
    const std::lock_guard<std::mutex> guard(memory_mutex_);
    const BlockCache::Owner owner = blocks_.take_back(pointer);
    const bool is_kept = owner == BlockCache::Owner::nobody;
    if (is_kept && blocks_.kept_bytes() <= std::min(most_kept, memory_cap_ / kept_divisor)) {
        return;
    }
    const CurrentDevice current;
    if (is_kept) {
        drop_kept();
    } else if (owner == BlockCache::Owner::pool) {
        cudaFreeAsync(pointer, stream_);
    } else {
        cudaStreamSynchronize(stream_); // cudaFree does not wait for memory of a pool
        cudaFree(pointer);
    }
}

Status Runtime::adopt(void *pointer, std::size_t bytes) {
    const CurrentDevice current;
    cudaPointerAttributes attributes{};
    GRB_CUDA(cudaPointerGetAttributes(&attributes, pointer));
    const bool is_on_a_device =
        attributes.type == cudaMemoryTypeDevice || attributes.type == cudaMemoryTypeManaged;
    if (!is_on_a_device || attributes.device != facts_.ordinal)
        return fail(Status::unsupported, "%p is no memory of device %d", pointer, facts_.ordinal);
    if (reinterpret_cast<std::uintptr_t>(pointer) % foreign_alignment != 0)
        return fail(Status::unsupported, "%p is not where an allocation begins", pointer);
    // Work on the memory that the caller has queued on other streams must end first.
    GRB_CUDA(cudaDeviceSynchronize());
    count_wait();
    const std::lock_guard<std::mutex> guard(memory_mutex_);
    if (const void *const block = blocks_.block_among(pointer, bytes))
        return fail(Status::unsupported,
                    "%zu bytes at %p overlap the block at %p, which is the library's already",
                    bytes, pointer, block);
    blocks_.adopt(pointer, bytes);
    bytes_peak_ = std::max(bytes_peak_, blocks_.held_bytes());
    return Status::ok;
}

Status Runtime::hand_over(void *pointer) {
    forget_upload(*this, pointer);
    const Status status = wait();
    if (status != Status::ok) return status;
    const std::lock_guard<std::mutex> guard(memory_mutex_);
    blocks_.forget(pointer);
    return Status::ok;
}

Status Runtime::wait() {
    const CurrentDevice current;
    GRB_CUDA(cudaStreamSynchronize(stream_));
    synchronisations_++;
    return Status::ok;
}

Status Runtime::launch(const void *kernel, std::uint64_t blocks, int threads, void **arguments,
                       std::size_t shared_bytes, cudaStream_t stream) {
    if (blocks == 0) return Status::ok;
    if (blocks > 0x7FFFFFFF) return fail(Status::unsupported, "a grid of more than 2^31 blocks");
    GRB_CUDA(await_reads(*this));
    GRB_CUDA(await_arrivals(*this));
    const ThetaInPlace theta(kernel);
    if (theta.status() != Status::ok) return theta.status();
    GRB_CUDA(cudaLaunchKernel(kernel, dim3(static_cast<unsigned>(blocks)),
                              dim3(static_cast<unsigned>(threads)), arguments, shared_bytes,
                              stream != nullptr ? stream : stream_));
    launches_++;
    return Status::ok;
}

} // namespace grb::device
