#include "cuda/plugin/copies.hpp"

#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/staging.hpp"
#include "cuda/structure/part_calls.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace grb::device {

namespace {

/// An event: a point of one stream that another stream waits for.
class Moment {
public:
    Moment() = default;
    ~Moment() {
        if (event_ != nullptr) cudaEventDestroy(event_);
    }
    Moment(const Moment &) = delete;
    Moment &operator=(const Moment &) = delete;
    /// On the current device.
    cudaError_t record(cudaStream_t stream) {
        if (const cudaError_t error = cudaEventCreateWithFlags(&event_, cudaEventDisableTiming))
            return error;
        return cudaEventRecord(event_, stream);
    }
    cudaError_t hold(cudaStream_t stream) const { return cudaStreamWaitEvent(stream, event_, 0); }
    cudaEvent_t give_away() { return std::exchange(event_, nullptr); }

private:
    cudaEvent_t event_ = nullptr;
};

/// Reads of a place's memory by other devices that its stream has not waited for yet. It does before it overwrites memory or
/// gives some back, but not before it reads from them in turn: so two devices exchange what they have both ways at once.
struct PendingReads {
    std::mutex mutex;
    std::vector<cudaEvent_t> events;
};
/// Of all places: most processes have one device, and nothing to look for.
std::atomic<int> pending_reads{0};

void add_pending_read(Runtime &place, Moment &read) {
    auto &own = place.own<PendingReads>();
    const std::lock_guard<std::mutex> guard(own.mutex);
    own.events.reserve(own.events.size() + 1);
    own.events.push_back(read.give_away());
    pending_reads++;
}

/// Copies from other places that the place's stream has not waited for. They go through a stream beside it, so that who reads from
/// this place meanwhile waits for what it has made, and not for what it reads: places exchange what they have at once. Whatever
/// is done at the place next waits for them.
struct Arrivals {
    struct One {
        cudaEvent_t event;
        const char *begin, *end; // of the memory here
    };
    std::mutex mutex;
    cudaStream_t stream = nullptr;
    std::vector<One> list;
};
/// Of all places.
std::atomic<int> pending_arrivals{0};
thread_local bool are_left = false;

cudaError_t stream_of_arrivals(Runtime &place, cudaStream_t *stream) {
    auto &own = place.own<Arrivals>();
    const std::lock_guard<std::mutex> guard(own.mutex);
    cudaError_t error = cudaSuccess;
    if (own.stream == nullptr)
        error = cudaStreamCreateWithFlags(&own.stream, cudaStreamNonBlocking);
    *stream = own.stream;
    return error;
}

/// Lets a stream wait for what is on its way to this memory of a place.
cudaError_t await_arrivals_in(Runtime &place, const void *memory, std::size_t bytes,
                              cudaStream_t stream) {
    const auto *const begin = static_cast<const char *>(memory), *const end = begin + bytes;
    auto &own = place.own<Arrivals>();
    const std::lock_guard<std::mutex> guard(own.mutex);
    cudaError_t error = cudaSuccess;
    for (const Arrivals::One &one : own.list)
        if (error == cudaSuccess && one.begin < end && begin < one.end)
            error = cudaStreamWaitEvent(stream, one.event, 0);
    return error;
}

void add_arrival(Runtime &place, Moment &arrived, void *to, std::size_t bytes) {
    auto &own = place.own<Arrivals>();
    const std::lock_guard<std::mutex> guard(own.mutex);
    own.list.reserve(own.list.size() + 1);
    const auto *const begin = static_cast<const char *>(to);
    own.list.push_back({arrived.give_away(), begin, begin + bytes});
    pending_arrivals++;
}

/// Uploads to new memory, which need not wait for kernels that were queued before. Made when it is first wanted.
struct UploadStream {
    std::mutex mutex;
    cudaStream_t stream = nullptr;
};

thread_local cudaStream_t stream_beside = nullptr;
thread_local bool is_lasting_beside = false;

} // namespace

Beside::Beside(cudaStream_t stream, bool is_lasting) noexcept
    : before_(std::exchange(stream_beside, stream)),
      was_lasting_(std::exchange(is_lasting_beside, is_lasting)) {}
Beside::~Beside() {
    stream_beside = before_;
    is_lasting_beside = was_lasting_;
}
cudaStream_t stream_in_use(const Runtime &place) noexcept {
    return stream_beside != nullptr ? stream_beside : place.stream();
}

static Status upload_new(const UploadNewCall *call) {
    const CurrentDevice current;
    auto &own = runtime().own<UploadStream>();
    const std::lock_guard<std::mutex> guard(own.mutex);
    if (own.stream == nullptr)
        GRB_CUDA(cudaStreamCreateWithFlags(&own.stream, cudaStreamNonBlocking));
    const Beside beside(own.stream);
    Status status = runtime().allocate(call->memory, call->bytes);
    if (status != Status::ok) return status;
    status = runtime().upload(*call->memory, call->from_host, call->bytes);
    Moment arrived;
    cudaError_t error = cudaSuccess;
    if (status == Status::ok) error = arrived.record(own.stream);
    if (status == Status::ok && error == cudaSuccess) error = arrived.hold(runtime().stream());
    if (status == Status::ok && error == cudaSuccess) return status;
    cudaStreamSynchronize(own.stream); // the place's stream may give the memory to somebody else
    runtime().release(std::exchange(*call->memory, nullptr));
    return status != Status::ok ? status : fail("upload", error);
}

static const Export export_of_upload_new = exported<&upload_new>(gpu::upload_new);

bool has_pending_reads() noexcept {
    return pending_reads.load(std::memory_order_acquire) != 0;
}

cudaError_t await_reads(Runtime &place) {
    if (!has_pending_reads()) return cudaSuccess;
    auto &own = place.own<PendingReads>();
    const std::lock_guard<std::mutex> guard(own.mutex);
    cudaError_t error = cudaSuccess;
    for (const cudaEvent_t event : own.events) {
        if (error == cudaSuccess) error = cudaStreamWaitEvent(place.stream(), event, 0);
        cudaEventDestroy(event);
        pending_reads--;
    }
    own.events.clear();
    return error;
}

LeavesArrivals::LeavesArrivals() noexcept : before_(std::exchange(are_left, true)) {}
LeavesArrivals::~LeavesArrivals() {
    are_left = before_;
}
bool leaves_arrivals() noexcept {
    return are_left;
}

cudaError_t await_arrivals(Runtime &place) {
    if (pending_arrivals.load(std::memory_order_acquire) == 0) return cudaSuccess;
    auto &own = place.own<Arrivals>();
    const std::lock_guard<std::mutex> guard(own.mutex);
    cudaError_t error = cudaSuccess;
    for (const Arrivals::One &one : own.list) {
        if (error == cudaSuccess) error = cudaStreamWaitEvent(place.stream(), one.event, 0);
        cudaEventDestroy(one.event);
        pending_arrivals--;
    }
    own.list.clear();
    return error;
}

Status Runtime::upload(void *to, const void *from_host, std::size_t bytes) {
    if (bytes == 0) return Status::ok;
    const CurrentDevice current;
    GRB_CUDA(await_reads(*this));
    const cudaStream_t stream = stream_in_use(*this);
    if (is_lasting_beside) {
        GRB_CUDA(cudaMemcpyAsync(to, from_host, bytes, cudaMemcpyHostToDevice, stream));
    } else if (bytes >= worth_staging) {
        if (const cudaError_t error = staged_upload(to, from_host, bytes, facts_.ordinal, stream))
            return fail("upload", error);
    } else {
        // The bytes must be read before this returns. The driver promises that for pageable memory only, and the
        // caller's may be pinned: they go through a pageable copy.
        char pageable[worth_staging];
        std::memcpy(pageable, from_host, bytes);
        GRB_CUDA(cudaMemcpyAsync(to, pageable, bytes, cudaMemcpyHostToDevice, stream));
    }
    bytes_to_device_ += bytes;
    return Status::ok;
}

Status Runtime::download(void *to_host, const void *from, std::size_t bytes) {
    if (bytes == 0) return Status::ok;
    const CurrentDevice current;
    if (bytes >= worth_staging_down) {
        // Much of the target is in untouched pages: several threads fault them in faster.
        const cudaError_t error = staged_download(to_host, from, bytes, facts_.ordinal, stream_);
        if (error != cudaSuccess) return fail("download", error);
    } else {
        GRB_CUDA(cudaMemcpyAsync(to_host, from, bytes, cudaMemcpyDeviceToHost, stream_));
        GRB_CUDA(cudaStreamSynchronize(stream_));
    }
    bytes_to_host_ += bytes;
    synchronisations_++;
    return Status::ok;
}

Status Runtime::clear(void *to, std::size_t bytes) {
    const CurrentDevice current;
    GRB_CUDA(await_reads(*this));
    GRB_CUDA(cudaMemsetAsync(to, 0, bytes, stream_));
    return Status::ok;
}

Status Runtime::copy(void *to, const void *from, std::size_t bytes) {
    const CurrentDevice current;
    GRB_CUDA(await_reads(*this));
    GRB_CUDA(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream_));
    return Status::ok;
}

void Runtime::reach(Runtime &other) {
    const std::lock_guard<std::mutex> guard(reached_mutex_);
    if (std::find(reached_.begin(), reached_.end(), &other) != reached_.end()) return;
    reached_.push_back(&other);
    int can_reach = 0;
    // Memory of a pool is opened to a device by the pool, not by cudaDeviceEnablePeerAccess.
    cudaMemAccessDesc access{};
    access.location = {cudaMemLocationTypeDevice, facts_.ordinal};
    access.flags = cudaMemAccessFlagsProtReadWrite;
    if (cudaDeviceCanAccessPeer(&can_reach, facts_.ordinal, other.facts_.ordinal) != cudaSuccess ||
        (can_reach != 0 && cudaMemPoolSetAccess(other.pool_, &access, 1) != cudaSuccess))
        cudaGetLastError(); // the driver goes another way then
}

Status Runtime::copy_from(void *to, Runtime &other, const void *from, std::size_t bytes) {
    const bool is_same_device = other.facts_.ordinal == facts_.ordinal;
    if (!is_same_device) reach(other);
    const LeavesArrivals leaves;
    Moment written, ready, read, arrived;
    cudaStream_t stream = nullptr;
    {
        // What is on its way to the other place, before the end of its stream: once its stream waits for that, its end comes later.
        const CurrentDevice current;
        GRB_CUDA(stream_of_arrivals(*this, &stream));
        GRB_CUDA(await_arrivals_in(other, from, bytes, stream));
    }
    {
        const AtPlace there(other);
        const CurrentDevice its;
        GRB_CUDA(written.record(other.stream_));
    }
    {
        const CurrentDevice current;
        GRB_CUDA(ready.record(stream_)); // the memory may have been used before
        GRB_CUDA(ready.hold(stream));
        GRB_CUDA(written.hold(stream));
        if (is_same_device) {
            GRB_CUDA(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream));
        } else {
            GRB_CUDA(
                cudaMemcpyPeerAsync(to, facts_.ordinal, from, other.facts_.ordinal, bytes, stream));
        }
        GRB_CUDA(read.record(stream));
        GRB_CUDA(arrived.record(stream));
    }
    add_arrival(*this, arrived, to, bytes);
    // The other place may overwrite or release the memory from now on: its stream waits for the copy first.
    if (&other != this) add_pending_read(other, read);
    return Status::ok;
}

} // namespace grb::device
