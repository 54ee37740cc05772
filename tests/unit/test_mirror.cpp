// Tests patterns that equal their transposes, and objects that share a pattern.
#include "algebra/operators.hpp"
#include "dispatch/carry_out.hpp"
#include "problems/structure.hpp"
#include "storage_model.hpp"

namespace grb {
namespace {

class Mirrors : public ::testing::TestWithParam<int> {};

constexpr std::uint64_t n = 400;

/// Makes as many entries below the diagonal as above it, some on it, and a row with nearly all
/// columns.
Entries symmetric_entries(const Type *type, bool is_iso, unsigned seed) {
    Entries entries = random_entries(type, n, n, 6000, is_iso, seed);
    for (std::uint64_t j = 0; j + 3 < n; j++) entries[{7, j}] = value_bytes(type, 1);
    Entries both = entries;
    for (const auto &[position, value] : swapped(entries)) {
        const int other = static_cast<int>(position.first % 50) + 1;
        both.emplace(position, value_bytes(type, is_iso ? 1 : other));
    }
    return both;
}

TEST_P(Mirrors, SymmetricPatternsGiveTheirValuesInTheOtherOrder) {
    const WithThreads threads(GetParam());
    for (const Type *type : test_types()) {
        for (const bool is_iso : {false, true}) {
            for (const auto &[offset_width, index_width] : {std::pair{4, 4}, {8, 4}, {8, 8}}) {
                SCOPED_TRACE(::testing::Message() << "size " << type->size << " iso " << is_iso
                                                  << " widths " << offset_width << index_width);
                const Entries entries = symmetric_entries(type, is_iso, 3);
                const SparseForm form =
                    lay_out(entries, type, n, {false, is_iso, false, offset_width, index_width});
                const auto values = values_if_symmetric(view_of(form, type, n, n));
                ASSERT_TRUE(values.has_value());
                SparseForm transposed = form;
                transposed.values = *values;
                EXPECT_EQ(read(view_of(transposed, type, n, n)), swapped(entries));
            }
        }
    }
}

TEST_P(Mirrors, OneEntryMakesThePatternAnother) {
    const WithThreads threads(GetParam());
    const Type *type = builtin_type(TypeCode::int16);
    const Entries whole = symmetric_entries(type, false, 4);
    std::mt19937_64 random(5);
    for (int round = 0; round < 60; round++) {
        Entries entries = whole;
        if (round % 2 == 0) {
            auto gone = entries.begin();
            do {
                gone = std::next(entries.begin(),
                                 static_cast<std::ptrdiff_t>(random() % entries.size()));
            } while (gone->first.first == gone->first.second);
            entries.erase(gone);
        } else {
            Position added;
            do {
                added = {random() % n, random() % n};
            } while (added.first == added.second || entries.count(added) != 0);
            entries[added] = value_bytes(type, 1);
        }
        SCOPED_TRACE(round);
        const SparseForm form = lay_out(entries, type, n, {});
        EXPECT_FALSE(values_if_symmetric(view_of(form, type, n, n)).has_value());
        const auto A = Snapshot::of_rows(type, n, n, SparseForm(form));
        EXPECT_EQ(read(A->columns()), swapped(entries));
    }
}

/// Each column has as many entries as the row of its number, but the pattern is not symmetric.
TEST_P(Mirrors, EqualCountsAreNotEnough) {
    const WithThreads threads(GetParam());
    const Type *type = builtin_type(TypeCode::fp64);
    Entries ring;
    for (std::uint64_t i = 0; i < 20000; i++) ring[{i, (i + 1) % 20000}] = value_bytes(type, 2);
    const SparseForm form = lay_out(ring, type, 20000, {});
    EXPECT_FALSE(values_if_symmetric(view_of(form, type, 20000, 20000)).has_value());
}

TEST_P(Mirrors, ATransposeHasTheRowsAsItsColumns) {
    const WithThreads threads(GetParam());
    const Type *type = builtin_type(TypeCode::fp32);
    const Entries entries = random_entries(type, 300, 200, 4000, false, 6);
    TransposeProblem problem;
    problem.A = Snapshot::of_rows(type, 300, 200, lay_out(entries, type, 300, {}));
    const Ref<Snapshot> transposed = carry_out(problem).result;
    ASSERT_TRUE(transposed->has_columns());
    EXPECT_EQ(transposed->columns().column_indices, problem.A->rows().column_indices);
    EXPECT_EQ(transposed->rows().column_indices, problem.A->columns().column_indices);
    expect_entries(*transposed, swapped(entries));
}

TEST_P(Mirrors, TheIntersectionOfOnePatternSharesIt) {
    const WithThreads threads(GetParam());
    const Type *type = builtin_type(TypeCode::boolean);
    const Entries entries = random_entries(type, 300, 200, 4000, true, 7);
    EwiseMultProblem problem;
    problem.A = Snapshot::of_rows(type, 300, 200, lay_out(entries, type, 300, {false, true}));
    problem.B = problem.A;
    problem.op = find_binary_op(BinaryCode::land, TypeCode::boolean);
    const Ref<Snapshot> intersection = carry_out(problem).result;
    EXPECT_EQ(intersection->rows().column_indices, problem.A->rows().column_indices);
    EXPECT_TRUE(intersection->is_iso());
    expect_entries(*intersection, entries);
}

INSTANTIATE_TEST_SUITE_P(Threads, Mirrors, ::testing::Values(1, 3, 16));

} // namespace
} // namespace grb
