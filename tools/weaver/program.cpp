// Writes programs: registers, blocks, loops and addresses.
#include "program.h"

#include <stdexcept>
#include <utility>

namespace grb::weaver {

const char *name_of(Stage stage) {
    static const char *const names[] = {"init",        "registration", "work id",
                                        "edge access", "gather",       "apply"};
    return names[static_cast<size_t>(stage)];
}

Register Builder::fresh() {
    if (used_ == most_registers)
        throw std::logic_error("weaver: a program takes more registers than a thread has");
    return static_cast<Register>(used_++);
}

void Builder::emit(Instruction instruction) {
    instruction.stage = stage_;
    instruction.is_iteration = std::exchange(is_iteration_, false);
    program_.push_back(instruction);
}

void Builder::into(Register d, Op op, Operand a, Operand b) {
    Instruction i{op, stage_};
    i.d = d;
    if (op == Op::move && a.reg == no_register) {
        i.number = a.number;
    } else {
        i.a = a.reg;
        i.b = b.reg;
        i.number = a.reg == no_register ? a.number : b.number;
    }
    emit(i);
}

Register Builder::op(Op op, Operand a, Operand b) {
    const Register d = fresh();
    into(d, op, a, b);
    return d;
}

void Builder::select(Register d, Register condition, Operand value) {
    into(d, Op::select, condition, value);
}

Register Builder::address(uint32_t array, Register index) {
    const Register bytes = op(Op::shift_left, index, 2);
    into(bytes, Op::add, bytes, array * 4);
    return bytes;
}

void Builder::load_into(Register d, uint32_t array, Register index) {
    const size_t before = mark();
    const Register at = address(array, index);
    into(d, Op::load, at);
    release(before);
}

Register Builder::load(uint32_t array, Register index) {
    const Register d = fresh();
    load_into(d, array, index);
    return d;
}

void Builder::store(uint32_t array, Register index, Operand value) {
    const size_t before = mark();
    const Register at = address(array, index);
    into(no_register, Op::store, at, value);
    release(before);
}

void Builder::atomic(Op op, uint32_t array, Register index, Register value) {
    const size_t before = mark();
    const Register at = address(array, index);
    into(no_register, op, at, value);
    release(before);
}

Register Builder::shared_load(uint32_t array, Register index) {
    const Register d = fresh();
    const size_t before = mark();
    const Register at = op(Op::add, index, array);
    into(d, Op::shared_load, at);
    release(before);
    return d;
}

void Builder::shared_store(uint32_t array, Register index, Operand value) {
    const size_t before = mark();
    const Register at = op(Op::add, index, array);
    into(no_register, Op::shared_store, at, value);
    release(before);
}

void Builder::if_true(Register condition) {
    ifs_.push_back(static_cast<uint32_t>(program_.size()));
    into(no_register, Op::if_true, condition);
}

void Builder::end_if() {
    program_[ifs_.back()].target = static_cast<uint32_t>(program_.size());
    ifs_.pop_back();
    emit({Op::end_if, stage_});
}

void Builder::loop() {
    emit({Op::loop, stage_});
    loops_.push_back({static_cast<uint32_t>(program_.size()), {}});
}

void Builder::break_if(Register condition) {
    loops_.back().breaks.push_back(static_cast<uint32_t>(program_.size()));
    into(no_register, Op::break_if, condition);
}

void Builder::end_loop() {
    Instruction back{Op::continue_loop, stage_};
    back.target = loops_.back().begin;
    emit(back);
    for (const uint32_t at : loops_.back().breaks)
        program_[at].target = static_cast<uint32_t>(program_.size());
    loops_.pop_back();
    emit({Op::end_if, stage_}); // the threads that entered the loop
}

Program Builder::finish() {
    emit({Op::exit, stage_});
    return std::move(program_);
}

} // namespace grb::weaver
