#include "cuda/program.hpp"

namespace grb::device {

namespace {

std::string functor(const BinaryName &name) {
    return std::string("grb::") + name.functor + '<' + name.type + '>';
}

} // namespace

std::string semiring_members(const SemiringName &semiring, const char *a, const char *u,
                             bool is_flipped) {
    std::string text;
    const auto line = [&text](const std::string &content) { text += "    " + content + '\n'; };
    line("using A = " + std::string(a) + ';');
    line("using U = " + std::string(u) + ';');
    line("using Z = " + std::string(semiring.result_type) + ';');
    line("using Multiply = " + functor(semiring.multiply) + ';');
    line("using Add = " + functor(semiring.add) + ';');
    // The multiplier's x is a, or u when the product is u ⊗ a.
    const char *ignores_a = is_flipped ? "ignores_y" : "ignores_x";
    const char *ignores_u = is_flipped ? "ignores_x" : "ignores_y";
    line("static constexpr bool uses_a = !Multiply::" + std::string(ignores_a) + ';');
    line("static constexpr bool uses_u = !Multiply::" + std::string(ignores_u) + ';');
    line("static constexpr bool has_terminal = Add::has_terminal;");
    line("static constexpr bool identity_is_neutral = !grb::is_floating<Z> || "
         "grb::is_same_type<Add, grb::Plus<Z>> || grb::is_same_type<Add, grb::Times<Z>>;");
    const std::string x = is_flipped ? "u" : "a", y = is_flipped ? "a" : "u";
    line("static __device__ Z multiply(A a, U u) {");
    line("    return grb::cast<Z>(Multiply::apply(grb::cast<typename Multiply::X>(" + x +
         "), grb::cast<typename Multiply::Y>(" + y + ")));");
    line("}");
    line("static __device__ Z add(Z x, Z y) { return Add::apply(x, y); }");
    line("static __device__ Z identity() { return Add::identity(); }");
    line("static __device__ Z terminal() { return grb::device::terminal_of<Add>(); }");
    return text;
}

std::string semiring_key(const SemiringName &semiring, const char *a, const char *u,
                         bool is_flipped) {
    return std::string(semiring.add.functor) + ',' + semiring.multiply.functor + ',' +
           semiring.multiply.type + ',' + semiring.result_type + ',' + a + ',' + u +
           (is_flipped ? ",flipped" : "");
}

} // namespace grb::device
