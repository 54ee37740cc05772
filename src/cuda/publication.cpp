// Numbers that kernels find out and the host reads when it wants to.
#include "cuda/runtime.hpp"

#include <atomic>
#include <mutex>
#include <vector>

namespace grb::device {

namespace {

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

} // namespace

cudaError_t prepare_publications() {
    return places().add_chunk();
}

Status Runtime::begin_publication(Publication *publication) {
    Places &all = places();
    const std::lock_guard<std::mutex> guard(all.mutex);
    if (all.free_tickets.empty()) all.collect_dropped();
    if (all.free_tickets.empty()) {
        const CurrentDevice current;
        if (const cudaError_t error = all.add_chunk()) return fail("cudaHostAlloc", error);
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
    count_wait();
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
