// Writes the texts of the element-wise programs.
#include "cuda/elementwise/element_program.hpp"

#include "cuda/elementwise/elementwise_calls.h"
namespace grb::device {

std::string functor(const char *name, const char *type) {
    return std::string("grb::") + name + (type != nullptr ? std::string("<") + type + '>' : "");
}

void ElementProgram::add_op(const BinaryName &op, const char *x, const char *y, const char *uses_x,
                            const char *uses_y, bool is_flipped) {
    flag("has_op", op.functor != nullptr);
    if (op.functor == nullptr) {
        flag(uses_x, false);
        flag(uses_y, std::string(uses_y) == "uses_t");
        return;
    }
    alias("Op", functor(op.functor, op.type));
    constant(is_flipped ? uses_y : uses_x, "!Op::ignores_x");
    constant(is_flipped ? uses_x : uses_y, "!Op::ignores_y");
    line(std::string("static __device__ Z op(") + x + " x, " + y + " y) {");
    line(std::string(
             "    return grb::device::convert<Z>(Op::apply(grb::device::convert<typename Op::X>(") +
         (is_flipped ? "y" : "x") + "), grb::device::convert<typename Op::Y>(" +
         (is_flipped ? "x" : "y") + ")));");
    line("}");
}

namespace {

const char *expression(MapKind kind) {
    switch (kind) {
    case MapKind::unary:
        return "F::apply(grb::device::convert<typename F::X>(x))";
    case MapKind::bind_first:
        return "F::apply(low<typename F::X>(scalar), grb::device::convert<typename F::Y>(x))";
    case MapKind::bind_second:
        return "F::apply(grb::device::convert<typename F::X>(x), low<typename F::Y>(scalar))";
    case MapKind::position:
        return "F::apply(i, j, low<typename F::Thunk>(scalar))";
    case MapKind::entry:
        return "F::apply(grb::device::convert<typename F::X>(x), i, j, low<typename F::Y>(scalar))";
    case MapKind::value:
        break;
    }
    return "F::apply(grb::device::convert<typename F::X>(x), low<typename F::Y>(scalar))";
}

} // namespace

void ElementProgram::add_function(const EntryFunction &function, const char *x,
                                  const char *result) {
    const MapKind kind = function.kind;
    alias("F", functor(function.functor, function.type));
    flag("uses_position", kind == MapKind::position || kind == MapKind::entry);
    constant("uses_x", kind == MapKind::bind_first    ? "!F::ignores_y"
                       : kind == MapKind::bind_second ? "!F::ignores_x"
                       : kind == MapKind::position    ? "false"
                                                      : "true");
    line("template <class T>");
    line("static __device__ T low(const grb::device::BoundValue &bound) {");
    line("    if constexpr (grb::device::is_structured<T>) {");
    line("        T x;");
    line("        memcpy(&x, bound.words, sizeof x);");
    line("        return x;");
    line("    } else {");
    line("        return grb::from_bits<T>(static_cast<grb::Bits<T>>(bound.words[0]));");
    line("    }");
    line("}");
    line(std::string("static __device__ ") + result + " f(" + x +
         " x, long i, long j, const grb::device::BoundValue &scalar) {");
    line(std::string("    return grb::device::convert<") + result + ">(" + expression(kind) + ");");
    line("}");
}

std::string ElementProgram::finish(const char *name, const char *arguments, int threads) const {
    return text_ + "};\n\nextern \"C\" __global__ void __launch_bounds__(" +
           std::to_string(threads) + ") " + name + "(const grb::device::" + arguments +
           " arguments) {\n    grb::device::" + name + "<P>(arguments);\n}\n";
}

KernelKey key_of(const char *kernel, std::initializer_list<const char *> names,
                 std::initializer_list<int> numbers) {
    KernelKey key(kernel);
    for (const char *name : names) key.add(name);
    for (const int number : numbers) key.add(number);
    return key;
}

unsigned packed(const Takes &takes) {
    return takes.only_a | static_cast<unsigned>(takes.only_b) << 2 |
           static_cast<unsigned>(takes.both) << 4;
}

} // namespace grb::device
