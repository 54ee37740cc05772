// Tests every binary operator over every type against independent formulas.
#include "algebra/operators.hpp"
#include "test_algebra_values.hpp"

#include <string>

namespace {

using namespace algebra_test;
using grb::BinaryCode;
using grb::BinaryOp;
using grb::Broadcast;

constexpr int binary_codes = static_cast<int>(BinaryCode::bxnor) + 1;

bool is_comparison(BinaryCode code) {
    return code >= BinaryCode::eq && code <= BinaryCode::le;
}

/// Results for (x, y) = 00, 01, 10, 11.
const char *truth_table(BinaryCode code) {
    switch (code) {
    case BinaryCode::first:
        return "0011";
    case BinaryCode::second:
        return "0101";
    case BinaryCode::oneb:
        return "1111";
    case BinaryCode::plus:
        return "0111";
    case BinaryCode::minus:
        return "0110";
    case BinaryCode::times:
        return "0001";
    case BinaryCode::div:
        return "0011";
    case BinaryCode::min:
        return "0001";
    case BinaryCode::max:
        return "0111";
    case BinaryCode::eq:
        return "1001";
    case BinaryCode::ne:
        return "0110";
    case BinaryCode::gt:
        return "0010";
    case BinaryCode::lt:
        return "0100";
    case BinaryCode::ge:
        return "1011";
    case BinaryCode::le:
        return "1101";
    case BinaryCode::lor:
        return "0111";
    case BinaryCode::land:
        return "0001";
    case BinaryCode::lxor:
        return "0110";
    case BinaryCode::lxnor:
        return "1001";
    default:
        return "";
    }
}

template <class T>
bool compare(BinaryCode code, T x, T y) {
    switch (code) {
    case BinaryCode::eq:
        return x == y;
    case BinaryCode::ne:
        return !(x == y);
    case BinaryCode::gt:
        return y < x;
    case BinaryCode::lt:
        return x < y;
    case BinaryCode::ge:
        return y < x || x == y;
    default:
        return x < y || x == y;
    }
}

__extension__ typedef __int128 Long;
__extension__ typedef unsigned __int128 UnsignedLong;

template <class T>
T logical_reference(BinaryCode code, T x, T y) {
    const int truths = (x != 0 ? 1 : 0) + (y != 0 ? 1 : 0);
    if (code == BinaryCode::lor) return truths >= 1 ? T(1) : T(0);
    return truths == (code == BinaryCode::land ? 2 : 1) ? T(1) : T(0);
}

template <class T>
T integer_reference(BinaryCode code, T x, T y) {
    const Long a = x, b = y;
    switch (code) {
    case BinaryCode::first:
        return x;
    case BinaryCode::second:
        return y;
    case BinaryCode::oneb:
        return 1;
    case BinaryCode::plus:
        return static_cast<T>(a + b);
    case BinaryCode::minus:
        return static_cast<T>(a - b);
    case BinaryCode::times:
        return static_cast<T>(static_cast<UnsignedLong>(a) * static_cast<UnsignedLong>(b));
    case BinaryCode::div:
        if (b != 0) return static_cast<T>(a / b);
        if (a == 0) return 0;
        return a < 0 ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
    case BinaryCode::min:
        return a < b ? x : y;
    case BinaryCode::max:
        return a < b ? y : x;
    case BinaryCode::bor:
        return static_cast<T>(a | b);
    case BinaryCode::band:
        return static_cast<T>(a & b);
    case BinaryCode::bxor:
        return static_cast<T>(a ^ b);
    case BinaryCode::bxnor:
        return static_cast<T>(~(a ^ b));
    default:
        return logical_reference(code, x, y);
    }
}

template <class T>
T float_reference(BinaryCode code, T x, T y) {
    switch (code) {
    case BinaryCode::first:
        return x;
    case BinaryCode::second:
        return y;
    case BinaryCode::oneb:
        return 1;
    case BinaryCode::plus:
        return x + y;
    case BinaryCode::minus:
        return x - y;
    case BinaryCode::times:
        return x * y;
    case BinaryCode::div:
        return x / y;
    case BinaryCode::min:
        if (x == 0 && y == 0) return std::signbit(x) ? x : y;
        return std::fmin(x, y);
    case BinaryCode::max:
        if (x == 0 && y == 0) return std::signbit(x) ? y : x;
        return std::fmax(x, y);
    default:
        return logical_reference(code, x, y);
    }
}

template <class T, class Z>
Z reference(BinaryCode code, T x, T y) {
    if constexpr (std::is_same_v<T, bool>) {
        return truth_table(code)[(x ? 2 : 0) + (y ? 1 : 0)] == '1';
    } else if constexpr (std::is_same_v<Z, bool>) {
        return compare(code, x, y);
    } else if constexpr (std::is_integral_v<T>) {
        return integer_reference(code, x, y);
    } else {
        return float_reference(code, x, y);
    }
}

template <class T, class Z>
void expect_results(const BinaryOp *op, const Values<Z> &z, const Values<T> &x, const Values<T> &y,
                    Broadcast broadcast) {
    for (std::size_t k = 0; k < z.size(); k++) {
        const T a = x[broadcast == Broadcast::x ? 0 : k];
        const T b = y[broadcast == Broadcast::y ? 0 : k];
        const Z expected = reference<T, Z>(op->code, a, b);
        ASSERT_TRUE(is_same_value(z[k], expected))
            << op->name << "(" << shown(a) << ", " << shown(b) << ") = " << shown(z[k])
            << ", expected " << shown(expected);
    }
}

template <class T, class Z>
void check_operator(const BinaryOp *op) {
    const Values<T> values = interesting_values<T>();
    Values<T> x, y;
    for (T a : values) {
        for (T b : values) {
            x.push_back(a);
            y.push_back(b);
        }
    }
    const std::size_t n = x.size();
    Values<Z> z(n);
    op->batch(op, z.data(), x.data(), y.data(), n, Broadcast::none);
    expect_results(op, z, x, y, Broadcast::none);
    for (T value : values) {
        Values<T> scalar;
        scalar.push_back(value);
        op->batch(op, z.data(), scalar.data(), y.data(), n, Broadcast::x);
        expect_results(op, z, scalar, y, Broadcast::x);
        op->batch(op, z.data(), x.data(), scalar.data(), n, Broadcast::y);
        expect_results(op, z, x, scalar, Broadcast::y);
    }
    if constexpr (std::is_same_v<T, Z>) {
        Values<T> in_place = x;
        op->batch(op, in_place.data(), in_place.data(), y.data(), n, Broadcast::none);
        expect_results(op, in_place, x, y, Broadcast::none);
        in_place = y;
        op->batch(op, in_place.data(), x.data(), in_place.data(), n, Broadcast::none);
        expect_results(op, in_place, x, y, Broadcast::none);
    }
    op->batch(op, nullptr, nullptr, nullptr, 0, Broadcast::none);
}

bool exists(BinaryCode code, bool is_boolean, bool is_integer) {
    if (code == BinaryCode::user) return false;
    if (code >= BinaryCode::bor) return is_integer;
    if (code == BinaryCode::lxnor) return is_boolean;
    return true;
}

TEST(AlgebraBinary, EveryOperatorOverEveryType) {
    int count = 0;
    for_each_type([&](auto tag) {
        using T = typename decltype(tag)::type;
        for (int k = 0; k < binary_codes; k++) {
            const auto code = static_cast<BinaryCode>(k);
            const BinaryOp *op = grb::find_binary_op(code, grb::TypeOf<T>::code);
            const bool is_boolean = std::is_same_v<T, bool>;
            ASSERT_EQ(op != nullptr,
                      exists(code, is_boolean, std::is_integral_v<T> && !is_boolean));
            if (op == nullptr) continue;
            count++;
            ASSERT_EQ(op->code, code);
            ASSERT_EQ(op->xtype->code, grb::TypeOf<T>::code);
            ASSERT_EQ(op->ytype->code, grb::TypeOf<T>::code);
            if (is_comparison(code)) {
                ASSERT_EQ(op->ztype->code, grb::TypeCode::boolean);
                ASSERT_EQ(op->reduce != nullptr, is_boolean);
                ASSERT_EQ(op->scatter != nullptr, is_boolean);
                check_operator<T, bool>(op);
            } else {
                ASSERT_EQ(op->ztype->code, grb::TypeOf<T>::code);
                ASSERT_TRUE(op->reduce != nullptr && op->scatter != nullptr);
                check_operator<T, T>(op);
            }
            if (testing::Test::HasFatalFailure()) return;
        }
    });
    EXPECT_EQ(count, 231); // with LOR, LAND and LXOR over numbers
    EXPECT_EQ(grb::find_binary_op(BinaryCode::plus, grb::TypeCode::user), nullptr);
}

/// The operators give the integers of docs/guide/numerics.md.
TEST(AlgebraBinary, NamedIntegerResults) {
    const auto divide = [](std::int32_t x, std::int32_t y) {
        std::int32_t z = 77;
        GrB_DIV_INT32->batch(GrB_DIV_INT32, &z, &x, &y, 1, Broadcast::none);
        return z;
    };
    EXPECT_EQ(divide(5, 0), INT32_MAX);
    EXPECT_EQ(divide(-7, 0), INT32_MIN);
    EXPECT_EQ(divide(0, 0), 0);
    EXPECT_EQ(divide(INT32_MIN, -1), INT32_MIN);
    EXPECT_EQ(divide(-7, 2), -3);
    const std::uint8_t x = 5, y = 0;
    std::uint8_t z = 0;
    GrB_DIV_UINT8->batch(GrB_DIV_UINT8, &z, &x, &y, 1, Broadcast::none);
    EXPECT_EQ(z, 255);
    const std::int16_t large = -32768;
    std::int16_t product = 1;
    GrB_TIMES_INT16->batch(GrB_TIMES_INT16, &product, &large, &large, 1, Broadcast::none);
    EXPECT_EQ(product, 0);
}

/// The traits of each operator hold on all pairs of values.
TEST(AlgebraBinary, TraitsHold) {
    for_each_type([&](auto tag) {
        using T = typename decltype(tag)::type;
        const Values<T> values = interesting_values<T>();
        for (int k = 1; k < binary_codes; k++) {
            const BinaryOp *op =
                grb::find_binary_op(static_cast<BinaryCode>(k), grb::TypeOf<T>::code);
            if (op == nullptr) continue;
            const auto apply = [op](T x, T y) {
                alignas(8) unsigned char z[8] = {};
                op->batch(op, z, &x, &y, 1, Broadcast::none);
                return std::string(reinterpret_cast<const char *>(z), op->ztype->size);
            };
            const auto is_nan = [](T x) { return x != x; };
            bool is_commutative = true, is_idempotent = op->ztype == op->xtype;
            for (T a : values) {
                if (is_nan(a)) continue;
                const std::string own(reinterpret_cast<const char *>(&a), sizeof a);
                is_idempotent = is_idempotent && apply(a, a) == own;
                for (T b : values) {
                    // Two operands make NaNs of different sign bits; any NaN equals any other.
                    if (is_nan(b)) continue;
                    const std::string one = apply(a, b), other = apply(b, a);
                    T first, second;
                    if (op->ztype == op->xtype) {
                        std::memcpy(&first, one.data(), sizeof first);
                        std::memcpy(&second, other.data(), sizeof second);
                        if (is_nan(first) && is_nan(second)) continue;
                    }
                    is_commutative = is_commutative && one == other;
                }
            }
            EXPECT_EQ(op->traits.is_commutative, is_commutative) << op->name;
            EXPECT_EQ(op->traits.is_idempotent, is_idempotent) << op->name;
            if (op->traits.ignores_x || op->traits.ignores_y) {
                T x = values[1], y = values[0];
                alignas(8) unsigned char z[8] = {};
                op->batch(op, z, op->traits.ignores_x ? nullptr : &x,
                          op->traits.ignores_y ? nullptr : &y, 1, Broadcast::none);
                EXPECT_EQ(std::string(reinterpret_cast<const char *>(z), sizeof(T)), apply(x, y));
            }
        }
    });
}

} // namespace
