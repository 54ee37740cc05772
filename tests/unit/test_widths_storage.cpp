// Tests storage in every width: conversions, tuples, sizes, updates, masks and single entries.
#include "width_fixture.hpp"

#include "objects/container.hpp"
#include "storage/balanced.hpp"
#include "storage/diagonal.hpp"
#include "storage/pending.hpp"

#include <cstring>

using namespace grb;
using namespace mxv_test;
using namespace width_test;

namespace {

constexpr std::uint64_t nrows = 50, ncols = 45;

class WidthsStorage : public testing::Test {
protected:
    Random random_{47};
    const Type *type_ = builtin_type(TypeCode::int32);
    Ref<Snapshot> A_ = random_matrix(random_, nrows, ncols, 7, type_);
    Entries entries_ = entries_of(*A_);
};

Entries inside(const Entries &entries, std::uint64_t m, std::uint64_t n) {
    Entries kept;
    for (const auto &[at, value] : entries) {
        if (at.first < m && at.second < n) kept[at] = value;
    }
    return kept;
}

TEST_F(WidthsStorage, Conversions) {
    for (const auto &[name, form] : in_all_widths(*A_)) {
        SCOPED_TRACE(name);
        EXPECT_EQ(entries_of(*form), entries_);
        for (const Format format : {Format::automatic, Format::sparse, Format::hypersparse,
                                    Format::bitmap, Format::full, Format::balanced}) {
            const Ref<Snapshot> changed = converted(*form, format);
            EXPECT_EQ(entries_of(*changed), entries_) << static_cast<int>(format);
            EXPECT_EQ(changed->nvals(), entries_.size());
        }
        const SparseView columns = form->columns();
        const Ref<Snapshot> transposed = Snapshot::of_rows(
            type_, ncols, nrows, with_width(columns, columns.offset_width, columns.index_width));
        Entries expected;
        for (const auto &[at, value] : entries_) expected[{at.second, at.first}] = value;
        EXPECT_EQ(entries_of(*transposed), expected);
        for (const int width : {4, 8}) {
            const Ref<Snapshot> sized = with_index_width(form, width);
            const SparseView view = sized->is_by_column() ? sized->columns() : sized->rows();
            EXPECT_EQ(view.index_width, width);
            EXPECT_EQ(entries_of(*sized), entries_);
        }
    }
}

/// Columns have 1, 2 and 4 bytes, offsets of rows 4 and 8.
TEST_F(WidthsStorage, SlotsAsRows) {
    for (const std::uint64_t columns : {ncols, std::uint64_t{300}, std::uint64_t{1} << 20}) {
        for (const bool is_iso : {false, true}) {
            SparseForm wider = A_->share_rows(false);
            wider.is_iso = is_iso;
            const SparseView view = view_of(wider, type_, nrows, columns);
            const BalancedForm balanced = sparse_to_balanced(view, A_->statistics().longest);
            for (const int width : {4, 8}) {
                SparseForm rows = balanced_to_sparse(balanced, type_, nrows, columns, width);
                EXPECT_EQ(rows.offset_width, width);
                const auto expected = Snapshot::of_rows(type_, nrows, columns, SparseForm(wider));
                const auto made = Snapshot::of_rows(type_, nrows, columns, std::move(rows));
                EXPECT_EQ(entries_of(*made), entries_of(*expected)) << columns << ' ' << width;
            }
        }
    }
}

TEST_F(WidthsStorage, Sorting) {
    for (const Width &width : widths) {
        for (const bool is_iso : {false, true}) {
            SCOPED_TRACE(width.name);
            // Each row is in reverse order.
            SparseForm form = form_of(A_->rows(), width, false);
            form.is_iso = is_iso;
            form.is_jumbled = true;
            const auto reverse = [&](auto *columns, auto *offsets) {
                auto *values = form.values.as<std::int32_t>();
                for (std::uint64_t i = 0; i < nrows; i++) {
                    std::reverse(columns + offsets[i], columns + offsets[i + 1]);
                    std::reverse(values + offsets[i], values + offsets[i + 1]);
                }
            };
            if (width.indices == 8) {
                reverse(form.column_indices.as<std::uint64_t>(),
                        form.row_offsets.as<std::uint64_t>());
            } else if (width.offsets == 8) {
                reverse(form.column_indices.as<std::uint32_t>(),
                        form.row_offsets.as<std::uint64_t>());
            } else {
                reverse(form.column_indices.as<std::uint32_t>(),
                        form.row_offsets.as<std::uint32_t>());
            }
            const Bytes iso(form.values.as<unsigned char>(), form.values.as<unsigned char>() + 4);
            const Ref<Snapshot> jumbled = Snapshot::of_rows(type_, nrows, ncols, std::move(form));
            EXPECT_TRUE(jumbled->rows_in_any_order().is_jumbled);
            EXPECT_FALSE(jumbled->rows().is_jumbled);
            Entries expected = entries_;
            if (is_iso) {
                for (auto &[at, value] : expected) value = iso;
            }
            EXPECT_EQ(entries_of(*jumbled), expected);
        }
    }
}

TEST_F(WidthsStorage, Resize) {
    const std::pair<std::uint64_t, std::uint64_t> sizes[] = {
        {nrows, ncols}, {20, ncols}, {nrows, 11},      {13, 17},
        {200, 300},     {0, 0},      {20, 1ull << 50}, {1ull << 60, 1ull << 60}};
    for (const auto &[name, form] : in_all_widths(*A_)) {
        for (const auto &[m, n] : sizes) {
            SCOPED_TRACE(name + ": " + std::to_string(m) + " x " + std::to_string(n));
            const Ref<Snapshot> result = resized(*form, m, n);
            EXPECT_EQ(result->nrows(), m);
            EXPECT_EQ(result->ncols(), n);
            EXPECT_EQ(entries_of(*result), inside(entries_, m, n));
        }
    }
}

TEST_F(WidthsStorage, PendingUpdates) {
    for (const auto &[name, form] : in_all_widths(*A_)) {
        SCOPED_TRACE(name);
        PendingUpdates pending(4);
        Entries expected = entries_;
        for (int k = 0; k < 200; k++) {
            const Entries::key_type at{random_.engine() % nrows, random_.engine() % ncols};
            const bool exists = entries_.count(at) != 0;
            const Bytes value = random_.value(type_);
            if (random_.below(3) == 0) {
                if (!exists && expected.count(at) == 0) continue;
                pending.remove(at.first, at.second, exists);
                expected.erase(at);
            } else {
                pending.set(at.first, at.second, value.data(), exists);
                expected[at] = value;
            }
        }
        const Ref<Snapshot> result = folded(*form, pending);
        EXPECT_EQ(result->nvals(), expected.size());
        EXPECT_EQ(entries_of(*result), expected);
    }
}

TEST_F(WidthsStorage, SingleEntries) {
    for (const auto &[name, form] : in_all_widths(*A_)) {
        SCOPED_TRACE(name);
        for (std::uint64_t i = 0; i < nrows; i++) {
            for (std::uint64_t j = 0; j < ncols; j++) {
                const void *value = nullptr;
                const auto expected = entries_.find({i, j});
                ASSERT_EQ(find_entry(*form, i, j, value), expected != entries_.end());
                if (expected == entries_.end()) continue;
                ASSERT_EQ(std::memcmp(value, expected->second.data(), 4), 0);
            }
        }
    }
}

TEST_F(WidthsStorage, TuplesAndStatistics) {
    const Statistics expected = A_->statistics();
    for (const auto &[name, form] : in_all_widths(*A_)) {
        SCOPED_TRACE(name);
        std::vector<std::uint64_t> rows(entries_.size()), columns(entries_.size());
        std::vector<double> values(entries_.size());
        extract_tuples(*form, rows.data(), columns.data(), values.data(),
                       builtin_type(TypeCode::fp64));
        std::size_t k = 0;
        for (const auto &[at, value] : entries_) {
            std::int32_t x;
            std::memcpy(&x, value.data(), 4);
            ASSERT_EQ(rows[k], at.first);
            ASSERT_EQ(columns[k], at.second);
            ASSERT_EQ(values[k++], x);
        }
        const Statistics &actual = form->statistics();
        EXPECT_EQ(actual.mean, expected.mean);
        EXPECT_EQ(actual.longest, expected.longest);
        EXPECT_EQ(actual.empty_rows, expected.empty_rows);
        if (form->format() != Format::hypersparse) { // of stored rows
            EXPECT_EQ(actual.most_of_32, expected.most_of_32);
            EXPECT_EQ(actual.most_of_256, expected.most_of_256);
        }
        EXPECT_DOUBLE_EQ(actual.deviation, expected.deviation);
    }
}

TEST_F(WidthsStorage, Diagonals) {
    const Entries entries = random_entries(random_, 1, 30, 50, type_);
    const Ref<Snapshot> v = make_matrix(type_, 1, 30, entries, {});
    for (const Width &width : widths) {
        for (const std::int64_t k : {0l, 3l, -4l, 1l << 40, -(1l << 40)}) {
            SCOPED_TRACE(std::string(width.name) + " " + std::to_string(k));
            Entries expected;
            for (const auto &[at, value] : entries) {
                const std::uint64_t i = at.second;
                const auto shift = static_cast<std::uint64_t>(k < 0 ? -k : k);
                expected[{k < 0 ? i + shift : i, k < 0 ? i : i + shift}] = value;
            }
            EXPECT_EQ(entries_of(*diagonal(*by_rows(*v, width, false), k)), expected);
        }
    }
}

TEST_F(WidthsStorage, CastsKeepThePattern) {
    for (const auto &[name, form] : in_all_widths(*A_)) {
        SCOPED_TRACE(name);
        const Ref<Snapshot> result = casted(form, builtin_type(TypeCode::fp64));
        ASSERT_EQ(result->nvals(), entries_.size());
        Entries expected;
        for (const auto &[at, value] : entries_) {
            Bytes wide(8);
            cast_values(wide.data(), builtin_type(TypeCode::fp64), value.data(), type_, 1);
            expected[at] = wide;
        }
        EXPECT_EQ(entries_of(*result), expected);
        EXPECT_EQ(result->is_by_column(), form->is_by_column());
    }
    // The cast of an iso object keeps the columns.
    Storage storage;
    storage.is_iso = true;
    const Ref<Snapshot> iso = make_matrix(type_, nrows, ncols, entries_, storage);
    iso->columns();
    const Ref<Snapshot> result = casted(iso, builtin_type(TypeCode::fp64));
    ASSERT_TRUE(result->has_columns());
    double value = 0;
    std::memcpy(&value, result->columns().values, sizeof value);
    std::int32_t before = 0;
    std::memcpy(&before, iso->columns().values, sizeof before);
    EXPECT_EQ(value, before);
    EXPECT_EQ(result->columns().nvals, entries_.size());
}

TEST_F(WidthsStorage, StatisticsOfFullStorage) {
    const Ref<Snapshot> full = converted(*random_matrix(random_, 6, 9, 100, type_), Format::full);
    const Statistics &actual = full->statistics();
    EXPECT_EQ(actual.mean, 9);
    EXPECT_EQ(actual.deviation, 0);
    EXPECT_EQ(actual.longest, 9u);
    EXPECT_EQ(actual.empty_rows, 0u);
    EXPECT_FALSE(full->has_rows()); // and no conversion for that
}

} // namespace
