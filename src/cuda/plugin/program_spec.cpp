// Writes the texts and the keys of programs.
#include "cuda/plugin/program_spec.hpp"

#include <cstring>

namespace grb::device {

namespace {

const char *unsigned_type(int bytes) {
    switch (bytes) {
    case 1:
        return "unsigned char";
    case 2:
        return "unsigned short";
    case 4:
        return "unsigned";
    default:
        return "unsigned long";
    }
}

void append(std::string &text, std::initializer_list<const char *> words) {
    for (const char *const word : words) text += word;
}

/// Equal ignores_x and ignores_y of the functors in the catalogue.
bool ignores_x(const char *functor) {
    return std::strcmp(functor, "Second") == 0 || std::strcmp(functor, "Oneb") == 0;
}
bool ignores_y(const char *functor) {
    return std::strcmp(functor, "First") == 0 || std::strcmp(functor, "Oneb") == 0;
}

} // namespace

void ProgramSpec::include(const char *header) {
    if (key_ != nullptr) key_->add(header);
    if (text_ != nullptr) append(*text_, {"#include \"", header, "\"\n"});
}

void ProgramSpec::begin() {
    if (text_ != nullptr) *text_ += "\nstruct P {\n";
}

void ProgramSpec::derive(const char *name) {
    if (text_ != nullptr) append(*text_, {"};\nstruct ", name, " : P {\n"});
}

void ProgramSpec::end() {
    if (text_ != nullptr) *text_ += "};\n\n";
}

void ProgramSpec::type(const char *name, const char *type) {
    if (key_ != nullptr) key_->add(type);
    if (text_ != nullptr) append(*text_, {"    using ", name, " = ", type, ";\n"});
}

void ProgramSpec::index(const char *name, int bytes) {
    if (key_ != nullptr) key_->add(bytes);
    if (text_ != nullptr) append(*text_, {"    using ", name, " = ", unsigned_type(bytes), ";\n"});
}

void ProgramSpec::functor(const char *name, const char *functor, const char *type) {
    if (key_ != nullptr) key_->add(functor).add(type);
    if (text_ == nullptr) return;
    append(*text_, {"    using ", name, " = grb::", functor});
    if (type != nullptr) append(*text_, {"<", type, ">"});
    *text_ += ";\n";
}

void ProgramSpec::flag(const char *name, bool value) {
    if (key_ != nullptr) key_->add(value);
    if (text_ != nullptr)
        append(*text_, {"    static constexpr bool ", name, value ? " = true;\n" : " = false;\n"});
}

void ProgramSpec::number(const char *name, int value) {
    if (key_ != nullptr) key_->add(value);
    constant("int", name, static_cast<unsigned long>(value));
}

void ProgramSpec::expression(const char *name, const char *expression) {
    if (key_ != nullptr) key_->add(expression);
    if (text_ != nullptr)
        append(*text_, {"    static constexpr bool ", name, " = ", expression, ";\n"});
}

void ProgramSpec::line(const char *text) {
    if (text_ != nullptr) append(*text_, {"    ", text, "\n"});
}

void ProgramSpec::constant(const char *type, const char *name, unsigned long value) {
    if (text_ != nullptr)
        append(*text_, {"    static constexpr ", type, " ", name, " = ",
                        std::to_string(value).c_str(), ";\n"});
}

void ProgramSpec::widths(const SparseArrays &A, const SparseArrays &B, const SparseArrays &M) {
    index("Offset", A.offset_width);
    index("Index", A.index_width);
    index("BOffset", B.offset_width);
    index("BIndex", B.index_width);
    index("MOffset", M.offset_width);
    index("MIndex", M.index_width);
}

void ProgramSpec::semiring(const SemiringName &semiring, const char *a, const char *u,
                           bool is_flipped, bool ends_at_first) {
    const BinaryName &multiply = semiring.multiply;
    type("A", a);
    type("U", u);
    type("Z", semiring.result_type);
    functor("Multiply", multiply.functor, multiply.type);
    functor("Add", semiring.add.functor, semiring.add.type);
    if (key_ != nullptr) key_->add(is_flipped);
    flag("ends_at_first", ends_at_first);
    // The multiplier's x is a, or u when the product is u ⊗ a.
    line(is_flipped ? "static constexpr bool uses_a = !Multiply::ignores_y;"
                    : "static constexpr bool uses_a = !Multiply::ignores_x;");
    line(is_flipped ? "static constexpr bool uses_u = !Multiply::ignores_x;"
                    : "static constexpr bool uses_u = !Multiply::ignores_y;");
    line("static constexpr bool has_terminal = Add::has_terminal || ends_at_first;");
    line("static constexpr bool identity_is_neutral = grb::device::identity_is_neutral<Add>;");
    line("static __device__ Z multiply(A a, U u) {");
    line("    using X = typename Multiply::X;");
    line("    using Y = typename Multiply::Y;");
    line(is_flipped ? "    const X x = grb::device::convert<X>(u);"
                    : "    const X x = grb::device::convert<X>(a);");
    line(is_flipped ? "    const Y y = grb::device::convert<Y>(a);"
                    : "    const Y y = grb::device::convert<Y>(u);");
    line("    return grb::device::convert<Z>(Multiply::apply(x, y));");
    line("}");
    line("static __device__ Z add(Z x, Z y) { return Add::apply(x, y); }");
    line("static __device__ Z identity() { return Add::identity(); }");
    line("static __device__ Z terminal() { return grb::device::terminal_of<Add>(); }");
}

void ProgramSpec::op(const BinaryName &op, const char *x, const char *y, const char *uses_x,
                     const char *uses_y, bool is_flipped) {
    flag("has_op", op.functor != nullptr);
    if (op.functor == nullptr) {
        flag(uses_x, false);
        flag(uses_y, std::strcmp(uses_y, "uses_t") == 0);
        return;
    }
    functor("Op", op.functor, op.type);
    if (key_ != nullptr) key_->add(is_flipped);
    expression(is_flipped ? uses_y : uses_x, "!Op::ignores_x");
    expression(is_flipped ? uses_x : uses_y, "!Op::ignores_y");
    if (text_ == nullptr) return;
    append(*text_, {"    static __device__ Z op(", x, " x, ", y,
                    " y) {\n"
                    "        return grb::device::convert<Z>(Op::apply(\n"
                    "            grb::device::convert<typename Op::X>(",
                    is_flipped ? "y" : "x", "), grb::device::convert<typename Op::Y>(",
                    is_flipped ? "x" : "y", ")));\n    }\n"});
}

void ProgramSpec::kernel(const Kernel &kernel) {
    if (key_ != nullptr) key_->add(kernel.name).add(kernel.threads).add(kernel.blocks);
    if (text_ == nullptr) return;
    append(*text_, {"extern \"C\" __global__ void __launch_bounds__(",
                    std::to_string(kernel.threads).c_str()});
    if (kernel.blocks != 0) append(*text_, {", ", std::to_string(kernel.blocks).c_str()});
    append(*text_, {") ", kernel.name, "(const grb::device::", kernel.arguments,
                    " arguments) {\n    grb::device::", kernel.prefix,
                    kernel.function != nullptr ? kernel.function : kernel.name, "<",
                    kernel.parameter, ">(arguments);\n}\n"});
}

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

} // namespace grb::device
