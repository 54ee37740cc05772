// Every predefined operator and cast on every pair of a list of telling values, exact to the bit
// (but for NaN's payload): docs/guide/numerics.md as a test.
#include "differential/runner.h"

#include <gtest/gtest.h>

namespace grb::fuzz {
namespace {

std::vector<Value> telling_values(const Type &type) {
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
        return list;
    });
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

// Five ways for a value to change its type.
TEST(Casts, EveryTypeToEveryType) {
    for (const Type &from : model::builtin_types()) {
        const std::vector<Value> list = telling_values(from);
        GrB_Vector u = model::to_library_vector(vector_of(from, list));
        for (const Type &to : model::builtin_types()) {
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
                                       model::unary_op("IDENTITY", to.code).handle, u, GrB_NULL),
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
