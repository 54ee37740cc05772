// A slow, simple model of stored entries to compare the storage code with.
#pragma once

#include "base/parallel.hpp"
#include "storage/convert.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace grb {

using Position = std::pair<std::uint64_t, std::uint64_t>;
using Entries = std::map<Position, std::string>; // value as bytes

/// Types of every size for which the kernels differ.
inline const std::vector<const Type *> &test_types() {
    static const Type sixteen(TypeCode::user, 16, "sixteen", false);
    static const Type twenty_four(TypeCode::user, 24, "twenty_four", false);
    static const std::vector<const Type *> types = {builtin_type(TypeCode::boolean),
                                                    builtin_type(TypeCode::int16),
                                                    builtin_type(TypeCode::fp32),
                                                    builtin_type(TypeCode::fp64),
                                                    &sixteen,
                                                    &twenty_four};
    return types;
}

/// Converts a small number to a value of the type.
inline std::string value_bytes(const Type *type, int number) {
    std::string bytes(type->size, '\0');
    if (type->code == TypeCode::user) {
        for (std::size_t k = 0; k < bytes.size(); k++) {
            bytes[k] = static_cast<char>(static_cast<std::size_t>(number) * 31 + k);
        }
        return bytes;
    }
    dispatch_type(type->code, [&](auto tag) {
        const auto value = static_cast<typename decltype(tag)::type>(number);
        std::memcpy(bytes.data(), &value, sizeof value);
    });
    return bytes;
}

inline Entries random_entries(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                              std::size_t n, bool is_iso, unsigned seed) {
    std::mt19937_64 random(seed);
    Entries entries;
    while (entries.size() < n) {
        const Position position{random() % nrows, random() % ncols};
        entries[position] = value_bytes(type, is_iso ? 1 : static_cast<int>(random() % 100));
    }
    return entries;
}

inline std::uint64_t index_at(const void *array, int width, std::uint64_t k) {
    return width == 4 ? static_cast<const std::uint32_t *>(array)[k]
                      : static_cast<const std::uint64_t *>(array)[k];
}

/// Reads the entries of a sparse view and checks the invariants of every view.
inline Entries read(const SparseView &view) {
    Entries entries;
    EXPECT_FALSE(view.index_width == 8 && view.offset_width == 4);
    EXPECT_EQ(index_at(view.row_offsets, view.offset_width, 0), 0U);
    EXPECT_EQ(index_at(view.row_offsets, view.offset_width, view.stored_rows), view.nvals);
    EXPECT_TRUE(view.is_hyper() || view.stored_rows == view.nrows);
    std::uint64_t last_row = UINT64_MAX;
    for (std::uint64_t k = 0; k < view.stored_rows; k++) {
        const std::uint64_t row = view.is_hyper() ? index_at(view.row_ids, view.index_width, k) : k;
        EXPECT_TRUE(last_row == UINT64_MAX || row > last_row);
        EXPECT_LT(row, view.nrows);
        last_row = row;
        const std::uint64_t begin = index_at(view.row_offsets, view.offset_width, k);
        const std::uint64_t end = index_at(view.row_offsets, view.offset_width, k + 1);
        std::uint64_t last_column = UINT64_MAX;
        for (std::uint64_t p = begin; p < end; p++) {
            const std::uint64_t column = index_at(view.column_indices, view.index_width, p);
            EXPECT_LT(column, view.ncols);
            EXPECT_TRUE(view.is_jumbled || last_column == UINT64_MAX || column > last_column);
            last_column = column;
            const char *value =
                static_cast<const char *>(view.values) + (view.is_iso ? 0 : p * view.type->size);
            entries.emplace_hint(entries.end(), Position{row, column},
                                 std::string(value, view.type->size));
        }
    }
    EXPECT_EQ(entries.size(), view.nvals);
    return entries;
}

inline Entries read(const DenseView &view) {
    Entries entries;
    const std::uint64_t elements = view.nrows * view.ncols;
    for (std::uint64_t p = 0; p < elements; p++) {
        if (!view.has(p)) continue;
        entries.emplace_hint(
            entries.end(), Position{p / view.ncols, p % view.ncols},
            std::string(reinterpret_cast<const char *>(view.value(p)), view.type->size));
    }
    EXPECT_TRUE(view.is_full() || elements % 64 == 0 ||
                view.bits[elements / 64] >> (elements % 64) == 0);
    EXPECT_EQ(entries.size(), view.nvals);
    return entries;
}

inline Entries swapped(const Entries &entries) {
    Entries result;
    for (const auto &[position, value] : entries) result[{position.second, position.first}] = value;
    return result;
}

/// The layout in which entries are stored.
struct Layout {
    bool is_hyper = false, is_iso = false, is_jumbled = false;
    int offset_width = 4, index_width = 4;
};

inline void push_index(std::string &array, int width, std::uint64_t value) {
    array.append(reinterpret_cast<const char *>(&value), static_cast<std::size_t>(width));
}

inline SparseForm lay_out(const Entries &entries, const Type *type, std::uint64_t nrows,
                          const Layout &layout) {
    std::map<std::uint64_t, std::vector<std::pair<std::uint64_t, std::string>>> rows;
    for (const auto &[position, value] : entries)
        rows[position.first].push_back({position.second, value});
    if (!layout.is_hyper) {
        for (std::uint64_t row = 0; row < nrows; row++) rows[row];
    }
    std::mt19937 random(7);
    std::string offsets, columns, ids, values;
    std::uint64_t count = 0;
    push_index(offsets, layout.offset_width, 0);
    for (auto &[row, row_entries] : rows) {
        if (layout.is_jumbled) std::shuffle(row_entries.begin(), row_entries.end(), random);
        push_index(ids, layout.index_width, row);
        for (const auto &[column, value] : row_entries) {
            push_index(columns, layout.index_width, column);
            values += value;
            count++;
        }
        push_index(offsets, layout.offset_width, count);
    }
    SparseForm form;
    form.stored_rows = rows.size();
    form.nvals = count;
    form.offset_width = layout.offset_width;
    form.index_width = layout.index_width;
    form.is_hyper = layout.is_hyper;
    form.is_iso = layout.is_iso;
    form.is_jumbled = layout.is_jumbled;
    form.row_offsets = Array::copy_of(offsets.data(), offsets.size());
    form.column_indices = Array::copy_of(columns.data(), columns.size());
    if (layout.is_hyper) form.row_ids = Array::copy_of(ids.data(), ids.size());
    if (layout.is_iso)
        values = entries.empty() ? std::string(type->size, '\0') : entries.begin()->second;
    form.values = Array::copy_of(values.data(), values.size());
    return form;
}

/// Checks that every form that the snapshot has or can make holds these entries.
inline void expect_entries(const Snapshot &snapshot, const Entries &entries) {
    EXPECT_EQ(snapshot.nvals(), entries.size());
    EXPECT_EQ(read(snapshot.rows()), entries);
    EXPECT_EQ(read(snapshot.rows_in_any_order()), entries);
    EXPECT_EQ(read(snapshot.columns()), swapped(entries));
    if (snapshot.has_dense() || element_count(snapshot.nrows(), snapshot.ncols()) < 1000000) {
        EXPECT_EQ(read(snapshot.dense()), entries);
    }
}

/// Sets the number of threads for the rest of a test.
class WithThreads {
public:
    explicit WithThreads(int threads) : before_(max_threads()) { set_max_threads(threads); }
    ~WithThreads() { set_max_threads(before_); }

private:
    int before_;
};

} // namespace grb
