// Defines the user-defined types, functions, monoids and semirings, and the lists of all operators.
#include "differential/algebra.h"

#include "differential/user_sources.h"

#include <algorithm>

namespace grb::fuzz {
namespace {

using model::require;

struct Interval {
    std::int32_t low, high;
};
struct Wide {
    std::uint64_t a, b, c;
};
struct Rgb {
    std::uint8_t red, green, blue;
};
struct Triple {
    std::int32_t x, y, z;
};
struct Block {
    std::uint64_t part[8];
};

std::int32_t wrapping_sum(std::int32_t x, std::int32_t y) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(x) + static_cast<std::uint32_t>(y));
}

Interval hull(Interval x, Interval y) {
    return {std::min(x.low, y.low), std::max(x.high, y.high)};
}
Interval shift(Interval x, Interval y) {
    return {wrapping_sum(x.low, y.low), wrapping_sum(x.high, y.high)};
}
Wide add_wide(Wide x, Wide y) {
    return {x.a + y.a, x.b ^ y.b, std::max(x.c, y.c)};
}
Wide multiply_wide(Wide x, Wide y) {
    return {x.a * y.b, x.b ^ y.c, x.c + 3 * y.a};
}
Wide widen(Interval x, std::int32_t y) {
    return {static_cast<std::uint64_t>(x.low), static_cast<std::uint64_t>(x.high),
            static_cast<std::uint64_t>(y)};
}
Rgb brighter(Rgb x, Rgb y) {
    return {std::max(x.red, y.red), std::max(x.green, y.green), std::max(x.blue, y.blue)};
}
Triple largest_triple(Triple x, Triple y) {
    return {std::max(x.x, y.x), std::max(x.y, y.y), std::max(x.z, y.z)};
}
Block add_block(Block x, Block y) {
    Block z{};
    for (int k = 0; k < 8; ++k) z.part[k] = x.part[k] + y.part[k];
    return z;
}
Block multiply_block(Block x, Block y) {
    Block z{};
    for (int k = 0; k < 8; ++k)
        z.part[k] = x.part[k] * y.part[7 - k] + static_cast<std::uint64_t>(k);
    return z;
}
Rgb darker(Rgb x, Rgb y) {
    return {std::min(x.red, y.red), std::min(x.green, y.green), std::min(x.blue, y.blue)};
}
std::int32_t larger(std::int32_t x, std::int32_t y) {
    return x > y ? x : y;
}
std::int32_t scaled(std::int8_t x, double y) {
    return wrapping_sum(model::convert<std::int32_t>(y), 3 * x);
}
bool same_sign(float x, std::int64_t y) {
    return (x < 0) == (y < 0);
}
double halve_interval(Interval x) {
    return 0.5 * x.low + 0.5 * x.high;
}
Interval point(std::int16_t x) {
    return {x, x + 1};
}
std::uint8_t red(Rgb x) {
    return x.red;
}
std::int32_t negate_twice(std::int32_t x) {
    return wrapping_sum(wrapping_sum(0, x), x);
}

// The C signatures that GrB_*Op_new takes, from the functions above.
template <auto f, class Z, class X>
void unary_function(void *z, const void *x) {
    X a;
    std::memcpy(&a, x, sizeof a);
    const Z result = f(a);
    std::memcpy(z, &result, sizeof result);
}

template <auto f, class Z, class X, class Y>
void binary_function(void *z, const void *x, const void *y) {
    X a;
    Y b;
    std::memcpy(&a, x, sizeof a);
    std::memcpy(&b, y, sizeof b);
    const Z result = f(a, b);
    std::memcpy(z, &result, sizeof result);
}

// True if i + j + s is divisible by 3, whatever the value is.
void every_third(void *z, const void *, Index i, Index j, const void *s) {
    std::int64_t shift;
    std::memcpy(&shift, s, sizeof shift);
    const bool result = (i + j + static_cast<Index>(shift)) % 3 == 0;
    std::memcpy(z, &result, sizeof result);
}

void value_and_position(void *z, const void *x, Index i, Index j, const void *s) {
    std::int32_t a, b;
    std::memcpy(&a, x, sizeof a);
    std::memcpy(&b, s, sizeof b);
    const double result = static_cast<double>(a) - b + static_cast<double>(i % 64) -
                          0.5 * static_cast<double>(j % 64);
    std::memcpy(z, &result, sizeof result);
}

void interval_moved(void *z, const void *x, Index i, Index, const void *s) {
    Interval a;
    std::int32_t b;
    std::memcpy(&a, x, sizeof a);
    std::memcpy(&b, s, sizeof b);
    const Interval result{wrapping_sum(a.low, b), wrapping_sum(a.high, static_cast<int>(i % 100))};
    std::memcpy(z, &result, sizeof result);
}

Type new_type(const char *name, std::size_t size, const char *text) {
    Type type{TypeCode::User, size, nullptr, name};
    require(GxB_Type_new(&type.handle, size, name, text), "GxB_Type_new");
    return type;
}

template <auto f, class Z, class X>
UnaryOp new_unary(const char *name, const Type &z, const Type &x, const char *text) {
    UnaryOp op{name, z, x, nullptr, {}};
    constexpr auto function = unary_function<f, Z, X>;
    require(GxB_UnaryOp_new(&op.handle, function, z.handle, x.handle, name, text),
            "GxB_UnaryOp_new");
    op.meaning = [z](const Value &a) {
        Value result{z, {}};
        function(result.data(), a.data());
        return result;
    };
    return op;
}

template <auto f, class Z, class X, class Y>
BinaryOp new_binary(const char *name, const Type &z, const Type &x, const Type &y,
                    const char *text) {
    BinaryOp op{name, z, x, y, nullptr, {}};
    constexpr auto function = binary_function<f, Z, X, Y>;
    require(GxB_BinaryOp_new(&op.handle, function, z.handle, x.handle, y.handle, name, text),
            "GxB_BinaryOp_new");
    op.meaning = [z](const Value &a, const Value &b) {
        Value result{z, {}};
        function(result.data(), a.data(), b.data());
        return result;
    };
    return op;
}

IndexUnaryOp new_index(const char *name, GxB_index_unary_function function, const Type &z,
                       const Type &x, const Type &y, const char *text) {
    IndexUnaryOp op{name, z, x, y, true, nullptr, {}};
    require(GxB_IndexUnaryOp_new(&op.handle, function, z.handle, x.handle, y.handle, name, text),
            "GxB_IndexUnaryOp_new");
    op.meaning = [z, function](const Value &a, Index i, Index j, const Value &s) {
        Value result{z, {}};
        function(result.data(), a.data(), i, j, s.data());
        return result;
    };
    return op;
}

Monoid new_monoid(const BinaryOp &op, const Value &identity) {
    Monoid monoid{op.name + "_user_monoid", op, identity, nullptr};
    require(calls::monoid_new(&monoid.handle, op.handle, identity), "GrB_Monoid_new");
    return monoid;
}

void add_user_operators(Algebra &a) {
    const Type interval = new_type("Interval", sizeof(Interval), source::interval),
               wide = new_type("Wide", 24, source::wide), rgb = new_type("Rgb", 3, source::rgb),
               triple = new_type("Triple", sizeof(Triple), source::triple),
               block = new_type("Block", sizeof(Block), source::block);
    const Type i8 = model::type_of(TypeCode::Int8), i16 = model::type_of(TypeCode::Int16),
               i32 = model::type_of(TypeCode::Int32), i64 = model::type_of(TypeCode::Int64),
               u8 = model::type_of(TypeCode::Uint8), f32 = model::type_of(TypeCode::Fp32),
               f64 = model::type_of(TypeCode::Fp64), boolean = model::type_of(TypeCode::Bool);
    a.user_types = {interval, wide, rgb, triple, block};

    using std::int16_t, std::int32_t, std::int64_t, std::int8_t, std::uint8_t;
    a.unary.push_back(
        new_unary<halve_interval, double, Interval>("halve", f64, interval, source::halve));
    a.unary.push_back(new_unary<point, Interval, int16_t>("point", interval, i16, source::point));
    a.unary.push_back(new_unary<red, uint8_t, Rgb>("red", u8, rgb, source::red));
    a.unary.push_back(new_unary<negate_twice, int32_t, int32_t>("twice", i32, i32, source::twice));

    const auto hull_op = new_binary<hull, Interval, Interval, Interval>("hull", interval, interval,
                                                                        interval, source::hull);
    const auto brighter_op =
        new_binary<brighter, Rgb, Rgb, Rgb>("brighter", rgb, rgb, rgb, source::brighter);
    const auto add_op =
        new_binary<add_wide, Wide, Wide, Wide>("add_wide", wide, wide, wide, source::add_wide);
    const auto larger_op =
        new_binary<larger, int32_t, int32_t, int32_t>("larger", i32, i32, i32, source::larger);
    const auto triple_op = new_binary<largest_triple, Triple, Triple, Triple>(
        "largest_triple", triple, triple, triple, source::largest_triple);
    const auto block_op = new_binary<add_block, Block, Block, Block>("add_block", block, block,
                                                                     block, source::add_block);
    for (const BinaryOp &op : {hull_op, brighter_op, add_op, larger_op, triple_op, block_op})
        a.binary.push_back(op);
    a.binary.push_back(new_binary<multiply_block, Block, Block, Block>(
        "multiply_block", block, block, block, source::multiply_block));
    a.binary.push_back(new_binary<shift, Interval, Interval, Interval>("shift", interval, interval,
                                                                       interval, source::shift));
    a.binary.push_back(new_binary<multiply_wide, Wide, Wide, Wide>("multiply_wide", wide, wide,
                                                                   wide, source::multiply_wide));
    a.binary.push_back(
        new_binary<widen, Wide, Interval, int32_t>("widen", wide, interval, i32, source::widen));
    // Given without source.
    a.binary.push_back(new_binary<darker, Rgb, Rgb, Rgb>("darker", rgb, rgb, rgb, nullptr));
    a.binary.push_back(
        new_binary<scaled, int32_t, int8_t, double>("scaled", i32, i8, f64, source::scaled));
    a.binary.push_back(new_binary<same_sign, bool, float, int64_t>("same_sign", boolean, f32, i64,
                                                                   source::same_sign));

    IndexUnaryOp third =
        new_index("every_third", every_third, boolean, i32, i64, source::every_third);
    a.index.push_back(third);
    a.index.push_back(new_index("value_and_position", value_and_position, f64, i32, i32,
                                source::value_and_position));
    a.index.push_back(new_index("interval_moved", interval_moved, interval, interval, i32,
                                source::interval_moved));

    const auto limits = std::numeric_limits<std::int32_t>();
    a.monoids.push_back(
        new_monoid(hull_op, Value::user(interval, Interval{limits.max(), limits.min()})));
    a.monoids.push_back(new_monoid(brighter_op, Value::user(rgb, Rgb{0, 0, 0})));
    a.monoids.push_back(new_monoid(add_op, Value::user(wide, Wide{0, 0, 0})));
    a.monoids.push_back(new_monoid(larger_op, Value::of(limits.min())));
    const std::int32_t least = limits.min();
    a.monoids.push_back(new_monoid(triple_op, Value::user(triple, Triple{least, least, least})));
    a.monoids.push_back(new_monoid(block_op, Value::user(block, Block{})));
}

/// Adds monoids of predefined operators for which the specification has none.
void add_further_monoids(Algebra &a) {
    for (const char *name : {"MIN", "MAX", "PLUS", "TIMES", "EQ"}) {
        const BinaryOp &op = model::binary_op(name, TypeCode::Bool);
        const bool is_and = *name == 'T' || *name == 'E' || std::string(name) == "MIN";
        a.monoids.push_back(new_monoid(op, Value::of(is_and)));
    }
    for (const char *name : {"BOR", "BAND", "BXOR", "BXNOR"}) {
        for (TypeCode code :
             {TypeCode::Uint8, TypeCode::Int16, TypeCode::Uint32, TypeCode::Int64}) {
            const Value identity = model::identity_meaning(name, model::type_of(code));
            a.monoids.push_back(new_monoid(model::binary_op(name, code), identity));
        }
    }
    // These operators have no identity: sums begin with their first term.
    for (const char *name : {"LOR", "LAND", "LXOR"}) {
        for (TypeCode code : {TypeCode::Uint8, TypeCode::Int32, TypeCode::Uint64, TypeCode::Fp32})
            a.monoids.push_back(new_monoid(model::binary_op(name, code),
                                           model::identity_meaning(name, model::type_of(code))));
    }
}

/// Combines every monoid with a few operators that fit it.
void add_user_semirings(Algebra &a) {
    Rng rng(20240607);
    for (const Monoid &monoid : a.monoids) {
        for (int k = 0; k < 6; ++k) {
            const BinaryOp *multiply =
                pick_where(rng, a.binary, [&](const BinaryOp &op) { return op.z == monoid.op.z; });
            Semiring s{monoid.name + "." + multiply->name, monoid, *multiply, nullptr};
            require(GrB_Semiring_new(&s.handle, monoid.handle, multiply->handle),
                    "GrB_Semiring_new");
            a.semirings.push_back(s);
        }
    }
}

/// Powers of 64-bit numbers end in digits that differ between C libraries: IntegerPowers tests
/// them.
std::vector<BinaryOp> exact_binary_ops() {
    std::vector<BinaryOp> ops = model::binary_ops();
    std::erase_if(ops, [](const BinaryOp &op) {
        return op.name.rfind("POW_", 0) == 0 && op.name.rfind("INT64") != std::string::npos;
    });
    return ops;
}

Algebra make_algebra() {
    Algebra a{{},
              model::unary_ops(),
              exact_binary_ops(),
              model::index_ops(),
              model::monoids(),
              model::semirings(),
              model::semirings().size()};
    add_user_operators(a);
    add_further_monoids(a);
    add_user_semirings(a);
    return a;
}

} // namespace

const Algebra &algebra() {
    // Never destroyed: its handles stay reachable until the process ends.
    static const Algebra *const made = new Algebra(make_algebra());
    return *made;
}

} // namespace grb::fuzz
