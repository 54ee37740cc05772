// Tests unary operators, index operators and casts against independent formulas.
#include "algebra/operators.hpp"
#include "test_algebra_values.hpp"

namespace {

using namespace algebra_test;
using grb::IndexUnaryCode;
using grb::IndexUnaryOp;
using grb::Positions;
using grb::UnaryCode;
using grb::UnaryOp;

__extension__ typedef __int128 Long;

template <class T>
T unary_reference(UnaryCode code, T x) {
    if (code == UnaryCode::lnot) return x == 0 ? T(1) : T(0);
    if constexpr (std::is_same_v<T, bool>) {
        if (code == UnaryCode::minv) return true;
        return x;
    } else if constexpr (std::is_floating_point_v<T>) {
        switch (code) {
        case UnaryCode::abs:
            return std::fabs(x);
        case UnaryCode::ainv:
            return std::copysign(x, std::signbit(x) ? T(1) : T(-1));
        case UnaryCode::minv:
            return T(1) / x;
        case UnaryCode::exp:
            return std::exp(x);
        case UnaryCode::log:
            return std::log(x);
        case UnaryCode::sqrt:
            return std::sqrt(x);
        default:
            return x;
        }
    } else {
        const Long a = x;
        switch (code) {
        case UnaryCode::abs:
            return static_cast<T>(a < 0 ? -a : a);
        case UnaryCode::ainv:
            return static_cast<T>(-a);
        case UnaryCode::minv:
            return a == 0 ? std::numeric_limits<T>::max() : static_cast<T>(1 / a);
        case UnaryCode::bnot:
            return static_cast<T>(-a - 1);
        default:
            return x;
        }
    }
}

TEST(AlgebraUnary, EveryOperatorOverEveryType) {
    int count = 0;
    for_each_type([&](auto tag) {
        using T = typename decltype(tag)::type;
        const Values<T> x = interesting_values<T>();
        for (int k = 1; k <= static_cast<int>(UnaryCode::sqrt); k++) {
            const auto code = static_cast<UnaryCode>(k);
            const UnaryOp *op = grb::find_unary_op(code, grb::TypeOf<T>::code);
            if (op == nullptr) continue;
            count++;
            EXPECT_EQ(op->code, code);
            EXPECT_EQ(op->xtype->code, grb::TypeOf<T>::code);
            EXPECT_EQ(op->ztype, op->xtype);
            Values<T> z(x.size()), in_place = x;
            op->batch(op, z.data(), x.data(), x.size());
            op->batch(op, in_place.data(), in_place.data(), x.size());
            for (std::size_t i = 0; i < x.size(); i++) {
                const T expected = unary_reference(code, x[i]);
                EXPECT_TRUE(is_same_value(z[i], expected))
                    << op->name << "(" << shown(x[i]) << ") = " << shown(z[i]);
                EXPECT_TRUE(is_same_value(in_place[i], expected)) << op->name;
            }
        }
    });
    EXPECT_EQ(count, 69);
}

/// Returns floor(v) mod 2^bits in Z's range.
template <class Z>
Z wrapped(Long v) {
    const Long modulus = Long(1) << (8 * sizeof(Z));
    v %= modulus;
    if (v < 0) v += modulus;
    if (v > Long(std::numeric_limits<Z>::max())) v -= modulus;
    return static_cast<Z>(v);
}

template <class Z, class X>
Z cast_reference(X x) {
    if constexpr (std::is_same_v<Z, bool>) {
        return !(x == 0);
    } else if constexpr (std::is_floating_point_v<Z>) {
        return static_cast<Z>(static_cast<long double>(x));
    } else if constexpr (std::is_floating_point_v<X>) {
        using Limits = std::numeric_limits<Z>;
        if (std::isnan(x)) return 0;
        const long double whole = std::trunc(static_cast<long double>(x));
        if (whole <= static_cast<long double>(Limits::min())) return Limits::min();
        if (whole >= static_cast<long double>(Limits::max())) return Limits::max();
        return static_cast<Z>(whole);
    } else {
        return wrapped<Z>(x);
    }
}

TEST(AlgebraCast, EveryPairOfTypes) {
    int count = 0;
    for_each_type([&](auto from) {
        using X = typename decltype(from)::type;
        const Values<X> x = interesting_values<X>();
        for_each_type([&](auto to) {
            using Z = typename decltype(to)::type;
            const grb::CastBatch cast = grb::find_cast(grb::TypeOf<Z>::code, grb::TypeOf<X>::code);
            ASSERT_NE(cast, nullptr);
            count++;
            Values<Z> z(x.size()), through_types(x.size());
            cast(z.data(), x.data(), x.size());
            grb::cast_values(through_types.data(), grb::builtin_type(grb::TypeOf<Z>::code),
                             x.data(), grb::builtin_type(grb::TypeOf<X>::code), x.size());
            for (std::size_t k = 0; k < x.size(); k++) {
                const Z expected = cast_reference<Z>(x[k]);
                EXPECT_TRUE(is_same_value(z[k], expected))
                    << grb::short_name(grb::TypeOf<X>::code) << " " << shown(x[k]) << " as "
                    << grb::short_name(grb::TypeOf<Z>::code) << " gave " << shown(z[k])
                    << ", expected " << shown(expected);
                EXPECT_TRUE(is_same_value(through_types[k], expected));
            }
        });
    });
    EXPECT_EQ(count, 121);
    EXPECT_EQ(grb::find_cast(grb::TypeCode::user, grb::TypeCode::int8), nullptr);
    EXPECT_EQ(grb::find_cast(grb::TypeCode::int8, grb::TypeCode::user), nullptr);
}

TEST(AlgebraCast, NamedResults) {
    const auto to_int32 = [](double x) {
        std::int32_t z = 7;
        grb::find_cast(grb::TypeCode::int32, grb::TypeCode::fp64)(&z, &x, 1);
        return z;
    };
    EXPECT_EQ(to_int32(2147483647.5), INT32_MAX);
    EXPECT_EQ(to_int32(1e300), INT32_MAX);
    EXPECT_EQ(to_int32(-1e300), INT32_MIN);
    EXPECT_EQ(to_int32(-2147483648.9), INT32_MIN);
    EXPECT_EQ(to_int32(-0.99), 0);
    EXPECT_EQ(to_int32(std::nan("")), 0);
}

TEST(AlgebraCast, Truth) {
    for_each_type([&](auto tag) {
        using T = typename decltype(tag)::type;
        const grb::Type *type = grb::builtin_type(grb::TypeOf<T>::code);
        for (const T &x : interesting_values<T>()) EXPECT_EQ(grb::is_true(&x, type), !(x == 0));
    });
    const grb::Type pair(grb::TypeCode::user, 5, "five", false);
    unsigned char bytes[5] = {};
    EXPECT_FALSE(grb::is_true(bytes, &pair));
    bytes[4] = 1;
    EXPECT_TRUE(grb::is_true(bytes, &pair));
}

struct PositionCase {
    IndexUnaryOp *op;
    Long (*formula)(Long i, Long j, Long thunk);
};

const PositionCase position_cases[] = {
    {GrB_ROWINDEX_INT32, [](Long i, Long, Long s) { return i + s; }},
    {GrB_ROWINDEX_INT64, [](Long i, Long, Long s) { return i + s; }},
    {GrB_COLINDEX_INT32, [](Long, Long j, Long s) { return j + s; }},
    {GrB_COLINDEX_INT64, [](Long, Long j, Long s) { return j + s; }},
    {GrB_DIAGINDEX_INT32, [](Long i, Long j, Long s) { return j - i + s; }},
    {GrB_DIAGINDEX_INT64, [](Long i, Long j, Long s) { return j - i + s; }},
    {GrB_TRIL, [](Long i, Long j, Long s) { return Long(j <= i + s); }},
    {GrB_TRIU, [](Long i, Long j, Long s) { return Long(j >= i + s); }},
    {GrB_DIAG, [](Long i, Long j, Long s) { return Long(j == i + s); }},
    {GrB_OFFDIAG, [](Long i, Long j, Long s) { return Long(j != i + s); }},
    {GrB_COLLE, [](Long, Long j, Long s) { return Long(j <= s); }},
    {GrB_COLGT, [](Long, Long j, Long s) { return Long(j > s); }},
    {GrB_ROWLE, [](Long i, Long, Long s) { return Long(i <= s); }},
    {GrB_ROWGT, [](Long i, Long, Long s) { return Long(i > s); }},
};

template <class Z, class Thunk>
void check_positions(const PositionCase &test, const Positions &positions, std::size_t n) {
    using Limits = std::numeric_limits<Thunk>;
    for (Thunk thunk : {Thunk(0), Thunk(1), Thunk(-1), Thunk(5), Thunk(-3), Limits::max(),
                        Limits::min(), Thunk(Limits::max() - 4)}) {
        Values<Z> z(n);
        test.op->batch(test.op, z.data(), nullptr, false, positions, &thunk, n);
        for (std::size_t k = 0; k < n; k++) {
            const Long value = test.formula(positions.i(k), positions.j(k), thunk);
            if constexpr (std::is_same_v<Z, bool>) {
                ASSERT_EQ(z[k], value != 0) << test.op->name << " k=" << k << " thunk=" << thunk;
            } else {
                ASSERT_EQ(z[k], wrapped<Z>(value)) << test.op->name << " thunk=" << thunk;
            }
        }
    }
}

TEST(AlgebraIndexUnary, Positions) {
    const std::vector<std::uint32_t> narrow = {0, 1, 3, 4, 5, 9, 4000000000u};
    const std::vector<std::uint64_t> wide = {0, 1, 3, 4, 5, 9, (1ull << 60) - 1};
    std::vector<Positions> all;
    for (std::uint64_t row : {std::uint64_t{0}, std::uint64_t{4}, (std::uint64_t{1} << 60) - 1}) {
        for (int form = 0; form < 3; form++) {
            Positions positions;
            positions.row = row;
            if (form == 0) positions.first_column = 3;
            if (form == 1) {
                positions.columns = narrow.data();
                positions.column_width = 4;
            }
            if (form == 2) positions.columns = wide.data();
            all.push_back(positions);
            positions.is_swapped = true;
            all.push_back(positions);
            positions.is_swapped = false;
            positions.is_vector = true;
            all.push_back(positions);
        }
    }
    for (const PositionCase &test : position_cases) {
        EXPECT_EQ(test.op->xtype, nullptr);
        for (const Positions &positions : all) {
            if (test.op->ztype == GrB_INT32) {
                ASSERT_EQ(test.op->ttype, GrB_INT32);
                check_positions<std::int32_t, std::int32_t>(test, positions, narrow.size());
            } else if (test.op->ztype == GrB_INT64) {
                ASSERT_EQ(test.op->ttype, GrB_INT64);
                check_positions<std::int64_t, std::int64_t>(test, positions, narrow.size());
            } else {
                ASSERT_EQ(test.op->ztype, GrB_BOOL);
                ASSERT_EQ(test.op->ttype, GrB_INT64);
                check_positions<bool, std::int64_t>(test, positions, narrow.size());
            }
        }
    }
}

TEST(AlgebraIndexUnary, Values) {
    const GrB_IndexUnaryOp firsts[] = {GrB_VALUEEQ_BOOL, GrB_VALUENE_BOOL, GrB_VALUELT_BOOL,
                                       GrB_VALUELE_BOOL, GrB_VALUEGT_BOOL, GrB_VALUEGE_BOOL};
    for_each_type([&](auto tag) {
        using T = typename decltype(tag)::type;
        const std::size_t position = static_cast<std::size_t>(grb::TypeOf<T>::code) - 1;
        const Values<T> x = interesting_values<T>();
        for (const IndexUnaryOp *first : firsts) {
            const IndexUnaryOp *op =
                first + position; // one array per operator, in order of the codes
            ASSERT_EQ(op->xtype->code, grb::TypeOf<T>::code);
            ASSERT_EQ(op->ttype, op->xtype);
            ASSERT_EQ(op->ztype, GrB_BOOL);
            for (const T &thunk : x) {
                Values<bool> z(x.size()), iso(x.size());
                op->batch(op, z.data(), x.data(), false, Positions{}, &thunk, x.size());
                op->batch(op, iso.data(), &x[1], true, Positions{}, &thunk, x.size());
                const auto expected = [&](T a) {
                    switch (op->code) {
                    case IndexUnaryCode::valueeq:
                        return a == thunk;
                    case IndexUnaryCode::valuene:
                        return a != thunk;
                    case IndexUnaryCode::valuelt:
                        return a < thunk;
                    case IndexUnaryCode::valuele:
                        return a <= thunk;
                    case IndexUnaryCode::valuegt:
                        return a > thunk;
                    default:
                        return a >= thunk;
                    }
                };
                for (std::size_t k = 0; k < x.size(); k++) {
                    ASSERT_EQ(z[k], expected(x[k])) << op->name;
                    ASSERT_EQ(iso[k], expected(x[1])) << op->name;
                }
            }
        }
    });
}

} // namespace
