// Tests floating point in mxv: sums do not depend on threads, and all variants agree on special
// values.
#include "dispatch/variant.hpp"
#include "mxv_fixture.hpp"

#include "base/parallel.hpp"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>

using namespace grb;
using namespace mxv_test;

namespace {

class MxvFloats : public testing::Test {
protected:
    void TearDown() override { set_max_threads(0); }
};

TEST_F(MxvFloats, FloatSumsDoNotDependOnThreads) {
    Random random(5);
    constexpr std::uint64_t n = 70000;
    Entries A, u;
    const Type *type = builtin_type(TypeCode::fp32);
    const auto fraction = [&] {
        const float value = 1.0f / static_cast<float>(1 + random.below(1000));
        Bytes bytes(sizeof value);
        std::memcpy(bytes.data(), &value, sizeof value);
        return bytes;
    };
    for (std::uint64_t j = 0; j < n; j++) A[{3, j}] = fraction();
    for (int k = 0; k < 70000; k++) A[{random.engine() % 2000, random.engine() % n}] = fraction();
    for (std::uint64_t j = 0; j < n; j++) u[{0, j}] = fraction();
    const OwnedSemiring owned(BinaryCode::plus, BinaryCode::times, TypeCode::fp32);
    MxvProblem problem;
    problem.A = make_matrix(type, n, n, A, {});
    problem.u = make_vector(type, n, u, VectorForm::bitmap, {});
    problem.semiring = &owned.semiring;
    for (const Variant<MxvProblem> *variant : variants<MxvProblem>()) {
        if (!variant->capabilities.is_deterministic || variant->refuses(problem) != nullptr)
            continue;
        set_max_threads(1);
        const Entries alone = entries_of(*variant->run(problem));
        for (const int threads : {2, 3, 8}) {
            set_max_threads(threads);
            ASSERT_EQ(entries_of(*variant->run(problem)), alone)
                << variant->name << " threads " << threads;
        }
    }
}

Bytes bytes_of(float value) {
    Bytes bytes(sizeof value);
    std::memcpy(bytes.data(), &value, sizeof value);
    return bytes;
}

float float_of(const Bytes &bytes) {
    float value;
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
}

/// Compares with the sign of zero; any NaN equals any other.
void expect_same_floats(const Entries &actual, const Entries &expected, const char *variant) {
    ASSERT_EQ(actual.size(), expected.size()) << variant;
    for (const auto &[position, bytes] : expected) {
        const auto found = actual.find(position);
        ASSERT_NE(found, actual.end()) << variant;
        const float x = float_of(found->second), y = float_of(bytes);
        ASSERT_EQ(std::isnan(x), std::isnan(y))
            << variant << " at " << position.second << ": " << x << ", " << y;
        if (std::isnan(x)) continue;
        ASSERT_EQ(x, y) << variant << " at " << position.second;
        ASSERT_EQ(std::signbit(x), std::signbit(y)) << variant << " at " << position.second;
    }
}

TEST_F(MxvFloats, SpecialValuesComeOutTheSame) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const float specials[] = {0.0f, -0.0f, infinity, -infinity, std::nanf(""), 1.0f};
    Random random(7);
    const Type *type = builtin_type(TypeCode::fp32);
    for (int repeat = 0; repeat < 300; repeat++) {
        // Each row has few distinct values, so that rows of NaN, -0 or infinity alone occur.
        const int variety = 1 + random.below(6);
        Entries A, u;
        for (std::uint64_t i = 0; i < 70; i++) {
            const int kind = random.below(6);
            const std::uint64_t length = static_cast<std::uint64_t>(random.below(40));
            for (std::uint64_t j = 0; j < length; j++)
                A[{i, j}] = bytes_of(specials[(kind + random.below(variety)) % 6]);
        }
        const bool is_full = random.below(2) == 0;
        for (std::uint64_t j = 0; j < 70; j++) {
            if (is_full || random.below(2) == 0)
                u[{0, j}] = bytes_of(random.below(4) == 0 ? specials[random.below(6)] : -0.0f);
        }
        static constexpr BinaryCode adds[] = {BinaryCode::plus, BinaryCode::min, BinaryCode::max};
        static constexpr BinaryCode multiplies[] = {BinaryCode::first, BinaryCode::second,
                                                    BinaryCode::plus};
        BinaryCode multiply = multiplies[random.below(3)];
        const BinaryCode add = adds[random.below(3)];
        if (add == BinaryCode::plus && multiply == BinaryCode::plus) multiply = BinaryCode::times;
        const OwnedSemiring owned(add, multiply, TypeCode::fp32);
        MxvProblem problem;
        problem.A = make_matrix(type, 70, 70, A, {});
        problem.u = make_vector(type, 70, u,
                                random.below(2) == 0 ? VectorForm::sparse : VectorForm::bitmap, {});
        problem.is_transposed = random.below(2) == 0;
        problem.semiring = &owned.semiring;
        const Entries expected = expected_product(problem);
        for (const Variant<MxvProblem> *variant : variants<MxvProblem>()) {
            if (variant->refuses(problem) != nullptr) continue;
            ASSERT_NO_FATAL_FAILURE(
                expect_same_floats(entries_of(*variant->run(problem)), expected, variant->name))
                << short_name(add) << "_" << short_name(multiply);
        }
    }
}

} // namespace
