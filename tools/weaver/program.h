// Programs of the simulated machine, and their builder.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace grb::weaver {

/// The model's instructions. Registers hold 32 bits for each thread; d = a op b, where b is a
/// register or a number.
enum class Op : uint8_t {
    move,
    thread,
    lane,
    warp,
    core, // thread: of the core, warp: of the core
    add,
    subtract,
    multiply,
    bit_and,
    bit_or,
    shift_left,
    shift_right,
    minimum,
    less,
    equal,
    select, // select: d = a ? b : d; less is of signed numbers
    add_float,
    multiply_float,
    divide_float,
    root_float, // root: of a
    to_float,
    first_bit, // of a
    shuffle,
    shuffle_up,
    ballot, // a of thread b; a of the thread b below; a word of a's truth, in all threads
    load,
    store,
    atomic_add_float,
    atomic_minimum, // address a, value b
    shared_load,
    shared_store,
    shared_fetch_add, // word a of shared memory, value b
    if_true,
    end_if,
    loop,
    break_if,
    continue_loop,
    barrier,
    weaver_register,
    weaver_decode_id,
    weaver_decode_location,
    weaver_skip, // VID a, location b, degree c
    generator_register,
    generator_fetch,
    exit
};

/// Parts of a gather with separate times (figure 17 of Jeong et al. 2025).
enum class Stage : uint8_t { init, registration, work_id, edge_access, gather, apply, count };
constexpr size_t stages = static_cast<size_t>(Stage::count);
const char *name_of(Stage stage);

using Register = uint8_t;
constexpr Register no_register = 255;
constexpr size_t most_registers = 40;

struct Instruction {
    Op op;
    Stage stage;
    Register d = no_register, a = no_register, b = no_register, c = no_register;
    uint32_t number = 0;       ///< operand b if that is no register
    uint32_t target = 0;       ///< of if_true, break_if and continue_loop
    bool is_iteration = false; ///< it counts as one iteration of a warp over its edges
};

using Program = std::vector<Instruction>;

/// An operand: a register or a number.
struct Operand {
    Operand(Register r) : reg(r) {}
    Operand(uint32_t n) : number(n) {}
    Operand(int n) : number(static_cast<uint32_t>(n)) {}
    Register reg = no_register;
    uint32_t number = 0;
};

/// Writes a program. Blocks nest; a loop runs until all its threads have left it.
class Builder {
public:
    Register fresh(); ///< an unused register; 0 in all threads
    /// release() frees the registers that fresh() gave since `mark()`.
    size_t mark() const { return used_; }
    void release(size_t mark) { used_ = mark; }
    void stage(Stage stage) { stage_ = stage; }
    Stage stage() const { return stage_; }

    Register op(Op op, Operand a, Operand b = 0);
    void into(Register d, Op op, Operand a, Operand b = 0);
    void set(Register d, Operand value) { into(d, Op::move, value); }
    void select(Register d, Register condition, Operand value);

    /// Loads word `index` of an array with shift, add and load, as in RISC-V.
    Register load(uint32_t array, Register index);
    void load_into(Register d, uint32_t array, Register index);
    void store(uint32_t array, Register index, Operand value);
    void atomic(Op op, uint32_t array, Register index, Register value);
    Register shared_load(uint32_t array, Register index);
    void shared_store(uint32_t array, Register index, Operand value);

    void if_true(Register condition);
    void end_if();
    void loop();
    void break_if(Register condition);
    void end_loop();
    void emit(Instruction instruction);
    /// The next instruction counts as one iteration of a warp over its edges.
    void iteration() { is_iteration_ = true; }

    Program finish(); ///< with exit at its end

private:
    Register address(uint32_t array, Register index);

    Program program_;
    size_t used_ = 0;
    Stage stage_ = Stage::init;
    bool is_iteration_ = false;
    std::vector<uint32_t> ifs_;
    struct Loop {
        uint32_t begin;
        std::vector<uint32_t> breaks;
    };
    std::vector<Loop> loops_;
};

} // namespace grb::weaver
