// The objects that a caller owns during a call, and problems that outlive it.
#pragma once

#include "dispatch/carry_out.hpp"
#include "storage/pending.hpp"
#include "unit/mxv_fixture.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace owned_test {

using namespace grb;

using mxv_test::Entries;
using mxv_test::entries_of;

inline void add(void *z, const void *x, const void *y) {
    *static_cast<std::int32_t *>(z) =
        *static_cast<const std::int32_t *>(x) + *static_cast<const std::int32_t *>(y);
}
inline void add_twice(void *z, const void *x, const void *y) {
    *static_cast<std::int32_t *>(z) =
        *static_cast<const std::int32_t *>(x) + 2 * *static_cast<const std::int32_t *>(y);
}
inline void square(void *z, const void *x) {
    const std::int32_t value = *static_cast<const std::int32_t *>(x);
    *static_cast<std::int32_t *>(z) = value * value;
}
inline void add_column(void *z, const void *x, GrB_Index, GrB_Index j, const void *thunk) {
    *static_cast<std::int32_t *>(z) = *static_cast<const std::int32_t *>(x) +
                                      static_cast<std::int32_t>(j) +
                                      *static_cast<const std::int32_t *>(thunk);
}
inline void is_less(void *z, const void *x, const void *y) {
    *static_cast<bool *>(z) =
        *static_cast<const std::int32_t *>(x) < *static_cast<const std::int32_t *>(y);
}
inline void is_more(void *z, const void *x, const void *y) {
    is_less(z, y, x);
}
inline void wrong(void *z, const void *, const void *) {
    *static_cast<std::int32_t *>(z) = -1;
}
inline void wrong_unary(void *z, const void *) {
    *static_cast<std::int32_t *>(z) = -1;
}
inline void wrong_index(void *z, const void *, GrB_Index, GrB_Index, const void *) {
    *static_cast<std::int32_t *>(z) = -1;
}

/// The objects that a caller owns during a call.
struct Caller {
    std::vector<std::uint64_t> rows{7, 2, 5}, columns{0, 9, 4, 4};
    std::int32_t scalar = 3;
    std::array<double, 9> wide{1, 2, 3, 4, 5, 6, 7, 8, 9};
    GrB_UnaryOp unary = nullptr;
    GrB_BinaryOp sum = nullptr, multiply = nullptr, order = nullptr;
    GrB_IndexUnaryOp index = nullptr;
    GrB_Monoid monoid = nullptr;
    GrB_Semiring semiring = nullptr;
    PendingUpdates updates{sizeof scalar};
    std::vector<std::uint64_t> tuple_rows{5, 0, 5, 1}, tuple_columns{2, 3, 2, 9};
    std::vector<std::int32_t> tuple_values{1, 2, 3, 4};

    Caller() {
        make(add, add_twice, is_less, square, add_column);
        updates.set(1, 2, &scalar, false);
        updates.remove(0, 0, true);
    }
    Caller(const Caller &) = delete;
    ~Caller() { free_all(); }

    IndexList row_list() const { return {rows.data(), rows.size(), false}; }
    IndexList column_list() const { return {columns.data(), columns.size(), false}; }
    /// Ends the call: overwrites its memory and that of the operators.
    void spoil() {
        std::fill(rows.begin(), rows.end(), UINT64_MAX);
        std::fill(columns.begin(), columns.end(), UINT64_MAX);
        rows = columns = {};
        scalar = -100;
        wide.fill(-100);
        updates.clear();
        updates.set(3, 3, &scalar, false);
        for (std::vector<std::uint64_t> *list : {&tuple_rows, &tuple_columns})
            std::fill(list->begin(), list->end(), UINT64_MAX);
        std::fill(tuple_values.begin(), tuple_values.end(), -100);
        free_all();
        make(wrong, wrong, is_more, wrong_unary, wrong_index);
    }

private:
    void make(GxB_binary_function first, GxB_binary_function second, GxB_binary_function before,
              GxB_unary_function third, GxB_index_unary_function fourth) {
        GrB_BinaryOp_new(&order, before, GrB_BOOL, GrB_INT32, GrB_INT32);
        GrB_UnaryOp_new(&unary, third, GrB_INT32, GrB_INT32);
        GrB_BinaryOp_new(&sum, first, GrB_INT32, GrB_INT32, GrB_INT32);
        GrB_BinaryOp_new(&multiply, second, GrB_INT32, GrB_INT32, GrB_INT32);
        GrB_IndexUnaryOp_new(&index, fourth, GrB_INT32, GrB_INT32, GrB_INT32);
        GrB_Monoid_new_INT32(&monoid, sum, 0);
        GrB_Semiring_new(&semiring, monoid, multiply);
    }
    void free_all() {
        // Frees each operator before the objects made of it.
        GrB_UnaryOp_free(&unary);
        GrB_BinaryOp_free(&sum);
        GrB_BinaryOp_free(&multiply);
        GrB_BinaryOp_free(&order);
        GrB_IndexUnaryOp_free(&index);
        GrB_Monoid_free(&monoid);
        GrB_Semiring_free(&semiring);
    }
};

class OwnedProblems : public testing::Test {
protected:
    void SetUp() override { ASSERT_EQ(GrB_init(GrB_NONBLOCKING), GrB_SUCCESS); }
    void TearDown() override { GrB_finalize(); }

    static Ref<Snapshot> matrix(std::uint64_t m, std::uint64_t n, int seed) {
        mxv_test::Random random(static_cast<std::uint64_t>(seed));
        Entries entries;
        for (std::uint64_t i = 0; i < m; i++)
            for (std::uint64_t j = 0; j < n; j++)
                if (random.below(3) == 0) entries[{i, j}] = random.value(GrB_INT32);
        return mxv_test::make_matrix(GrB_INT32, m, n, entries, {});
    }
    static Ref<Snapshot> vector(std::uint64_t n) {
        Entries entries;
        for (std::uint64_t k = 0; k < n; k += 2)
            entries[{0, k}] = mxv_test::small_value(GrB_INT32, static_cast<int>(k % 5));
        return mxv_test::make_vector(GrB_INT32, n, entries, mxv_test::VectorForm::sparse, {});
    }

    template <class Make>
    static void check(const char *name, const Make &make) {
        check(name, make,
              [](const auto &problem) { return entries_of(*carry_out(problem).result); });
    }
    /// Compares the answer of a problem that outlives the call; `answer` runs a problem.
    template <class Make, class Answer>
    static void check(const char *name, const Make &make, const Answer &answer) {
        SCOPED_TRACE(name);
        Caller at_once, gone;
        const Entries expected = answer(make(at_once));
        EXPECT_FALSE(expected.empty());
        auto waiting = make(gone);
        own_all(waiting);
        EXPECT_TRUE(owns_all(waiting));
        gone.spoil();
        // The waiting problem is copied and moved.
        auto copy = waiting;
        waiting = {};
        const auto last = std::move(copy);
        EXPECT_EQ(answer(last), expected);
    }
};

} // namespace owned_test
