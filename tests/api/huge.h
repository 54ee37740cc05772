// Objects of huge dimensions with few entries, and a memory budget for calls on them.
#pragma once

#include "api/gxb.h"
#include "api/memory_budget.h"

#include <functional>
#include <random>

namespace api {

constexpr std::size_t budget = std::size_t{1} << 20;
/// The first may be iterated over but not stored; the last may be neither.
constexpr GrB_Index dimensions[] = {GrB_Index{1} << 26, GrB_Index{1} << 33, GrB_Index{1} << 59};

/// Objects with 50 entries, many of which share rows, columns and positions.
struct Huge {
    GrB_Index n;
    MatrixPointer A, B, C, M, tall, wide; // n x n, n x 3, 3 x n
    VectorPointer u, v, w, m, three;

    explicit Huge(GrB_Index dimension) : n(dimension) {
        A = made(n, n, 1), B = made(n, n, 2), C = made(n, n, 3), M = made(n, n, 4);
        tall = made(n, 3, 5), wide = made(3, n, 6);
        u = made(n, 7), v = made(n, 8), w = made(n, 9), m = made(n, 10), three = made(3, 11);
    }
    static GrB_Index index(std::mt19937_64 &random, GrB_Index size) {
        const GrB_Index near = random() % std::min<GrB_Index>(size, 20);
        return random() % 4 == 0 ? random() % size : random() % 2 == 0 ? near : size - 1 - near;
    }
    static EntryMap entries(GrB_Index nrows, GrB_Index ncols, unsigned seed) {
        std::mt19937_64 random(seed);
        EntryMap made;
        for (int k = 0; k < 50; k++)
            made[{index(random, nrows), index(random, ncols)}] = static_cast<double>(1 + k % 7);
        return made;
    }
    static MatrixPointer made(GrB_Index nrows, GrB_Index ncols, unsigned seed) {
        MatrixPointer A = matrix_of(nrows, ncols, entries(nrows, ncols, seed));
        REQUIRE(GrB_Matrix_wait(A.get(), GrB_MATERIALIZE));
        return A;
    }
    static VectorPointer made(GrB_Index size, unsigned seed) {
        VectorPointer u = vector_of(size, entries(1, size, seed));
        REQUIRE(GrB_Vector_wait(u.get(), GrB_MATERIALIZE));
        return u;
    }
};

struct Case {
    const char *name;
    std::function<GrB_Info(Huge &)> call;
};

/// Runs each call on its own objects, for each dimension.
inline void check_with_little_memory(std::initializer_list<Case> cases,
                                     std::initializer_list<GrB_Index> of = {
                                         dimensions[0], dimensions[1], dimensions[2]}) {
    const MemoryBudget memory{budget};
    for (const GrB_Index n : of) {
        for (const Case &one : cases) {
            Huge huge(n);
            SCOPED_TRACE(one.name);
            EXPECT_EQ(one.call(huge), GrB_SUCCESS) << n;
        }
    }
}

} // namespace api
