// Background uploads of matrices that pass through the device's memory in partitions.
// They use their own stream, and blocks that return behind the last use of their previous contents.
// The next partition is transferred while kernels work on the current one, and the host waits for
// neither.
#include "cuda/plugin/uploads.hpp"

#include "cuda/plugin/copies.hpp"
#include "cuda/plugin/exports.hpp"
#include "cuda/structure/upload_calls.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace grb::device {

namespace {

/// The oldest blocks beyond this number are released: a partition has one or two arrays, and few
/// move at once.
constexpr std::size_t most_kept_blocks = 8;

struct Uploads {
    /// Uploads follow each other in the order of their calls.
    std::mutex order;
    cudaStream_t stream = nullptr;

    std::mutex mutex; // of all below
    struct Block {
        std::size_t bytes = 0;
        cudaEvent_t arrived = nullptr; // null: the runtime's stream waits for it already
    };
    std::unordered_map<void *, Block> given_out;
    struct Kept {
        void *pointer;
        std::size_t bytes;
        cudaEvent_t last_use; // a point of the runtime's stream
    };
    std::vector<Kept> kept; // oldest first
};

/// Streams of all runtimes: each may read any pinned memory.
struct Streams {
    std::mutex mutex;
    std::vector<cudaStream_t> list;
};
Streams &streams() {
    static Streams &all = *new Streams;
    return all;
}
/// Is true once any runtime has uploads; usually none has.
std::atomic<bool> are_used{false};

/// Returns null if the runtime has had no uploads.
Uploads *made_at(Runtime &device) noexcept {
    return are_used.load(std::memory_order_acquire) ? device.own_if_made<Uploads>() : nullptr;
}

cudaError_t open(Uploads &own) {
    if (own.stream != nullptr) return cudaSuccess;
    Streams &all = streams();
    const std::lock_guard<std::mutex> guard(all.mutex);
    all.list.reserve(all.list.size() + 1);
    if (const cudaError_t error = cudaStreamCreateWithFlags(&own.stream, cudaStreamNonBlocking))
        return error;
    all.list.push_back(own.stream);
    are_used = true;
    return cudaSuccess;
}

cudaError_t event_in(cudaStream_t stream, cudaEvent_t *event) {
    cudaError_t error = cudaEventCreateWithFlags(event, cudaEventDisableTiming);
    if (error != cudaSuccess) return error;
    error = cudaEventRecord(*event, stream);
    if (error != cudaSuccess) cudaEventDestroy(std::exchange(*event, nullptr));
    return error;
}

cudaError_t hold(cudaStream_t stream, cudaEvent_t &event) {
    if (event == nullptr) return cudaSuccess;
    const cudaError_t error = cudaStreamWaitEvent(stream, event, 0);
    cudaEventDestroy(std::exchange(event, nullptr));
    return error;
}

/// Returns the smallest kept block that is not much too large; of equal ones the oldest. Returns
/// null if there is none.
void *take_kept(Uploads &own, std::size_t bytes, std::size_t *size) {
    std::unique_lock<std::mutex> guard(own.mutex);
    auto best = own.kept.end();
    for (auto one = own.kept.begin(); one != own.kept.end(); ++one) {
        const bool fits = one->bytes >= bytes && one->bytes / 3 * 2 <= bytes;
        if (fits && (best == own.kept.end() || one->bytes < best->bytes)) best = one;
    }
    if (best == own.kept.end()) return nullptr;
    Uploads::Kept found = *best;
    own.kept.erase(best);
    *size = found.bytes;
    if (hold(own.stream, found.last_use) == cudaSuccess) return found.pointer;
    cudaGetLastError();
    guard.unlock(); // release() locks the lists
    runtime().release(found.pointer);
    return nullptr;
}

/// Rounds up so that the partitions of a matrix, which are nearly equal, can use each other's
/// blocks.
std::size_t rounded(std::size_t bytes) {
    return std::max(bytes, BlockCache::block_size(bytes));
}

/// Registers memory whose upload has been queued.
Status give_out(Uploads &own, void *memory, std::size_t size) {
    cudaEvent_t arrived = nullptr;
    GRB_CUDA(event_in(own.stream, &arrived));
    try {
        const std::lock_guard<std::mutex> guard(own.mutex);
        own.given_out.insert_or_assign(memory, Uploads::Block{size, arrived});
    } catch (const std::bad_alloc &) {
        cudaEventDestroy(arrived);
        return fail(Status::out_of_memory, "no memory on the host for an upload");
    }
    return Status::ok;
}

Status begin_upload(const BeginUploadCall *call) {
    *call->memory = nullptr;
    const CurrentDevice current;
    auto &own = runtime().own<Uploads>();
    const std::lock_guard<std::mutex> guard(own.order);
    GRB_CUDA(open(own));
    const Beside beside(own.stream, call->is_lasting);
    std::size_t size = 0;
    void *memory = take_kept(own, call->bytes, &size);
    Status status = Status::ok;
    if (memory == nullptr) {
        size = rounded(call->bytes);
        status = runtime().allocate(&memory, size);
    }
    if (status != Status::ok) return status;
    status = runtime().upload(memory, call->from_host, call->bytes);
    if (status == Status::ok) status = give_out(own, memory, size);
    if (status == Status::ok) {
        *call->memory = memory;
        return status;
    }
    cudaStreamSynchronize(own.stream); // another caller may get the memory
    runtime().release(memory);
    return status;
}

Status await_upload(void *memory) {
    const CurrentDevice current;
    auto &own = runtime().own<Uploads>();
    const std::lock_guard<std::mutex> guard(own.mutex);
    const auto found = own.given_out.find(memory);
    if (found != own.given_out.end()) GRB_CUDA(hold(runtime().stream(), found->second.arrived));
    return Status::ok;
}

Status pin(void **memory, std::size_t bytes) {
    const CurrentDevice current;
    GRB_CUDA(cudaHostAlloc(memory, bytes, cudaHostAllocPortable));
    return Status::ok;
}

Status unpin(void *memory) {
    const CurrentDevice current;
    Streams &all = streams();
    {
        const std::lock_guard<std::mutex> guard(all.mutex);
        for (const cudaStream_t stream : all.list) cudaStreamSynchronize(stream);
    }
    GRB_CUDA(cudaFreeHost(memory));
    return Status::ok;
}

const Export exports[] = {exported<&begin_upload>(gpu::begin_upload),
                          exported<&await_upload>(gpu::await_upload), exported<&pin>(gpu::pin),
                          exported<&unpin>(gpu::unpin)};

} // namespace

bool keep_for_upload(Runtime &device, void *pointer) noexcept {
    Uploads *const made = made_at(device);
    if (made == nullptr) return false;
    Uploads &own = *made;
    void *oldest = nullptr;
    {
        const std::lock_guard<std::mutex> guard(own.mutex);
        const auto found = own.given_out.find(pointer);
        if (found == own.given_out.end()) return false;
        const CurrentDevice current;
        Uploads::Kept one{pointer, found->second.bytes, nullptr};
        cudaError_t error = hold(device.stream(), found->second.arrived);
        own.given_out.erase(found);
        if (error == cudaSuccess) error = event_in(device.stream(), &one.last_use);
        try {
            own.kept.reserve(most_kept_blocks + 1);
        } catch (const std::exception &) {
            error = cudaErrorMemoryAllocation;
        }
        if (error != cudaSuccess) {
            if (one.last_use != nullptr) cudaEventDestroy(one.last_use);
            cudaDeviceSynchronize();
            cudaGetLastError();
            return false;
        }
        own.kept.push_back(one);
        if (own.kept.size() <= most_kept_blocks) return true;
        oldest = own.kept.front().pointer;
        cudaEventDestroy(own.kept.front().last_use);
        own.kept.erase(own.kept.begin());
    }
    device.release(oldest); // in the order of the runtime's stream, behind its last use
    return true;
}

void forget_upload(Runtime &device, void *pointer) noexcept {
    Uploads *const made = made_at(device);
    if (made == nullptr) return;
    Uploads &own = *made;
    const std::lock_guard<std::mutex> guard(own.mutex);
    const auto found = own.given_out.find(pointer);
    if (found == own.given_out.end()) return;
    const CurrentDevice current;
    if (hold(device.stream(), found->second.arrived) != cudaSuccess) cudaDeviceSynchronize();
    own.given_out.erase(found);
}

bool release_kept_for_upload(Runtime &device) noexcept {
    Uploads *const made = made_at(device);
    if (made == nullptr) return false;
    Uploads &own = *made;
    std::vector<Uploads::Kept> kept;
    {
        const std::lock_guard<std::mutex> guard(own.mutex);
        kept.swap(own.kept);
    }
    for (const Uploads::Kept &one : kept) {
        cudaEventDestroy(one.last_use);
        device.release(one.pointer);
    }
    return !kept.empty();
}

} // namespace grb::device
