// Tests the calls of a graph database (the matrix layer of FalkorDB 4.20): a matrix with separate
// small additions and removals that are merged at times; iterators over both; serialisation and
// containers.
#include "api/world.h"
#include "suitesparse/GraphBLAS.h"

#include <cstdlib>
#include <map>
#include <random>
#include <utility>

namespace api {
namespace {

using Position = std::pair<GrB_Index, GrB_Index>;
using Model = std::map<Position, std::uint64_t>;

GrB_Matrix hypersparse(GrB_Type type, GrB_Index nrows, GrB_Index ncols) {
    GrB_Matrix A = nullptr;
    REQUIRE(GrB_Matrix_new(&A, type, nrows, ncols));
    REQUIRE(GxB_Matrix_Option_set_INT32(A, GxB_SPARSITY_CONTROL, GxB_HYPERSPARSE));
    REQUIRE(GxB_Matrix_Option_set_FP64(A, GxB_HYPER_SWITCH, GxB_ALWAYS_HYPER));
    REQUIRE(GrB_Matrix_set_INT32(A, 1, static_cast<GrB_Field>(GxB_HYPER_HASH)));
    return A;
}

bool is_stored(GrB_Matrix A, Position position) {
    const GrB_Info info = GxB_Matrix_isStoredElement(A, position.first, position.second);
    EXPECT_TRUE(info == GrB_SUCCESS || info == GrB_NO_VALUE);
    return info == GrB_SUCCESS;
}

bool will_wait(GrB_Matrix A) {
    std::int32_t answer = -1;
    REQUIRE(GrB_Matrix_get_INT32(A, &answer, static_cast<GrB_Field>(GxB_WILL_WAIT)));
    EXPECT_TRUE(answer == 0 || answer == 1);
    return answer == 1;
}

GrB_Index count_of(GrB_Matrix A) {
    GrB_Index n = 0;
    REQUIRE(GrB_Matrix_nvals(&n, A));
    return n;
}

/// The entries are those of `main` without those of `minus`, and those of `plus`, which are not in
/// `main`.
struct Delta {
    GrB_Matrix main, plus, minus;

    Delta(GrB_Index nrows, GrB_Index ncols)
        : main(hypersparse(GrB_UINT64, nrows, ncols)), plus(hypersparse(GrB_UINT64, nrows, ncols)),
          minus(hypersparse(GrB_BOOL, nrows, ncols)) {}
    ~Delta() {
        for (GrB_Matrix *A : {&main, &plus, &minus}) REQUIRE(GrB_Matrix_free(A));
    }
    Delta(const Delta &) = delete;
    Delta &operator=(const Delta &) = delete;

    void set(Position position, std::uint64_t value) {
        if (!is_stored(main, position)) {
            REQUIRE(GrB_Matrix_setElement_UINT64(plus, value, position.first, position.second));
            return;
        }
        REQUIRE(GrB_Matrix_removeElement(minus, position.first, position.second));
        REQUIRE(GrB_Matrix_setElement_UINT64(main, value, position.first, position.second));
    }
    void remove(Position position) {
        if (is_stored(main, position)) {
            REQUIRE(GrB_Matrix_setElement_BOOL(minus, true, position.first, position.second));
        } else {
            REQUIRE(GrB_Matrix_removeElement(plus, position.first, position.second));
        }
    }
    bool get(Position position, std::uint64_t &value) const {
        if (is_stored(minus, position)) return false;
        for (const GrB_Matrix A : {main, plus}) {
            const GrB_Info info =
                GrB_Matrix_extractElement_UINT64(&value, A, position.first, position.second);
            if (info == GrB_SUCCESS) return true;
            EXPECT_EQ(info, GrB_NO_VALUE);
        }
        return false;
    }
    /// Removes entries by a masked copy of the matrix onto itself, and adds entries by an
    /// assignment under their own structure.
    void sync() {
        if (count_of(minus) != 0) {
            REQUIRE(GrB_transpose(main, minus, nullptr, main, GrB_DESC_RSCT0));
            REQUIRE(GrB_Matrix_clear(minus));
        }
        if (count_of(plus) != 0) {
            GrB_Index nrows = 0, ncols = 0;
            REQUIRE(GrB_Matrix_nrows(&nrows, plus));
            REQUIRE(GrB_Matrix_ncols(&ncols, plus));
            REQUIRE(GrB_Matrix_assign(main, plus, nullptr, plus, GrB_ALL, nrows, GrB_ALL, ncols,
                                      GrB_DESC_S));
            REQUIRE(GrB_Matrix_clear(plus));
        }
        REQUIRE(GrB_Matrix_wait(main, GrB_MATERIALIZE));
        EXPECT_FALSE(will_wait(main));
    }
    void resize(GrB_Index nrows, GrB_Index ncols) {
        for (const GrB_Matrix A : {main, plus, minus}) REQUIRE(GrB_Matrix_resize(A, nrows, ncols));
    }
    /// Returns all entries in a new matrix and keeps the deltas.
    GrB_Matrix exported() const {
        GrB_Index nrows = 0, ncols = 0;
        REQUIRE(GrB_Matrix_nrows(&nrows, main));
        REQUIRE(GrB_Matrix_ncols(&ncols, main));
        GrB_Matrix A = hypersparse(GrB_UINT64, nrows, ncols);
        REQUIRE(GrB_transpose(A, minus, nullptr, main, GrB_DESC_RSCT0));
        REQUIRE(
            GrB_Matrix_eWiseAdd_BinaryOp(A, nullptr, nullptr, GxB_ANY_UINT64, A, plus, nullptr));
        return A;
    }
};

/// Returns the entries that an iterator finds in rows [first, last].
Model walked(GrB_Matrix A, GrB_Index first, GrB_Index last) {
    Model found;
    GxB_Iterator iterator = nullptr;
    REQUIRE(GxB_Iterator_new(&iterator));
    REQUIRE(GxB_rowIterator_attach(iterator, A, nullptr));
    GrB_Info info = GxB_rowIterator_seekRow(iterator, first);
    while (info != GxB_EXHAUSTED) {
        const GrB_Index row = GxB_rowIterator_getRowIndex(iterator);
        if (row > last) break;
        while (info == GrB_SUCCESS) {
            found[{row, GxB_rowIterator_getColIndex(iterator)}] = GxB_Iterator_get_UINT64(iterator);
            info = GxB_rowIterator_nextCol(iterator);
        }
        EXPECT_TRUE(info == GrB_NO_VALUE || info == GxB_EXHAUSTED) << info;
        info = GxB_rowIterator_nextRow(iterator);
    }
    REQUIRE(GxB_Iterator_free(&iterator));
    return found;
}

/// Returns the entries of a delta matrix in these rows, from both components, without the removed
/// ones.
Model walked(const Delta &delta, GrB_Index first, GrB_Index last) {
    Model all;
    for (const GrB_Matrix A : {delta.main, delta.plus})
        REQUIRE(GrB_Matrix_wait(A, GrB_MATERIALIZE));
    for (const auto &[position, value] : walked(delta.main, first, last)) {
        if (!is_stored(delta.minus, position)) all[position] = value;
    }
    all.merge(walked(delta.plus, first, last));
    return all;
}

Model rows_of(const Model &model, GrB_Index first, GrB_Index last) {
    Model rows;
    for (const auto &[position, value] : model)
        if (position.first >= first && position.first <= last) rows[position] = value;
    return rows;
}

struct Problem {
    GrB_Index n;
    std::mt19937_64 random;
    Model model;
    Delta delta;
    Problem(GrB_Index size, unsigned seed) : n(size), random(seed), delta(size, size) {}

    Position position() { return {random() % n, random() % n}; }
    void change(int count) {
        for (int k = 0; k < count; k++) {
            if (random() % 3 != 0 || model.empty()) {
                const Position at = position();
                const std::uint64_t value = random();
                delta.set(at, value);
                model[at] = value;
            } else {
                auto at = model.lower_bound(position());
                if (at == model.end()) at = model.begin();
                delta.remove(at->first);
                model.erase(at);
            }
        }
    }
    void compare() {
        EXPECT_EQ(walked(delta, 0, n), model);
        EXPECT_EQ(count_of(delta.main) + count_of(delta.plus) - count_of(delta.minus),
                  model.size());
        for (int k = 0; k < 20; k++) {
            const Position at = k % 2 == 0 || model.empty() ? position() : model.begin()->first;
            std::uint64_t value = 0;
            const auto found = model.find(at);
            ASSERT_EQ(delta.get(at, value), found != model.end());
            if (found != model.end()) {
                EXPECT_EQ(value, found->second);
            }
        }
    }
};

TEST(DeltaMatrix, ChangesMergesAndRanges) {
    for (const GrB_Index n : {GrB_Index{8}, GrB_Index{300}, GrB_Index{1} << 40}) {
        SCOPED_TRACE(n);
        Problem problem(n, static_cast<unsigned>(n % 1000));
        for (int round = 0; round < 12; round++) {
            problem.change(30);
            problem.compare();
            const GrB_Index first = problem.random() % problem.n;
            const GrB_Index last = first + problem.random() % (problem.n - first);
            EXPECT_EQ(walked(problem.delta, first, last), rows_of(problem.model, first, last));
            if (round % 3 == 2) {
                problem.delta.sync();
                EXPECT_EQ(count_of(problem.delta.main), problem.model.size());
                EXPECT_EQ(walked(problem.delta.main, 0, problem.n), problem.model);
            }
            if (n == 8) continue;
            problem.n += 5; // a graph grows while changes wait
            problem.delta.resize(problem.n, problem.n);
        }
    }
}

/// Computes C = F · delta without merging first: the product with the entries not removed, then
/// with the added ones.
TEST(DeltaMatrix, ProductsWithWaitingChanges) {
    Problem problem(60, 4);
    problem.change(200);
    problem.delta.sync();
    problem.change(150);
    const Delta &delta = problem.delta;
    GrB_Matrix F = hypersparse(GrB_BOOL, 4, 60), C = hypersparse(GrB_UINT64, 4, 60),
               removed = nullptr;
    for (GrB_Index row = 0; row < 4; row++) {
        for (GrB_Index k = row; k < 60; k += 7)
            REQUIRE(GrB_Matrix_setElement_BOOL(F, true, row, k));
    }
    REQUIRE(GrB_Matrix_new(&removed, GrB_UINT64, 60, 60));
    REQUIRE(GrB_transpose(removed, delta.minus, nullptr, delta.main, GrB_DESC_RSCT0));
    REQUIRE(GrB_mxm(C, nullptr, nullptr, GxB_ANY_PAIR_UINT64, F, removed, nullptr));
    REQUIRE(GrB_mxm(C, nullptr, GrB_ONEB_UINT64, GxB_ANY_PAIR_UINT64, F, delta.plus, nullptr));
    Model expected;
    for (const auto &[position, value] : problem.model) {
        for (GrB_Index row = 0; row < 4; row++)
            if (position.first >= row && (position.first - row) % 7 == 0)
                expected[{row, position.second}] = 1;
    }
    REQUIRE(GrB_Matrix_wait(C, GrB_MATERIALIZE));
    EXPECT_EQ(walked(C, 0, 4), expected);
    for (GrB_Matrix *A : {&F, &C, &removed}) REQUIRE(GrB_Matrix_free(A));
}

/// Removes a row by lists of its positions: `minus` gets it through a vector of indices.
TEST(DeltaMatrix, RowsAreRemovedByLists) {
    Problem problem(100, 9);
    problem.change(400);
    problem.delta.sync();
    const GrB_Index row = problem.model.begin()->first.first;
    GrB_Vector columns = nullptr;
    REQUIRE(GrB_Vector_new(&columns, GrB_UINT64, 100));
    REQUIRE(GrB_Col_extract(columns, nullptr, nullptr, problem.delta.main, GrB_ALL, 100, row,
                            GrB_DESC_T0));
    GrB_Vector rows = nullptr;
    REQUIRE(GrB_Vector_new(&rows, GrB_UINT64, 1));
    REQUIRE(GrB_Vector_setElement_UINT64(rows, row, 0));
    GrB_Scalar yes = nullptr;
    REQUIRE(GrB_Scalar_new(&yes, GrB_BOOL));
    REQUIRE(GrB_Scalar_setElement_BOOL(yes, true));
    GrB_Descriptor desc = nullptr;
    REQUIRE(GrB_Descriptor_new(&desc));
    REQUIRE(
        GrB_Descriptor_set_INT32(desc, GxB_USE_INDICES, static_cast<GrB_Field>(GxB_COLINDEX_LIST)));
    REQUIRE(GxB_Matrix_assign_Scalar_Vector(problem.delta.minus, nullptr, nullptr, yes, rows,
                                            columns, desc));
    GrB_Index removed = 0;
    REQUIRE(GrB_Vector_nvals(&removed, columns));
    EXPECT_EQ(count_of(problem.delta.minus), removed);
    for (auto at = problem.model.begin(); at != problem.model.end();)
        at = at->first.first == row ? problem.model.erase(at) : std::next(at);
    problem.compare();
    problem.delta.sync();
    problem.compare();
    REQUIRE(GrB_Descriptor_free(&desc));
    REQUIRE(GrB_Scalar_free(&yes));
    REQUIRE(GrB_Vector_free(&rows));
    REQUIRE(GrB_Vector_free(&columns));
}

/// Writes the matrix to a file and reads it, as a blob and as the arrays of a container.
TEST(DeltaMatrix, BlobsAndContainers) {
    Problem problem(GrB_Index{1} << 33, 21);
    problem.change(300);
    problem.delta.sync();
    problem.change(100);
    GrB_Matrix all = problem.delta.exported(), copy = nullptr;
    EXPECT_EQ(walked(all, 0, problem.n), problem.model);
    void *blob = nullptr;
    GrB_Index size = 0;
    REQUIRE(GxB_Matrix_serialize(&blob, &size, all, nullptr));
    REQUIRE(GxB_Matrix_deserialize(&copy, GrB_UINT64, blob, size, nullptr));
    std::free(blob);
    REQUIRE(GrB_Matrix_wait(copy, GrB_MATERIALIZE));
    EXPECT_EQ(walked(copy, 0, problem.n), problem.model);
    REQUIRE(GrB_Matrix_free(&copy));
    GxB_Container box = nullptr;
    REQUIRE(GxB_Container_new(&box));
    REQUIRE(GxB_unload_Matrix_into_Container(all, box, nullptr));
    EXPECT_EQ(box->nvals, problem.model.size());
    EXPECT_EQ(box->format, GxB_HYPERSPARSE);
    // Each array is written as bytes and read into new memory.
    for (GrB_Vector component : {box->p, box->h, box->i, box->x}) {
        void *bytes = nullptr;
        GrB_Type type = nullptr;
        std::uint64_t n = 0, room = 0;
        int handling = 0;
        REQUIRE(GxB_Vector_unload(component, &bytes, &type, &n, &room, &handling, nullptr));
        EXPECT_EQ(handling, GrB_DEFAULT);
        void *again = std::malloc(room + 1);
        if (n != 0) std::memcpy(again, bytes, room);
        std::free(bytes);
        REQUIRE(GxB_Vector_load(component, &again, type, n, room, GrB_DEFAULT, nullptr));
        EXPECT_EQ(again, nullptr);
    }
    REQUIRE(GrB_Matrix_new(&copy, GrB_UINT64, 0, 0));
    REQUIRE(GxB_load_Matrix_from_Container(copy, box, nullptr));
    REQUIRE(GxB_Container_free(&box));
    EXPECT_EQ(walked(copy, 0, problem.n), problem.model);
    REQUIRE(GrB_Matrix_free(&copy));
    REQUIRE(GrB_Matrix_free(&all));
}

} // namespace
} // namespace api
