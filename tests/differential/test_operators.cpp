// Tests every predefined operator and cast on every pair of a list of telling values, to the bit
// (except NaN's payload), as docs/guide/numerics.md specifies.
#include "differential/runner.h"

#include <gtest/gtest.h>

namespace grb::fuzz {
namespace {

/// Narrow numbers and halfway points between them: at both ends and among the subnormal ones.
std::vector<Value> telling_narrow_values(const Type &type) {
    std::vector<Value> list;
    for (int high = 0; high < 256; high++)
        for (const int low : {0x00, 0x01, 0x7F, 0x80, 0x81, 0xFF}) {
            Value x{type, {}};
            x.bytes[0] = static_cast<unsigned char>(low);
            x.bytes[1] = static_cast<unsigned char>(high);
            list.push_back(x);
        }
    return list;
}

/// Adds the points halfway between two narrow numbers, and the floats beside them.
template <class Narrow, class T>
void add_halfway(std::vector<Value> &list) {
    for (const int bits :
         {0x0000, 0x0001, 0x0010, 0x03FF, 0x0400, 0x3BFF, 0x3C00, 0x3F80, 0x3F81, 0x4001, 0x7BFE,
          0x7BFF, 0x7F7E, 0x7F7F, 0x8000, 0xBC01, 0xFBFF, 0xFF7F}) {
        const Narrow x{static_cast<std::uint16_t>(bits)},
            next{static_cast<std::uint16_t>(bits + 1)};
        const long double step =
            std::isfinite(next.exact())
                ? next.exact() - x.exact()
                : x.exact() - Narrow{static_cast<std::uint16_t>(bits - 1)}.exact();
        const T middle = static_cast<T>(x.exact() + step / 2);
        const T infinity = std::numeric_limits<T>::infinity();
        for (const T y :
             {std::nextafter(middle, -infinity), middle, std::nextafter(middle, infinity)})
            list.push_back(Value::of(y));
    }
}

std::vector<Value> telling_values(const Type &type) {
    if (type.is_narrow()) return telling_narrow_values(type);
    return model::visit_type(type.code, [&](auto zero) {
        using T = decltype(zero);
        using Limits = std::numeric_limits<T>;
        std::vector<Value> list = {Value::of(T{0}), Value::of(T{1})};
        if constexpr (!std::is_same_v<T, bool>) {
            for (T x : {T(2), T(3), T(7), T(100), Limits::max(), Limits::lowest()}) {
                list.push_back(Value::of(x));
            }
        }
        if constexpr (std::is_signed_v<T>) {
            for (T x : {T(-1), T(-2), T(-7), T(-100)}) list.push_back(Value::of(x));
        }
        if constexpr (std::is_floating_point_v<T>) {
            for (T x : {T(-0.0), T(0.5), T(-0.75), T(1e10), T(-1e10), T(9.3e18), T(-9.3e18),
                        T(2e19), T(254.9), T(-128.5), Limits::infinity(), -Limits::infinity(),
                        Limits::quiet_NaN(), Limits::min(), Limits::denorm_min()}) {
                list.push_back(Value::of(x));
            }
        }
        if constexpr (std::is_integral_v<T> && sizeof(T) >= 4) {
            // Rounding to FP32 first would make it a tie, then BF16's lower neighbour.
            constexpr int top = 8 * sizeof(T) - 2;
            list.push_back(Value::of(T((T(1) << top) + (T(1) << (top - 8)) + 1)));
        }
        return list;
    });
}

/// Values that only casts distinguish.
std::vector<Value> telling_casts(const Type &type) {
    std::vector<Value> list = telling_values(type);
    if (type.code == TypeCode::Fp32) {
        add_halfway<model::Bf16, float>(list);
        add_halfway<model::Fp16, float>(list);
    } else if (type.code == TypeCode::Fp64) {
        add_halfway<model::Bf16, double>(list);
        add_halfway<model::Fp16, double>(list);
    }
    return list;
}

Matrix vector_of(const Type &type, const std::vector<Value> &list) {
    Matrix u{type, list.size(), 1, {}};
    for (Index k = 0; k < list.size(); ++k) u.set(k, 0, list[k]);
    return u;
}

GrB_Vector new_vector(const Type &type, Index size) {
    return model::to_library_vector(Matrix{type, size, 1, {}});
}

/// Compares to the bit, and names the operator and its arguments.
void expect_identical(const Matrix &expected, GrB_Vector w,
                      const std::function<std::string(Index)> &name) {
    std::string broken;
    const Matrix actual = model::from_library(w, expected.type, &broken);
    ASSERT_EQ(broken, "");
    ASSERT_EQ(actual.entries.size(), expected.entries.size());
    for (const auto &[at, x] : expected.entries) {
        const auto found = actual.entries.find(at);
        ASSERT_TRUE(found != actual.entries.end());
        EXPECT_TRUE(model::is_identical(x, found->second))
            << name(at.first) << " gave " << to_string(found->second) << ", expected "
            << to_string(x);
    }
}

TEST(Operators, Unary) {
    for (const UnaryOp &op : model::unary_ops()) {
        const std::vector<Value> list = telling_values(op.x);
        GrB_Vector u = model::to_library_vector(vector_of(op.x, list)),
                   w = new_vector(op.z, list.size());
        ASSERT_EQ(GrB_Vector_apply(w, GrB_NULL, GrB_NULL, op.handle, u, GrB_NULL), GrB_SUCCESS);
        Matrix expected{op.z, list.size(), 1, {}};
        for (Index k = 0; k < list.size(); ++k) expected.set(k, 0, op(list[k]));
        expect_identical(expected, w,
                         [&](Index k) { return op.name + "(" + to_string(list[k]) + ")"; });
        GrB_Vector_free(&u);
        GrB_Vector_free(&w);
    }
}

struct Pairs {
    std::vector<Value> left, right;
};

Pairs all_pairs(const Type &x, const Type &y) {
    Pairs pairs;
    for (const Value &a : telling_values(x)) {
        for (const Value &b : telling_values(y)) {
            pairs.left.push_back(a);
            pairs.right.push_back(b);
        }
    }
    return pairs;
}

TEST(Operators, BinaryEntryWithEntry) {
    for (const BinaryOp &op : model::binary_ops()) {
        const Pairs pairs = all_pairs(op.x, op.y);
        const Index n = pairs.left.size();
        GrB_Vector u = model::to_library_vector(vector_of(op.x, pairs.left));
        GrB_Vector v = model::to_library_vector(vector_of(op.y, pairs.right));
        GrB_Vector w = new_vector(op.z, n);
        ASSERT_EQ(GrB_Vector_eWiseMult_BinaryOp(w, GrB_NULL, GrB_NULL, op.handle, u, v, GrB_NULL),
                  GrB_SUCCESS);
        Matrix expected{op.z, n, 1, {}};
        for (Index k = 0; k < n; ++k) expected.set(k, 0, op(pairs.left[k], pairs.right[k]));
        expect_identical(expected, w, [&](Index k) {
            return op.name + "(" + to_string(pairs.left[k]) + ", " + to_string(pairs.right[k]) +
                   ")";
        });
        for (GrB_Vector *x : {&u, &v, &w}) GrB_Vector_free(x);
    }
}

TEST(Operators, BinaryEntryWithScalar) {
    for (const BinaryOp &op : model::binary_ops()) {
        const std::vector<Value> list = telling_values(op.x), right = telling_values(op.y);
        GrB_Vector u = model::to_library_vector(vector_of(op.x, list)),
                   v = model::to_library_vector(vector_of(op.y, right)),
                   w = new_vector(op.z, list.size()), x = new_vector(op.z, right.size());
        for (const Value &s : list) {
            Matrix first{op.z, right.size(), 1, {}};
            for (Index k = 0; k < right.size(); ++k) first.set(k, 0, op(s, right[k]));
            ASSERT_EQ(calls::apply_first(x, nullptr, nullptr, op.handle, s, v, nullptr),
                      GrB_SUCCESS);
            expect_identical(first, x, [&](Index k) {
                return op.name + "(scalar " + to_string(s) + ", " + to_string(right[k]) + ")";
            });
        }
        for (const Value &s : right) {
            Matrix second{op.z, list.size(), 1, {}};
            for (Index k = 0; k < list.size(); ++k) second.set(k, 0, op(list[k], s));
            ASSERT_EQ(calls::apply_second(w, nullptr, nullptr, op.handle, u, s, nullptr),
                      GrB_SUCCESS);
            expect_identical(second, w, [&](Index k) {
                return op.name + "(" + to_string(list[k]) + ", scalar " + to_string(s) + ")";
            });
        }
        for (GrB_Vector *object : {&u, &v, &w, &x}) GrB_Vector_free(object);
    }
}

TEST(Operators, IndexUnary) {
    for (const IndexUnaryOp &op : model::index_ops()) {
        const std::vector<Value> list = telling_values(op.x);
        GrB_Vector u = model::to_library_vector(vector_of(op.x, list)),
                   w = new_vector(op.z, list.size());
        for (const Value &s : telling_values(op.y)) {
            Matrix expected{op.z, list.size(), 1, {}};
            for (Index k = 0; k < list.size(); ++k) expected.set(k, 0, op(list[k], k, 0, s));
            ASSERT_EQ(calls::apply_index(w, nullptr, nullptr, op.handle, u, s, nullptr),
                      GrB_SUCCESS);
            expect_identical(expected, w, [&](Index k) {
                return op.name + "(" + to_string(list[k]) + ", " + std::to_string(k) + ", 0, " +
                       to_string(s) + ")";
            });
        }
        GrB_Vector_free(&u);
        GrB_Vector_free(&w);
    }
}

// A value changes its type in five ways.
TEST(Casts, EveryTypeToEveryType) {
    for (const Type &from : model::stored_types()) {
        const std::vector<Value> list = telling_casts(from);
        GrB_Vector u = model::to_library_vector(vector_of(from, list));
        for (const Type &to : model::stored_types()) {
            // Narrow types have no operators: it takes those of the values' type, or of FP32.
            const TypeCode code = !to.is_narrow()    ? to.code
                                  : from.is_narrow() ? TypeCode::Fp32
                                                     : from.code;
            const Matrix expected = vector_of(to, list);
            const std::string names = std::string(from.name) + " to " + to.name + ": ";
            auto name = [&](const char *how) {
                return [&list, names, how](Index k) { return names + how + to_string(list[k]); };
            };
            GrB_Vector w = new_vector(to, list.size());
            ASSERT_EQ(GrB_Vector_assign(w, GrB_NULL, GrB_NULL, u, GrB_ALL, list.size(), GrB_NULL),
                      GrB_SUCCESS);
            expect_identical(expected, w, name("assign of "));
            GrB_Vector_clear(w);
            ASSERT_EQ(GrB_Vector_apply(w, GrB_NULL, GrB_NULL,
                                       model::unary_op("IDENTITY", code).handle, u, GrB_NULL),
                      GrB_SUCCESS);
            expect_identical(expected, w, name("apply to "));
            GrB_Vector_clear(w);
            for (Index k = 0; k < list.size(); ++k) {
                ASSERT_EQ(calls::set_element(w, list[k], k), GrB_SUCCESS);
                Value x{to, {}};
                ASSERT_EQ(calls::extract_element(x, u, k), GrB_SUCCESS);
                EXPECT_TRUE(model::is_identical(x, cast(list[k], to)))
                    << names << "extractElement of " << to_string(list[k]) << " gave "
                    << to_string(x);
            }
            expect_identical(expected, w, name("setElement of "));
            std::string broken;
            EXPECT_EQ(difference(expected, model::from_library(u, to, &broken)), "")
                << names << "extractTuples";
            GrB_Vector_free(&w);
        }
        GrB_Vector_free(&u);
    }
}

} // namespace
} // namespace grb::fuzz
