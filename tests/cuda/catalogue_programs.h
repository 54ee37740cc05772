// What the catalogue has, and programs of kernels over it compiled in batches. Needs NVRTC, no GPU.
#pragma once

#include "cuda/jit.hpp"

#include <gtest/gtest.h>

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

/// Operators of the catalogue over a type, and those whose result is Boolean.
inline std::vector<const char *> operators_over(std::size_t type) {
    std::vector<const char *> names{"First", "Second", "Oneb", "Plus", "Minus",
                                    "Times", "Div",    "Min",  "Max"};
    const auto add = [&names](std::initializer_list<const char *> more) {
        names.insert(names.end(), more);
    };
    if (is_boolean(type)) add({"Lor", "Land", "Lxor", "Lxnor"});
    if (is_integer(type)) add({"Bor", "Band", "Bxor", "Bxnor"});
    return names;
}
inline constexpr const char *comparisons[] = {"Eq", "Ne", "Gt", "Lt", "Ge", "Le"};

inline std::vector<const char *> unary_over(std::size_t type) {
    std::vector<const char *> names{"Identity", "Abs", "Ainv", "Minv"};
    if (is_boolean(type)) names.push_back("Lnot");
    if (is_integer(type)) names.push_back("Bnot");
    if (!is_boolean(type) && !is_integer(type)) names.insert(names.end(), {"Exp", "Log", "Sqrt"});
    return names;
}

inline const char *other(std::size_t type, std::size_t step) {
    return types[(type + step) % type_count];
}

class NeedsCompiler : public testing::Test {
protected:
    void SetUp() override {
        std::string code;
        if (compile("extern \"C\" __global__ void nothing() {}", 90, &code) != Status::ok)
            GTEST_SKIP() << error_text();
    }
};

inline void expect_compiles(const std::string &program, int architecture = 90) {
    std::string code;
    ASSERT_EQ(compile(program, architecture, &code), Status::ok) << error_text() << '\n' << program;
    EXPECT_EQ(code.compare(0, 4, "\177ELF"), 0);
}

/// The structs of several programs around one kernel each would be one kernel's price each: their P's go
/// into one program, and the kernels get numbers.
class Batch {
public:
    explicit Batch(const char *kernel) : kernel_(kernel) {}
    void add(const std::string &program) {
        const std::size_t begin = program.find("struct P"), end = program.find("extern \"C\"");
        ASSERT_NE(begin, std::string::npos);
        ASSERT_NE(end, std::string::npos);
        if (text_.empty()) text_ = program.substr(0, begin);
        std::string tail = program.substr(end);
        const std::string name = std::string(" ") + kernel_ + '(';
        const std::size_t place = tail.find(name);
        ASSERT_NE(place, std::string::npos);
        const std::string number = std::to_string(count_++);
        tail.insert(place + name.size() - 1, "_" + number);
        text_ += "namespace program" + number + " {\n" + program.substr(begin, end - begin) + tail +
                 "}\n";
    }
    void expect_compiles(int architecture = 90) const {
        ASSERT_NE(count_, 0);
        device::expect_compiles(text_, architecture);
    }

private:
    const char *kernel_;
    std::string text_;
    int count_ = 0;
};

} // namespace grb::device
