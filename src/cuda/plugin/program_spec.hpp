// The description of a program for the run-time compiler.
#pragma once

#include "cuda/plugin/kernel_table.hpp"
#include "cuda/table.h"

#include <functional>
#include <string>

namespace grb::device {

/// Describes a program once: the same calls write its text, or the key that stands for the text
/// among loaded kernels. Values that differ between programs go through a function that adds them
/// to both, so that two texts never share a key. Calls must depend on earlier values of the
/// description
/// alone: a part that only some programs have follows a flag or the header that says so.
class ProgramSpec {
public:
    explicit ProgramSpec(std::string &text) : text_(&text) {}
    explicit ProgramSpec(KernelKey &key) : key_(&key) {}

    /// Headers, of src/cuda, before begin().
    void include(const char *header);
    /// Opens the struct P, whose members follow, up to end() or derive(), which opens a struct that
    /// is derived from P.
    void begin();
    void derive(const char *name);
    void end();

    /// using name = type;
    void type(const char *name, const char *type);
    /// using name = an unsigned type of 1, 2, 4 or 8 bytes;
    void index(const char *name, int bytes);
    /// using name = grb::<functor><type>; without type, the functor alone.
    void functor(const char *name, const char *functor, const char *type);
    /// static constexpr bool name = value;
    void flag(const char *name, bool value);
    /// static constexpr int name = value;
    void number(const char *name, int value);
    /// static constexpr bool name = expression;
    void expression(const char *name, const char *expression);

    /// Text that is the same in all programs with the values given so far: it is not in the key.
    void line(const char *text);
    /// static constexpr type name = value; of a constant of the source, which is not in the key.
    void constant(const char *type, const char *name, unsigned long value);

    /// Types of offsets and indices of a product's operands and mask.
    void widths(const SparseArrays &A, const SparseArrays &B, const SparseArrays &M);
    /// Types and operators of a semiring over stored values of types a and u: A, U, Z, uses_a,
    /// uses_u, multiply, add, identity, terminal, has_terminal, ends_at_first, identity_is_neutral.
    void semiring(const SemiringName &semiring, const char *a, const char *u, bool is_flipped,
                  bool ends_at_first = false);
    /// op(x, y) of values of types x and y, as Z; is_flipped: the operator's arguments are
    /// exchanged.
    void op(const BinaryName &op, const char *x, const char *y, const char *uses_x,
            const char *uses_y, bool is_flipped = false);

    /// After end(): the kernel `name`, which calls
    /// grb::device::<prefix><name><parameter>(arguments).
    struct Kernel {
        const char *name, *arguments; // arguments: the type, in grb::device
        int threads, blocks = 0;      // of __launch_bounds__; blocks 0: the compiler's choice
        const char *prefix = "", *parameter = "P";
        const char *function = nullptr; // called in place of `name`, which determines it
    };
    void kernel(const Kernel &kernel);

    /// The text; null while a key is made.
    std::string *text() const { return text_; }
    /// The key; null while the text is written.
    KernelKey *key() const { return key_; }

private:
    std::string *text_ = nullptr;
    KernelKey *key_ = nullptr;
};

/// A program and the key made from its description. The shape must outlive it.
class Program {
public:
    template <class Shape>
    Program(void (*describe)(ProgramSpec &, const Shape &), const Shape &shape)
        : describe_([describe, &shape](ProgramSpec &spec) { describe(spec, shape); }) {
        ProgramSpec spec(key_);
        describe_(spec);
    }
    const KernelKey &key() const { return key_; }
    std::string text() const {
        std::string text;
        ProgramSpec spec(text);
        describe_(spec);
        return text;
    }

private:
    std::function<void(ProgramSpec &)> describe_;
    KernelKey key_;
};

/// Describes an operand whose values the multiplier ignores as iso, of the multiplier's type:
/// matrices of any type then share the program.
void forget_unused(const SemiringName &semiring, bool is_flipped, SparseArrays &A,
                   const char *&u_type, bool &u_is_iso);

} // namespace grb::device
