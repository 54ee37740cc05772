// Tests every variant of mxv against the product by definition: storage, masks, semirings, threads.
#include "dispatch/variant.hpp"
#include "mxv_fixture.hpp"

#include "base/parallel.hpp"
#include "cpu/common/workspace.hpp"
#include "cpu/mxv/curated.hpp"
#include "quarter.h"

#include <gtest/gtest.h>
#include <limits>

using namespace grb;
using namespace mxv_test;

namespace {

/// A small problem in which everything varies.
struct Case {
    std::uint64_t nrows = 0, ncols = 0;
    Entries A, u, mask;
    const Type *a_type, *u_type, *mask_type = builtin_type(TypeCode::int8);
    Storage storage;
    VectorForm u_form = VectorForm::sparse, mask_form = VectorForm::sparse;
    MaskKind mask_kind = MaskKind::none;
    bool is_complemented = false, is_transposed = false, is_flipped = false;

    MxvProblem problem(const Semiring &semiring) const {
        MxvProblem result;
        result.A = make_matrix(a_type, nrows, ncols, A, storage);
        result.is_transposed = is_transposed;
        result.is_flipped = is_flipped;
        result.semiring = &semiring;
        result.u = make_vector(u_type, result.n(), u, u_form, storage);
        if (mask_kind != MaskKind::none) {
            result.mask.kind = mask_kind;
            result.mask.is_complemented = is_complemented;
            Storage plain;
            plain.index_width = storage.index_width;
            result.mask.snapshot = make_vector(mask_type, result.m(), mask, mask_form, plain);
        }
        return result;
    }
};

void expect_all_variants_agree(const MxvProblem &problem, int required_acceptors) {
    const Entries expected = expected_product(problem);
    int acceptors = 0;
    for (const Variant<MxvProblem> *variant : variants<MxvProblem>()) {
        if (variant->refuses(problem) != nullptr) continue;
        acceptors++;
        const Ref<Snapshot> result = variant->run(problem);
        ASSERT_EQ(result->type(), problem.result_type()) << variant->name;
        ASSERT_EQ(result->nrows(), 1u) << variant->name;
        ASSERT_EQ(result->ncols(), problem.m()) << variant->name;
        ASSERT_EQ(result->nvals(), expected.size()) << variant->name;
        ASSERT_EQ(entries_of(*result), expected) << variant->name;
        const Cost cost = variant->cost(problem);
        ASSERT_GT(cost.seconds, 0.0) << variant->name;
        ASSERT_EQ(cost.missing_in != nullptr, cost.missing_seconds > 0) << variant->name;
    }
    ASSERT_GE(acceptors, required_acceptors);
}

Entries random_matrix(Random &random, std::uint64_t nrows, std::uint64_t ncols, int percent,
                      const Type *type, bool is_iso) {
    Entries entries;
    const Bytes iso = random.value(type);
    for (std::uint64_t i = 0; i < nrows; i++) {
        for (std::uint64_t j = 0; j < ncols; j++) {
            // Row 1 and column 2 are long, row 3 and column 4 empty.
            const bool is_long = i == 1 || j == 2, is_empty = i == 3 || j == 4;
            if (!is_empty && (is_long || random.below(100) < percent))
                entries[{i, j}] = is_iso ? iso : random.value(type);
        }
    }
    return entries;
}

Entries random_vector(Random &random, std::uint64_t size, int percent, const Type *type,
                      bool is_iso) {
    Entries entries;
    const Bytes iso = random.value(type);
    for (std::uint64_t i = 0; i < size; i++) {
        if (random.below(100) < percent) entries[{0, i}] = is_iso ? iso : random.value(type);
    }
    return entries;
}

/// Makes a random problem for the operand types a and u.
Case random_case(Random &random, const Type *a_type, const Type *u_type) {
    Case c;
    c.a_type = a_type;
    c.u_type = u_type;
    c.nrows = 5 + static_cast<std::uint64_t>(random.below(150));
    c.ncols = 5 + static_cast<std::uint64_t>(random.below(150));
    c.storage.index_width = random.below(3) == 0 ? 8 : 4;
    c.storage.is_hyper = random.below(3) == 0;
    c.storage.is_iso = random.below(3) == 0;
    c.is_transposed = random.below(2) == 0;
    c.is_flipped = random.below(2) == 0;
    c.is_complemented = random.below(2) == 0;
    c.mask_kind = static_cast<MaskKind>(random.below(3));
    c.u_form = random.below(2) == 0 ? VectorForm::sparse : VectorForm::bitmap;
    c.mask_form = random.below(2) == 0 ? VectorForm::sparse : VectorForm::bitmap;
    static constexpr int densities[] = {0, 1, 10, 60, 100};
    c.A = random_matrix(random, c.nrows, c.ncols, random.below(30), a_type, c.storage.is_iso);
    const std::uint64_t n = c.is_transposed ? c.nrows : c.ncols,
                        m = c.is_transposed ? c.ncols : c.nrows;
    c.u = random_vector(random, n, densities[random.below(5)], u_type, c.storage.is_iso);
    c.mask = random_vector(random, m, densities[random.below(5)], c.mask_type, false);
    return c;
}

std::string describe(const Case &c) {
    return std::to_string(c.nrows) + "x" + std::to_string(c.ncols) + " width " +
           std::to_string(c.storage.index_width) + (c.storage.is_hyper ? " hyper" : "") +
           (c.storage.is_iso ? " iso" : "") + (c.is_transposed ? " transposed" : "") +
           (c.is_flipped ? " flipped" : "") + " mask " +
           std::to_string(static_cast<int>(c.mask_kind)) +
           (c.is_complemented ? " complemented" : "") + " nvals(u) " + std::to_string(c.u.size());
}

class MxvVariants : public testing::Test {
protected:
    void TearDown() override { set_max_threads(0); }
};

TEST_F(MxvVariants, AgreeForEveryListedSemiring) {
    Random random(1);
    for (const CuratedKey &key : curated_keys) {
        const OwnedSemiring owned(key.add, key.multiply, key.type);
        const Type *type = builtin_type(key.type);
        ASSERT_GE(find_curated(owned.semiring, type, type, false), 0);
        for (int repeat = 0; repeat < 12; repeat++) {
            const Case c = random_case(random, type, type);
            SCOPED_TRACE(describe(c) + " " + short_name(key.add) + "_" + short_name(key.multiply));
            ASSERT_NO_FATAL_FAILURE(expect_all_variants_agree(c.problem(owned.semiring), 4));
        }
    }
}

TEST_F(MxvVariants, AgreeForTypesThatAreCastOrNotCurated) {
    Random random(2);
    static constexpr BinaryCode multipliers[] = {BinaryCode::minus,  BinaryCode::first,
                                                 BinaryCode::second, BinaryCode::oneb,
                                                 BinaryCode::times,  BinaryCode::lt};
    for (int repeat = 0; repeat < 600; repeat++) {
        const auto type_of = [&] {
            return builtin_type(static_cast<TypeCode>(1 + random.below(11)));
        };
        const Type *domain = type_of();
        const BinaryCode multiply = multipliers[random.below(6)];
        const BinaryCode add =
            find_binary_op(multiply, domain->code)->ztype->code == TypeCode::boolean
                ? (random.below(2) == 0 ? BinaryCode::lor : BinaryCode::lxor)
                : (random.below(2) == 0 ? BinaryCode::plus : BinaryCode::max);
        const OwnedSemiring owned(add, multiply, domain->code);
        const Case c = random_case(random, type_of(), type_of());
        SCOPED_TRACE(describe(c) + " " + owned.semiring.multiply->name);
        ASSERT_NO_FATAL_FAILURE(expect_all_variants_agree(c.problem(owned.semiring), 4));
    }
}

/// -0.0 is false; NaN and the smallest number are true.
TEST_F(MxvVariants, AskFullMasksOfEveryType) {
    Random random(9);
    const OwnedSemiring owned(BinaryCode::min, BinaryCode::first, TypeCode::int32);
    const auto float_value = [&](auto zero) {
        using T = decltype(zero);
        const T values[] = {0, -T{0}, 1, std::numeric_limits<T>::quiet_NaN(),
                            std::numeric_limits<T>::denorm_min()};
        Bytes bytes(sizeof(T));
        std::memcpy(bytes.data(), &values[random.below(5)], sizeof(T));
        return bytes;
    };
    for (int repeat = 0; repeat < 220; repeat++) {
        const auto code = static_cast<TypeCode>(1 + repeat % 11);
        const Type *const type = builtin_type(TypeCode::int32);
        Case c = random_case(random, type, type);
        const std::uint64_t m = c.is_transposed ? c.ncols : c.nrows;
        c.is_flipped = true;
        c.mask_type = builtin_type(code);
        c.mask_kind = MaskKind::value;
        c.mask_form = VectorForm::bitmap;
        c.mask.clear();
        for (std::uint64_t i = 0; i < m; i++)
            c.mask[{0, i}] = code == TypeCode::fp32   ? float_value(float{})
                             : code == TypeCode::fp64 ? float_value(double{})
                                                      : random.value(c.mask_type);
        SCOPED_TRACE(describe(c) + " " + c.mask_type->name);
        ASSERT_NO_FATAL_FAILURE(expect_all_variants_agree(c.problem(owned.semiring), 4));
    }
}

TEST_F(MxvVariants, CountEntriesOfRowsInEveryType) {
    Random random(8);
    for (int repeat = 0; repeat < 220; repeat++) {
        const auto code = static_cast<TypeCode>(2 + repeat % 10);
        const OwnedSemiring owned(BinaryCode::plus, BinaryCode::oneb, code);
        Case c = random_case(random, builtin_type(code), builtin_type(code));
        c.u = random_vector(random, c.is_transposed ? c.nrows : c.ncols, 100, c.u_type,
                            c.storage.is_iso);
        SCOPED_TRACE(describe(c));
        const MxvProblem problem = c.problem(owned.semiring);
        ASSERT_TRUE(problem.counts_entries());
        ASSERT_NO_FATAL_FAILURE(expect_all_variants_agree(problem, 4));
    }
}

/// A user-defined type of an odd size whose operator does not commute.
struct Triple {
    unsigned char bytes[5];
};
void add_triples(void *z, const void *x, const void *y) {
    for (int k = 0; k < 5; k++) {
        static_cast<Triple *>(z)->bytes[k] = static_cast<unsigned char>(
            static_cast<const Triple *>(x)->bytes[k] + static_cast<const Triple *>(y)->bytes[k]);
    }
}
void combine_triples(void *z, const void *x, const void *y) {
    for (int k = 0; k < 5; k++) {
        static_cast<Triple *>(z)->bytes[k] =
            static_cast<unsigned char>(3 * static_cast<const Triple *>(x)->bytes[k] -
                                       static_cast<const Triple *>(y)->bytes[4 - k]);
    }
}

TEST_F(MxvVariants, AgreeForAUsersType) {
    const Type triple(TypeCode::user, sizeof(Triple), "triple", false);
    const auto make_op = [&](GxB_binary_function function) {
        BinaryOp op{};
        op.header.magic = Magic::binary_op;
        op.ztype = op.xtype = op.ytype = &triple;
        op.batch = &user_binary_batch;
        op.reduce = &user_reduce_batch;
        op.scatter = &user_scatter_batch;
        op.function = function;
        op.name = "";
        return op;
    };
    const BinaryOp add = make_op(&add_triples), multiply = make_op(&combine_triples);
    Monoid monoid{};
    monoid.op = &add;
    Semiring semiring{};
    semiring.add = &monoid;
    semiring.multiply = &multiply;
    Random random(3);
    for (int repeat = 0; repeat < 60; repeat++) {
        Case c = random_case(random, builtin_type(TypeCode::int8), builtin_type(TypeCode::int8));
        c.a_type = c.u_type = &triple;
        for (Entries *entries : {&c.A, &c.u}) {
            for (auto &[position, value] : *entries)
                value.resize(sizeof(Triple), static_cast<unsigned char>(position.second));
            if (c.storage.is_iso && !entries->empty()) {
                const Bytes iso = entries->begin()->second;
                for (auto &[position, value] : *entries) value = iso;
            }
        }
        SCOPED_TRACE(describe(c));
        ASSERT_NO_FATAL_FAILURE(expect_all_variants_agree(c.problem(semiring), 4));
    }
}

/// Makes a matrix so skewed that a row spans several merge-path chunks, and large enough for
/// threads.
Entries skewed_matrix(Random &random, std::uint64_t n, const Type *type) {
    Entries entries;
    for (std::uint64_t j = 0; j < n; j += 2) entries[{7, j}] = entries[{j, 9}] = random.value(type);
    for (std::uint64_t k = 0; k < 40000; k++) {
        const std::uint64_t i = random.engine() % n, j = random.engine() % n;
        if (i % 16 != 5) entries[{std::min(i, random.engine() % n), j}] = random.value(type);
    }
    return entries;
}

TEST_F(MxvVariants, AgreeForOneToEightThreads) {
    Random random(4);
    constexpr std::uint64_t n = 40000;
    const Type *type = builtin_type(TypeCode::fp64);
    Case c;
    c.nrows = c.ncols = n;
    c.a_type = c.u_type = type;
    c.A = skewed_matrix(random, n, type);
    const OwnedSemiring curated(BinaryCode::plus, BinaryCode::times, TypeCode::fp64);
    const OwnedSemiring batch(BinaryCode::max, BinaryCode::minus, TypeCode::fp64);
    const OwnedSemiring pattern(BinaryCode::min, BinaryCode::oneb, TypeCode::fp64);
    static constexpr int densities[] = {2, 50, 100};
    int turn = 0;
    for (const Semiring *semiring : {&curated.semiring, &batch.semiring, &pattern.semiring}) {
        for (const int density : densities) {
            if (!quarter::takes(turn++)) continue;
            c.u = random_vector(random, n, density, type, false);
            c.u_form = density == 2 ? VectorForm::sparse : VectorForm::bitmap;
            c.mask = random_vector(random, n, 50, c.mask_type, false);
            c.mask_kind = static_cast<MaskKind>(turn % 3);
            c.mask_form = turn % 2 == 0 ? VectorForm::sparse : VectorForm::bitmap;
            c.is_complemented = turn % 4 == 1;
            c.is_transposed = turn % 5 == 2;
            const MxvProblem problem = c.problem(*semiring);
            const Entries expected = expected_product(problem);
            for (int threads = 1; threads <= 8; threads++) {
                set_max_threads(threads);
                for (const Variant<MxvProblem> *variant : variants<MxvProblem>()) {
                    if (variant->refuses(problem) != nullptr) continue;
                    ASSERT_EQ(entries_of(*variant->run(problem)), expected)
                        << variant->name << " threads " << threads;
                }
            }
        }
    }
}

TEST_F(MxvVariants, HugeDimensionsCostNothing) {
    constexpr std::uint64_t huge = std::uint64_t{1} << 60;
    const Type *type = builtin_type(TypeCode::int64);
    Case c;
    c.nrows = c.ncols = huge;
    c.a_type = c.u_type = type;
    c.storage = {8, true, false};
    c.A = {{{5, 7}, small_value(type, 2)},
           {{5, huge - 1}, small_value(type, 3)},
           {{huge - 2, 7}, small_value(type, 4)}};
    c.u = {{{0, 7}, small_value(type, 10)}, {{0, huge - 1}, small_value(type, 100)}};
    const OwnedSemiring owned(BinaryCode::plus, BinaryCode::times, TypeCode::int64);
    const Entries whole = {{{0, 5}, small_value(type, 320)},
                           {{0, huge - 2}, small_value(type, 40)}};
    ASSERT_EQ(expected_product(c.problem(owned.semiring)), whole);
    ASSERT_NO_FATAL_FAILURE(expect_all_variants_agree(c.problem(owned.semiring), 1));
    c.mask = {{{0, 5}, small_value(c.mask_type, 1)}};
    for (const MaskKind kind : {MaskKind::value, MaskKind::structure}) {
        for (const bool is_complemented : {false, true}) {
            c.mask_kind = kind;
            c.is_complemented = is_complemented;
            ASSERT_NO_FATAL_FAILURE(expect_all_variants_agree(c.problem(owned.semiring), 1));
        }
    }
}

TEST_F(MxvVariants, HugeRowCountWithShortVectorCanBePulled) {
    constexpr std::uint64_t huge = std::uint64_t{1} << 50;
    const Type *type = builtin_type(TypeCode::int32);
    Case c;
    c.nrows = huge;
    c.ncols = 10;
    c.a_type = c.u_type = type;
    c.storage = {8, true, false};
    c.A = {{{0, 1}, small_value(type, 1)},
           {{huge - 1, 9}, small_value(type, 2)},
           {{huge - 1, 3}, small_value(type, 2)}};
    c.u = {{{0, 9}, small_value(type, 5)}, {{0, 3}, small_value(type, 7)}};
    const OwnedSemiring owned(BinaryCode::max, BinaryCode::plus, TypeCode::int32);
    ASSERT_NO_FATAL_FAILURE(expect_all_variants_agree(c.problem(owned.semiring), 3));
}

TEST_F(MxvVariants, OneProductForAllMakesAnIsoResult) {
    const Type *type = builtin_type(TypeCode::boolean);
    Case c;
    c.nrows = c.ncols = 100;
    c.a_type = c.u_type = type;
    c.storage.is_iso = true;
    for (std::uint64_t i = 0; i + 1 < 100; i++) c.A[{i, i + 1}] = small_value(type, 1);
    c.u = {{{0, 50}, small_value(type, 1)}, {{0, 60}, small_value(type, 1)}};
    const OwnedSemiring owned(BinaryCode::lor, BinaryCode::land, TypeCode::boolean);
    const MxvProblem problem = c.problem(owned.semiring);
    for (const Variant<MxvProblem> *variant : variants<MxvProblem>()) {
        if (variant->capabilities.device != host_kind) continue; // it makes no iso results
        if (variant->refuses(problem) != nullptr) continue;
        const Ref<Snapshot> result = variant->run(problem);
        EXPECT_TRUE(result->is_iso()) << variant->name;
        EXPECT_EQ(result->nvals(), 2u) << variant->name;
    }
}

TEST_F(MxvVariants, KeptAccumulatorsAreLeftClean) {
    const Type *type = builtin_type(TypeCode::int32);
    const OwnedSemiring owned(BinaryCode::plus, BinaryCode::times, TypeCode::int32);
    Random random(6);
    for (int repeat = 0; repeat < 50; repeat++) {
        const Case c = random_case(random, type, type);
        const MxvProblem problem = c.problem(owned.semiring);
        variants<MxvProblem>()[2]->run(problem);
        BorrowedAccumulator accumulator;
        accumulator->reserve(64, 0, 0);
        ASSERT_EQ(accumulator->marks()[0], 0u);
        accumulator.set_clean();
    }
    EXPECT_GT(kept_accumulator_bytes(), 0u);
}

} // namespace
