// Tests that the description of a program gives equal keys to equal texts, and to no others.
#include "cuda/plugin/program_spec.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

namespace grb::device {
namespace {

/// One value for each kind of member, each of a few.
struct Shape {
    const char *header, *type, *functor, *kernel;
    int width, number, threads, blocks;
    bool flag, is_flipped, ends_at_first, has_op;
    SemiringName semiring;
};

void describe(ProgramSpec &spec, const Shape &shape) {
    spec.include(shape.header);
    spec.begin();
    spec.type("T", shape.type);
    spec.index("Index", shape.width);
    spec.functor("F", shape.functor, shape.type);
    spec.flag("is_iso", shape.flag);
    spec.number("lanes", shape.number);
    spec.expression("reads", shape.flag ? "F::reads" : "!F::reads");
    spec.constant("int", "items", 8);
    spec.semiring(shape.semiring, shape.type, "int", shape.is_flipped, shape.ends_at_first);
    spec.op(shape.has_op ? BinaryName{shape.functor, "float"} : BinaryName{}, "A", "B", "uses_a",
            "uses_b", shape.is_flipped);
    if (shape.number > 4) {
        spec.derive("Carries");
        spec.number("lanes", shape.width);
    }
    spec.end();
    spec.kernel({shape.kernel, "Arguments", shape.threads, shape.blocks});
}

TEST(ProgramSpecs, KeysFollowTexts) {
    std::mt19937 random(7);
    const auto one_of = [&random](auto... values) {
        const std::common_type_t<decltype(values)...> all[] = {values...};
        return all[random() % sizeof...(values)];
    };
    std::map<std::string, std::string> text_of, key_of;
    for (int round = 0; round < 20000; round++) {
        Shape shape{};
        shape.header = one_of("one.cuh", "two.cuh");
        shape.type = one_of("int", "float");
        shape.functor = one_of("Plus", "Times");
        shape.kernel = one_of("first", "second");
        shape.width = one_of(4, 8);
        shape.number = one_of(4, 5, 100);
        shape.threads = one_of(128, 256);
        shape.blocks = one_of(0, 2);
        shape.flag = one_of(false, true);
        shape.is_flipped = one_of(false, true);
        shape.ends_at_first = one_of(false, true);
        shape.has_op = one_of(false, true);
        shape.semiring.add = {one_of("Min", "Max"), "int"};
        shape.semiring.multiply = {one_of("Plus", "First"), one_of("int", "float")};
        shape.semiring.result_type = "int";
        const Program program(&describe, shape);
        const std::string key(program.key().text()), text = program.text();
        EXPECT_EQ(text_of.emplace(key, text).first->second, text) << key;
        // Without an operator the flip is nowhere in the text of op(), but in that of semiring().
        EXPECT_EQ(key_of.emplace(text, key).first->second, key) << text;
    }
    EXPECT_GT(text_of.size(), 5000U);
}

} // namespace
} // namespace grb::device
