// Serves the requests of the cores from L2, L3 and DRAM.
#include "memory_system.h"

#include "io/input_error.h"

#include <algorithm>
#include <bit>

namespace grb::weaver {

uint32_t Memory::allocate(uint64_t words, uint32_t line_bytes) {
    const uint64_t per_line = line_bytes / sizeof(uint32_t);
    const uint64_t first = (words_.size() + per_line - 1) / per_line * per_line;
    constexpr uint64_t most = uint64_t{1} << 30; // a byte address has 32 bits
    if (first + words > most)
        throw tool::InputError("the machine has 4 GiB of memory: the graph's arrays take more");
    words_.resize(first + words, 0);
    return static_cast<uint32_t>(first);
}

uint32_t Memory::copy_in(const std::vector<uint32_t> &values, uint32_t line_bytes) {
    const uint32_t first = allocate(values.size(), line_bytes);
    std::copy(values.begin(), values.end(), words_.begin() + first);
    return first;
}

Level::Level(const Sizes &sizes, uint32_t line_bytes, Level *next, Dram &dram)
    : cache_(sizes.bytes, sizes.ways, line_bytes), banks_(sizes.banks), latency_(sizes.latency),
      next_(next), dram_(dram) {
    for (Bank &bank : banks_) bank.in_flight.assign(sizes.misses, 0);
}

uint64_t Level::fetch(uint32_t line, uint64_t time) {
    if (next_ == nullptr) return dram_.access(line, time);
    return next_->access(line, time, Access::load, 1).ready;
}

void Level::write_back(uint32_t line, uint64_t time) {
    if (next_ == nullptr)
        dram_.access(line, time);
    else
        next_->access(line, time, Access::store, 1);
}

Level::Times Level::access(uint32_t line, uint64_t arrival, Access access, uint32_t busy) {
    Bank &bank = banks_[line % banks_.size()];
    uint64_t start = std::max(arrival, bank.free);
    ++counts_.lines;
    uint64_t there = 0;
    Cache::Way *way = cache_.find(line);
    if (way == nullptr) {
        ++counts_.misses;
        uint64_t filled = start;
        if (access != Access::store) {
            // The bank waits for the oldest line under way when it has no room for another.
            uint64_t &slot = bank.in_flight[bank.oldest];
            bank.oldest = (bank.oldest + 1) % bank.in_flight.size();
            start = std::max(start, slot);
            filled = slot = fetch(line, start + latency_);
        }
        const Cache::Way evicted = cache_.replace(line, filled);
        if (evicted.is_dirty) write_back(evicted.line, start + latency_);
        way = cache_.find(line);
    }
    if (access == Access::store)
        there = start;
    else
        there = way->filled;
    if (access != Access::load) way->is_dirty = true;
    bank.free = start + busy;
    return {start, std::max(start + latency_, there)};
}

MemorySystem::MemorySystem(const Parameters &parameters, Memory &memory)
    : p_(parameters), memory_(memory), dram_(parameters),
      l3_({p_.l3_bytes, p_.l3_ways, p_.l3_banks, p_.l3_latency, p_.l3_misses}, p_.line_bytes,
          nullptr, dram_),
      l2_({p_.l2_bytes, p_.l2_ways, p_.l2_banks, p_.l2_latency, p_.l2_misses}, p_.line_bytes,
          p_.l3_bytes > 0 ? &l3_ : nullptr, dram_) {}

void MemorySystem::carry_out(const Request &request, const Outbox &outbox) {
    for (uint32_t k = request.first; k < request.first + request.count; ++k) {
        const Word word = outbox.words[k];
        uint32_t &value = memory_[word.address];
        switch (request.access) {
        case Access::load:
            break;
        case Access::store:
            value = word.value;
            break;
        case Access::add_float:
            value = std::bit_cast<uint32_t>(std::bit_cast<float>(value) +
                                            std::bit_cast<float>(word.value));
            break;
        case Access::minimum:
            value = static_cast<uint32_t>(
                std::min(static_cast<int32_t>(value), static_cast<int32_t>(word.value)));
            break;
        }
    }
}

/// Returns the cycles that a request occupies its bank: one, or some for each word of an atomic.
/// Threads that name one word are combined before, if l2_atomic_merges is set.
uint32_t MemorySystem::busy_cycles(const Request &request, const Outbox &outbox) {
    if (request.access == Access::load || request.access == Access::store) return 1;
    uint32_t words = p_.l2_atomic_merges != 0 ? 0 : request.count;
    for (uint32_t k = request.first; p_.l2_atomic_merges != 0 && k < request.first + request.count;
         ++k) {
        bool is_new = true;
        for (uint32_t i = request.first; i < k; ++i)
            is_new = is_new && outbox.words[i].address != outbox.words[k].address;
        words += is_new ? 1 : 0;
    }
    atomic_words_ += words;
    return words * p_.l2_atomic_cycles;
}

void MemorySystem::serve(std::vector<Outbox *> &outboxes,
                         std::vector<std::vector<Response>> &responses) {
    // Each core's requests are sorted by time: the heap of their first ones gives the next request.
    std::vector<std::pair<uint64_t, uint32_t>> heap;
    std::vector<size_t> position(outboxes.size(), 0);
    const auto push = [&](uint32_t core) {
        const std::vector<Request> &requests = outboxes[core]->requests;
        if (position[core] == requests.size()) return;
        heap.emplace_back(requests[position[core]].time, core);
        std::push_heap(heap.begin(), heap.end(), std::greater<>{});
    };
    for (uint32_t core = 0; core < outboxes.size(); ++core) push(core);
    while (!heap.empty()) {
        const uint32_t core = heap.front().second;
        std::pop_heap(heap.begin(), heap.end(), std::greater<>{});
        heap.pop_back();
        const Outbox &outbox = *outboxes[core];
        const Request &request = outbox.requests[position[core]++];
        const Level::Times times = l2_.access(request.line, request.time + p_.network_latency,
                                              request.access, busy_cycles(request, outbox));
        carry_out(request, outbox);
        const bool is_write = request.access != Access::load;
        const uint64_t done = is_write ? times.taken + p_.l2_latency : times.ready;
        responses[core].push_back({done + p_.network_latency, request.line, is_write});
        push(core);
    }
    for (Outbox *const outbox : outboxes) {
        outbox->requests.clear();
        outbox->words.clear();
    }
}

} // namespace grb::weaver
