// Tests products in every width of offsets and indices: each curated kernel, the batch and the
// pattern tier, under each kind of mask.
#include "dispatch/variant.hpp"
#include "width_fixture.hpp"

#include "base/parallel.hpp"
#include "quarter.h"

#include <set>

using namespace grb;
using namespace mxv_test;
using namespace width_test;

namespace {

struct MaskCase {
    const char *name;
    MaskKind kind;
    bool is_complemented;
    int percent; // of the positions, 0: an empty mask
    bool is_dense;
};
constexpr MaskCase masks[] = {
    {"no mask", MaskKind::none, false, 0, false},
    {"values", MaskKind::value, false, 50, false},
    {"structure", MaskKind::structure, false, 25, false},
    {"complement", MaskKind::structure, true, 30, false},
    {"dense", MaskKind::value, false, 60, true},
    {"complement of a dense", MaskKind::structure, true, 60, true},
    {"empty", MaskKind::structure, false, 0, false},
};

MaskInput mask_of(const MaskCase &mask, const Entries &entries, std::uint64_t nrows,
                  std::uint64_t ncols, const Width &width) {
    if (mask.kind == MaskKind::none) return {};
    Ref<Snapshot> snapshot = by_rows(
        *make_matrix(builtin_type(TypeCode::int16), nrows, ncols, entries, {}), width, false);
    if (mask.is_dense) snapshot = converted(*snapshot, Format::bitmap);
    return {std::move(snapshot), mask.kind, mask.is_complemented};
}

bool mask_allows(const MaskCase &mask, const Entries &entries, const Entries::key_type &at) {
    if (mask.kind == MaskKind::none) return true;
    const auto found = entries.find(at);
    const bool is_true = found != entries.end() &&
                         (mask.kind == MaskKind::structure ||
                          grb::is_true(found->second.data(), builtin_type(TypeCode::int16)));
    return is_true != mask.is_complemented;
}

/// Computes A · B by definition.
Entries product_of(const Semiring &semiring, const Type *type, const Entries &A, const Entries &B) {
    const Type *result = semiring.add->type();
    const BinaryOp &add = *semiring.add->op;
    const BoundBinary multiply(semiring.multiply, result, type, type);
    Entries C;
    for (const auto &[ik, a] : A) {
        for (auto kj = B.lower_bound({ik.second, 0}); kj != B.end() && kj->first.first == ik.second;
             ++kj) {
            Bytes product(result->size);
            multiply(product.data(), a.data(), kj->second.data(), 1);
            const auto [sum, is_new] = C.try_emplace({ik.first, kj->first.second}, product);
            if (!is_new) add.reduce(&add, sum->second.data(), product.data(), 1);
        }
    }
    return C;
}

/// Returns the curated semirings, and others for each size of a batched value.
std::vector<CuratedKey> all_keys() {
    std::vector<CuratedKey> keys(std::begin(curated_keys), std::end(curated_keys));
    for (const TypeCode type :
         {TypeCode::int8, TypeCode::uint16, TypeCode::int32, TypeCode::fp64}) {
        keys.push_back({BinaryCode::plus, BinaryCode::minus, type});
        keys.push_back({BinaryCode::max, BinaryCode::oneb, type});
    }
    keys.push_back({BinaryCode::lxor, BinaryCode::land, TypeCode::boolean});
    return keys;
}

class WidthsMultiply : public testing::Test {
protected:
    Random random_{41};
};

TEST_F(WidthsMultiply, Mxm) {
    constexpr std::uint64_t m = 11, k = 14, n = 13;
    for (const CuratedKey &key : all_keys()) {
        const Type *type = builtin_type(key.type);
        const OwnedSemiring owned(key.add, key.multiply, key.type);
        const Entries a = random_entries(random_, m, k, 25, type),
                      b = random_entries(random_, k, n, 30, type);
        const Entries expected = product_of(owned.semiring, type, a, b);
        MxmProblem problem;
        problem.semiring = &owned.semiring;
        for (const Width &width : widths) {
            for (const MaskCase &mask : masks) {
                const bool is_hyper = random_.below(2) == 0;
                SCOPED_TRACE(std::string(short_name(key.add)) + "_" + short_name(key.multiply) +
                             " " + short_name(key.type) + ", " + width.name + ", " + mask.name);
                const Entries entries =
                    random_entries(random_, m, n, mask.percent, builtin_type(TypeCode::int16));
                problem.A = by_rows(*make_matrix(type, m, k, a, {}), width, is_hyper);
                problem.B = by_rows(*make_matrix(type, k, n, b, {}), width, is_hyper);
                problem.mask = mask_of(mask, entries, m, n, width);
                Entries wanted;
                for (const auto &[at, value] : expected) {
                    if (mask_allows(mask, entries, at)) wanted[at] = value;
                }
                for (const auto *variant : variants<MxmProblem>()) {
                    if (variant->refuses(problem) != nullptr) continue;
                    const Entries actual = entries_of(*variant->run(problem));
                    ASSERT_EQ(actual, variant->capabilities.fuses_mask ? wanted : expected)
                        << variant->name;
                }
            }
        }
    }
}

/// The product converts operands and mask of different widths to one.
TEST_F(WidthsMultiply, MxmOfMixedWidths) {
    const Type *type = builtin_type(TypeCode::int32);
    const OwnedSemiring owned(BinaryCode::plus, BinaryCode::times, TypeCode::int32);
    const Entries a = random_entries(random_, 20, 30, 20, type),
                  b = random_entries(random_, 30, 25, 20, type),
                  entries = random_entries(random_, 20, 25, 40, builtin_type(TypeCode::int16));
    const MaskCase structure{"structure", MaskKind::structure, false, 40, false};
    const Entries expected = product_of(owned.semiring, type, a, b);
    Entries wanted;
    for (const auto &[at, value] : expected) {
        if (entries.count(at) != 0) wanted[at] = value;
    }
    MxmProblem problem;
    problem.semiring = &owned.semiring;
    for (const Width &of_a : widths) {
        for (const Width &of_b : widths) {
            for (const Width &of_mask : widths) {
                SCOPED_TRACE(std::string(of_a.name) + ", " + of_b.name + ", " + of_mask.name);
                problem.A = by_rows(*make_matrix(type, 20, 30, a, {}), of_a, false);
                problem.B = by_rows(*make_matrix(type, 30, 25, b, {}), of_b, true);
                problem.mask = mask_of(structure, entries, 20, 25, of_mask);
                int runs = 0;
                for (const auto *variant : variants<MxmProblem>()) {
                    if (variant->refuses(problem) != nullptr) continue;
                    ASSERT_EQ(entries_of(*variant->run(problem)), wanted) << variant->name;
                    runs++;
                }
                EXPECT_EQ(runs, 5);
            }
        }
    }
}

TEST_F(WidthsMultiply, Mxv) {
    constexpr std::uint64_t m = 75, n = 70;
    int round = 0;
    for (const CuratedKey &key : all_keys()) {
        if (!quarter::takes(round++)) continue;
        const Type *type = builtin_type(key.type);
        const OwnedSemiring owned(key.add, key.multiply, key.type);
        const Ref<Snapshot> a = random_matrix(random_, m, n, 12, type);
        MxvProblem problem;
        problem.semiring = &owned.semiring;
        for (const Width &width : widths) {
            for (const MaskCase &mask : masks) {
                SCOPED_TRACE(std::string(short_name(key.add)) + "_" + short_name(key.multiply) +
                             " " + short_name(key.type) + ", " + width.name + ", " + mask.name);
                const bool is_hyper = random_.below(2) == 0;
                // The matrix has both orientations, so that push and pull find theirs in this
                // width.
                problem.A = by_rows(*a, width, is_hyper);
                problem.A->columns_form().set(form_of(a->columns(), width, is_hyper));
                const Entries entries =
                    random_entries(random_, 1, m, mask.percent, builtin_type(TypeCode::int16));
                problem.mask = mask_of(mask, entries, 1, m, width);
                for (const int percent : {4, 60, 100}) {
                    const Entries u = random_entries(random_, 1, n, percent, type);
                    const auto form = percent == 4 ? VectorForm::sparse : VectorForm::bitmap;
                    Storage narrow_or_wide;
                    narrow_or_wide.index_width = width.indices;
                    problem.u = make_vector(type, n, u, form, narrow_or_wide);
                    const Entries expected = expected_product(problem);
                    for (const auto *variant : variants<MxvProblem>()) {
                        if (variant->refuses(problem) != nullptr) continue;
                        ASSERT_EQ(entries_of(*variant->run(problem)), expected)
                            << variant->name << " percent " << percent;
                    }
                }
            }
        }
    }
}

/// Frontiers have too many entries to list, and too few to clear the sums for.
TEST_F(WidthsMultiply, MxvOfShortFrontiers) {
    constexpr std::uint64_t m = 800, n = 20;
    for (const CuratedKey &key : all_keys()) {
        const Type *type = builtin_type(key.type);
        const OwnedSemiring owned(key.add, key.multiply, key.type);
        const Ref<Snapshot> a = random_matrix(random_, m, n, 6, type);
        MxvProblem problem;
        problem.semiring = &owned.semiring;
        problem.u =
            make_vector(type, n, {{{0, 3}, random_.value(type)}, {{0, 11}, random_.value(type)}},
                        VectorForm::sparse, {});
        for (const Width &width : widths) {
            for (const MaskCase &mask : masks) {
                SCOPED_TRACE(std::string(short_name(key.add)) + "_" + short_name(key.multiply) +
                             " " + short_name(key.type) + ", " + width.name + ", " + mask.name);
                problem.A = by_columns(*a, width, false);
                const Entries entries =
                    random_entries(random_, 1, m, mask.percent, builtin_type(TypeCode::int16));
                problem.mask = mask_of(mask, entries, 1, m, width);
                const Entries expected = expected_product(problem);
                for (const auto *variant : variants<MxvProblem>()) {
                    if (variant->refuses(problem) != nullptr) continue;
                    ASSERT_EQ(entries_of(*variant->run(problem)), expected) << variant->name;
                }
            }
        }
    }
}

/// Sets the number of threads during its life, whatever the machine has.
struct Threads {
    explicit Threads(int count) { set_max_threads(count); }
    ~Threads() { set_max_threads(0); }
    Threads(const Threads &) = delete;
    Threads &operator=(const Threads &) = delete;
};

/// Sums exceed every cache: push then asks the mask before it adds, not after.
TEST_F(WidthsMultiply, MxvIntoManySums) {
    const Threads threads(8); // fewer threads share no push
    constexpr std::uint64_t m = 600000, n = 4, count = m / 4 + 1000;
    std::vector<std::uint64_t> rows(count), columns(count);
    std::vector<std::int32_t> values(count);
    for (std::uint64_t p = 0; p < count; p++) {
        rows[p] = p / 2 * 4001 % m; // two columns intersect each row
        columns[p] = p % n;
        values[p] = random_.below(3);
    }
    const std::uint64_t every[] = {0, 1, 2, 3};
    const Type *int32 = builtin_type(TypeCode::int32);
    std::vector<std::uint64_t> allowed;
    for (std::uint64_t i = 0; i < m; i += 2 + i % 3) allowed.push_back(i);
    const bool yes = true;
    const Type *boolean = builtin_type(TypeCode::boolean);
    const Ref<Snapshot> mask =
        converted(*build_snapshot(boolean, 1, m, allowed.data(), nullptr, &yes, boolean, true,
                                  allowed.size(), nullptr),
                  Format::bitmap);
    const Variant<MxvProblem> *spa = nullptr, *sort = nullptr;
    for (const auto *variant : variants<MxvProblem>()) {
        if (variant->name == std::string("cpu/mxv_push_spa")) spa = variant;
        if (variant->name == std::string("cpu/mxv_push_sort")) sort = variant;
    }
    ASSERT_TRUE(spa != nullptr && sort != nullptr);
    for (const CuratedKey &key : curated_keys) {
        const Type *type = builtin_type(key.type);
        const OwnedSemiring owned(key.add, key.multiply, key.type);
        MxvProblem problem;
        problem.semiring = &owned.semiring;
        problem.u =
            build_snapshot(type, 1, n, every, nullptr, values.data(), int32, false, n, nullptr);
        const Ref<Snapshot> a =
            build_snapshot(type, m, n, rows.data(), columns.data(), values.data(), int32, false,
                           count, find_binary_op(BinaryCode::second, key.type));
        for (const Width &width : {widths[0], widths[1]}) {
            SCOPED_TRACE(std::string(short_name(key.add)) + "_" + short_name(key.multiply) + " " +
                         short_name(key.type) + ", " + width.name);
            problem.A = by_columns(*a, width, false);
            problem.mask = {mask, MaskKind::structure, false};
            const auto tuples = [&](const Variant<MxvProblem> *variant) {
                const Ref<Snapshot> w = variant->run(problem);
                std::vector<std::uint64_t> indices(w->nvals());
                std::vector<double> sums(w->nvals());
                extract_tuples(*w, nullptr, indices.data(), sums.data(),
                               builtin_type(TypeCode::fp64));
                return std::pair(indices, sums);
            };
            const auto expected = tuples(sort);
            ASSERT_GT(expected.first.size(), count / 8);
            ASSERT_TRUE(tuples(spa) == expected);
        }
    }
}

/// The work suffices for a thread pool: threads share the destinations of push and the rows of
/// pull.
TEST_F(WidthsMultiply, MxvByThreadPool) {
    constexpr std::uint64_t n = 3000, count = 40000;
    std::vector<std::uint64_t> rows(count), columns(count), every(n);
    std::vector<std::int32_t> values(count);
    for (std::uint64_t p = 0; p < count; p++) {
        rows[p] = random_.engine() % n;
        columns[p] = random_.engine() % n;
        values[p] = random_.below(3);
    }
    for (std::uint64_t i = 0; i < n; i++) every[i] = i;
    const Type *int32 = builtin_type(TypeCode::int32);
    const Entries mask_entries = random_entries(random_, 1, n, 50, builtin_type(TypeCode::int16));
    std::set<std::string> ran;
    int round = 0;
    for (const CuratedKey &key : all_keys()) {
        if (!quarter::takes(round++)) continue;
        const Type *type = builtin_type(key.type);
        const OwnedSemiring owned(key.add, key.multiply, key.type);
        const Ref<Snapshot> a =
            build_snapshot(type, n, n, rows.data(), columns.data(), values.data(), int32, false,
                           count, find_binary_op(BinaryCode::second, key.type));
        MxvProblem problem;
        problem.semiring = &owned.semiring;
        problem.A = a;
        problem.u = build_snapshot(type, 1, n, every.data(), nullptr, values.data(), int32, false,
                                   n, nullptr);
        const Entries product = expected_product(problem);
        for (const Width &width : widths) {
            for (const MaskCase &mask : {masks[0], masks[1], masks[4]}) {
                SCOPED_TRACE(std::string(short_name(key.add)) + "_" + short_name(key.multiply) +
                             " " + short_name(key.type) + ", " + width.name + ", " + mask.name);
                problem.A = by_rows(*a, width, false);
                problem.A->columns_form().set(form_of(a->columns(), width, false));
                problem.mask = mask_of(mask, mask_entries, 1, n, width);
                Entries expected;
                for (const auto &[at, value] : product)
                    if (mask_allows(mask, mask_entries, at)) expected[at] = value;
                for (const int threads : {1, 4}) {
                    const WithThreads thread_limit(threads);
                    for (const auto *variant : variants<MxvProblem>()) {
                        // The device has no thread pool, and would compile hundreds of kernels.
                        if (variant->capabilities.device != host_kind) continue;
                        if (variant->refuses(problem) != nullptr) continue;
                        ASSERT_GT(variant->cost(problem).seconds, 0);
                        ASSERT_EQ(entries_of(*variant->run(problem)), expected)
                            << variant->name << ", threads " << threads;
                        ran.insert(variant->name);
                    }
                }
                ASSERT_GT(expected.size(), n / 4);
            }
        }
    }
    // Few semirings have tiles: maybe none of a quarter.
    if (quarter::wanted() >= 0) ran.insert("cpu/mxv_tiles");
    EXPECT_EQ(ran,
              (std::set<std::string>{"cpu/mxv_merge_path", "cpu/mxv_pull_rows", "cpu/mxv_push_bins",
                                     "cpu/mxv_push_sort", "cpu/mxv_push_spa", "cpu/mxv_tiles"}));
}

} // namespace
