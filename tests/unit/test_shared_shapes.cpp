// Tests that objects share their arrays, without fetching them, when they become a diagonal, grow
// or change shape.
#include "storage/build.hpp"
#include "storage/diagonal.hpp"
#include "storage/tiles.hpp"
#include "unit/stub_device.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace grb {
namespace {

using stub_test::downloads;
using stub_test::stub;

const Type *const int32 = builtin_type(TypeCode::int32);

template <class T>
Array away(const std::vector<T> &values) {
    Array array = Array::at(stub(0), values.size() * sizeof(T));
    std::memcpy(array.data_at_for_writing(stub(0)), values.data(), values.size() * sizeof(T));
    return array;
}

/// Makes the vector v(1) = 10, v(4) = 40, v(5) = 50 of size 6.
Ref<Snapshot> list_away() {
    SparseForm form;
    form.nvals = 3;
    form.stored_rows = 1;
    form.row_offsets = Array::of<std::uint32_t>(2);
    form.row_offsets.as<std::uint32_t>()[0] = 0;
    form.row_offsets.as<std::uint32_t>()[1] = 3;
    form.column_indices = away<std::uint32_t>({1, 4, 5});
    form.values = away<int>({10, 40, 50});
    return Snapshot::of_rows(int32, 1, 6, std::move(form));
}

Ref<Snapshot> full_away(std::uint64_t nrows, std::uint64_t ncols) {
    std::vector<int> values(nrows * ncols);
    for (std::size_t k = 0; k < values.size(); k++) values[k] = static_cast<int>(10 * k);
    DenseForm form;
    form.nvals = values.size();
    form.values = away(values);
    return Snapshot::of_dense(int32, nrows, ncols, std::move(form));
}

struct Entry {
    std::uint64_t row, column;
    int value;
    bool operator==(const Entry &) const = default;
};
/// Fetches the entries.
std::vector<Entry> entries_of(const Snapshot &A) {
    const std::uint64_t n = A.nvals();
    std::vector<std::uint64_t> rows(n), columns(n);
    std::vector<int> values(n);
    extract_tuples(A, rows.data(), columns.data(), values.data(), int32);
    std::vector<Entry> entries;
    for (std::uint64_t k = 0; k < n; k++) entries.push_back({rows[k], columns[k], values[k]});
    return entries;
}

TEST(SharedShapes, DiagonalOfAList) {
    downloads = 0;
    const Ref<Snapshot> v = list_away(), C = diagonal(*v, 0);
    EXPECT_EQ(downloads, 0);
    EXPECT_EQ(entries_of(*C), (std::vector<Entry>{{1, 1, 10}, {4, 4, 40}, {5, 5, 50}}));
    downloads = 0;
    const Ref<Snapshot> w = list_away(), above = diagonal(*w, 2), below = diagonal(*w, -1);
    EXPECT_EQ(downloads, 1) << "its positions, once";
    EXPECT_EQ(entries_of(*above), (std::vector<Entry>{{1, 3, 10}, {4, 6, 40}, {5, 7, 50}}));
    EXPECT_EQ(entries_of(*below), (std::vector<Entry>{{2, 1, 10}, {5, 4, 40}, {6, 5, 50}}));
}

TEST(SharedShapes, DiagonalOfAFullVector) {
    downloads = 0;
    const Ref<Snapshot> v = full_away(1, 3), C = diagonal(*v, 1);
    EXPECT_EQ(downloads, 0);
    EXPECT_EQ(entries_of(*C), (std::vector<Entry>{{0, 1, 0}, {1, 2, 10}, {2, 3, 20}}));
}

TEST(SharedShapes, EntriesOfADiagonal) {
    for (const std::int64_t k : {-2, 0, 1}) {
        const Ref<Snapshot> A = diagonal(*list_away(), k);
        downloads = 0;
        const Ref<Snapshot> v = diagonal_entries(*A, k, 6, int32);
        EXPECT_EQ(downloads, 0) << k; // moved positions are on the host already
        EXPECT_EQ(entries_of(*v), (std::vector<Entry>{{0, 1, 10}, {0, 4, 40}, {0, 5, 50}})) << k;
        SparseForm columns = A->share_rows(false);
        const Ref<Snapshot> by_column =
            Snapshot::of_columns(int32, A->nrows(), A->ncols(), std::move(columns));
        // The transpose has the diagonal on the other side.
        EXPECT_EQ(entries_of(*diagonal_entries(*by_column, -k, 6, int32)), entries_of(*v)) << k;
    }
}

TEST(SharedShapes, DenseInAnotherShape) {
    downloads = 0;
    const Ref<Snapshot> A = full_away(2, 3), C = reshaped(*A, false, 3, 2);
    EXPECT_EQ(downloads, 0);
    EXPECT_EQ(entries_of(*C),
              (std::vector<Entry>{
                  {0, 0, 0}, {0, 1, 10}, {1, 0, 20}, {1, 1, 30}, {2, 0, 40}, {2, 1, 50}}));
    EXPECT_EQ(entries_of(*reshaped(*A, true, 3, 2)),
              (std::vector<Entry>{
                  {0, 0, 0}, {0, 1, 40}, {1, 0, 30}, {1, 1, 20}, {2, 0, 10}, {2, 1, 50}}));
}

TEST(SharedShapes, Growing) {
    downloads = 0;
    const Ref<Snapshot> v = list_away(), longer = resized(*v, 1, 900),
                        higher = resized(*diagonal(*v, 0), 90, 6);
    EXPECT_EQ(downloads, 0);
    EXPECT_EQ(longer->ncols(), 900u);
    EXPECT_EQ(entries_of(*longer), entries_of(*v));
    EXPECT_EQ(higher->nrows(), 90u);
    EXPECT_EQ(entries_of(*higher), (std::vector<Entry>{{1, 1, 10}, {4, 4, 40}, {5, 5, 50}}));
}

} // namespace
} // namespace grb
