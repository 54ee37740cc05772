// Tests conversions between all formats, for all value sizes, index widths and thread counts.
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"
#include "quarter.h"
#include "storage/full_iso.hpp"
#include "storage_model.hpp"

#include <thread>

namespace grb {
namespace {

struct Shape {
    std::uint64_t nrows, ncols;
    std::size_t nvals;
};

// The larger ones use several threads.
const Shape shapes[] = {{1, 1, 1},        {1, 70, 9},      {7, 1, 3},
                        {5, 13, 0},       {64, 64, 4096},  {1, 20000, 9000},
                        {130, 100, 9000}, {3000, 3, 6000}, {20000, 20000, 9000}};
const Layout layouts[] = {{false, false, false, 4, 4}, {false, true, false, 4, 4},
                          {true, false, false, 4, 4},  {true, true, true, 8, 4},
                          {false, false, true, 8, 8},  {false, false, false, 8, 4},
                          {true, false, true, 8, 8},   {false, false, true, 4, 4}};

class Formats : public ::testing::TestWithParam<int> {};

TEST_P(Formats, RoundTripsKeepEveryEntry) {
    const WithThreads threads(GetParam());
    unsigned seed = 1;
    int round = 0;
    for (const Shape &shape : shapes) {
        for (const Layout &layout : layouts) {
            if (!quarter::takes(round++)) continue;
            const Type *type = test_types()[seed % test_types().size()];
            SCOPED_TRACE(::testing::Message()
                         << shape.nrows << " x " << shape.ncols << " size " << type->size
                         << " hyper " << layout.is_hyper << " iso " << layout.is_iso << " jumbled "
                         << layout.is_jumbled << " width " << layout.offset_width
                         << layout.index_width);
            const Entries entries =
                random_entries(type, shape.nrows, shape.ncols, shape.nvals, layout.is_iso, seed++);
            const auto original = Snapshot::of_rows(type, shape.nrows, shape.ncols,
                                                    lay_out(entries, type, shape.nrows, layout));
            for (const Format format :
                 {Format::sparse, Format::hypersparse, Format::bitmap, Format::full}) {
                if (is_dense(format) && shape.nrows > 10000) continue;
                const auto other = converted(*original, format);
                const bool is_complete = entries.size() == shape.nrows * shape.ncols;
                EXPECT_EQ(other->format(),
                          format == Format::full && !is_complete ? Format::bitmap : format);
                EXPECT_EQ(other->is_iso(), layout.is_iso);
                expect_entries(*other, entries);
                const auto back = converted(*other, Format::sparse);
                EXPECT_EQ(back->format(), Format::sparse);
                EXPECT_EQ(back->is_iso(), layout.is_iso);
                expect_entries(*back, entries);
            }
        }
    }
}

TEST_P(Formats, EveryVariantTransposesIsoObjects) {
    const WithThreads threads(GetParam());
    for (const Shape &shape : {Shape{3, 5, 15}, {1, 70, 70}, {200, 100, 20000}}) {
        const auto [nrows, ncols, count] = shape;
        for (const Type *type : test_types()) {
            DenseForm form;
            form.nvals = count;
            form.is_iso = true;
            form.values = Array::copy_of(value_bytes(type, 5).data(), type->size);
            TransposeProblem problem;
            problem.A = Snapshot::of_dense(type, nrows, ncols, std::move(form));
            Entries expected;
            for (std::uint64_t k = 0; k < count; k++)
                expected[{k % ncols, k / ncols}] = value_bytes(type, 5);
            for (const Variant<TransposeProblem> *variant : variants<TransposeProblem>()) {
                if (variant->refuses(problem) != nullptr) continue;
                SCOPED_TRACE(variant->name);
                const Ref<Snapshot> result = variant->run(problem);
                ASSERT_EQ(result->nrows(), ncols);
                ASSERT_EQ(result->ncols(), nrows);
                EXPECT_TRUE(is_full_iso(*result));
                EXPECT_EQ(read(result->dense()), expected);
            }
        }
    }
}

TEST_P(Formats, WhatFitsIsBalancedAndComesBack) {
    const WithThreads threads(GetParam());
    const Type *type = builtin_type(TypeCode::int16);
    unsigned seed = 1;
    int fitting = 0, others = 0;
    for (const Shape &shape : shapes) {
        for (const Layout &layout : layouts) {
            seed++;
            if (!quarter::takes(static_cast<int>(seed))) continue;
            SCOPED_TRACE(::testing::Message()
                         << shape.nrows << " x " << shape.ncols << " number " << seed);
            const Entries entries =
                random_entries(type, shape.nrows, shape.ncols, shape.nvals, layout.is_iso, seed);
            const auto original = Snapshot::of_rows(type, shape.nrows, shape.ncols,
                                                    lay_out(entries, type, shape.nrows, layout));
            const auto balanced = converted(*original, Format::balanced);
            const std::uint64_t slots =
                std::max<std::uint64_t>(1, original->statistics().longest) * shape.nrows;
            const bool fits = slots <= 4 * entries.size() + 1024;
            (fits ? fitting : others)++;
            ASSERT_EQ(balanced->format(), fits ? Format::balanced : preferred_format(*original));
            EXPECT_EQ(balanced->nvals(), entries.size());
            EXPECT_EQ(balanced->is_iso(), layout.is_iso && !entries.empty());
            EXPECT_EQ(balanced->is_on_host(), true);
            expect_entries(*converted(*balanced, Format::sparse), entries);
            expect_entries(*converted(*balanced, Format::balanced), entries);
            if (shape.nrows <= 10000)
                expect_entries(*converted(*balanced, Format::bitmap), entries);
            const auto wider = casted(balanced, builtin_type(TypeCode::int64));
            EXPECT_EQ(wider->format(), balanced->format());
            expect_entries(*casted(wider, type), entries);
            const auto complex = casted(balanced, builtin_type(TypeCode::fc64));
            EXPECT_NE(complex->format(), Format::balanced); // balanced requires real types
            expect_entries(*casted(complex, type), entries);
            const SparseView columns = balanced->columns();
            expect_entries(
                *Snapshot::of_columns(type, shape.nrows, shape.ncols, balanced->share_rows(true)),
                entries);
            EXPECT_EQ(columns.nrows, shape.ncols);
        }
    }
    EXPECT_GE(fitting, quarter::count(8));
    EXPECT_GE(others, quarter::count(4));
}

TEST_P(Formats, EveryTypeTransposesAndSorts) {
    const WithThreads threads(GetParam());
    int round = 0;
    for (const Type *type : test_types()) {
        for (const Layout &layout : layouts) {
            if (!quarter::takes(round++)) continue;
            SCOPED_TRACE(::testing::Message() << "size " << type->size);
            const Entries entries = random_entries(type, 90, 150, 9000, layout.is_iso, 5);
            const SparseForm form = lay_out(entries, type, 90, layout);
            const SparseView view = view_of(form, type, 90, 150);
            const SparseForm transposed = transpose_form(view);
            EXPECT_EQ(read(view_of(transposed, type, 150, 90)), swapped(entries));
            EXPECT_EQ(transposed.index_width, layout.index_width);
            const SparseForm sorted = sort_rows(view);
            EXPECT_FALSE(sorted.is_jumbled);
            EXPECT_EQ(read(view_of(sorted, type, 90, 150)), entries);
            const SparseForm wide = with_width(view, 8, 8);
            EXPECT_EQ(wide.index_width, 8);
            EXPECT_EQ(read(view_of(wide, type, 90, 150)), entries);
            const SparseForm narrow = with_width(view_of(wide, type, 90, 150), 4, 4);
            EXPECT_EQ(read(view_of(narrow, type, 90, 150)), entries);
            const SparseForm hyper = to_hyper(view);
            EXPECT_TRUE(hyper.is_hyper);
            EXPECT_EQ(read(view_of(hyper, type, 90, 150)), entries);
            const SparseForm standard = to_standard(view_of(hyper, type, 90, 150));
            EXPECT_FALSE(standard.is_hyper);
            EXPECT_EQ(read(view_of(standard, type, 90, 150)), entries);
        }
    }
}

TEST_P(Formats, LongJumbledRowsAreSortedByTheThreadPool) {
    const WithThreads threads(GetParam());
    const Type *type = builtin_type(TypeCode::fp64);
    for (const std::uint64_t width : {std::uint64_t{200000}, std::uint64_t{1} << 59}) {
        Entries entries = random_entries(type, 1, width, 60000, false, 11);
        for (const auto &[position, value] : random_entries(type, 5, width, 3000, false, 12)) {
            entries[{position.first + 1, position.second}] = value;
        }
        Layout layout;
        layout.is_jumbled = true;
        layout.offset_width = layout.index_width = width > 200000 ? 8 : 4;
        const SparseForm form = lay_out(entries, type, 6, layout);
        EXPECT_EQ(read(view_of(sort_rows(view_of(form, type, 6, width)), type, 6, width)), entries);
    }
}

INSTANTIATE_TEST_SUITE_P(Threads, Formats, ::testing::Values(1, 3, 16));

TEST(Snapshot, HugeDimensionsCostTheirEntriesOnly) {
    const Type *type = builtin_type(TypeCode::fp64);
    const std::uint64_t huge = std::uint64_t{1} << 60;
    const auto empty = Snapshot::empty(type, huge, huge);
    EXPECT_EQ(empty->format(), Format::hypersparse);
    EXPECT_FALSE(empty->is_full());
    EXPECT_FALSE(empty->can_be_dense());
    EXPECT_LT(empty->bytes(), 4096U);
    const Entries entries = {{{0, huge - 1}, value_bytes(type, 1)},
                             {{5, 0}, value_bytes(type, 2)},
                             {{huge - 1, huge - 1}, value_bytes(type, 3)}};
    Layout layout;
    layout.is_hyper = true;
    layout.offset_width = layout.index_width = 8;
    const auto snapshot = Snapshot::of_rows(type, huge, huge, lay_out(entries, type, huge, layout));
    expect_entries(*snapshot, entries);
    EXPECT_LT(snapshot->bytes(), 8192U);
    EXPECT_EQ(converted(*snapshot, Format::full)->format(), Format::hypersparse);
    EXPECT_EQ(converted(*snapshot, Format::sparse)->format(), Format::hypersparse);
    EXPECT_EQ(snapshot->statistics().longest, 1U);
    EXPECT_EQ(snapshot->statistics().empty_rows, huge - 3);
    EXPECT_THROW(snapshot->dense(), std::bad_alloc);
}

TEST(Snapshot, StatisticsCountRows) {
    const Type *type = builtin_type(TypeCode::int16);
    const std::string one = value_bytes(type, 1);
    const Entries entries = {{{0, 0}, one}, {{0, 1}, one}, {{0, 2}, one}, {{2, 1}, one}};
    for (const Format format : {Format::sparse, Format::hypersparse, Format::bitmap}) {
        const auto snapshot =
            converted(*Snapshot::of_rows(type, 4, 3, lay_out(entries, type, 4, Layout{})), format);
        const Statistics &statistics = snapshot->statistics();
        EXPECT_DOUBLE_EQ(statistics.mean, 1.0);
        EXPECT_DOUBLE_EQ(statistics.deviation, std::sqrt(1.5));
        EXPECT_EQ(statistics.longest, 3U);
        EXPECT_EQ(statistics.empty_rows, 2U);
        EXPECT_EQ(statistics.most_of_32, 4U);
        EXPECT_EQ(statistics.most_of_256, 4U);
    }
}

TEST(Snapshot, StatisticsCountNeighbouringRows) {
    // Row i has one entry, but 10 to 39 have three, and 300 to 340 two.
    const Type *type = builtin_type(TypeCode::int16);
    Entries entries;
    for (std::uint64_t i = 0; i < 400; i++) {
        const std::uint64_t length = i >= 10 && i < 40 ? 3 : i >= 300 && i <= 340 ? 2 : 1;
        for (std::uint64_t j = 0; j < length; j++) entries[{i, j}] = value_bytes(type, 1);
    }
    const auto snapshot = Snapshot::of_rows(type, 400, 3, lay_out(entries, type, 400, Layout{}));
    const Statistics &statistics = snapshot->statistics();
    EXPECT_EQ(statistics.most_of_32, 10U + 22 * 3); // rows 0 to 31
    EXPECT_EQ(statistics.most_of_256, 256U + 30 * 2);
}

TEST(Snapshot, PreferredFormatFollowsDensityWithHysteresis) {
    const Type *type = builtin_type(TypeCode::fp64);
    const auto preferred = [&](std::uint64_t nrows, std::uint64_t ncols, std::size_t nvals,
                               Format now, bool is_iso) {
        Layout layout;
        layout.is_iso = is_iso;
        const Entries entries = random_entries(type, nrows, ncols, nvals, is_iso, 3);
        return preferred_format(*converted(
            *Snapshot::of_rows(type, nrows, ncols, lay_out(entries, type, nrows, layout)), now));
    };
    EXPECT_EQ(preferred(1, 1000, 1, Format::sparse, false), Format::sparse);
    EXPECT_EQ(preferred(1, 1000, 125, Format::sparse, false), Format::sparse);
    EXPECT_EQ(preferred(1, 1000, 126, Format::sparse, false), Format::bitmap);
    EXPECT_EQ(preferred(1, 1000, 40, Format::bitmap, false), Format::bitmap);
    EXPECT_EQ(preferred(1, 1000, 31, Format::bitmap, false), Format::sparse);
    EXPECT_EQ(preferred(1, 1000, 1000, Format::sparse, false), Format::full);
    EXPECT_EQ(preferred(1, 63, 40, Format::sparse, false), Format::sparse);
    EXPECT_EQ(preferred(1, 3, 3, Format::sparse, false), Format::full);
    EXPECT_EQ(preferred(100, 100, 10000, Format::sparse, false), Format::full);
    EXPECT_EQ(preferred(100, 100, 1500, Format::sparse, false), Format::sparse);
    EXPECT_EQ(preferred(100, 100, 1500, Format::sparse, true), Format::bitmap);
    EXPECT_EQ(preferred(100, 100, 6000, Format::sparse, false), Format::bitmap);
    EXPECT_EQ(preferred(10000, 100, 50, Format::sparse, false), Format::hypersparse);
    EXPECT_EQ(preferred(10000, 100, 900, Format::hypersparse, false), Format::hypersparse);
    EXPECT_EQ(preferred(10000, 100, 3000, Format::hypersparse, false), Format::sparse);
}

TEST(Snapshot, CastSharesThePattern) {
    const Type *from = builtin_type(TypeCode::fp64), *to = builtin_type(TypeCode::int16);
    Entries entries, expected;
    for (int k = 0; k < 500; k++) {
        const Position position{static_cast<std::uint64_t>(k % 20),
                                static_cast<std::uint64_t>(k / 20)};
        entries[position] = value_bytes(from, k);
        expected[position] = value_bytes(to, k);
    }
    for (const Format format :
         {Format::sparse, Format::hypersparse, Format::bitmap, Format::full}) {
        const auto source = converted(
            *Snapshot::of_rows(from, 20, 30, lay_out(entries, from, 20, Layout{})), format);
        EXPECT_EQ(casted(source, from).get(), source.get());
        const auto cast = casted(source, to);
        EXPECT_EQ(cast->type(), to);
        EXPECT_EQ(cast->format(), source->format());
        EXPECT_FALSE(cast->owns_arrays());
        expect_entries(*cast, expected);
    }
    const auto by_column =
        Snapshot::of_columns(from, 20, 30, lay_out(swapped(entries), from, 30, Layout{}));
    EXPECT_TRUE(by_column->is_by_column());
    EXPECT_FALSE(by_column->has_rows());
    expect_entries(*casted(by_column, to), expected);
}

TEST(Snapshot, FormsAreMadeOnceByManyThreads) {
    const WithThreads threads(2);
    const Type *type = builtin_type(TypeCode::fp64);
    const Entries entries = random_entries(type, 400, 300, 20000, false, 21);
    Layout layout;
    layout.is_jumbled = true;
    for (int round = 0; round < 20; round++) {
        const auto snapshot =
            Snapshot::of_rows(type, 400, 300, lay_out(entries, type, 400, layout));
        std::vector<std::thread> workers;
        std::vector<const void *> seen(8 * 4);
        for (std::size_t t = 0; t < 8; t++) {
            workers.emplace_back([&, t] {
                for (std::size_t step = 0; step < 4; step++) {
                    const std::size_t form = (t + step) % 4;
                    seen[t * 4 + form] = form == 0   ? snapshot->rows().column_indices
                                         : form == 1 ? snapshot->columns().column_indices
                                         : form == 2
                                             ? static_cast<const void *>(snapshot->dense().bits)
                                             : &snapshot->statistics();
                    EXPECT_EQ(snapshot->nvals(), 20000U);
                    EXPECT_GT(snapshot->bytes(), 20000U * 12);
                }
            });
        }
        for (std::thread &thread : workers) thread.join();
        for (std::size_t k = 4; k < seen.size(); k++) EXPECT_EQ(seen[k], seen[k % 4]);
        if (round == 0) expect_entries(*snapshot, entries);
    }
}

TEST(DenseMask, TruthFollowsBitsValuesAndComplement) {
    for (const TypeCode code :
         {TypeCode::boolean, TypeCode::int8, TypeCode::uint16, TypeCode::int32, TypeCode::uint64,
          TypeCode::fp32, TypeCode::fp64}) {
        const Type *type = builtin_type(code);
        const std::uint64_t bits = 0b011;
        const std::string values =
            value_bytes(type, 0) + value_bytes(type, 1) + value_bytes(type, 1);
        MaskView mask;
        mask.is_dense = true;
        mask.dense.ncols = 3;
        mask.dense.nrows = 1;
        mask.dense.bits = &bits;
        mask.dense.values = values.data();
        mask.dense.type = type;
        const auto truths = [&] {
            std::string text;
            for (std::uint64_t p = 0; p < 3; p++) text += dense_mask_allows(mask, p) ? '1' : '0';
            return text;
        };
        mask.kind = MaskKind::value;
        EXPECT_EQ(truths(), "010");
        mask.is_complemented = true;
        EXPECT_EQ(truths(), "101");
        mask.kind = MaskKind::structure;
        EXPECT_EQ(truths(), "001");
        mask.is_complemented = false;
        EXPECT_EQ(truths(), "110");
        mask.dense.bits = nullptr;
        EXPECT_EQ(truths(), "111");
    }
}

} // namespace
} // namespace grb
