// Lists the catalogue's types and operators, and compiles programs of kernels over it in batches.
// Needs NVRTC, no GPU.
#pragma once

#include "cuda/mxv/mxv_calls.h"
#include "cuda/plugin/jit.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace grb::device {

inline constexpr const char *types[] = {"bool",           "signed char", "unsigned char", "short",
                                        "unsigned short", "int",         "unsigned int",  "long",
                                        "unsigned long",  "float",       "double"};
inline constexpr std::size_t type_count = std::size(types);

inline bool is_boolean(std::size_t type) {
    return type == 0;
}
inline bool is_integer(std::size_t type) {
    return type >= 1 && type <= 8;
}

inline bool is_float(std::size_t type) {
    return type >= 9;
}

/// Returns the operators of the catalogue over a type, and those whose result is Boolean.
inline std::vector<const char *> operators_over(std::size_t type) {
    std::vector<const char *> names{"First", "Second", "Oneb", "Plus", "Minus",
                                    "Times", "Div",    "Min",  "Max"};
    const auto add = [&names](std::initializer_list<const char *> more) {
        names.insert(names.end(), more);
    };
    add({"Lor", "Land", "Lxor", "Iseq", "Isne", "Isgt", "Islt", "Isge", "Isle", "Rminus", "Rdiv",
         "Pow"});
    if (is_boolean(type)) add({"Lxnor"});
    if (is_integer(type)) add({"Bor", "Band", "Bxor", "Bxnor", "Bget", "Bset", "Bclr", "Bshift"});
    if (is_float(type)) add({"Atan2", "Hypot", "Fmod", "Remainder", "Ldexp", "Copysign"});
    return names;
}
/// Multipliers beyond those that tests of products name.
inline constexpr const char *further_on_integers[] = {
    "Lor",  "Land", "Lxor",   "Iseq", "Isne", "Isgt", "Islt", "Isge",
    "Isle", "Pow",  "Rminus", "Rdiv", "Bget", "Bset", "Bclr", "Bshift"};
inline constexpr const char *further_on_floats[] = {"Pow",  "Rdiv",      "Atan2", "Hypot",
                                                    "Fmod", "Remainder", "Ldexp", "Copysign"};
/// The further multipliers with code of their own, for kernels that take long to compile.
inline constexpr const char *longest_on_integers[] = {"Land", "Isne", "Pow", "Rdiv", "Bshift"};
inline constexpr const char *longest_on_floats[] = {"Pow", "Hypot"};
inline constexpr const char *comparisons[] = {"Eq", "Ne", "Gt", "Lt", "Ge", "Le"};

inline std::vector<const char *> unary_over(std::size_t type) {
    std::vector<const char *> names{"Identity", "Abs", "Ainv", "Minv", "Lnot", "One"};
    if (is_integer(type)) names.push_back("Bnot");
    if (is_float(type)) {
        names.insert(names.end(),
                     {"Exp",  "Log",    "Sqrt",   "Exp2",  "Expm1", "Log2",   "Log10",  "Log1p",
                      "Sin",  "Cos",    "Tan",    "Asin",  "Acos",  "Atan",   "Sinh",   "Cosh",
                      "Tanh", "Asinh",  "Acosh",  "Atanh", "Cbrt",  "Lgamma", "Tgamma", "Erf",
                      "Erfc", "Frexpx", "Frexpe", "Ceil",  "Floor", "Round",  "Trunc",  "Signum"});
    }
    return names;
}
/// Unary operators over floats whose result is Boolean.
inline constexpr const char *tests_of_floats[] = {"Isinf", "Isnan", "Isfinite"};

inline const char *other(std::size_t type, std::size_t step) {
    return types[(type + step) % type_count];
}

/// True for the sample of operators × types that tests compile, as all of them would take minutes:
/// every operator over Boolean and double, which have code of their own, and every third operator
/// over each other type. So each operator occurs with signed and unsigned integers, and each type
/// with a third of its operators; the tests also compile every kernel and every schedule for every
/// architecture.
inline bool is_sampled(std::size_t operation, std::size_t type) {
    return is_boolean(type) || type + 1 == type_count || (operation + type) % 3 == 0;
}
inline std::vector<const char *> sampled(const std::vector<const char *> &names, std::size_t type) {
    std::vector<const char *> chosen;
    for (std::size_t k = 0; k < names.size(); k++)
        if (is_sampled(k, type)) chosen.push_back(names[k]);
    return chosen;
}

inline constexpr int architectures[] = {80, 90, 120};
inline constexpr Schedule schedules[] = {Schedule::merge, Schedule::vertex, Schedule::warp,
                                         Schedule::block, Schedule::twc,    Schedule::twce,
                                         Schedule::edge,  Schedule::weaver};

class NeedsCompiler : public testing::Test {
protected:
    void SetUp() override {
        // A missing compiler skips the test; one that compiles nothing fails it.
        std::string code;
        if (compile("extern \"C\" __global__ void nothing() {}", 90, &code) == Status::ok) return;
        const std::string reason = error_text();
        if (reason.find("is not there") != std::string::npos) GTEST_SKIP() << reason;
        FAIL() << reason;
    }
};

/// Compiles programs as one, each in its own namespace, since headers cost more than kernels.
class Batch {
public:
    void add(std::string program) {
        const std::size_t begin = program.find("struct P");
        ASSERT_NE(begin, std::string::npos) << program;
        includes_ += program.substr(0, begin);
        program.erase(0, begin);
        // Names without a namespace would collide.
        const std::string linkage = "extern \"C\" ";
        int kernels = 0;
        for (std::size_t at; (at = program.find(linkage)) != std::string::npos; kernels++)
            program.erase(at, linkage.size());
        ASSERT_GT(kernels, 0) << program;
        text_ += "namespace " + name(count_++) + " {\n" + program + "}\n";
    }
    void expect_compiles(int architecture = 90) const {
        ASSERT_NE(count_, 0);
        std::string code;
        ASSERT_EQ(compile(includes_ + text_, architecture, &code), Status::ok)
            << error_text() << '\n'
            << includes_ << text_;
        EXPECT_EQ(code.compare(0, 4, "\177ELF"), 0);
        for (int k = 0; k < count_; k++)
            EXPECT_NE(code.find(name(k)), std::string::npos) << "no kernel of " << name(k);
    }

private:
    static std::string name(int number) { return "program" + std::to_string(number) + '_'; }
    std::string includes_, text_;
    int count_ = 0;
};

} // namespace grb::device
