// A simulated core: warps, scoreboard, memory queue, L1 and shared memory.
#pragma once

#include "edge_generator.h"
#include "memory_system.h"
#include "program.h"
#include "unit.h"

#include <queue>

namespace grb::weaver {

/// The reason why a warp waited.
enum class Cause : uint8_t {
    execution,
    memory,
    memory_queue,
    shared,
    control,
    barrier,
    unit,
    not_selected,
    finished,
    count
};
constexpr size_t causes = static_cast<size_t>(Cause::count);
const char *name_of(Cause cause);

/// Counts of a core, or the sum over cores.
struct Counts {
    uint64_t instructions = 0;        ///< of warps
    uint64_t thread_instructions = 0; ///< those that the mask allowed
    uint64_t iterations = 0;          ///< of warps over edges
    uint64_t issue_slots = 0;         ///< cycles in which a core had warps
    LevelCounts l1;
    uint64_t stage_cycles[stages] = {}; ///< of warps, waiting included
    uint64_t stalls[causes] = {};       ///< of warps, in cycles
    void add(const Counts &other);
};

/// A program, with each number of its instructions repeated for all threads.
struct Kernel {
    explicit Kernel(Program instructions);
    Program program;
    std::vector<std::array<uint32_t, most_threads>> numbers; ///< of each instruction
    GraphArrays graph;                                       ///< of the edge-generating unit
    uint32_t buffer = 0;                                     ///< its words of shared memory
    bool has_unit = false; ///< the unit's tables take a part of the L1
};

/// A core: its warps take turns and issue in order, one instruction a cycle, with a scoreboard. It
/// runs independently within a window; its requests to the L2 go to its outbox, and the responses
/// come back later.
class Core {
public:
    Core(const Parameters &parameters, const Memory &memory, uint32_t number);

    void begin(const Kernel &kernel, uint64_t now);
    void run(uint64_t end);
    void take(std::vector<Response> &responses);

    bool is_finished() const { return running_ == 0 && queued_ == 0 && reads_ + writes_ == 0; }
    uint64_t finished_at() const { return finished_at_; }
    Outbox &outbox() { return outbox_; }
    const Counts &counts() const { return counts_; }

private:
    static constexpr uint64_t never = ~uint64_t{0};
    static constexpr size_t most_warps = most_threads, depth = 12;
    using Row = std::array<uint32_t, most_threads>;

    struct Warp {
        uint32_t pc = 0, mask = 0, depth_used = 0;
        uint64_t fetched = 0; ///< when control flow lets the next instruction issue
        Cause fetch_cause = Cause::control;
        uint64_t last = 0; ///< after the last issue
        bool is_running = false;
        std::array<uint32_t, depth> masks{};
        std::array<uint64_t, most_registers> ready{};
        std::array<Cause, most_registers> ready_cause{};
        std::array<Row, most_registers> rows{};
    };

    /// A memory instruction in the queue before the L1.
    struct Operation {
        Access access;
        uint32_t warp, load; ///< load: index of loads_
        uint32_t mask, lines_used, next = 0;
        Row lines, addresses, values;
    };
    struct Load {
        uint32_t warp = 0, left = 0;
        Register d = 0;
        uint64_t ready = 0;
    };
    struct Miss {
        std::vector<uint32_t> loads;
        bool is_for_generator = false;
    };

    // core.cpp
    void refresh(uint32_t w);
    int choose() const;
    void issue(uint32_t w);
    void skip_to(uint64_t time);
    uint64_t next_event() const;
    void control(Warp &warp, const Instruction &i);
    void arrive_at_barrier(uint32_t w);
    void open_barrier();
    void leave(uint32_t w);
    void weaver(uint32_t w, const Instruction &i);
    void give_work(Warp &warp, Register d, const Work &work, uint64_t time);
    // core_memory.cpp
    void enqueue(uint32_t w, const Instruction &i);
    uint32_t line_of_each(const Row &addresses, uint32_t mask, Row &lines) const;
    uint32_t coalesce(const Row &addresses, uint32_t mask, Row &lines);
    void step_queue();
    bool step_line(Operation &operation);
    bool ask(uint32_t line, uint32_t load, bool is_for_generator);
    void send(const Operation &operation, uint32_t line);
    void line_done(uint32_t load, uint64_t time);
    void deliver();
    void step_generator();
    void shared(uint32_t w, const Instruction &i);
    // core_execute.cpp
    uint64_t execute(Warp &warp, uint32_t w, const Instruction &i, const Row &b);
    uint64_t execute_float(Warp &warp, const Instruction &i, const Row &a, const Row &b);

    const Row &operand(const Warp &warp, Register reg) const {
        return reg != no_register ? warp.rows[reg] : kernel_->numbers[warp.pc];
    }
    void set_ready(Warp &warp, Register d, uint64_t time, Cause cause) {
        warp.ready[d] = time;
        warp.ready_cause[d] = cause;
    }

    const Parameters p_;
    const Memory &memory_;
    const uint32_t number_, all_; ///< all_: mask of all threads
    const Kernel *kernel_ = nullptr;
    uint64_t now_ = 0, finished_at_ = 0;
    uint32_t running_ = 0, turn_ = 0, at_barrier_ = 0;
    std::vector<Warp> warps_;
    std::array<uint64_t, most_warps> next_{}; ///< when the warp can issue
    std::array<Cause, most_warps> cause_{};
    std::array<bool, most_warps> is_memory_{}; ///< its next instruction goes to the queue

    Cache l1_, l1_with_unit_;
    Cache *cache_ = nullptr;
    std::vector<Operation> queue_; ///< a ring
    uint32_t queue_first_ = 0, queued_ = 0;
    bool is_blocked_ = false; ///< the queue's first operation waits for a response
    std::vector<Load> loads_;
    std::vector<uint32_t> free_loads_;
    std::vector<uint32_t> miss_lines_; ///< lines under way; Cache::none: free
    std::vector<Miss> misses_;
    uint32_t reads_ = 0, writes_ = 0; ///< under way
    std::priority_queue<Response, std::vector<Response>, std::greater<>> responses_;
    Outbox outbox_;
    std::array<uint32_t, 128> line_table_{}; ///< of coalesce(): positions of lines, by hash
    std::array<uint32_t, 128> line_stamp_{};
    uint32_t stamp_ = 0;

    std::vector<uint32_t> shared_;
    uint64_t shared_free_ = 0, divider_free_ = 0, unit_free_ = 0;
    Unit unit_;
    EdgeGenerator generator_;
    Counts counts_;
};

} // namespace grb::weaver
