// Chooses and issues the instructions of a core, with control flow, barriers and units.
#include "core.h"

#include <algorithm>
#include <bit>

namespace grb::weaver {

const char *name_of(Cause cause) {
    static const char *const names[] = {"execution", "memory", "memory queue", "shared",  "control",
                                        "barrier",   "unit",   "not selected", "finished"};
    return names[static_cast<size_t>(cause)];
}

void Counts::add(const Counts &other) {
    instructions += other.instructions;
    thread_instructions += other.thread_instructions;
    iterations += other.iterations;
    issue_slots += other.issue_slots;
    l1.lines += other.l1.lines;
    l1.misses += other.l1.misses;
    for (size_t k = 0; k < stages; ++k) stage_cycles[k] += other.stage_cycles[k];
    for (size_t k = 0; k < causes; ++k) stalls[k] += other.stalls[k];
}

Kernel::Kernel(Program instructions) : program(std::move(instructions)), numbers(program.size()) {
    for (size_t k = 0; k < program.size(); ++k) numbers[k].fill(program[k].number);
}

namespace {

bool goes_to_queue(Op op) {
    return op == Op::load || op == Op::store || op == Op::atomic_add_float ||
           op == Op::atomic_minimum;
}

/// Words of shared memory: enough for the tables of any schedule.
size_t shared_words(const Parameters &p) {
    return size_t{8} * p.block() + 8 * 64;
}

} // namespace

Core::Core(const Parameters &parameters, const Memory &memory, uint32_t number)
    : p_(parameters), memory_(memory), number_(number),
      all_(parameters.threads == 32 ? ~uint32_t{0} : (uint32_t{1} << parameters.threads) - 1),
      warps_(parameters.warps), l1_(parameters.l1_bytes, parameters.l1_ways, parameters.line_bytes),
      l1_with_unit_(parameters.l1_bytes_with_unit, parameters.l1_ways, parameters.line_bytes),
      queue_(parameters.memory_queue), miss_lines_(parameters.l1_misses, Cache::none),
      misses_(parameters.l1_misses), shared_(shared_words(parameters), 0), unit_(parameters),
      generator_(parameters, memory) {}

void Core::begin(const Kernel &kernel, uint64_t now) {
    kernel_ = &kernel;
    now_ = shared_free_ = divider_free_ = unit_free_ = now;
    finished_at_ = never;
    running_ = p_.warps;
    turn_ = at_barrier_ = 0;
    // The L1 may hold stale lines that other cores wrote since.
    cache_ = kernel.has_unit ? &l1_with_unit_ : &l1_;
    cache_->clear();
    generator_.begin(kernel.graph, kernel.buffer);
    for (uint32_t w = 0; w < p_.warps; ++w) {
        Warp &warp = warps_[w];
        warp.pc = warp.depth_used = 0;
        warp.mask = all_;
        warp.fetched = warp.last = now;
        warp.is_running = true;
        warp.ready.fill(now);
        refresh(w);
    }
}

void Core::refresh(uint32_t w) {
    const Warp &warp = warps_[w];
    const Instruction &i = kernel_->program[warp.pc];
    uint64_t time = warp.fetched;
    Cause cause = warp.fetch_cause;
    for (const Register r : {i.a, i.b, i.c, i.d})
        if (r != no_register && warp.ready[r] > time) {
            time = warp.ready[r];
            cause = warp.ready_cause[r];
        }
    next_[w] = time;
    cause_[w] = cause;
    is_memory_[w] = goes_to_queue(i.op);
}

/// Returns the next warp in turn that can issue; -1: none.
int Core::choose() const {
    const bool is_full = queued_ == p_.memory_queue;
    uint64_t ready = 0;
    for (uint32_t w = 0; w < p_.warps; ++w)
        ready |= uint64_t{next_[w] <= now_ && !(is_full && is_memory_[w])} << w;
    if (ready == 0) return -1;
    const uint64_t later = ready & (~uint64_t{0} << turn_);
    return std::countr_zero(later != 0 ? later : ready);
}

uint64_t Core::next_event() const {
    uint64_t time = queued_ > 0 && !is_blocked_ ? now_ + 1 : never;
    for (uint32_t w = 0; w < p_.warps; ++w)
        if (next_[w] > now_) time = std::min(time, next_[w]);
    if (!responses_.empty()) time = std::min(time, responses_.top().time);
    return std::max(now_ + 1, std::min(time, generator_.wakes()));
}

void Core::run(uint64_t end) {
    while (now_ < end) {
        deliver();
        if (is_finished()) {
            finished_at_ = std::min(finished_at_, now_);
            now_ = end;
            return;
        }
        step_generator();
        step_queue();
        const int w = running_ > 0 ? choose() : -1;
        const uint64_t before = now_;
        if (w >= 0) {
            issue(static_cast<uint32_t>(w));
            ++now_;
        } else {
            now_ = std::min(end, next_event());
        }
        if (running_ > 0) counts_.issue_slots += now_ - before;
    }
    if (is_finished()) finished_at_ = std::min(finished_at_, now_);
}

void Core::issue(uint32_t w) {
    Warp &warp = warps_[w];
    const Instruction &i = kernel_->program[warp.pc];
    const uint64_t could = std::max(next_[w], warp.last);
    counts_.stalls[static_cast<size_t>(cause_[w])] += could - warp.last;
    // A full queue delayed the warp; else another warp issued first.
    const Cause kept = is_memory_[w] ? Cause::memory_queue : Cause::not_selected;
    counts_.stalls[static_cast<size_t>(kept)] += now_ - could;
    counts_.stage_cycles[static_cast<size_t>(i.stage)] += now_ + 1 - warp.last;
    warp.last = warp.fetched = now_ + 1;
    warp.fetch_cause = Cause::control;
    ++counts_.instructions;
    counts_.thread_instructions += static_cast<uint64_t>(std::popcount(warp.mask));
    counts_.iterations += i.is_iteration ? 1 : 0;
    turn_ = (w + 1) % p_.warps;
    if (i.op <= Op::ballot) {
        const uint64_t ready = now_ + execute(warp, w, i, operand(warp, i.b));
        set_ready(warp, i.d, ready, Cause::execution);
        ++warp.pc;
    } else if (goes_to_queue(i.op)) {
        enqueue(w, i);
        ++warp.pc;
    } else if (i.op <= Op::shared_fetch_add) {
        shared(w, i);
        ++warp.pc;
    } else if (i.op <= Op::continue_loop) {
        control(warp, i);
    } else if (i.op == Op::barrier) {
        ++warp.pc;
        arrive_at_barrier(w);
        return;
    } else if (i.op == Op::exit) {
        leave(w);
        return;
    } else {
        weaver(w, i);
        ++warp.pc;
    }
    refresh(w);
}

void Core::control(Warp &warp, const Instruction &i) {
    uint32_t truth = 0;
    if (i.op == Op::if_true || i.op == Op::break_if)
        for (uint32_t t = 0; t < p_.threads; ++t) truth |= uint32_t{warp.rows[i.a][t] != 0} << t;
    switch (i.op) {
    case Op::if_true:
        warp.masks.at(warp.depth_used++) = warp.mask;
        warp.mask &= truth;
        break;
    case Op::loop:
        warp.masks.at(warp.depth_used++) = warp.mask;
        break;
    case Op::break_if:
        warp.mask &= ~truth;
        break;
    case Op::end_if:
        warp.mask = warp.masks[--warp.depth_used];
        break;
    default:
        break;
    }
    const bool is_left = (i.op == Op::if_true || i.op == Op::break_if) && warp.mask == 0;
    warp.pc = i.op == Op::continue_loop || is_left ? i.target : warp.pc + 1;
    warp.fetched = now_ + p_.control_latency;
    warp.fetch_cause = Cause::control;
}

void Core::arrive_at_barrier(uint32_t w) {
    next_[w] = never;
    cause_[w] = Cause::barrier;
    warps_[w].fetched = never;
    ++at_barrier_;
    open_barrier();
}

/// Releases the warps once all running warps have arrived.
void Core::open_barrier() {
    if (at_barrier_ < running_) return;
    at_barrier_ = 0;
    for (uint32_t k = 0; k < p_.warps; ++k) {
        if (!warps_[k].is_running) continue;
        warps_[k].fetched = now_ + p_.barrier_latency;
        warps_[k].fetch_cause = Cause::barrier;
        refresh(k);
    }
}

void Core::leave(uint32_t w) {
    warps_[w].is_running = false;
    next_[w] = never;
    --running_;
    if (running_ > 0) {
        if (at_barrier_ > 0) open_barrier();
        return;
    }
    for (const Warp &warp : warps_)
        counts_.stalls[static_cast<size_t>(Cause::finished)] += now_ + 1 - warp.last;
}

void Core::give_work(Warp &warp, Register d, const Work &work, uint64_t time) {
    warp.rows[d] = work.vertex;
    warp.mask = work.mask != 0 ? work.mask : all_;
    warp.fetched = time;
    warp.fetch_cause = Cause::unit;
    set_ready(warp, d, time, Cause::unit);
}

void Core::weaver(uint32_t w, const Instruction &i) {
    Warp &warp = warps_[w];
    const uint64_t start = std::max(now_, unit_free_);
    Work work;
    switch (i.op) {
    case Op::weaver_register:
        for (uint32_t t = 0; t < p_.threads; ++t)
            if ((warp.mask >> t & 1) != 0)
                unit_.add(w * p_.threads + t,
                          {warp.rows[i.a][t], warp.rows[i.b][t], warp.rows[i.c][t]});
        unit_free_ = start + 1;
        break;
    case Op::weaver_decode_id:
        unit_free_ = start + unit_.decode(w, work);
        give_work(warp, i.d, work, unit_free_ + 1);
        break;
    case Op::weaver_decode_location:
        warp.rows[i.d] = unit_.locations(w);
        set_ready(warp, i.d, now_ + p_.table_latency, Cause::unit);
        break;
    case Op::weaver_skip:
        for (uint32_t t = 0; t < p_.threads; ++t)
            if ((warp.mask >> t & 1) != 0) unit_.skip(warp.rows[i.a][t]);
        unit_free_ = start + 1;
        break;
    case Op::generator_register:
        for (uint32_t t = 0; t < p_.threads; ++t)
            if ((warp.mask >> t & 1) != 0) generator_.add(w * p_.threads + t, warp.rows[i.a][t]);
        break;
    default: // generator_fetch
        generator_.request(w);
        warp.fetched = never;
        warp.fetch_cause = Cause::unit;
    }
}

} // namespace grb::weaver
