// What the library does not carry out says so, with a text where there is an object to keep it.
#include "api/world.h"

#include <cstdio>
#include <string>
#include <tuple>

namespace api {
namespace {

template <class T> T argument(World &) { return T{}; }
template <> GrB_Type argument(World &world) { return world.pair; }
template <> GrB_UnaryOp argument(World &world) { return world.negate; }
template <> GrB_BinaryOp argument(World &world) { return world.minus; }
template <> GrB_IndexUnaryOp argument(World &world) { return world.shifted; }
template <> GrB_Monoid argument(World &world) { return world.monoid; }
template <> GrB_Semiring argument(World &world) { return world.semiring; }
template <> GrB_Descriptor argument(World &world) { return world.desc; }
template <> GrB_Scalar argument(World &world) { return world.s; }
template <> GrB_Vector argument(World &world) { return world.u; }
template <> GrB_Matrix argument(World &world) { return world.A; }
template <> GrB_Global argument(World &) { return GrB_GLOBAL; }

/// The text of the first or last argument that can keep one; nothing for functions that make objects.
template <class T> std::string text_of(T) { return ""; }
std::string text_of(GrB_Type object) { return error_text(object); }
std::string text_of(GrB_UnaryOp object) { return error_text(object); }
std::string text_of(GrB_BinaryOp object) { return error_text(object); }
std::string text_of(GrB_IndexUnaryOp object) { return error_text(object); }
std::string text_of(GrB_Monoid object) { return error_text(object); }
std::string text_of(GrB_Semiring object) { return error_text(object); }
std::string text_of(GrB_Descriptor object) { return error_text(object); }
std::string text_of(GrB_Scalar object) { return error_text(object); }
std::string text_of(GrB_Vector object) { return error_text(object); }
std::string text_of(GrB_Matrix object) { return error_text(object); }

template <class... Arguments>
void expect_absent(const char *name, GrB_Info (*function)(Arguments...), bool keeps_text) {
    World world;
    const std::string before = world.contents();
    std::tuple<Arguments...> arguments{argument<Arguments>(world)...};
    EXPECT_EQ(std::apply(function, arguments), GrB_NOT_IMPLEMENTED) << name;
    std::string text;
    std::apply([&](auto... values) { ((text = text.empty() ? text_of(values) : text), ...); }, arguments);
    if (keeps_text) EXPECT_EQ(text, std::string(name) + ": this function is not implemented");
    EXPECT_EQ(world.contents(), before) << name;
}

TEST(NotImplemented, FunctionsSaySo) {
    int count = 0;
#define GRB_ABSENT(function, parameters, object)                                                         \
    std::printf("not implemented: %s\n", #function);                                                     \
    expect_absent(#function, function, std::string(#object) == "object" &&                               \
                                           std::string(#function).rfind("GrB_Global", 0) != 0);          \
    count++;
#define GRB_ABSENT_FIELD(function, field)
#include "../../src/capi/not_implemented.def"
    EXPECT_EQ(count, 117);
}

template <class Object, class Value>
void expect_absent_field(const char *name, GrB_Info (*function)(Object, Value, GrB_Field), GrB_Field field,
                         const char *field_name) {
    World world;
    const auto object = argument<Object>(world);
    std::remove_pointer_t<Value> place{};
    if constexpr (std::is_pointer_v<Value>) {
        EXPECT_EQ(function(object, &place, field), GrB_NOT_IMPLEMENTED) << name << ' ' << field_name;
    } else {
        EXPECT_EQ(function(object, place, field), GrB_NOT_IMPLEMENTED) << name << ' ' << field_name;
    }
    if (std::string(name).rfind("GrB_Global", 0) == 0) return;
    EXPECT_EQ(text_of(object), std::string(name) + ": field " + field_name + " is not implemented");
}

TEST(NotImplemented, FieldsSaySo) {
#define GRB_ABSENT(function, parameters, object)
#define GRB_ABSENT_FIELD(function, field)                         \
    std::printf("not implemented: %s, %s\n", #function, #field);  \
    expect_absent_field(#function, function, field, #field);
#include "../../src/capi/not_implemented.def"
}

} // namespace
} // namespace api
