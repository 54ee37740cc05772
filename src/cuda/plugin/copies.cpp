// Queues copies on streams and orders them by events, within a device and between devices.
#include "cuda/plugin/copies.hpp"

#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/staging.hpp"
#include "cuda/structure/partition_calls.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <span>
#include <utility>

namespace grb::device {

namespace {

/// Unused events of a runtime's device: making one takes longer than recording it.
struct SpareEvents {
    std::mutex mutex;
    std::vector<cudaEvent_t> list; // has room for all that were made
    std::size_t made = 0;
};

/// An event: a point in a stream of one runtime that another stream waits for. A stream that waits
/// for it is not affected by the event's next use.
class Moment {
public:
    explicit Moment(Runtime &device) : spare_(device.own<SpareEvents>()) {
        const std::lock_guard<std::mutex> guard(spare_.mutex);
        if (spare_.list.empty()) {
            spare_.list.reserve(++spare_.made);
        } else {
            event_ = spare_.list.back();
            spare_.list.pop_back();
        }
    }
    ~Moment() {
        if (event_ == nullptr) return;
        const std::lock_guard<std::mutex> guard(spare_.mutex);
        spare_.list.push_back(event_);
    }
    Moment(const Moment &) = delete;
    Moment &operator=(const Moment &) = delete;
    /// The runtime's device is current.
    cudaError_t record(cudaStream_t stream) {
        if (event_ == nullptr)
            if (const cudaError_t error = cudaEventCreateWithFlags(&event_, cudaEventDisableTiming))
                return error;
        return cudaEventRecord(event_, stream);
    }
    cudaError_t hold(cudaStream_t stream) const { return cudaStreamWaitEvent(stream, event_, 0); }

private:
    SpareEvents &spare_;
    cudaEvent_t event_ = nullptr;
};
using SharedMoment = std::shared_ptr<const Moment>;

/// Reads of a runtime's memory by other devices that its stream has not waited for yet. The stream
/// waits before it overwrites or frees memory, but not before it reads from the other devices in
/// turn: two devices exchange data in both directions at once.
struct PendingReads {
    std::mutex mutex;
    std::vector<SharedMoment> moments;
};
/// Counts by device: runtimes of one device share a number. Usually nothing is pending.
class PendingCounts {
public:
    std::atomic<int> &of(const Runtime &device) noexcept {
        return counts_[static_cast<unsigned>(device.facts().ordinal) % most];
    }

private:
    static constexpr unsigned most = 64;
    std::atomic<int> counts_[most] = {};
};
constinit PendingCounts pending_reads, pending_arrivals;

void add_pending_read(Runtime &device, const SharedMoment &read) {
    auto &own = device.own<PendingReads>();
    const std::lock_guard<std::mutex> guard(own.mutex);
    if (!own.moments.empty() && own.moments.back() == read) return;
    own.moments.push_back(read);
    pending_reads.of(device)++;
}

/// Copies from other runtimes that the stream has not waited for. They use a stream beside it: a
/// device that reads this runtime's memory meanwhile waits for the results computed here, and not
/// for the arrivals, so devices exchange data at once. The runtime's next work waits for the
/// arrivals.
struct Arrivals {
    struct One {
        SharedMoment moment;
        const char *begin, *end; // in this runtime's memory
    };
    std::mutex mutex;
    cudaStream_t stream = nullptr;
    std::vector<One> list;
};
thread_local bool are_left = false;

cudaError_t stream_of_arrivals(Runtime &device, cudaStream_t *stream) {
    auto &own = device.own<Arrivals>();
    const std::lock_guard<std::mutex> guard(own.mutex);
    cudaError_t error = cudaSuccess;
    if (own.stream == nullptr)
        error = cudaStreamCreateWithFlags(&own.stream, cudaStreamNonBlocking);
    *stream = own.stream;
    return error;
}

/// Makes a stream wait for the copies that are on their way to this memory of a runtime.
cudaError_t await_arrivals_in(Runtime &device, const void *memory, std::size_t bytes,
                              cudaStream_t stream) {
    const auto *const begin = static_cast<const char *>(memory), *const end = begin + bytes;
    auto &own = device.own<Arrivals>();
    const std::lock_guard<std::mutex> guard(own.mutex);
    cudaError_t error = cudaSuccess;
    for (const Arrivals::One &one : own.list)
        if (error == cudaSuccess && one.begin < end && begin < one.end)
            error = one.moment->hold(stream);
    return error;
}

void add_arrivals(Runtime &device, const SharedMoment &arrived, std::span<const PeerCopy> copies) {
    auto &own = device.own<Arrivals>();
    const std::lock_guard<std::mutex> guard(own.mutex);
    for (const PeerCopy &copy : copies) {
        const auto *const begin = static_cast<const char *>(copy.to);
        own.list.push_back({arrived, begin, begin + copy.bytes});
        pending_arrivals.of(device)++;
    }
}

/// The stream for uploads to new memory, which need not wait for kernels queued before. Made when
/// first needed.
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
cudaStream_t stream_in_use(const Runtime &device) noexcept {
    return stream_beside != nullptr ? stream_beside : device.stream();
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
    Moment arrived(runtime());
    cudaError_t error = cudaSuccess;
    if (status == Status::ok) error = arrived.record(own.stream);
    if (status == Status::ok && error == cudaSuccess) error = arrived.hold(runtime().stream());
    if (status == Status::ok && error == cudaSuccess) return status;
    cudaStreamSynchronize(own.stream); // the runtime's stream may give the memory to another caller
    runtime().release(std::exchange(*call->memory, nullptr));
    return status != Status::ok ? status : fail("upload", error);
}

static const Export export_of_upload_new = exported<&upload_new>(gpu::upload_new);

bool has_pending_reads(const Runtime &device) noexcept {
    return pending_reads.of(device).load(std::memory_order_acquire) != 0;
}

cudaError_t await_reads(Runtime &device) {
    if (!has_pending_reads(device)) return cudaSuccess;
    auto &own = device.own<PendingReads>();
    const std::lock_guard<std::mutex> guard(own.mutex);
    cudaError_t error = cudaSuccess;
    for (const SharedMoment &read : own.moments) {
        if (error == cudaSuccess) error = read->hold(device.stream());
        pending_reads.of(device)--;
    }
    own.moments.clear();
    return error;
}

LeavesArrivals::LeavesArrivals() noexcept : before_(std::exchange(are_left, true)) {}
LeavesArrivals::~LeavesArrivals() {
    are_left = before_;
}
bool leaves_arrivals() noexcept {
    return are_left;
}

cudaError_t await_arrivals(Runtime &device) {
    if (pending_arrivals.of(device).load(std::memory_order_acquire) == 0) return cudaSuccess;
    auto &own = device.own<Arrivals>();
    const std::lock_guard<std::mutex> guard(own.mutex);
    cudaError_t error = cudaSuccess;
    const Moment *last = nullptr;
    for (const Arrivals::One &one : own.list) {
        if (error == cudaSuccess && one.moment.get() != last)
            error = one.moment->hold(device.stream());
        last = one.moment.get();
        pending_arrivals.of(device)--;
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
        // The bytes must be read before this returns. The driver promises that for pageable memory
        // only, and the caller's may be pinned: they go through a pageable copy.
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
    if (other.facts_.ordinal == facts_.ordinal) return;
    int can_reach = 0;
    // The pool itself opens its memory to a device, not cudaDeviceEnablePeerAccess.
    cudaMemAccessDesc access{};
    access.location = {cudaMemLocationTypeDevice, facts_.ordinal};
    access.flags = cudaMemAccessFlagsProtReadWrite;
    if (cudaDeviceCanAccessPeer(&can_reach, facts_.ordinal, other.facts_.ordinal) != cudaSuccess ||
        (can_reach != 0 && cudaMemPoolSetAccess(other.pool_, &access, 1) != cudaSuccess))
        cudaGetLastError(); // the driver then copies otherwise
}

/// Makes the stream wait for the other runtimes' work on the memory that is copied.
static cudaError_t await_sources(Runtime &device, std::span<const PeerCopy> copies,
                                 cudaStream_t stream) {
    // Arrivals at another runtime come before the end of its stream: once its stream waits for
    // them, its end comes later.
    cudaError_t error = cudaSuccess;
    for (const PeerCopy &copy : copies)
        if (error == cudaSuccess)
            error = await_arrivals_in(*copy.other, copy.from, copy.bytes, stream);
    for (std::size_t k = 0; k < copies.size() && error == cudaSuccess; k++) {
        Runtime &other = *copies[k].other;
        const std::span<const PeerCopy> before = copies.first(k);
        const auto is_its = [&other](const PeerCopy &copy) { return copy.other == &other; };
        if (&other == &device || std::any_of(before.begin(), before.end(), is_its)) continue;
        const AtDevice there(other);
        const CurrentDevice its;
        Moment written(other);
        error = written.record(other.stream());
        if (error == cudaSuccess) error = written.hold(stream);
    }
    return error;
}

namespace {

/// Waits for queued copies if a failure leaves no event for them, before another caller gets the
/// memory.
class Queued {
public:
    explicit Queued(cudaStream_t stream) noexcept : stream_(stream) {}
    ~Queued() {
        if (stream_ != nullptr) cudaStreamSynchronize(stream_);
    }
    Queued(const Queued &) = delete;
    Queued &operator=(const Queued &) = delete;
    void are_noted() noexcept { stream_ = nullptr; }

private:
    cudaStream_t stream_;
};

} // namespace

static Status copy_all(Runtime &device, std::span<const PeerCopy> copies) {
    const LeavesArrivals leaves;
    const CurrentDevice current;
    cudaStream_t stream = nullptr;
    GRB_CUDA(stream_of_arrivals(device, &stream));
    GRB_CUDA(await_sources(device, copies, stream));
    Moment ready(device);
    GRB_CUDA(ready.record(device.stream())); // the memory may have been used before
    GRB_CUDA(ready.hold(stream));
    const auto end = std::make_shared<Moment>(device);
    Queued queued(stream);
    const int own = device.facts().ordinal;
    for (const PeerCopy &copy : copies) {
        const int its = copy.other->facts().ordinal;
        if (its == own) {
            GRB_CUDA(
                cudaMemcpyAsync(copy.to, copy.from, copy.bytes, cudaMemcpyDeviceToDevice, stream));
        } else {
            GRB_CUDA(cudaMemcpyPeerAsync(copy.to, own, copy.from, its, copy.bytes, stream));
        }
    }
    GRB_CUDA(end->record(stream));
    add_arrivals(device, end, copies);
    // The other runtimes may overwrite or free the memory from now on: their streams wait for the
    // copies first.
    for (const PeerCopy &copy : copies)
        if (copy.other != &device) add_pending_read(*copy.other, end);
    queued.are_noted();
    return Status::ok;
}

static Status copy_from_peers(const PeerCopiesCall *call) {
    return copy_all(runtime(), {call->copies, call->count});
}
static const Export export_of_copies = exported<&copy_from_peers>(gpu::copy_from_peers);

Status Runtime::copy_from(void *to, Runtime &other, const void *from, std::size_t bytes) {
    if (bytes == 0) return Status::ok;
    const PeerCopy only[] = {{to, &other, from, bytes}};
    return copy_all(*this, only);
}

} // namespace grb::device
