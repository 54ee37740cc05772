// Executes a core's memory instructions: coalescing, the queue before the L1, shared memory.
#include "core.h"

#include <algorithm>
#include <bit>

namespace grb::weaver {

namespace {

Access access_of(Op op) {
    if (op == Op::load) return Access::load;
    if (op == Op::store) return Access::store;
    return op == Op::atomic_add_float ? Access::add_float : Access::minimum;
}

} // namespace

/// Lists the line of each thread that the mask allows.
uint32_t Core::line_of_each(const Row &addresses, uint32_t mask, Row &lines) const {
    const int shift = std::countr_zero(p_.line_bytes) - 2;
    uint32_t count = 0;
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1)
        lines[count++] = addresses[static_cast<size_t>(std::countr_zero(rest))] >> shift;
    return count;
}

/// Lists the distinct lines of the words that the mask allows, in the order of the threads.
uint32_t Core::coalesce(const Row &addresses, uint32_t mask, Row &lines) {
    const int shift = std::countr_zero(p_.line_bytes) - 2;
    ++stamp_;
    uint32_t count = 0;
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        const uint32_t line = addresses[static_cast<size_t>(std::countr_zero(rest))] >> shift;
        uint32_t slot = line * 0x9e3779b1u >> 25;
        while (line_stamp_[slot] == stamp_ && line_table_[slot] != line) slot = (slot + 1) % 128;
        if (line_stamp_[slot] == stamp_) continue;
        line_stamp_[slot] = stamp_;
        line_table_[slot] = line;
        lines[count++] = line;
    }
    return count;
}

void Core::enqueue(uint32_t w, const Instruction &i) {
    Warp &warp = warps_[w];
    Operation &operation = queue_[(queue_first_ + queued_++) % p_.memory_queue];
    operation.next = 0;
    operation.access = access_of(i.op);
    operation.warp = w;
    operation.mask = warp.mask;
    const Row &bytes = warp.rows[i.a];
    for (uint32_t t = 0; t < most_threads; ++t) operation.addresses[t] = bytes[t] / 4;
    operation.lines_used = operation.access == Access::load && p_.l1_coalesces == 0
                               ? line_of_each(operation.addresses, warp.mask, operation.lines)
                               : coalesce(operation.addresses, warp.mask, operation.lines);
    if (operation.access != Access::load) {
        operation.values = operand(warp, i.b);
        return;
    }
    // Only MemorySystem writes values, between windows.
    for (uint32_t rest = warp.mask; rest != 0; rest &= rest - 1) {
        const auto t = static_cast<size_t>(std::countr_zero(rest));
        warp.rows[i.d][t] = memory_[operation.addresses[t]];
    }
    if (free_loads_.empty()) {
        free_loads_.push_back(static_cast<uint32_t>(loads_.size()));
        loads_.emplace_back();
    }
    operation.load = free_loads_.back();
    free_loads_.pop_back();
    loads_[operation.load] = {w, operation.lines_used, i.d, 0};
    set_ready(warp, i.d, never, Cause::memory);
}

void Core::line_done(uint32_t load, uint64_t time) {
    Load &l = loads_[load];
    l.ready = std::max(l.ready, time);
    if (--l.left > 0) return;
    Warp &warp = warps_[l.warp];
    warp.ready[l.d] = l.ready;
    if (next_[l.warp] == never && warp.is_running && warp.fetched != never) refresh(l.warp);
    free_loads_.push_back(load);
}

/// Returns false if no further line can be under way.
bool Core::ask(uint32_t line, uint32_t load, bool is_for_generator) {
    ++counts_.l1.lines;
    if (cache_->find(line) != nullptr) {
        if (is_for_generator)
            generator_.arrived(now_ + p_.l1_latency);
        else
            line_done(load, now_ + p_.l1_latency);
        return true;
    }
    auto slot = std::find(miss_lines_.begin(), miss_lines_.end(), line);
    if (slot == miss_lines_.end()) {
        slot = std::find(miss_lines_.begin(), miss_lines_.end(), Cache::none);
        if (slot == miss_lines_.end()) {
            --counts_.l1.lines; // the request is repeated
            return false;
        }
        *slot = line;
        ++reads_;
        outbox_.requests.push_back({now_, line, Access::load, 0, 0});
    }
    ++counts_.l1.misses;
    Miss &miss = misses_[static_cast<size_t>(slot - miss_lines_.begin())];
    if (is_for_generator)
        miss.is_for_generator = true;
    else
        miss.loads.push_back(load);
    return true;
}

void Core::send(const Operation &operation, uint32_t line) {
    const int shift = std::countr_zero(p_.line_bytes) - 2;
    const auto first = static_cast<uint32_t>(outbox_.words.size());
    for (uint32_t rest = operation.mask; rest != 0; rest &= rest - 1) {
        const auto t = static_cast<size_t>(std::countr_zero(rest));
        if (operation.addresses[t] >> shift == line)
            outbox_.words.push_back({operation.addresses[t], operation.values[t]});
    }
    const auto count = static_cast<uint32_t>(outbox_.words.size()) - first;
    outbox_.requests.push_back({now_, line, operation.access, first, count});
    ++writes_;
    // Stores write through and keep the L1's line; only the L2 keeps an atomic's line.
    if (operation.access != Access::store) cache_->forget(line);
}

bool Core::step_line(Operation &operation) {
    const uint32_t line = operation.lines[operation.next];
    if (operation.access == Access::load) {
        if (!ask(line, operation.load, false)) return false;
    } else {
        if (writes_ >= p_.l1_writes) return false;
        ++counts_.l1.lines;
        send(operation, line);
    }
    ++operation.next;
    return true;
}

void Core::step_queue() {
    if (is_blocked_) return;
    for (uint32_t k = 0; k < p_.l1_lines_per_cycle && queued_ > 0; ++k) {
        Operation &operation = queue_[queue_first_];
        is_blocked_ = !step_line(operation);
        if (is_blocked_) return;
        if (operation.next < operation.lines_used) continue;
        queue_first_ = (queue_first_ + 1) % p_.memory_queue;
        --queued_;
    }
}

void Core::take(std::vector<Response> &responses) {
    for (const Response &response : responses) responses_.push(response);
    responses.clear();
}

void Core::deliver() {
    while (!responses_.empty() && responses_.top().time <= now_) {
        const Response response = responses_.top();
        responses_.pop();
        is_blocked_ = false;
        if (response.is_write) {
            --writes_;
            continue;
        }
        --reads_;
        cache_->replace(response.line, response.time);
        const auto slot = std::find(miss_lines_.begin(), miss_lines_.end(), response.line);
        *slot = Cache::none;
        Miss &miss = misses_[static_cast<size_t>(slot - miss_lines_.begin())];
        for (const uint32_t load : miss.loads) line_done(load, now_ + p_.l1_latency);
        if (miss.is_for_generator) generator_.arrived(now_ + p_.l1_latency);
        miss.loads.clear();
        miss.is_for_generator = false;
    }
}

void Core::step_generator() {
    if (generator_.wakes() > now_) return;
    for (;;) {
        const EdgeGenerator::Wish wish = generator_.step(now_);
        if (wish.kind == EdgeGenerator::Wish::Kind::nothing) return;
        if (wish.kind == EdgeGenerator::Wish::Kind::line) {
            generator_.asked();
            if (ask(wish.line, 0, true)) continue;
            generator_.refused();
            return;
        }
        Work work;
        const uint32_t w = generator_.deliver(work, shared_);
        Warp &warp = warps_[w];
        give_work(warp, kernel_->program[warp.pc - 1].d, work, now_ + 1);
        refresh(w);
    }
}

void Core::shared(uint32_t w, const Instruction &i) {
    Warp &warp = warps_[w];
    const Row &words = warp.rows[i.a];
    const Row &values = operand(warp, i.b);
    // Threads that name one word share a read; accesses to other words of a bank are serialised.
    std::array<uint32_t, 128> in_bank{};
    std::array<uint32_t, 128> first{};
    uint32_t conflicts = 1;
    const Row old = words;
    for (uint32_t rest = warp.mask; rest != 0; rest &= rest - 1) {
        const auto t = static_cast<size_t>(std::countr_zero(rest));
        const uint32_t word = old[t], bank = word % std::min(p_.shared_banks, 128u);
        const bool is_shared =
            i.op != Op::shared_fetch_add && in_bank[bank] > 0 && first[bank] == word;
        if (!is_shared) conflicts = std::max(conflicts, ++in_bank[bank]);
        first[bank] = word;
        if (i.op == Op::shared_store) {
            shared_.at(word) = values[t];
        } else {
            warp.rows[i.d][t] = shared_.at(word);
            if (i.op == Op::shared_fetch_add) shared_[word] += values[t];
        }
    }
    const uint64_t start = std::max(now_, shared_free_);
    shared_free_ = start + conflicts;
    if (i.d != no_register)
        set_ready(warp, i.d, start + conflicts - 1 + p_.shared_latency, Cause::shared);
}

} // namespace grb::weaver
