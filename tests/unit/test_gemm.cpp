// Tests the blocked product of full matrices: every vector width gives the bits of single sums.
#include "base/parallel.hpp"
#include "cpu/mxm/gemm.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace grb {
namespace {

template <class T>
using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

/// Compares to the bit, except that any NaN equals any other.
template <class T>
bool is_same(T x, T y) {
    return (std::isnan(x) && std::isnan(y)) ||
           std::bit_cast<Bits<T>>(x) == std::bit_cast<Bits<T>>(y);
}

template <class T>
struct Problem {
    std::uint64_t m, n, k;
    bool is_a_transposed, is_b_transposed;
    std::vector<T> a, b;

    T at(std::uint64_t i, std::uint64_t p) const {
        return a[is_a_transposed ? p * m + i : i * k + p];
    }
    T from(std::uint64_t p, std::uint64_t j) const {
        return b[is_b_transposed ? j * k + p : p * n + j];
    }
    /// Adds in the order of p and rounds each operation.
    std::vector<T> expected() const {
        std::vector<T> c(m * n);
        for (std::uint64_t i = 0; i < m; i++) {
            for (std::uint64_t j = 0; j < n; j++) {
                T sum = at(i, 0) * from(0, j);
                for (std::uint64_t p = 1; p < k; p++) sum += at(i, p) * from(p, j);
                c[i * n + j] = sum;
            }
        }
        return c;
    }
    Gemm gemm(std::vector<T> &c) const {
        return {m,
                n,
                k,
                a.data(),
                b.data(),
                c.data(),
                sizeof(T) == 8,
                is_a_transposed,
                is_b_transposed};
    }
};

/// Draws values whose sums depend on the order, zeros of both signs, and some NaN.
template <class T>
Problem<T> random_problem(std::mt19937_64 &random, std::uint64_t m, std::uint64_t n,
                          std::uint64_t k, bool has_special) {
    Problem<T> problem{m, n, k, random() % 2 == 0, random() % 2 == 0, {}, {}};
    const auto value = [&] {
        switch (random() % 40) {
        case 0:
            return T{0};
        case 1:
            return -T{0};
        case 2:
            if (has_special) return std::numeric_limits<T>::infinity();
            [[fallthrough]];
        default:
            return static_cast<T>(static_cast<double>(random() % 2000001) * 1e-6 - 1);
        }
    };
    for (std::uint64_t p = 0; p < m * k; p++) problem.a.push_back(value());
    for (std::uint64_t p = 0; p < k * n; p++) problem.b.push_back(value());
    return problem;
}

template <class T>
void expect_right(const Problem<T> &problem) {
    const std::vector<T> expected = problem.expected();
    for (int bytes = 16; bytes <= widest_vector(); bytes *= 2) {
        // The product ignores the previous values of C.
        std::vector<T> c(problem.m * problem.n, std::numeric_limits<T>::quiet_NaN());
        multiply_blocked(problem.gemm(c), bytes);
        for (std::size_t p = 0; p < c.size(); p++) {
            ASSERT_TRUE(is_same(c[p], expected[p]))
                << problem.m << " x " << problem.k << " x " << problem.n << ", vectors of " << bytes
                << " bytes, element " << p << ": " << c[p] << " for " << expected[p];
        }
    }
}

template <class T>
class GemmOf : public testing::Test {
protected:
    void TearDown() override { set_max_threads(0); }
};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(GemmOf, Types);

TYPED_TEST(GemmOf, SizesAroundTiles) {
    std::mt19937_64 random(7);
    const std::uint64_t sizes[] = {1, 2, 3, 4, 7, 8, 15, 16, 17, 31, 32, 33, 64, 65};
    for (int round = 0; round < 400; round++) {
        const auto size = [&] { return sizes[random() % std::size(sizes)]; };
        expect_right(random_problem<TypeParam>(random, size(), size(), size(), round % 4 == 0));
        if (this->HasFatalFailure()) return;
    }
}

/// Depths exceed one panel, and rows one block.
TYPED_TEST(GemmOf, DepthsAroundPanels) {
    std::mt19937_64 random(8);
    for (const int threads : {1, 4}) {
        set_max_threads(threads);
        for (const std::uint64_t k : {255, 256, 257, 512, 600}) {
            expect_right(random_problem<TypeParam>(random, 70, 40, k, false));
            expect_right(random_problem<TypeParam>(random, 3, 150, k, true)); // by columns
            expect_right(random_problem<TypeParam>(random, 200, 1, k, false));
            if (this->HasFatalFailure()) return;
        }
    }
}

/// OpenBLAS adds in its own order: its sums have equal bits where no addition rounds, else they
/// differ by at most k roundings of the sum of the terms' magnitudes.
TYPED_TEST(GemmOf, OpenBlasAgrees) {
    if (!has_openblas()) GTEST_SKIP() << "no OpenBLAS";
    using T = TypeParam;
    std::mt19937_64 random(9);
    for (const int threads : {1, 3}) {
        for (const auto &[m, n, k] : {std::array<std::uint64_t, 3>{1, 1, 1},
                                      {300, 20, 64},
                                      {20, 300, 64},
                                      {130, 131, 257}}) {
            Problem<T> problem = random_problem<T>(random, m, n, k, false);
            std::vector<T> c(m * n, std::numeric_limits<T>::quiet_NaN());
            ASSERT_TRUE(multiply_by_openblas(problem.gemm(c), threads));
            for (std::size_t p = 0; p < c.size(); p++) {
                long double sum = 0, magnitude = 0;
                for (std::uint64_t q = 0; q < k; q++) {
                    const long double term = static_cast<long double>(problem.at(p / n, q)) *
                                             static_cast<long double>(problem.from(q, p % n));
                    sum += term;
                    magnitude += std::fabs(term);
                }
                const long double unit = std::numeric_limits<T>::epsilon() / 2;
                ASSERT_LE(std::fabs(c[p] - sum), static_cast<long double>(k + 1) * unit * magnitude)
                    << c[p] << " for " << sum;
            }
            for (std::vector<T> *values : {&problem.a, &problem.b})
                for (T &value : *values) value = std::round(4 * value);
            const std::vector<T> expected = problem.expected();
            ASSERT_TRUE(multiply_by_openblas(problem.gemm(c), threads));
            ASSERT_EQ(c, expected);
        }
    }
}

} // namespace
} // namespace grb
