// Tests reduction and scattered accumulation against repeated application of the operator, and the
// identities and terminal values of monoids against their definitions.
#include "algebra/operators.hpp"
#include "test_algebra_values.hpp"

namespace {

using namespace algebra_test;
using grb::BinaryCode;
using grb::BinaryOp;
using grb::Broadcast;

constexpr int binary_codes = static_cast<int>(BinaryCode::bxnor) + 1;

/// Calls f(type_tag<T>, op) for each operator whose domains are all T.
template <class F>
void for_each_closed_op(F &&f) {
    for_each_type([&](auto tag) {
        using T = typename decltype(tag)::type;
        for (int k = 1; k < binary_codes; k++) {
            const BinaryOp *op =
                grb::find_binary_op(static_cast<BinaryCode>(k), grb::TypeOf<T>::code);
            if (op != nullptr && op->reduce != nullptr) f(tag, op);
        }
    });
}

template <class T>
T apply(const BinaryOp *op, T x, T y) {
    T z;
    op->batch(op, &z, &x, &y, 1, Broadcast::none);
    return z;
}

TEST(AlgebraReduce, EqualsOneByOne) {
    std::mt19937_64 random(3);
    for_each_closed_op([&](auto tag, const BinaryOp *op) {
        using T = typename decltype(tag)::type;
        for (std::size_t n : {0, 1, 2, 3, 7, 15, 16, 17, 31, 32, 63, 64, 65, 100, 129, 511, 1100}) {
            for (int repeat = 0; repeat < 4; repeat++) {
                const Values<T> x = random_values<T>(n, random);
                const T start = static_cast<T>(random() % 3);
                T expected = start, z = start;
                for (T value : x) expected = apply<T>(op, expected, value);
                op->reduce(op, &z, x.data(), n);
                ASSERT_TRUE(is_same_value(z, expected))
                    << op->name << " n=" << n << ": " << shown(z) << ", expected "
                    << shown(expected);
            }
        }
    });
}

TEST(AlgebraReduce, SequentialSumKeepsItsOrder) {
    Values<float> x(1000);
    float expected = 0;
    for (std::size_t k = 0; k < x.size(); k++) {
        x[k] = 1.0f / static_cast<float>(k + 1);
        expected += x[k];
    }
    float z = 0;
    GrB_PLUS_FP32->reduce(GrB_PLUS_FP32, &z, x.data(), x.size());
    EXPECT_EQ(z, expected);
}

TEST(AlgebraReduce, StopsAtTheTerminalValue) {
    // The reduction reads nothing after the terminal value, so the count may exceed the length.
    const bool x[64] = {false, true};
    bool z = false;
    GrB_LOR->reduce(GrB_LOR, &z, x, 64);
    EXPECT_TRUE(z);
    z = true;
    GrB_LOR->reduce(GrB_LOR, &z, x, std::size_t{1} << 60);
    EXPECT_TRUE(z);
    std::vector<std::int32_t> values(1000, 5);
    values[100] = INT32_MIN;
    std::int32_t least = INT32_MAX;
    GrB_MIN_INT32->reduce(GrB_MIN_INT32, &least, values.data(), std::size_t{1} << 50);
    EXPECT_EQ(least, INT32_MIN);
}

TEST(AlgebraScatter, EqualsOneByOne) {
    std::mt19937_64 random(5);
    for_each_closed_op([&](auto tag, const BinaryOp *op) {
        using T = typename decltype(tag)::type;
        constexpr std::size_t size = 20;
        for (std::size_t n : {0, 1, 50}) {
            const Values<T> start = random_values<T>(size, random);
            const Values<T> x = random_values<T>(n, random);
            std::vector<std::uint32_t> narrow(n);
            std::vector<std::uint64_t> wide(n);
            Values<T> expected = start, z4 = start, z8 = start;
            for (std::size_t k = 0; k < n; k++) {
                wide[k] = random() % size;
                narrow[k] = static_cast<std::uint32_t>(wide[k]);
                expected[wide[k]] = apply<T>(op, expected[wide[k]], x[k]);
            }
            op->scatter(op, z4.data(), narrow.data(), 4, x.data(), n);
            op->scatter(op, z8.data(), wide.data(), 8, x.data(), n);
            for (std::size_t k = 0; k < size; k++) {
                ASSERT_TRUE(is_same_value(z4[k], expected[k])) << op->name;
                ASSERT_TRUE(is_same_value(z8[k], expected[k])) << op->name;
            }
        }
    });
}

TEST(AlgebraMonoid, IdentityAndTerminal) {
    int count = 0;
    for_each_closed_op([&](auto tag, const BinaryOp *op) {
        using T = typename decltype(tag)::type;
        const grb::Monoid *monoid = grb::find_monoid(op->code, grb::TypeOf<T>::code);
        T terminal{};
        const bool has_terminal = grb::terminal_of(op->code, grb::TypeOf<T>::code, &terminal);
        for (const T &x : interesting_values<T>()) {
            if (x != x) continue;
            if (has_terminal) {
                EXPECT_TRUE(is_same_value(apply<T>(op, terminal, x), terminal)) << op->name;
                EXPECT_TRUE(is_same_value(apply<T>(op, x, terminal), terminal)) << op->name;
            }
            if (monoid == nullptr) continue;
            T identity;
            std::memcpy(&identity, monoid->identity(), sizeof identity);
            EXPECT_EQ(apply<T>(op, identity, x), x) << monoid->name;
            EXPECT_EQ(apply<T>(op, x, identity), x) << monoid->name;
        }
        if (monoid == nullptr) return;
        count++;
        EXPECT_EQ(monoid->op, op);
        EXPECT_EQ(monoid->type(), op->ztype);
        EXPECT_EQ(monoid->has_terminal, has_terminal) << monoid->name;
        if (has_terminal) {
            EXPECT_EQ(std::memcmp(monoid->terminal(), &terminal, sizeof terminal), 0);
        } else {
            EXPECT_EQ(monoid->terminal(), nullptr);
        }
    });
    EXPECT_EQ(count, 44);
    EXPECT_EQ(grb::find_monoid(BinaryCode::plus, grb::TypeCode::boolean), nullptr);
    EXPECT_EQ(grb::find_monoid(BinaryCode::plus, grb::TypeCode::user), nullptr);
}

/// Only these operators have a terminal value.
TEST(AlgebraMonoid, WhichOperatorsEndEarly) {
    for_each_type([&](auto tag) {
        using T = typename decltype(tag)::type;
        constexpr bool is_boolean = std::is_same_v<T, bool>;
        constexpr bool is_integer = std::is_integral_v<T> && !is_boolean;
        for (int k = 0; k < binary_codes; k++) {
            const auto code = static_cast<BinaryCode>(k);
            bool expected = false;
            switch (code) {
            case BinaryCode::min:
            case BinaryCode::max:
                expected = true;
                break;
            case BinaryCode::times:
                expected = is_boolean || is_integer;
                break;
            case BinaryCode::plus:
            case BinaryCode::lor:
            case BinaryCode::land:
                expected = is_boolean;
                break;
            case BinaryCode::bor:
            case BinaryCode::band:
                expected = is_integer;
                break;
            default:
                break;
            }
            T terminal{};
            EXPECT_EQ(grb::terminal_of(code, grb::TypeOf<T>::code, &terminal), expected)
                << grb::short_name(code) << " " << grb::short_name(grb::TypeOf<T>::code);
        }
    });
    bool terminal = false;
    EXPECT_TRUE(grb::terminal_of(BinaryCode::lor, grb::TypeCode::boolean, &terminal) && terminal);
    std::uint8_t ones = 0;
    EXPECT_TRUE(grb::terminal_of(BinaryCode::bor, grb::TypeCode::uint8, &ones) && ones == 255);
    double least = 0;
    EXPECT_TRUE(grb::terminal_of(BinaryCode::min, grb::TypeCode::fp64, &least));
    EXPECT_EQ(least, -std::numeric_limits<double>::infinity());
}

} // namespace
