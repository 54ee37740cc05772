// Texts and arguments that the element-wise programs share.
#pragma once

#include "cuda/elementwise/elementwise_calls.h"
#include "cuda/plugin/kernel_table.hpp"
#include "cuda/table.h"

#include <initializer_list>
#include <string>

namespace grb::device {

/// Returns "grb::Plus<float>"; without type, only the name.
std::string functor(const char *name, const char *type);

/// The text of a program, built line by line: a struct P around the kernel template that `finish`
/// names.
class ElementProgram {
public:
    explicit ElementProgram(const char *header) {
        text_ = std::string("#include \"") + header + "\"\n\nstruct P {\n";
    }
    void line(const std::string &content) { text_ += "    " + content + '\n'; }
    void alias(const char *name, const std::string &type) {
        line(std::string("using ") + name + " = " + type + ';');
    }
    // Two names, because a literal would become a bool rather than a string.
    void constant(const char *name, const std::string &value) {
        line(std::string("static constexpr bool ") + name + " = " + value + ';');
    }
    void flag(const char *name, bool value) { constant(name, value ? "true" : "false"); }

    /// Adds op(x, y) of values of types x and y, as Z; is_flipped: the operator's arguments are
    /// exchanged.
    void add_op(const BinaryName &op, const char *x, const char *y, const char *uses_x,
                const char *uses_y, bool is_flipped = false);
    /// Adds result f(x, i, j, scalar) of a value of type x, uses_x, uses_position.
    void add_function(const EntryFunction &function, const char *x, const char *result);

    std::string finish(const char *name, const char *arguments, int threads) const;

private:
    std::string text_;
};

KernelKey key_of(const char *kernel, std::initializer_list<const char *> names,
                 std::initializer_list<int> numbers);

unsigned packed(const Takes &takes);

/// Presence bits are 32 to a word on the device.
inline const unsigned *half_words(const std::uint64_t *bits) {
    return reinterpret_cast<const unsigned *>(bits);
}
inline unsigned *half_words(std::uint64_t *bits) {
    return reinterpret_cast<unsigned *>(bits);
}

} // namespace grb::device
