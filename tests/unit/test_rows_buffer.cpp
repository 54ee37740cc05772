// Tests rows that tasks make in lent memory, and in their own memory beyond it.
#include "cpu/mxm/mxm_rows.hpp"

#include <gtest/gtest.h>

namespace grb {
namespace {

void append(RowsBuffer &buffer, std::uint32_t begin, std::uint32_t end) {
    buffer.reserve(end - begin);
    auto *const columns = buffer.new_columns<std::uint32_t>();
    auto *const values = reinterpret_cast<double *>(buffer.new_values());
    for (std::uint32_t k = begin; k < end; k++) {
        columns[k - begin] = k;
        values[k - begin] = k / 2.0;
    }
    buffer.add(end - begin);
}

void expect_counted(const RowsBuffer &buffer, std::uint32_t n) {
    ASSERT_EQ(buffer.size(), n);
    const auto *const columns = static_cast<const std::uint32_t *>(buffer.column_data());
    const auto *const values = reinterpret_cast<const double *>(buffer.value_data());
    for (std::uint32_t k = 0; k < n; k++) {
        EXPECT_EQ(columns[k], k);
        EXPECT_EQ(values[k], k / 2.0);
    }
}

TEST(RowsBuffer, lent_memory_is_used_as_far_as_it_goes) {
    std::uint32_t columns[10];
    double values[10];
    RowsBuffer buffer;
    buffer.open(sizeof(double), 4);
    buffer.lend(columns, reinterpret_cast<unsigned char *>(values), 10);
    append(buffer, 0, 4);
    append(buffer, 4, 10);
    EXPECT_EQ(buffer.column_data(), columns);
    EXPECT_FALSE(buffer.owns_entries());
    expect_counted(buffer, 10);
    append(buffer, 10, 1000);
    EXPECT_TRUE(buffer.owns_entries());
    EXPECT_EQ(columns[9], 9U);
    expect_counted(buffer, 1000);
}

TEST(RowsBuffer, own_memory_grows) {
    RowsBuffer buffer;
    buffer.open(sizeof(double), 4);
    append(buffer, 0, 3);
    append(buffer, 3, 700);
    append(buffer, 700, 5000);
    EXPECT_TRUE(buffer.owns_entries());
    expect_counted(buffer, 5000);
}

} // namespace
} // namespace grb
