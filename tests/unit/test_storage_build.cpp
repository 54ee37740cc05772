// Tests tuples in and out: sorted or not, with duplicates, over any index range.
#include "base/error.hpp"
#include "storage/build.hpp"
#include "storage_model.hpp"

#include <numeric>

namespace grb {
namespace {

struct Tuples {
    std::vector<std::uint64_t> rows, columns;
    std::vector<double> values;
    std::size_t size() const { return rows.size(); }
};

Tuples random_tuples(std::uint64_t nrows, std::uint64_t ncols, std::size_t n, unsigned seed) {
    std::mt19937_64 random(seed);
    Tuples tuples;
    for (std::size_t k = 0; k < n; k++) {
        tuples.rows.push_back(random() % nrows);
        tuples.columns.push_back(random() % ncols);
        tuples.values.push_back(static_cast<double>(random() % 1000));
    }
    return tuples;
}

using Combine = double (*)(double, double);

Entries model(const Tuples &tuples, Combine combine) {
    std::map<Position, double> sums;
    for (std::size_t k = 0; k < tuples.size(); k++) {
        const auto [entry, is_new] =
            sums.try_emplace({tuples.rows[k], tuples.columns[k]}, tuples.values[k]);
        if (!is_new) entry->second = combine(entry->second, tuples.values[k]);
    }
    Entries entries;
    for (const auto &[position, value] : sums) {
        entries[position] = std::string(reinterpret_cast<const char *>(&value), sizeof value);
    }
    return entries;
}

const Type *fp64() {
    return builtin_type(TypeCode::fp64);
}

Ref<Snapshot> build(std::uint64_t nrows, std::uint64_t ncols, const Tuples &tuples,
                    BinaryCode code) {
    return build_snapshot(fp64(), nrows, ncols, tuples.rows.data(), tuples.columns.data(),
                          tuples.values.data(), fp64(), false, tuples.size(),
                          find_binary_op(code, TypeCode::fp64));
}

struct Case {
    std::uint64_t nrows, ncols;
    std::size_t n;
};

class Build : public ::testing::TestWithParam<int> {};

TEST_P(Build, CombinesDuplicatesInInputOrder) {
    const WithThreads threads(GetParam());
    const std::uint64_t huge = std::uint64_t{1} << 60;
    const Case cases[] = {
        {1, 1, 5},           {3, 4, 100},
        {1, 1000, 30000},    {1000, 1, 30000},
        {500, 500, 60000},   {1 << 20, 1 << 20, 50000},
        {huge, huge, 40000}, {huge, 3, 2000},
        {huge, huge, 3},     {std::uint64_t{1} << 33, std::uint64_t{1} << 31, 70000}};
    const std::pair<BinaryCode, Combine> operators[] = {
        {BinaryCode::minus, [](double x, double y) { return x - y; }},
        {BinaryCode::first, [](double x, double) { return x; }},
        {BinaryCode::second, [](double, double y) { return y; }},
        {BinaryCode::plus, [](double x, double y) { return x + y; }}};
    unsigned seed = 1;
    for (const Case &c : cases) {
        Tuples tuples = random_tuples(c.nrows, c.ncols, c.n, seed++);
        for (std::size_t k = 0; k < c.n; k += 7) { // adds more duplicates than occur at random
            tuples.rows[k] = tuples.rows[k / 3];
            tuples.columns[k] = tuples.columns[k / 3];
        }
        for (const auto &[code, combine] : operators) {
            SCOPED_TRACE(::testing::Message() << c.nrows << " x " << c.ncols << ", " << c.n);
            const auto snapshot = build(c.nrows, c.ncols, tuples, code);
            EXPECT_EQ(read(snapshot->rows()), model(tuples, combine));
            EXPECT_EQ(snapshot->rows().index_width, index_width_for(c.nrows, c.ncols));
        }
    }
}

TEST_P(Build, SkewedInputIsSorted) {
    const WithThreads threads(GetParam());
    Tuples tuples = random_tuples(100000, 100000, 150000, 9);
    for (std::size_t k = 0; k < tuples.size(); k += 2) tuples.rows[k] = 77; // half in one row
    for (std::size_t k = 0; k < tuples.size(); k += 5) tuples.columns[k] = 3;
    const auto snapshot = build(100000, 100000, tuples, BinaryCode::minus);
    EXPECT_EQ(read(snapshot->rows()), model(tuples, [](double x, double y) { return x - y; }));
}

TEST_P(Build, SortedInputWithAndWithoutDuplicates) {
    const WithThreads threads(GetParam());
    for (const std::size_t stride : {1U, 3U}) {
        Tuples tuples;
        for (std::size_t k = 0; k < 60000; k++) {
            tuples.rows.push_back(k / stride / 40);
            tuples.columns.push_back(k / stride % 40 * 2);
            tuples.values.push_back(static_cast<double>(k));
        }
        const auto snapshot = build(2000, 100, tuples, BinaryCode::minus);
        EXPECT_EQ(read(snapshot->rows()), model(tuples, [](double x, double y) { return x - y; }));
    }
}

TEST_P(Build, TuplesComeOutAsTheyWentIn) {
    const WithThreads threads(GetParam());
    for (const Case &c : {Case{200, 300, 30000}, Case{1, 9000, 8000}, Case{64, 65, 64 * 65}}) {
        const Entries entries = random_entries(fp64(), c.nrows, c.ncols, c.n, false, 4);
        const auto sparse = Snapshot::of_rows(fp64(), c.nrows, c.ncols,
                                              lay_out(entries, fp64(), c.nrows, Layout{}));
        for (const Format format :
             {Format::sparse, Format::hypersparse, Format::bitmap, Format::full}) {
            const auto snapshot = converted(*sparse, format);
            std::vector<std::uint64_t> rows(c.n), columns(c.n);
            std::vector<std::int16_t> values(c.n);
            extract_tuples(*snapshot, rows.data(), columns.data(), values.data(),
                           builtin_type(TypeCode::int16));
            std::size_t k = 0;
            for (const auto &[position, value] : entries) {
                double number;
                std::memcpy(&number, value.data(), sizeof number);
                ASSERT_EQ(rows[k], position.first);
                ASSERT_EQ(columns[k], position.second);
                ASSERT_EQ(values[k], static_cast<std::int16_t>(number));
                k++;
            }
            extract_tuples(*snapshot, nullptr, nullptr, nullptr, fp64());
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Threads, Build, ::testing::Values(1, 3));

TEST(BuildOptions, DuplicateWithoutOperatorIsAnErrorWithItsPosition) {
    const std::vector<std::uint64_t> rows = {4, 2, 9, 2, 4}, columns = {1, 1, 1, 1, 1};
    const std::vector<double> values(5, 1.0);
    for (const bool is_vector : {false, true}) {
        try {
            build_snapshot(fp64(), is_vector ? 1 : 10, 10, rows.data(),
                           is_vector ? nullptr : columns.data(), values.data(), fp64(), false,
                           rows.size(), nullptr);
            FAIL() << "no error";
        } catch (const Error &error) {
            EXPECT_EQ(error.code(), GrB_INVALID_VALUE);
            const char *expected =
                is_vector ? "tuple 3 repeats index 2" : "tuple 3 repeats position (2, 1)";
            EXPECT_NE(std::string(error.what()).find(expected), std::string::npos) << error.what();
        }
    }
}

TEST(BuildOptions, ValuesPassThroughTheTypeOfTheOperator) {
    const std::vector<std::uint64_t> rows = {3, 0, 3};
    const std::vector<double> values = {1.75, 2.5, 4.75};
    const Type *fp32 = builtin_type(TypeCode::fp32);
    const auto value_at = [&](const Snapshot &snapshot, std::uint64_t column) {
        float value;
        std::memcpy(&value, read(snapshot.rows()).at({0, column}).data(), sizeof value);
        return value;
    };
    const auto truncated =
        build_snapshot(fp32, 1, 5, rows.data(), nullptr, values.data(), fp64(), false, 3,
                       find_binary_op(BinaryCode::plus, TypeCode::int32));
    EXPECT_EQ(value_at(*truncated, 3), 5.0F);
    EXPECT_EQ(value_at(*truncated, 0), 2.0F);
    const auto alone = build_snapshot(fp32, 1, 5, rows.data(), nullptr, values.data(), fp64(),
                                      false, 2, find_binary_op(BinaryCode::plus, TypeCode::int32));
    EXPECT_EQ(value_at(*alone, 3), 1.0F);
    const auto direct =
        build_snapshot(fp32, 1, 5, rows.data(), nullptr, values.data(), fp64(), false, 2, nullptr);
    EXPECT_EQ(value_at(*direct, 3), 1.75F);
}

TEST(BuildOptions, OneValueForAllIsStoredOnce) {
    std::vector<std::uint64_t> rows(1000);
    std::iota(rows.rbegin(), rows.rend(), std::uint64_t{0});
    const double value = 3;
    const auto iso =
        build_snapshot(fp64(), 1, 1000, rows.data(), nullptr, &value, fp64(), true, 1000, nullptr);
    EXPECT_TRUE(iso->is_iso());
    EXPECT_EQ(iso->nvals(), 1000U);
    EXPECT_LT(iso->bytes(), 1000U * 4 + 2000);
    rows[0] = rows[1];
    const auto sum = build_snapshot(fp64(), 1, 1000, rows.data(), nullptr, &value, fp64(), true,
                                    1000, find_binary_op(BinaryCode::plus, TypeCode::fp64));
    EXPECT_FALSE(sum->is_iso());
    EXPECT_EQ(read(sum->rows()).at({0, rows[0]}), value_bytes(fp64(), 6));
    const auto largest = build_snapshot(fp64(), 1, 1000, rows.data(), nullptr, &value, fp64(), true,
                                        1000, find_binary_op(BinaryCode::max, TypeCode::fp64));
    EXPECT_TRUE(largest->is_iso());
    EXPECT_EQ(largest->nvals(), 999U);
}

TEST(BuildOptions, NothingGivesAnEmptySnapshot) {
    const auto snapshot =
        build_snapshot(fp64(), 7, 9, nullptr, nullptr, nullptr, fp64(), false, 0, nullptr);
    EXPECT_EQ(snapshot->nvals(), 0U);
    expect_entries(*snapshot, {});
}

} // namespace
} // namespace grb
