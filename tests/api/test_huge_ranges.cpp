// Tests GrB_ALL, GxB_RANGE, GxB_STRIDE and GxB_BACKWARDS of huge dimensions with few entries: the
// results are right, in memory that could not hold a millionth of the indices.
#include "api/huge.h"

#include <optional>

namespace api {
namespace {

/// The indices that two arguments of a call select.
struct Range {
    GrB_Index kind = 0; // 0: GrB_ALL
    GrB_Index begin = 0, end = 0, step = 1, dimension = 0;
    GrB_Index bounds[3] = {};

    Range(GrB_Index n) : end(n - 1), dimension(n) {}
    Range(GrB_Index n, GrB_Index kind_, GrB_Index begin_, GrB_Index end_, GrB_Index step_)
        : kind(kind_), begin(begin_), end(end_), step(step_),
          dimension(n), bounds{begin_, end_, step_} {}

    const GrB_Index *list() const { return kind == 0 ? GrB_ALL : bounds; }
    GrB_Index length() const { return kind == 0 ? dimension : kind; }
    GrB_Index low() const { return kind == GxB_BACKWARDS ? end : begin; }
    GrB_Index high() const { return kind == GxB_BACKWARDS ? begin : end; }
    GrB_Index count() const { return low() > high() ? 0 : (high() - low()) / step + 1; }
    GrB_Index at(GrB_Index k) const {
        return kind == GxB_BACKWARDS ? begin - k * step : begin + k * step;
    }
    /// Returns the position of the index in the range.
    std::optional<GrB_Index> position(GrB_Index i) const {
        if (i < low() || i > high()) return std::nullopt;
        const GrB_Index distance = kind == GxB_BACKWARDS ? begin - i : i - begin;
        return distance % step == 0 ? std::optional(distance / step) : std::nullopt;
    }
};

std::vector<Range> ranges_of(GrB_Index n) {
    return {n,
            {n, GxB_RANGE, 0, n - 1, 1},
            {n, GxB_RANGE, 3, n - 4, 1},
            {n, GxB_RANGE, n / 3, n - 1, 1},
            {n, GxB_RANGE, 9, 8, 1},
            {n, GxB_STRIDE, 5, n - 2, 3},
            {n, GxB_STRIDE, 1, n - 1, n / 5},
            {n, GxB_BACKWARDS, n - 1, 0, 1},
            {n, GxB_BACKWARDS, n - 3, 2, 7},
            {n, GxB_BACKWARDS, n - 2, 0, n / 3}};
}

struct HugeRanges : testing::Test {
    MemoryBudget memory{budget};
    std::mt19937_64 random{11};

    GrB_Index index(GrB_Index n) {
        const GrB_Index near = random() % std::min<GrB_Index>(n, 40);
        return random() % 3 == 0 ? random() % n : random() % 2 == 0 ? near : n - 1 - near;
    }
    EntryMap entries(GrB_Index nrows, GrB_Index ncols, int count = 50) {
        EntryMap made;
        if (nrows == 0 || ncols == 0) return made;
        for (int k = 0; k < count; k++)
            made[{index(nrows), index(ncols)}] = static_cast<double>(random() % 4);
        return made;
    }
    bool coin() { return random() % 2 == 0; }
};

EntryMap extracted(const EntryMap &A, const Range &I, const Range &J) {
    EntryMap C;
    for (const auto &[at, value] : A) {
        const auto i = I.position(at.first), j = J.position(at.second);
        if (i && j) C[{*i, *j}] = value;
    }
    return C;
}

/// Computes Z of assign: A at its positions, C elsewhere; with accumulator PLUS also C inside.
EntryMap assigned(const EntryMap &C, const EntryMap &A, const Range &I, const Range &J,
                  bool accumulates) {
    EntryMap Z;
    for (const auto &[at, value] : C)
        if (accumulates || !I.position(at.first) || !J.position(at.second)) Z[at] = value;
    for (const auto &[at, value] : A) {
        double &to = Z[{I.at(at.first), J.at(at.second)}]; // 0 when it is new
        to += value;
    }
    return Z;
}

/// Computes C⟨mask⟩ = Z by value.
EntryMap written(const EntryMap &C, const EntryMap &Z, const EntryMap &mask, bool is_complemented,
                 bool is_replace) {
    EntryMap result;
    const auto is_true = [&](const Coordinates &at) {
        const auto found = mask.find(at);
        return (found != mask.end() && found->second != 0) != is_complemented;
    };
    for (const auto &[at, value] : Z)
        if (is_true(at)) result[at] = value;
    if (is_replace) return result;
    for (const auto &[at, value] : C)
        if (!is_true(at)) result[at] = value;
    return result;
}

EntryMap transposed(const EntryMap &A) {
    EntryMap T;
    for (const auto &[at, value] : A) T[{at.second, at.first}] = value;
    return T;
}

/// Makes a descriptor for a mask, and for a transposed first operand.
DescriptorPointer masked(bool is_complemented, bool is_replace, bool is_transposed = false) {
    return descriptor_of({{GrB_MASK, is_complemented ? GrB_COMP : GrB_DEFAULT},
                          {GrB_OUTP, is_replace ? GrB_REPLACE : GrB_DEFAULT},
                          {GrB_INP0, is_transposed ? GrB_TRAN : GrB_DEFAULT}});
}

TEST_F(HugeRanges, Extract) {
    for (const GrB_Index n : dimensions) {
        const EntryMap a = entries(n, n);
        const MatrixPointer A = matrix_of(n, n, a);
        for (const Range &I : ranges_of(n)) {
            for (const Range &J : ranges_of(n)) {
                const bool is_transposed = coin();
                const MatrixPointer C(new_matrix(GrB_FP64, I.count(), J.count()));
                REQUIRE(GrB_Matrix_extract(C.get(), nullptr, nullptr, A.get(), I.list(), I.length(),
                                           J.list(), J.length(),
                                           is_transposed ? GrB_DESC_T0 : nullptr));
                ASSERT_EQ(entries_of(C), extracted(is_transposed ? transposed(a) : a, I, J));
            }
        }
    }
}

TEST_F(HugeRanges, Assign) {
    for (const GrB_Index n : dimensions) {
        for (const Range &I : ranges_of(n)) {
            for (const Range &J : ranges_of(n)) {
                const bool accumulates = coin(), is_complemented = coin(), is_replace = coin(),
                           is_transposed = coin();
                const EntryMap c = entries(n, n), a = entries(I.count(), J.count()),
                               m = entries(n, n);
                const MatrixPointer C = matrix_of(n, n, c), M = matrix_of(n, n, m),
                                    A = is_transposed
                                            ? matrix_of(J.count(), I.count(), transposed(a))
                                            : matrix_of(I.count(), J.count(), a);
                REQUIRE(
                    GrB_Matrix_assign(C.get(), M.get(), accumulates ? GrB_PLUS_FP64 : nullptr,
                                      A.get(), I.list(), I.length(), J.list(), J.length(),
                                      masked(is_complemented, is_replace, is_transposed).get()));
                ASSERT_EQ(entries_of(C), written(c, assigned(c, a, I, J, accumulates), m,
                                                 is_complemented, is_replace));
            }
        }
    }
}

TEST_F(HugeRanges, Subassign) {
    for (const GrB_Index n : dimensions) {
        for (const Range &I : ranges_of(n)) {
            for (const Range &J : ranges_of(n)) {
                const bool accumulates = coin(), is_complemented = coin(), is_replace = coin();
                const GrB_Index rows = I.count(), columns = J.count();
                const EntryMap c = entries(n, n), a = entries(rows, columns),
                               m = entries(rows, columns);
                const MatrixPointer C = matrix_of(n, n, c), M = matrix_of(rows, columns, m),
                                    A = matrix_of(rows, columns, a);
                REQUIRE(GxB_Matrix_subassign(
                    C.get(), M.get(), accumulates ? GrB_PLUS_FP64 : nullptr, A.get(), I.list(),
                    I.length(), J.list(), J.length(), masked(is_complemented, is_replace).get()));
                const EntryMap before = extracted(c, I, J);
                const EntryMap region =
                    written(before, assigned(before, a, Range(rows), Range(columns), accumulates),
                            m, is_complemented, is_replace);
                ASSERT_EQ(entries_of(C), assigned(c, region, I, J, false));
            }
        }
    }
}

TEST_F(HugeRanges, Vectors) {
    const Range one(1);
    for (const GrB_Index n : dimensions) {
        for (const Range &J : ranges_of(n)) {
            const GrB_Index count = J.count();
            const bool accumulates = coin(), is_replace = coin();
            const GrB_BinaryOp accum = accumulates ? GrB_PLUS_FP64 : nullptr;
            const EntryMap w = entries(1, n), u = entries(1, count), m = entries(1, n),
                           r = entries(1, count), full = assigned(w, u, one, J, accumulates);
            const VectorPointer U = vector_of(count, u), M = vector_of(n, m),
                                R = vector_of(count, r), T(new_vector(GrB_FP64, count));
            const DescriptorPointer desc = masked(false, is_replace);
            VectorPointer W = vector_of(n, w);
            REQUIRE(GrB_Vector_extract(T.get(), nullptr, nullptr, W.get(), J.list(), J.length(),
                                       nullptr));
            const EntryMap before = extracted(w, one, J);
            ASSERT_EQ(entries_of(T), before);
            REQUIRE(GrB_Vector_assign(W.get(), M.get(), accum, U.get(), J.list(), J.length(),
                                      desc.get()));
            ASSERT_EQ(entries_of(W), written(w, full, m, false, is_replace));
            W = vector_of(n, w);
            REQUIRE(GxB_Vector_subassign(W.get(), R.get(), accum, U.get(), J.list(), J.length(),
                                         desc.get()));
            const EntryMap region = written(
                before, assigned(before, u, one, Range(count), accumulates), r, false, is_replace);
            ASSERT_EQ(entries_of(W), assigned(w, region, one, J, false));
        }
    }
}

/// A scalar fills the positions that the mask allows; an empty scalar deletes them.
TEST_F(HugeRanges, Scalars) {
    const Range one(1);
    GrB_Scalar empty = nullptr;
    REQUIRE(GrB_Scalar_new(&empty, GrB_FP64));
    for (const GrB_Index n : dimensions) {
        for (const Range &J : ranges_of(n)) {
            const EntryMap c = entries(n, n), m = entries(n, n), w = entries(1, n),
                           v = entries(1, J.count());
            EntryMap fives, positions;
            for (const auto &[at, value] : m)
                if (const auto j = J.position(at.second)) fives[{at.first, *j}] = 5;
            MatrixPointer C = matrix_of(n, n, c);
            const MatrixPointer M = matrix_of(n, n, m);
            REQUIRE(GrB_Matrix_assign_FP64(C.get(), M.get(), nullptr, 5, GrB_ALL, n, J.list(),
                                           J.length(), nullptr));
            ASSERT_EQ(entries_of(C),
                      written(c, assigned(c, fives, Range(n), J, false), m, false, false));
            C = matrix_of(n, n, c);
            REQUIRE(GrB_Matrix_assign_Scalar(C.get(), nullptr, nullptr, empty, J.list(), J.length(),
                                             J.list(), J.length(), nullptr));
            ASSERT_EQ(entries_of(C), assigned(c, {}, J, J, false));
            const VectorPointer W = vector_of(n, w), V = vector_of(J.count(), v);
            REQUIRE(GxB_Vector_subassign_FP64(W.get(), V.get(), nullptr, 5, J.list(), J.length(),
                                              GrB_DESC_S));
            for (const auto &[at, value] : v) positions[{0, J.at(at.second)}] = 5;
            EntryMap expected = w;
            for (const auto &[at, value] : positions) expected[at] = value;
            ASSERT_EQ(entries_of(W), expected);
        }
    }
    REQUIRE(GrB_Scalar_free(&empty));
}

TEST_F(HugeRanges, RowsAndColumns) {
    for (const GrB_Index n : dimensions) {
        for (const Range &J : ranges_of(n)) {
            const GrB_Index major = index(n), count = J.count();
            const Range at_major(n, GxB_RANGE, major, major, 1), one(1);
            const bool accumulates = coin();
            const GrB_BinaryOp accum = accumulates ? GrB_PLUS_FP64 : nullptr;
            const EntryMap c = entries(n, n), u = entries(1, count);
            const EntryMap row = assigned(c, u, at_major, J, accumulates),
                           column = assigned(c, transposed(u), J, at_major, accumulates);
            const VectorPointer U = vector_of(count, u), W(new_vector(GrB_FP64, count));
            MatrixPointer C = matrix_of(n, n, c);
            REQUIRE(GrB_Row_assign(C.get(), nullptr, accum, U.get(), major, J.list(), J.length(),
                                   nullptr));
            ASSERT_EQ(entries_of(C), row);
            REQUIRE(GrB_Col_extract(W.get(), nullptr, nullptr, C.get(), J.list(), J.length(), major,
                                    GrB_DESC_T0));
            ASSERT_EQ(entries_of(W), extracted(row, at_major, J));
            C = matrix_of(n, n, c);
            REQUIRE(GrB_Col_assign(C.get(), nullptr, accum, U.get(), J.list(), J.length(), major,
                                   nullptr));
            ASSERT_EQ(entries_of(C), column);
            REQUIRE(GrB_Col_extract(W.get(), nullptr, nullptr, C.get(), J.list(), J.length(), major,
                                    nullptr));
            ASSERT_EQ(entries_of(W), transposed(extracted(column, J, at_major)));
            C = matrix_of(n, n, c);
            REQUIRE(GxB_Row_subassign(C.get(), nullptr, accum, U.get(), major, J.list(), J.length(),
                                      nullptr));
            ASSERT_EQ(entries_of(C), row);
            C = matrix_of(n, n, c);
            REQUIRE(GxB_Col_subassign(C.get(), nullptr, accum, U.get(), J.list(), J.length(), major,
                                      nullptr));
            ASSERT_EQ(entries_of(C), column);
        }
    }
}

TEST_F(HugeRanges, SplitAndConcat) {
    for (const GrB_Index n : dimensions) {
        const EntryMap a = entries(n, n);
        const MatrixPointer A = matrix_of(n, n, a), C(new_matrix(GrB_FP64, n, n));
        const GrB_Index heights[] = {n / 3, 0, n - n / 3 - 1, 1},
                        widths[] = {1, n / 2, n - n / 2 - 1};
        GrB_Matrix tiles[12];
        REQUIRE(GxB_Matrix_split(tiles, 4, 3, heights, widths, A.get(), nullptr));
        EntryMap together;
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 3; j++) {
                GrB_Index top = 0, left = 0;
                for (int k = 0; k < i; k++) top += heights[k];
                for (int k = 0; k < j; k++) left += widths[k];
                for (const auto &[at, value] : entries_of(tiles[i * 3 + j])) {
                    ASSERT_LT(at.first, heights[i]);
                    ASSERT_LT(at.second, widths[j]);
                    together[{top + at.first, left + at.second}] = value;
                }
            }
        }
        EXPECT_EQ(together, a);
        REQUIRE(GxB_Matrix_concat(C.get(), tiles, 4, 3, nullptr));
        EXPECT_EQ(entries_of(C), a);
        for (GrB_Matrix &tile : tiles) REQUIRE(GrB_Matrix_free(&tile));
    }
}

} // namespace
} // namespace api
