// Writes the members of a semiring for programs.
#include "cuda/plugin/program.hpp"

#include <cstring>

namespace grb::device {

namespace {

std::string functor(const BinaryName &name) {
    return std::string("grb::") + name.functor + '<' + name.type + '>';
}

/// Equal ignores_x and ignores_y of the functors in the catalogue.
bool ignores_x(const char *functor) {
    return std::strcmp(functor, "Second") == 0 || std::strcmp(functor, "Oneb") == 0;
}
bool ignores_y(const char *functor) {
    return std::strcmp(functor, "First") == 0 || std::strcmp(functor, "Oneb") == 0;
}

} // namespace

void forget_unused(const SemiringName &semiring, bool is_flipped, SparseArrays &A,
                   const char *&u_type, bool &u_is_iso) {
    const BinaryName &multiply = semiring.multiply;
    const bool no_x = ignores_x(multiply.functor), no_y = ignores_y(multiply.functor);
    if (is_flipped ? no_y : no_x) {
        A.type = multiply.type;
        A.is_iso = true;
    }
    if (is_flipped ? no_x : no_y) {
        u_type = multiply.type;
        u_is_iso = true;
    }
}

std::string semiring_members(const SemiringName &semiring, const char *a, const char *u,
                             bool is_flipped, bool ends_at_first) {
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
    line(std::string("static constexpr bool ends_at_first = ") + truth(ends_at_first) + ';');
    line("static constexpr bool has_terminal = Add::has_terminal || ends_at_first;");
    line("static constexpr bool identity_is_neutral = grb::device::identity_is_neutral<Add>;");
    const std::string x = is_flipped ? "u" : "a", y = is_flipped ? "a" : "u";
    line("static __device__ Z multiply(A a, U u) {");
    line("    return grb::device::convert<Z>(Multiply::apply(grb::device::convert<typename "
         "Multiply::X>(" +
         x + "), grb::device::convert<typename Multiply::Y>(" + y + ")));");
    line("}");
    line("static __device__ Z add(Z x, Z y) { return Add::apply(x, y); }");
    line("static __device__ Z identity() { return Add::identity(); }");
    line("static __device__ Z terminal() { return grb::device::terminal_of<Add>(); }");
    return text;
}

void add_semiring(KernelKey &key, const SemiringName &semiring, const char *a, const char *u,
                  bool is_flipped) {
    key.add(semiring.add.functor).add(semiring.multiply.functor).add(semiring.multiply.type);
    key.add(semiring.result_type).add(a).add(u).add(is_flipped);
}

} // namespace grb::device
