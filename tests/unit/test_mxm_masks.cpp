// Tests every variant of mxm under masks of every kind and form, with user types and several
// numbers of threads.
#include "dispatch/variant.hpp"
#include "test_mxm_model.hpp"

#include <array>
#include <cstring>
#include <numeric>

namespace {

using namespace grb;
using namespace grb::mxm_test;

int draw_int(std::mt19937_64 &random) {
    return static_cast<int>(random() % 9) - 4;
}
bool draw_bool(std::mt19937_64 &random) {
    return random() % 2 != 0;
}

TEST(MxmMask, EveryKindAndForm) {
    std::mt19937_64 random(17);
    struct Density {
        std::size_t a, b, mask;
    };
    // Some mask rows are far longer or far shorter than the products.
    for (const Density density :
         {Density{400, 500, 600}, Density{30, 40, 3000}, Density{1500, 1500, 20}}) {
        const auto a = random_entries<int>(random, 50, 60, density.a, draw_int);
        const auto b = random_entries<int>(random, 60, 70, density.b, draw_int);
        const auto mask = random_entries<bool>(random, 50, 70, density.mask, draw_bool);
        const auto expected = product_of<int, int, int>(
            a, b, [](int x, int y) { return x + y; }, [](int x, int y) { return x * y; });
        const Semiring plus_min = semiring_of(GrB_PLUS_MONOID_INT32, GrB_MIN_INT32);
        MxmProblem problem;
        problem.A = snapshot_of(a, GrB_INT32);
        problem.B = snapshot_of(b, GrB_INT32);
        const auto minima = product_of<int, int, int>(
            a, b, [](int x, int y) { return x + y; }, [](int x, int y) { return std::min(x, y); });
        for (const auto &[name, form] : forms_of(snapshot_of(mask, GrB_BOOL))) {
            for (const MaskKind kind : {MaskKind::value, MaskKind::structure}) {
                for (const bool complemented : {false, true}) {
                    SCOPED_TRACE(name + (complemented ? " complemented" : "") +
                                 (kind == MaskKind::value ? " value" : " structure"));
                    problem.mask = {form, kind, complemented};
                    problem.semiring = GrB_PLUS_TIMES_SEMIRING_INT32;
                    EXPECT_EQ(check_variants(problem, expected, mask), complemented ? 3 : 4);
                    problem.semiring = &plus_min;
                    EXPECT_EQ(check_variants(problem, minima, mask), complemented ? 2 : 3);
                }
            }
        }
    }
}

TEST(MxmMask, ValuesOfAnotherTypeAndIsoValues) {
    std::mt19937_64 random(19);
    const auto a = random_entries<int>(random, 30, 30, 250, draw_int);
    auto mask_values = random_entries<float>(random, 30, 30, 300,
                                             [](auto &r) { return r() % 2 == 0 ? 0.0f : 0.5f; });
    const auto expected = product_of<int, int, int>(
        a, a, [](int x, int y) { return x + y; }, [](int x, int y) { return x * y; });
    MxmProblem problem;
    problem.A = problem.B = snapshot_of(a, GrB_INT32);
    problem.semiring = GrB_PLUS_TIMES_SEMIRING_INT32;
    for (const int iso : {-1, 0, 1}) {
        Entries<bool> mask{30, 30, {}};
        for (auto &[position, value] : mask_values.at) {
            if (iso >= 0) value = static_cast<float>(iso);
            mask.at[position] = value != 0;
        }
        for (const bool complemented : {false, true}) {
            problem.mask = {snapshot_of(mask_values, GrB_FP32, iso >= 0), MaskKind::value,
                            complemented};
            EXPECT_EQ(check_variants(problem, expected, mask), complemented ? 4 : 5);
        }
    }
}

/// Makes a full iso row.
Ref<Snapshot> row_of_ones(std::uint64_t ncols) {
    const std::uint32_t offsets[] = {0, static_cast<std::uint32_t>(ncols)};
    const float one = 1;
    SparseForm form;
    form.stored_rows = 1;
    form.nvals = ncols;
    form.offset_width = form.index_width = 4;
    form.is_iso = true;
    form.row_offsets = Array::copy_of(offsets, sizeof offsets);
    form.column_indices = Array(ncols * sizeof(std::uint32_t));
    std::iota(form.column_indices.as<std::uint32_t>(),
              form.column_indices.as<std::uint32_t>() + ncols, 0U);
    form.values = Array::copy_of(&one, sizeof one);
    return Snapshot::of_rows(GrB_FP32, 1, ncols, std::move(form));
}

/// A count equals the sum of ones; one added to 2^24 as floats is 2^24.
TEST(MxmMask, CountsOfFloatsStopWhereAdditionsDo) {
    constexpr std::uint64_t most = 1 << 24;
    const Semiring plus_oneb = semiring_of(GrB_PLUS_MONOID_FP32, GrB_ONEB_FP32);
    for (const std::uint64_t pairs : {most - 1, most, most + 5}) {
        MxmProblem problem;
        problem.A = problem.B = row_of_ones(pairs);
        problem.is_B_transposed = true;
        problem.semiring = &plus_oneb;
        problem.mask = {row_of_ones(1), MaskKind::structure, false};
        int runs = 0;
        for (const auto *variant : variants<MxmProblem>()) {
            if (std::string(variant->name) != "cpu/mxm_masked_dot") continue;
            ASSERT_EQ(variant->refuses(problem), nullptr);
            const Entries<float> sum = entries_of<float>(*variant->run(problem), GrB_FP32);
            EXPECT_EQ(sum.at.at({0, 0}), static_cast<float>(std::min(pairs, most)));
            runs++;
        }
        EXPECT_EQ(runs, 1);
    }
}

TEST(MxmMask, FullOperandsUnderASparseMask) {
    std::mt19937_64 random(23);
    const auto a =
        full_entries<double>(random, 40, 25, [](auto &r) { return static_cast<double>(r() % 16); });
    const auto b =
        full_entries<double>(random, 25, 30, [](auto &r) { return static_cast<double>(r() % 16); });
    const auto mask = random_entries<bool>(random, 40, 30, 60, draw_bool);
    const auto expected = product_of<double, double, double>(
        a, b, [](double x, double y) { return x + y; }, [](double x, double y) { return x * y; });
    MxmProblem problem;
    problem.semiring = GrB_PLUS_TIMES_SEMIRING_FP64;
    for (const int transposes : {0, 1, 2, 3}) {
        problem.is_A_transposed = (transposes & 1) != 0;
        problem.is_B_transposed = (transposes & 2) != 0;
        problem.A = converted(*snapshot_of(problem.is_A_transposed ? a.transposed() : a, GrB_FP64),
                              Format::full);
        problem.B = converted(*snapshot_of(problem.is_B_transposed ? b.transposed() : b, GrB_FP64),
                              Format::full);
        problem.mask = {snapshot_of(mask, GrB_BOOL), MaskKind::structure, false};
        EXPECT_EQ(check_variants(problem, expected, mask), 7);
    }
}

/// (A B)(i, j) over ⟨count, sum, maximum⟩: 24 bytes, multiplication not commutative.
struct Triple {
    std::int64_t count, sum, maximum;
    bool operator==(const Triple &) const = default;
};
Triple add_triples(Triple x, Triple y) {
    return {x.count + y.count, x.sum + y.sum, std::max(x.maximum, y.maximum)};
}
Triple multiply_triples(Triple x, Triple y) {
    return {x.count * y.count, 2 * x.sum - y.sum, x.maximum - 3 * y.maximum};
}
void add_function(void *z, const void *x, const void *y) {
    const Triple result =
        add_triples(*static_cast<const Triple *>(x), *static_cast<const Triple *>(y));
    std::memcpy(z, &result, sizeof result);
}
void multiply_function(void *z, const void *x, const void *y) {
    const Triple result =
        multiply_triples(*static_cast<const Triple *>(x), *static_cast<const Triple *>(y));
    std::memcpy(z, &result, sizeof result);
}

TEST(MxmUserType, TwentyFourBytes) {
    static const Type type(TypeCode::user, sizeof(Triple), "triple", false);
    BinaryOp add{}, multiply{};
    for (BinaryOp *op : {&add, &multiply}) {
        op->header.magic = Magic::binary_op;
        op->code = BinaryCode::user;
        op->ztype = op->xtype = op->ytype = &type;
        op->batch = user_binary_batch;
        op->reduce = user_reduce_batch;
        op->scatter = user_scatter_batch;
        op->name = "";
    }
    add.function = add_function;
    multiply.function = multiply_function;
    Triple identity{0, 0, INT64_MIN};
    Monoid monoid{};
    monoid.op = &add;
    monoid.identity_owned = &identity;
    const Semiring semiring = semiring_of(&monoid, &multiply);

    std::mt19937_64 random(29);
    const auto draw = [](auto &r) {
        return Triple{static_cast<std::int64_t>(r() % 5), static_cast<std::int64_t>(r() % 100),
                      static_cast<std::int64_t>(r() % 1000)};
    };
    const auto a = random_entries<Triple>(random, 40, 400, 900, draw);
    for (const bool is_full : {false, true}) {
        const auto b = is_full ? full_entries<Triple>(random, 400, 12, draw)
                               : random_entries<Triple>(random, 400, 12, 1500, draw);
        const auto mask = random_entries<bool>(random, 40, 12, 200, draw_bool);
        const auto expected =
            product_of<Triple, Triple, Triple>(a, b, add_triples, multiply_triples);
        for (const bool is_iso : {false, true}) {
            MxmProblem problem;
            problem.A = snapshot_of(a, &type);
            problem.B = snapshot_of(b, &type, is_iso);
            if (is_full) problem.B = converted(*problem.B, Format::full);
            problem.semiring = &semiring;
            auto iso_b = b;
            for (auto &entry : iso_b.at) entry.second = b.at.begin()->second;
            const auto wanted =
                is_iso ? product_of<Triple, Triple, Triple>(a, iso_b, add_triples, multiply_triples)
                       : expected;
            EXPECT_EQ(check_variants(problem, wanted, {}), is_full ? 4 : 2);
            problem.mask = {snapshot_of(mask, GrB_BOOL), MaskKind::value, false};
            EXPECT_EQ(check_variants(problem, wanted, mask), is_full ? 5 : 3);
            problem.mask.is_complemented = true;
            EXPECT_EQ(check_variants(problem, wanted, mask), is_full ? 4 : 2);
        }
    }
}

/// Draws floats whose sums depend on their order by rounding.
double draw_rounding(std::mt19937_64 &random) {
    return (static_cast<double>(random() % 2000) - 1000) * (random() % 2 == 0 ? 1e-9 : 1.0 / 3);
}

TEST(MxmThreads, ResultsDoNotDependOnTheirNumber) {
    std::mt19937_64 random(31);
    const auto a = random_entries<double>(random, 600, 500, 20000, draw_rounding);
    const auto b = random_entries<double>(random, 500, 400, 20000, draw_rounding);
    const auto full = full_entries<double>(random, 500, 40, draw_rounding);
    const auto mask = random_entries<bool>(random, 600, 400, 30000, draw_bool);
    const auto product = product_of<double, double, double>(
        a, b, [](double x, double y) { return x + y; }, [](double x, double y) { return x * y; });
    const auto full_product = product_of<double, double, double>(
        a, full, [](double x, double y) { return x + y; },
        [](double x, double y) { return x * y; });
    for (const int threads : {1, 2, 5}) {
        const WithThreads setting(threads);
        ASSERT_EQ(threads_for(1e9), threads);
        MxmProblem problem;
        problem.semiring = GrB_PLUS_TIMES_SEMIRING_FP64;
        problem.A = snapshot_of(a, GrB_FP64);
        problem.B = snapshot_of(b, GrB_FP64);
        // The map adds in the order of k as the variants do: equal to the last bit.
        EXPECT_EQ(check_variants(problem, product, {}), 2);
        for (const bool complemented : {false, true}) {
            problem.mask = {snapshot_of(mask, GrB_BOOL), MaskKind::structure, complemented};
            EXPECT_EQ(check_variants(problem, product, mask), complemented ? 2 : 3);
        }
        problem.mask = {};
        problem.B = converted(*snapshot_of(full, GrB_FP64), Format::full);
        EXPECT_EQ(check_variants(problem, full_product, {}), 5);
    }
}

/// Rows 3 and 4 of A and of the mask have nearly all of the work, so that several threads share
/// each.
TEST(MxmThreads, RowsOfHubsAreShared) {
    std::mt19937_64 random(32);
    auto a = random_entries<double>(random, 40, 300, 60, draw_rounding);
    auto mask = random_entries<bool>(random, 40, 900, 50, draw_bool);
    for (std::uint64_t k = 0; k < 300; k++)
        for (const std::uint64_t hub : {3, 4}) a.at[{hub, k}] = draw_rounding(random);
    for (std::uint64_t j = 0; j < 900; j++)
        for (const std::uint64_t hub : {3, 4}) mask.at[{hub, j}] = draw_bool(random);
    const auto b = random_entries<double>(random, 300, 900, 60000, draw_rounding);
    const auto product = product_of<double, double, double>(
        a, b, [](double x, double y) { return x + y; }, [](double x, double y) { return x * y; });
    for (const int threads : {1, 2, 7}) {
        const WithThreads setting(threads);
        MxmProblem problem;
        problem.semiring = GrB_PLUS_TIMES_SEMIRING_FP64;
        problem.A = snapshot_of(a, GrB_FP64);
        problem.B = snapshot_of(b, GrB_FP64);
        for (const MaskKind kind : {MaskKind::structure, MaskKind::value}) {
            problem.mask = {snapshot_of(mask, GrB_BOOL), kind, false};
            EXPECT_EQ(check_variants(problem, product, mask), 4);
            problem.mask.snapshot = converted(*problem.mask.snapshot, Format::hypersparse);
            EXPECT_EQ(check_variants(problem, product, mask), 4);
        }
    }
}

} // namespace
