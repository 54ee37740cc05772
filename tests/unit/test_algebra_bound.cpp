// Tests operators bound to array types, user functions, and moves of untyped values.
#include "algebra/bound.hpp"
#include "test_algebra_values.hpp"

#include <array>

namespace {

using namespace algebra_test;
using grb::BinaryOp;
using grb::BoundBinary;
using grb::BoundIndexUnary;
using grb::BoundUnary;
using grb::Broadcast;
using grb::Positions;
using grb::TypeCode;

const grb::Type *type_of(TypeCode code) {
    return grb::builtin_type(code);
}

/// Every type holds these numbers exactly, so that double computes casts in both directions.
template <class T>
Values<T> small_values(std::size_t n) {
    Values<T> values(n);
    for (std::size_t k = 0; k < n; k++) values[k] = static_cast<T>(k * 7 % 11);
    return values;
}

template <class T>
double number(T x) {
    return static_cast<double>(x);
}

TEST(AlgebraBound, BinaryWithEveryCast) {
    // MINUS over INT16: not commutative, and the results cover both signs.
    constexpr std::size_t n = 700;
    const auto expected_in = [](auto tag, double a, double b) {
        using Z = typename decltype(tag)::type;
        const auto difference = static_cast<std::int16_t>(a - b);
        if constexpr (std::is_same_v<Z, bool>) return difference != 0;
        return static_cast<Z>(difference);
    };
    for_each_type([&](auto xtag) {
        for_each_type([&](auto ztag) {
            using X = typename decltype(xtag)::type;
            using Z = typename decltype(ztag)::type;
            using Y = std::uint8_t;
            const Values<X> x = small_values<X>(n);
            const Values<Y> y = small_values<Y>(n);
            for (bool is_flipped : {false, true}) {
                const BoundBinary bound(GrB_MINUS_INT16, type_of(grb::TypeOf<Z>::code),
                                        type_of(grb::TypeOf<X>::code), GrB_UINT8, is_flipped);
                EXPECT_EQ(bound.z_size(), sizeof(Z));
                EXPECT_EQ(bound.is_flipped(), is_flipped);
                for (Broadcast broadcast : {Broadcast::none, Broadcast::x, Broadcast::y}) {
                    for (std::size_t length :
                         {std::size_t{0}, std::size_t{1}, std::size_t{256}, n}) {
                        Values<Z> z(n);
                        const std::size_t first = 3; // not the first value as scalar
                        const X *xs = broadcast == Broadcast::x ? &x[first] : x.data();
                        const Y *ys = broadcast == Broadcast::y ? &y[first] : y.data();
                        bound(z.data(), xs, ys, length, broadcast);
                        for (std::size_t k = 0; k < length; k++) {
                            const double a = number(x[broadcast == Broadcast::x ? first : k]);
                            const double b = number(y[broadcast == Broadcast::y ? first : k]);
                            const Z expected =
                                is_flipped ? expected_in(ztag, b, a) : expected_in(ztag, a, b);
                            ASSERT_EQ(z[k], expected) << "k=" << k << " flipped=" << is_flipped;
                        }
                    }
                }
            }
        });
    });
}

TEST(AlgebraBound, OperandsThatAreIgnoredMayBeNull) {
    const Values<std::int8_t> y = small_values<std::int8_t>(600);
    Values<double> z(600);
    const BoundBinary second(GrB_SECOND_INT32, GrB_FP64, GrB_FP32, GrB_INT8);
    EXPECT_TRUE(second.ignores_x() && !second.ignores_y());
    second(z.data(), nullptr, y.data(), 600);
    for (std::size_t k = 0; k < 600; k++) ASSERT_EQ(z[k], y[k]);
    const BoundBinary flipped(GrB_FIRST_INT32, GrB_FP64, GrB_FP32, GrB_INT8, true);
    EXPECT_TRUE(flipped.ignores_x() && !flipped.ignores_y());
    flipped(z.data(), nullptr, y.data(), 600, Broadcast::y);
    for (std::size_t k = 0; k < 600; k++) ASSERT_EQ(z[k], y[0]);
    const BoundBinary one(GrB_ONEB_INT32, GrB_FP64, GrB_FP32, GrB_INT8);
    one(z.data(), nullptr, nullptr, 600);
    for (std::size_t k = 0; k < 600; k++) ASSERT_EQ(z[k], 1.0);
}

TEST(AlgebraBound, InPlaceWithCasts) {
    // z and x are FP32, the operator computes in INT64.
    Values<float> z = small_values<float>(1000);
    const Values<float> before = z;
    const Values<std::int32_t> y = small_values<std::int32_t>(1000);
    const BoundBinary bound(GrB_PLUS_INT64, GrB_FP32, GrB_FP32, GrB_INT32);
    bound(z.data(), z.data(), y.data(), 1000);
    for (std::size_t k = 0; k < 1000; k++) ASSERT_EQ(z[k], before[k] + static_cast<float>(y[k]));
}

TEST(AlgebraBound, Unary) {
    const Values<float> x = small_values<float>(1000);
    Values<std::int64_t> z(1000);
    BoundUnary(GrB_AINV_INT8, GrB_INT64, GrB_FP32)(z.data(), x.data(), 1000);
    for (std::size_t k = 0; k < 1000; k++) ASSERT_EQ(z[k], -static_cast<std::int64_t>(x[k]));
    Values<float> w(1000);
    BoundUnary(GrB_AINV_FP32, GrB_FP32, GrB_FP32)(w.data(), x.data(), 1000);
    for (std::size_t k = 0; k < 1000; k++) ASSERT_EQ(w[k], -x[k]);
}

TEST(AlgebraBound, IndexUnary) {
    Positions positions;
    positions.row = 2;
    positions.first_column = 10;
    const std::int64_t one = 1;
    Values<double> z(1000);
    const BoundIndexUnary column(GrB_COLINDEX_INT64, GrB_FP64, GrB_FP32, &one);
    column(z.data(), nullptr, false, positions, 1000);
    for (std::size_t k = 0; k < 1000; k++) ASSERT_EQ(z[k], static_cast<double>(k + 11));
    const Values<std::uint16_t> x = small_values<std::uint16_t>(1000);
    const float limit = 5;
    const BoundIndexUnary above(GrB_VALUEGT_FP32, GrB_INT32, GrB_UINT16, &limit);
    Values<std::int32_t> flags(1000);
    above(flags.data(), x.data(), false, positions, 1000);
    for (std::size_t k = 0; k < 1000; k++) ASSERT_EQ(flags[k], x[k] > 5 ? 1 : 0);
    above(flags.data(), &x[1], true, positions, 1000);
    for (std::size_t k = 0; k < 1000; k++) ASSERT_EQ(flags[k], x[1] > 5 ? 1 : 0);
}

/// The type has an odd size and does not fit on an adapter's stack.
struct Big {
    std::array<std::int16_t, 301> part;
};

/// Writes its result before it reads: correct only if z is not an operand's memory.
void subtract_big(void *z, const void *x, const void *y) {
    auto &result = *static_cast<Big *>(z);
    result.part.fill(0);
    for (std::size_t k = 0; k < result.part.size(); k++) {
        result.part[k] = static_cast<std::int16_t>(static_cast<const Big *>(x)->part[k] -
                                                   static_cast<const Big *>(y)->part[k]);
    }
}

void subtract_int32(void *z, const void *x, const void *y) {
    auto &result = *static_cast<std::int32_t *>(z);
    result = 0;
    result = *static_cast<const std::int32_t *>(x) - 2 * *static_cast<const std::int32_t *>(y);
}

void negate_int32(void *z, const void *x) {
    *static_cast<std::int32_t *>(z) = 0;
    *static_cast<std::int32_t *>(z) = -*static_cast<const std::int32_t *>(x);
}

void weigh_position(void *z, const void *x, GrB_Index i, GrB_Index j, const void *thunk) {
    auto &result = *static_cast<std::int32_t *>(z);
    result = 0;
    result = *static_cast<const std::int32_t *>(x) + static_cast<std::int32_t>(i * 1000 + j) +
             *static_cast<const std::int32_t *>(thunk);
}

BinaryOp user_binary(const grb::Type *type, GxB_binary_function function) {
    return {{},
            {grb::Magic::binary_op},
            grb::BinaryCode::user,
            type,
            type,
            type,
            grb::user_binary_batch,
            grb::user_reduce_batch,
            grb::user_scatter_batch,
            function,
            "",
            {}};
}

const grb::Type big_type(TypeCode::user, sizeof(Big), "Big", false);

Big big(int value) {
    Big result;
    result.part.fill(static_cast<std::int16_t>(value));
    return result;
}

TEST(AlgebraUser, BinaryOverALargeType) {
    const BinaryOp op = user_binary(&big_type, subtract_big);
    std::vector<Big> x, y;
    for (int k = 0; k < 9; k++) {
        x.push_back(big(10 * k));
        y.push_back(big(k * k));
    }
    std::vector<Big> z(9);
    const BoundBinary bound(&op, &big_type, &big_type, &big_type);
    bound(z.data(), x.data(), y.data(), 9);
    for (int k = 0; k < 9; k++) EXPECT_EQ(z[k].part, big(10 * k - k * k).part);
    bound(z.data(), &x[3], y.data(), 9, Broadcast::x);
    for (int k = 0; k < 9; k++) EXPECT_EQ(z[k].part, big(30 - k * k).part);
    bound(z.data(), x.data(), &y[3], 9, Broadcast::y);
    for (int k = 0; k < 9; k++) EXPECT_EQ(z[k].part, big(10 * k - 9).part);
    z = x;
    bound(z.data(), z.data(), y.data(), 9);
    for (int k = 0; k < 9; k++) EXPECT_EQ(z[k].part, big(10 * k - k * k).part);
    z = y;
    bound(z.data(), x.data(), z.data(), 9);
    for (int k = 0; k < 9; k++) EXPECT_EQ(z[k].part, big(10 * k - k * k).part);
    for (std::size_t n : {0, 1, 2, 5}) {
        Big sum = big(100);
        int expected = 100;
        for (std::size_t k = 0; k < n; k++) expected -= 10 * static_cast<int>(k);
        op.reduce(&op, &sum, x.data(), n);
        EXPECT_EQ(sum.part, big(expected).part);
    }
    const std::uint32_t narrow[] = {1, 0, 1};
    const std::uint64_t wide[] = {1, 0, 1};
    std::vector<Big> target = {big(1), big(2)};
    op.scatter(&op, target.data(), narrow, 4, x.data() + 1, 3);
    EXPECT_EQ(target[0].part, big(1 - 20).part);
    EXPECT_EQ(target[1].part, big(2 - 10 - 30).part);
    op.scatter(&op, target.data(), wide, 8, x.data() + 1, 3);
    EXPECT_EQ(target[0].part, big(1 - 40).part);
    EXPECT_EQ(target[1].part, big(2 - 80).part);
}

TEST(AlgebraUser, BinaryOverABuiltInType) {
    const BinaryOp op = user_binary(GrB_INT32, subtract_int32);
    const Values<float> x = small_values<float>(700);
    const Values<std::uint8_t> y = small_values<std::uint8_t>(700);
    Values<double> z(700);
    const BoundBinary bound(&op, GrB_FP64, GrB_FP32, GrB_UINT8);
    bound(z.data(), x.data(), y.data(), 700);
    for (std::size_t k = 0; k < 700; k++) ASSERT_EQ(z[k], number(x[k]) - 2 * number(y[k]));
    const Values<std::int32_t> values = small_values<std::int32_t>(20);
    std::int32_t sum = 1, expected = 1;
    for (std::int32_t value : values) expected -= 2 * value;
    op.reduce(&op, &sum, values.data(), 20);
    EXPECT_EQ(sum, expected);
    std::int32_t target[2] = {5, 6};
    const std::uint64_t index[] = {1, 1, 0};
    op.scatter(&op, target, index, 8, values.data(), 3);
    EXPECT_EQ(target[0], 5 - 2 * values[2]);
    EXPECT_EQ(target[1], 6 - 2 * values[0] - 2 * values[1]);
}

TEST(AlgebraUser, UnaryAndIndexUnary) {
    const grb::UnaryOp negate = {{},        {grb::Magic::unary_op}, grb::UnaryCode::user, GrB_INT32,
                                 GrB_INT32, grb::user_unary_batch,  negate_int32,         ""};
    const Values<std::int32_t> x = small_values<std::int32_t>(600);
    Values<std::int32_t> z = x;
    negate.batch(&negate, z.data(), z.data(), 600);
    for (std::size_t k = 0; k < 600; k++) ASSERT_EQ(z[k], -x[k]);
    Values<float> w(600);
    BoundUnary(&negate, GrB_FP32, GrB_INT32)(w.data(), x.data(), 600);
    for (std::size_t k = 0; k < 600; k++) ASSERT_EQ(w[k], static_cast<float>(-x[k]));

    const grb::IndexUnaryOp weigh = {{},
                                     {grb::Magic::index_unary_op},
                                     grb::IndexUnaryCode::user,
                                     GrB_INT32,
                                     GrB_INT32,
                                     GrB_INT32,
                                     grb::user_index_unary_batch,
                                     weigh_position,
                                     ""};
    const std::int32_t thunk = 7;
    Positions positions;
    positions.row = 3;
    positions.first_column = 20;
    z = x;
    weigh.batch(&weigh, z.data(), z.data(), false, positions, &thunk, 600);
    const auto at = [](std::size_t k) { return static_cast<std::int32_t>(3000 + 20 + k + 7); };
    for (std::size_t k = 0; k < 600; k++) ASSERT_EQ(z[k], x[k] + at(k));
    const BoundIndexUnary bound(&weigh, GrB_FP64, GrB_INT32, &thunk);
    Values<double> d(600);
    bound(d.data(), &x[4], true, positions, 600);
    for (std::size_t k = 0; k < 600; k++) ASSERT_EQ(d[k], x[4] + at(k));
    positions.is_swapped = true;
    bound(d.data(), x.data(), false, positions, 600);
    for (std::size_t k = 0; k < 600; k++) {
        ASSERT_EQ(d[k], number(x[k]) + 1000.0 * static_cast<double>(20 + k) + 3 + 7);
    }
}

TEST(AlgebraValues, GatherScatterFill) {
    std::mt19937_64 random(11);
    for (std::size_t size : {1, 2, 3, 4, 7, 8, 12, 16, 24, 602}) {
        for (std::size_t n : {std::size_t{0}, std::size_t{1}, std::size_t{37}}) {
            constexpr std::size_t m = 50;
            std::vector<unsigned char> x(m * size);
            for (unsigned char &byte : x) byte = static_cast<unsigned char>(random());
            std::vector<std::uint32_t> narrow(n);
            std::vector<std::uint64_t> wide(n);
            for (std::size_t k = 0; k < n; k++) {
                wide[k] = (k * 17 + 5) % m; // no repeats
                narrow[k] = static_cast<std::uint32_t>(wide[k]);
            }
            for (int width : {4, 8}) {
                const void *index = width == 4 ? static_cast<const void *>(narrow.data())
                                               : static_cast<const void *>(wide.data());
                std::vector<unsigned char> gathered(n * size + 1, 0xEE);
                grb::gather_values(gathered.data(), x.data(), index, width, n, size);
                std::vector<unsigned char> scattered(m * size, 0);
                grb::scatter_values(scattered.data(), index, width, gathered.data(), n, size);
                EXPECT_EQ(gathered[n * size], 0xEE);
                for (std::size_t k = 0; k < n; k++) {
                    const unsigned char *expected = x.data() + wide[k] * size;
                    ASSERT_EQ(std::memcmp(gathered.data() + k * size, expected, size), 0);
                    ASSERT_EQ(std::memcmp(scattered.data() + wide[k] * size, expected, size), 0);
                }
            }
            std::vector<unsigned char> filled(n * size + 1, 0xEE);
            grb::fill_values(filled.data(), x.data(), n, size);
            EXPECT_EQ(filled[n * size], 0xEE);
            for (std::size_t k = 0; k < n; k++) {
                ASSERT_EQ(std::memcmp(filled.data() + k * size, x.data(), size), 0);
            }
            if (n == 0) continue;
            std::memcpy(filled.data(), x.data() + size, size);
            grb::fill_values(filled.data(), filled.data(), n, size);
            ASSERT_EQ(std::memcmp(filled.data() + (n - 1) * size, x.data() + size, size), 0);
        }
    }
}

} // namespace
