// Writes the texts of the element-wise programs.
#include "cuda/elementwise/element_program.hpp"

#include "cuda/elementwise/elementwise_calls.h"

#include <string>

namespace grb::device {

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

void add_function(ProgramSpec &spec, const EntryFunction &function, const char *x,
                  const char *result) {
    const MapKind kind = function.kind;
    spec.functor("F", function.functor, function.type);
    spec.flag("uses_position", kind == MapKind::position || kind == MapKind::entry);
    spec.expression("uses_x", kind == MapKind::bind_first    ? "!F::ignores_y"
                              : kind == MapKind::bind_second ? "!F::ignores_x"
                              : kind == MapKind::position    ? "false"
                                                             : "true");
    spec.number("kind", static_cast<int>(kind));
    spec.line("template <class T>");
    spec.line("static __device__ T low(const grb::device::BoundValue &bound) {");
    spec.line("    if constexpr (grb::device::is_structured<T>) {");
    spec.line("        T x;");
    spec.line("        memcpy(&x, bound.words, sizeof x);");
    spec.line("        return x;");
    spec.line("    } else {");
    spec.line("        return grb::from_bits<T>(static_cast<grb::Bits<T>>(bound.words[0]));");
    spec.line("    }");
    spec.line("}");
    if (std::string *const text = spec.text())
        *text += std::string("    static __device__ ") + result + " f(" + x +
                 " x, long i, long j, const grb::device::BoundValue &scalar) {\n"
                 "        return grb::device::convert<" +
                 result + ">(" + expression(kind) + ");\n    }\n";
}

unsigned packed(const Takes &takes) {
    return takes.only_a | static_cast<unsigned>(takes.only_b) << 2 |
           static_cast<unsigned>(takes.both) << 4;
}

} // namespace grb::device
