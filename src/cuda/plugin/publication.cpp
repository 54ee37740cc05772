// Counts that kernels publish and the host reads later.
#include "cuda/plugin/runtime.hpp"

#include <atomic>
#include <mutex>
#include <vector>

namespace grb::device {

namespace {

constexpr unsigned long long unpublished = ~0ull;

/// Slots in which kernels publish, two words each in memory mapped for the host. Ticket t is slot t
/// - 1.
struct Slots {
    static constexpr unsigned in_chunk = 2048;
    std::mutex mutex;
    std::vector<unsigned long long *> chunks;
    std::vector<unsigned> free_tickets;
    std::vector<unsigned> dropped; // not read; a kernel may still write there

    unsigned long long *of(unsigned ticket) const {
        return chunks[(ticket - 1) / in_chunk] + std::size_t{2} * ((ticket - 1) % in_chunk);
    }
    static bool is_published(const unsigned long long *slot) {
        return *static_cast<const volatile unsigned long long *>(slot) != unpublished;
    }
    cudaError_t add_chunk() {
        // Reserves room so that returning a ticket never allocates.
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

/// Counters in device memory, one set per thread. Launches of two threads may alternate in the
/// stream; on a shared counter, counts that take two kernels would mix.
struct CountWords {
    static constexpr unsigned words = 4, in_chunk = 64;
    std::mutex mutex;
    std::vector<unsigned long long *> free;
    std::size_t made = 0;

    cudaError_t add_chunk(cudaMemPool_t pool, cudaStream_t stream) {
        free.reserve(made + in_chunk); // reserved so that a thread that ends allocates nothing
        void *chunk = nullptr;
        constexpr std::size_t bytes = in_chunk * words * sizeof(unsigned long long);
        cudaError_t error = cudaMallocFromPoolAsync(&chunk, bytes, pool, stream);
        if (error != cudaSuccess) return error;
        error = cudaMemsetAsync(chunk, 0, bytes, stream);
        if (error != cudaSuccess) {
            cudaFreeAsync(chunk, stream);
            return error;
        }
        for (unsigned k = 0; k < in_chunk; k++)
            free.push_back(static_cast<unsigned long long *>(chunk) + std::size_t{k} * words);
        made += in_chunk;
        return cudaSuccess;
    }
};

} // namespace

struct Runtime::Publications {
    Slots slots;
    CountWords words;
};

namespace {

/// The counters of one thread, one set for each runtime that it has used. Returned when the thread
/// ends.
struct OwnWords {
    struct AtDevice {
        CountWords *all;
        unsigned long long *words;
    };
    std::vector<AtDevice> list;
    OwnWords() = default;
    OwnWords(const OwnWords &) = delete;
    OwnWords &operator=(const OwnWords &) = delete;
    ~OwnWords() {
        for (const AtDevice &own : list) {
            const std::lock_guard<std::mutex> guard(own.all->mutex);
            own.all->free.push_back(own.words);
        }
    }
};
thread_local OwnWords own_words;

} // namespace

cudaError_t Runtime::prepare_publications() {
    publications_ = new Publications;
    const cudaError_t error = publications_->slots.add_chunk();
    return error != cudaSuccess ? error : publications_->words.add_chunk(pool_, stream_);
}

Status Runtime::find_words(unsigned long long **words) {
    CountWords &all = publications_->words;
    for (const OwnWords::AtDevice &own : own_words.list) {
        if (own.all != &all) continue;
        *words = own.words;
        return Status::ok;
    }
    own_words.list.reserve(own_words.list.size() + 1);
    const std::lock_guard<std::mutex> guard(all.mutex);
    if (all.free.empty()) {
        const CurrentDevice current;
        if (const cudaError_t error = all.add_chunk(pool_, stream_))
            return fail("cudaMallocFromPoolAsync", error);
    }
    *words = all.free.back();
    all.free.pop_back();
    own_words.list.push_back({&all, *words});
    return Status::ok;
}

Status Runtime::begin_publication(Publication *publication) {
    unsigned long long *words = nullptr;
    if (const Status status = find_words(&words); status != Status::ok) return status;
    Slots &all = publications_->slots;
    const std::lock_guard<std::mutex> guard(all.mutex);
    if (all.free_tickets.empty()) all.collect_dropped();
    if (all.free_tickets.empty()) {
        const CurrentDevice current;
        if (const cudaError_t error = all.add_chunk()) return fail("cudaHostAlloc", error);
    }
    const unsigned ticket = all.free_tickets.back();
    all.free_tickets.pop_back();
    unsigned long long *const where = all.of(ticket);
    static_cast<volatile unsigned long long *>(where)[0] = unpublished;
    static_cast<volatile unsigned long long *>(where)[1] = unpublished;
    auto *small = reinterpret_cast<unsigned *>(words + 1);
    *publication = {words, small, where, small + 1, words + 2, ticket};
    return Status::ok;
}

Status Runtime::block_counter(unsigned **counter) {
    unsigned long long *words = nullptr;
    const Status status = find_words(&words);
    if (status == Status::ok) *counter = reinterpret_cast<unsigned *>(words + 1);
    return status;
}

void Runtime::abandon(const Publication &publication) {
    Slots &all = publications_->slots;
    const std::lock_guard<std::mutex> guard(all.mutex);
    all.free_tickets.push_back(publication.ticket);
}

void Runtime::abandon_counted(const Publication &publication) {
    clear(publication.sum, 3 * sizeof *publication.sum);
    abandon(publication);
}

void Runtime::drop_count(unsigned ticket) {
    Slots &all = publications_->slots;
    const std::lock_guard<std::mutex> guard(all.mutex);
    (Slots::is_published(all.of(ticket)) ? all.free_tickets : all.dropped).push_back(ticket);
}

Status Runtime::deliver(const Publication &publication, const CountOutput &output) {
    if (output.later == nullptr) return await(publication, output.now);
    *output.later = publication.ticket;
    return Status::ok;
}

Status Runtime::take_count(unsigned ticket, std::uint64_t *count) {
    Publication publication{};
    publication.ticket = ticket;
    Slots &all = publications_->slots;
    {
        const std::lock_guard<std::mutex> guard(all.mutex);
        publication.where = all.of(ticket);
    }
    return await(publication, count);
}

Status Runtime::await(const Publication &publication, std::uint64_t *value, std::uint64_t *second,
                      bool comes_in_any_order) {
    const volatile unsigned long long *const words = publication.where;
    const auto take = [&] {
        const unsigned long long seen = words[0];
        if (seen == unpublished) return false;
        std::atomic_thread_fence(std::memory_order_acquire);
        const unsigned long long beside = second != nullptr ? words[1] : 0;
        if (comes_in_any_order && beside == unpublished) return false;
        *value = seen;
        if (second != nullptr) *second = beside;
        abandon(publication);
        return true;
    };
    if (take()) return Status::ok;
    count_wait();
    const auto give_up = [&] {
        Slots &all = publications_->slots;
        const std::lock_guard<std::mutex> guard(all.mutex);
        all.dropped.push_back(publication.ticket);
    };
    for (unsigned turn = 1;; turn++) {
        if (take()) return Status::ok;
        if (turn % 4096 != 0) continue;
        // A kernel that failed publishes nothing.
        const cudaError_t state = cudaStreamQuery(stream_);
        if (state == cudaErrorNotReady) continue;
        if (state == cudaSuccess && take()) return Status::ok;
        give_up();
        return state != cudaSuccess ? fail("a kernel", state)
                                    : fail(Status::failed, "a kernel published nothing");
    }
}

} // namespace grb::device
