// Tests the commit as an operation of the registry: which problems its variants refuse, how they
// are chosen, forced and counted, and its share in the estimates of the preceding operation.
#include "GraphBLAS.h"
#include "choices.hpp"
#include "cuda/merge/variants/commit.hpp"
#include "storage/convert.hpp"
#include "unit/mxv_fixture.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace grb {
namespace {

const Type *const fp32 = builtin_type(TypeCode::fp32);

Ref<Snapshot> vector(std::uint64_t size, std::uint64_t count, mxv_test::VectorForm form) {
    mxv_test::Entries entries;
    for (std::uint64_t k = 0; k < count; k++)
        entries[{0, k * (size / count)}] = mxv_test::small_value(fp32, 1 + static_cast<int>(k % 3));
    return mxv_test::make_vector(fp32, size, entries, form, {});
}
Ref<Snapshot> listed(std::uint64_t size, std::uint64_t count) {
    return vector(size, count, mxv_test::VectorForm::sparse);
}
Ref<Snapshot> bitmap(std::uint64_t size, std::uint64_t count) {
    return vector(size, count, mxv_test::VectorForm::bitmap);
}

const Variant<CommitProblem> &variant(const std::string &name) {
    for (const Variant<CommitProblem> *one : variants<CommitProblem>())
        if (one->name == name) return *one;
    throw std::invalid_argument(name);
}

class Commit : public testing::Test {
protected:
    static constexpr std::uint64_t size = 6400;
    Container C_{Magic::vector, fp32, 1, size};

    CommitProblem problem(Ref<Snapshot> current, Ref<Snapshot> T, bool accumulates = false) const {
        CommitProblem problem;
        problem.C = &C_;
        problem.current = std::move(current);
        problem.T = std::move(T);
        problem.accumulator = accumulates ? GrB_PLUS_FP32 : nullptr;
        problem.may_write = is_dense(*problem.current);
        return problem;
    }
    static MaskInput structure_of(Ref<Snapshot> snapshot, bool is_complemented = false) {
        return {std::move(snapshot), MaskKind::structure, is_complemented};
    }
    static std::string refusal(const std::string &name, const CommitProblem &problem) {
        const char *const reason = variant(name).refuses(problem);
        return reason != nullptr ? reason : "";
    }
    static std::string chosen(const CommitProblem &problem) {
        return chosen_variant(problem, {}, true).name;
    }
};

TEST_F(Commit, StoreOnlyWhereNothingElseCounts) {
    const auto has_no_entry = Snapshot::empty(fp32, 1, size);
    CommitProblem plain = problem(bitmap(size, size), listed(size, 10));
    EXPECT_EQ(refusal("cpu/commit_store", plain), "");
    EXPECT_EQ(chosen(plain), "cpu/commit_store");
    EXPECT_NE(refusal("cpu/commit_store", problem(bitmap(size, size), listed(size, 10), true)), "");
    EXPECT_EQ(refusal("cpu/commit_store", problem(has_no_entry, listed(size, 10), true)), "");
    plain.mask = structure_of(listed(size, 20));
    EXPECT_NE(refusal("cpu/commit_store", plain), "") << "the mask is still to be applied";
    plain.mask_was_applied = true;
    EXPECT_NE(refusal("cpu/commit_store", plain), "") << "what is masked out stays";
    plain.is_replace = true;
    EXPECT_EQ(refusal("cpu/commit_store", plain), "");
    const IndexList all = IndexList::all(1), half = IndexList::progression(0, 2, size / 2, size);
    const Region block{all, half};
    plain.region = &block;
    EXPECT_NE(refusal("cpu/commit_store", plain), "");
}

TEST_F(Commit, ScatterRefusals) {
    const char *const name = "cpu/commit_scatter";
    CommitProblem few = problem(bitmap(size, size), listed(size, 10), true);
    EXPECT_EQ(refusal(name, few), "");
    EXPECT_EQ(chosen(few), name);
    few.may_write = false;
    EXPECT_EQ(refusal(name, few), "C is shared");
    few.may_write = true;
    few.mask = structure_of(listed(size, 20));
    EXPECT_EQ(refusal(name, few), "");
    few.is_replace = true;
    EXPECT_EQ(refusal(name, few), "masked-out entries are to be deleted");
    EXPECT_EQ(refusal(name, problem(listed(size, 9), listed(size, 10), true)), "C is not dense");
    EXPECT_EQ(refusal(name, problem(bitmap(size, 9), bitmap(size, 10), true)), "T is dense");
    CommitProblem over = problem(bitmap(size, size), listed(size, 10));
    over.mask = structure_of(listed(size, 20));
    EXPECT_EQ(refusal(name, over), "");
    over.mask = structure_of(listed(size, 20), true);
    EXPECT_EQ(refusal(name, over), "too many elements to clear");
    CommitProblem dense = problem(bitmap(size, size), bitmap(size, size));
    dense.mask = structure_of(listed(size, size / 16));
    EXPECT_EQ(refusal(name, dense), "");
    dense.mask = structure_of(listed(size, size / 8));
    EXPECT_EQ(refusal(name, dense), "T is dense");
}

/// Entries of T, absent or present, at positions of C, absent or present, under a short list with
/// true and false values.
TEST_F(Commit, TakesTheEntriesThatAShortMaskNames) {
    mxv_test::Entries entries;
    for (std::uint64_t k = 0; k < size; k += 32)
        entries[{0, k}] = mxv_test::small_value(fp32, k % 3 == 0 ? 0 : 1);
    const Ref<Snapshot> list =
        mxv_test::make_vector(fp32, size, entries, mxv_test::VectorForm::sparse, {});
    for (const std::uint64_t in_T : {size / 64, size / 16, size}) {
        for (const std::uint64_t in_C : {size / 128, size / 32, size}) {
            for (const MaskKind kind : {MaskKind::structure, MaskKind::value}) {
                for (const bool accumulates : {false, true}) {
                    Ref<Snapshot> results[2];
                    int k = 0;
                    for (const char *name : {"cpu/commit_scatter", "cpu/commit_merge_dense"}) {
                        CommitProblem masked =
                            problem(bitmap(size, in_C), bitmap(size, in_T), accumulates);
                        masked.mask = {list, kind, false};
                        ASSERT_EQ(refusal(name, masked), "");
                        results[k++] = variant(name).run(masked);
                    }
                    const DenseView one = results[0]->dense(), other = results[1]->dense();
                    EXPECT_EQ(one.nvals, other.nvals);
                    for (std::uint64_t p = 0; p < size; p++) {
                        ASSERT_EQ(one.has(p), other.has(p)) << p;
                        if (one.has(p)) {
                            ASSERT_EQ(std::memcmp(one.value(p), other.value(p), 4), 0);
                        }
                    }
                }
            }
        }
    }
}

TEST_F(Commit, SmallResultsPayForABitmap) {
    const char *const name = "cpu/commit_to_bitmap";
    CommitProblem small = problem(listed(size, 100), listed(size, 10), true);
    EXPECT_EQ(refusal(name, small), "small results have not paid for a bitmap yet");
    EXPECT_EQ(chosen(small), "cpu/commit_rows");
    C_.owed_merge_cost = static_cast<double>(size) - 100;
    EXPECT_EQ(refusal(name, small), "small results have not paid for a bitmap yet");
    C_.owed_merge_cost++;
    EXPECT_EQ(refusal(name, small), "");
    EXPECT_EQ(chosen(small), name);
    C_.options().format = Format::sparse;
    EXPECT_EQ(refusal(name, small), "C's format is pinned");
    EXPECT_EQ(refusal(name, problem(bitmap(size, 9), listed(size, 10), true)), "C is dense");
    C_.options().format = Format::automatic;
    C_.owed_merge_cost = 0;
    for (const std::uint64_t rows : {64, 65}) {
        Container matrix(Magic::matrix, fp32, rows, size);
        CommitProblem sides = small;
        sides.C = &matrix;
        sides.current = Snapshot::empty(fp32, rows, size);
        EXPECT_EQ(refusal(name, sides), rows == 64 ? "small results have not paid for a bitmap yet"
                                                   : "more than 64 rows");
    }
    for (const int control : {4, 8, 4 | 8}) {
        C_.options().sparsity_control = control;
        EXPECT_EQ(refusal(name, small), "") << "the program wants cells: " << control;
    }
    for (const int control : {15, 2 | 4, 1 | 8}) {
        C_.options().sparsity_control = control;
        EXPECT_EQ(refusal(name, small), "small results have not paid for a bitmap yet") << control;
    }
    C_.options().sparsity_control = 15;
    context().set_forced("commit:cpu/commit_to_bitmap");
    EXPECT_EQ(refusal(name, small), "") << "forced, it need not be paid for";
    context().set_forced("");
}

/// A copy of C may share a dense part made beside the list: the commit does not write to it.
TEST_F(Commit, SpreadsIntoElementsOfItsOwn) {
    const Ref<Snapshot> list = listed(size, 100);
    list->dense();
    Ref<Snapshot> copy = Snapshot::of_rows(fp32, 1, size, list->share_rows(false));
    copy->dense_form().set(list->share_dense());
    const Ref<Snapshot> spread =
        variant("cpu/commit_to_bitmap").run(problem(copy, listed(size, 80), true));
    EXPECT_EQ(spread->nvals(), 100U + 80U - 20U);
    for (std::uint64_t k = 0; k < size; k++) EXPECT_EQ(list->dense().has(k), k % 64 == 0);
}

/// T is full, so C becomes dense too, although its own entries are too few. Its list, which a copy
/// shares, gets no dense part.
TEST_F(Commit, DenseObjectsMeetAListThatIsTooEmptyForThem) {
    constexpr std::uint64_t length = 200000;
    const Container C(Magic::vector, fp32, 1, length);
    const Ref<Snapshot> list = listed(length, 20);
    ASSERT_FALSE(list->can_be_dense());
    for (const bool is_masked : {false, true}) {
        CommitProblem sum = problem(list, bitmap(length, length / 2), true);
        sum.C = &C;
        if (is_masked) sum.mask = structure_of(bitmap(length, length / 5));
        const Ref<Snapshot> expected = variant("cpu/commit_merge_sparse").run(sum);
        for (const char *name : {"cpu/commit_merge_dense", "cuda/commit_merge_dense"}) {
            if (std::string(name).rfind("cuda/", 0) == 0 && refusal(name, sum) != "")
                continue; // no GPU
            ASSERT_EQ(refusal(name, sum), "");
            const Ref<Snapshot> merged = variant(name).run(sum);
            EXPECT_EQ(merged->nvals(), expected->nvals()) << name;
            const DenseView own = merged->dense(), other = expected->dense();
            for (std::uint64_t k = 0; k < length; k++) {
                ASSERT_EQ(own.has(k), other.has(k)) << name << " " << k;
                if (own.has(k)) {
                    ASSERT_EQ(std::memcmp(own.value(k), other.value(k), 4), 0) << name << " " << k;
                }
            }
            EXPECT_FALSE(list->has_dense()) << name;
        }
    }
    CommitProblem lists = problem(list, listed(length, 30), true);
    lists.C = &C;
    EXPECT_EQ(refusal("cpu/commit_merge_dense", lists), "too many dense elements");
}

/// The commit reads a mask that only equals T's list, but not a mask that is T's own list.
TEST_F(Commit, CopiesAListUnderItself) {
    const Ref<Snapshot> T = listed(size, 40), twin = listed(size, 40);
    Ref<Snapshot> results[2];
    for (const bool is_own : {false, true}) {
        CommitProblem copying = problem(bitmap(size, 100), T);
        copying.mask = structure_of(is_own ? T : twin);
        results[is_own] = variant("cpu/commit_scatter").run(copying);
    }
    const DenseView asked = results[0]->dense(), copied = results[1]->dense();
    EXPECT_EQ(copied.nvals, 100U + 40U - 20U);
    EXPECT_EQ(copied.nvals, asked.nvals);
    for (std::uint64_t k = 0; k < size; k++) {
        ASSERT_EQ(copied.has(k), asked.has(k)) << k;
        if (copied.has(k)) {
            EXPECT_EQ(std::memcmp(copied.value(k), asked.value(k), 4), 0) << k;
        }
    }
}

TEST_F(Commit, MergesByTheStorage) {
    EXPECT_EQ(chosen(problem(bitmap(size, size), bitmap(size, size), true)),
              "cpu/commit_merge_dense");
    EXPECT_EQ(chosen(problem(listed(size, 100), listed(size, 90), true)), "cpu/commit_rows");
    CommitProblem masked = problem(listed(size, 100), listed(size, 90), true);
    masked.mask = structure_of(listed(size, 20));
    EXPECT_EQ(refusal("cpu/commit_rows", masked), "a mask, or a row or column assign");
    EXPECT_EQ(chosen(masked), "cpu/commit_merge_sparse");
    EXPECT_EQ(refusal("cpu/commit_rows", problem(bitmap(size, 9), listed(size, 90), true)),
              "a dense operand");
    // A vector of 2^40 positions has no dense part.
    Container huge(Magic::vector, fp32, 1, std::uint64_t{1} << 40);
    CommitProblem large;
    large.C = &huge;
    large.current = listed(std::uint64_t{1} << 40, 100);
    large.T = listed(std::uint64_t{1} << 40, 90);
    large.accumulator = GrB_PLUS_FP32;
    EXPECT_EQ(refusal("cpu/commit_merge_dense", large), "too many dense elements");
    EXPECT_EQ(chosen(large), "cpu/commit_rows");
}

TEST_F(Commit, NoGpuForWhatItHasNothingOf) {
    const CommitProblem dense = problem(bitmap(size, size), bitmap(size, size), true),
                        sparse = problem(listed(size, 9), listed(size, 10), true);
    for (const CommitProblem *one : {&dense, &sparse})
        for (const char *name : {"cuda/commit_scatter", "cuda/commit_listed",
                                 "cuda/commit_merge_dense", "cuda/commit_merge_rows"})
            EXPECT_NE(refusal(name, *one), "");
}

/// GPU kernels get their rules from the same truth table.
TEST(CommitRule, IsTheSameForEveryDevice) {
    for (const bool has_accumulator : {false, true}) {
        for (const bool is_replace : {false, true}) {
            const MergeRule rule = MergeRule::commit(has_accumulator, is_replace);
            for (const MergeRule::Row &line : rule.rows) {
                const device::Takes takes = device::takes(line);
                EXPECT_EQ(static_cast<int>(takes.only_a), static_cast<int>(line.only_a));
                EXPECT_EQ(static_cast<int>(takes.only_b), static_cast<int>(line.only_b));
                EXPECT_EQ(static_cast<int>(takes.both), static_cast<int>(line.both));
            }
            // C⟨M⟩ = Z inside; beyond the region C is unchanged, and replace deletes where the mask
            // is false.
            EXPECT_EQ(rule.take(Where::inside, false, true), Take::b);
            EXPECT_EQ(rule.take(Where::inside, true, true), has_accumulator ? Take::both : Take::b);
            EXPECT_EQ(rule.take(Where::inside, true, false),
                      has_accumulator ? Take::a : Take::nothing);
            EXPECT_EQ(rule.take(Where::outside_true, true, false), Take::a);
            for (const Where where : {Where::masked_out, Where::outside_false}) {
                EXPECT_EQ(rule.take(where, true, false), is_replace ? Take::nothing : Take::a);
                EXPECT_EQ(rule.take(where, false, true), Take::nothing);
            }
        }
    }
}

/// A device without variants of the commit: the host fetches its results for the commit.
class RemoteDevice final : public Device {
public:
    RemoteDevice() : Device("far") {}
    bool is_usable() const noexcept override { return true; }
    void *allocate(std::size_t) override { throw DeviceFailure(); }
    void release(void *) noexcept override {}
    void upload(void *, const void *, std::size_t) override {}
    void download(void *, const void *, std::size_t) override {}
    void finish() override {}
    bool take_count(unsigned, std::uint64_t *) noexcept override { return false; }
    void drop_count(unsigned) noexcept override {}
};

class CommitInEstimates : public Commit {
protected:
    void SetUp() override { C_.publish(bitmap(size, size)); }
    double seconds(const Output &output, const Capabilities &can, Device *device = nullptr) {
        const CommitAhead ahead{&output};
        return ahead.may_matter() ? CommitEstimate(ahead, fp32, 100).seconds(can, device) : 0;
    }
    static Device &remote() {
        static Device &device = *[] {
            auto *const made = new RemoteDevice; // devices last until the process ends
            add_device(*made);
            return made;
        }();
        return device;
    }
};

TEST_F(CommitInEstimates, NothingWhereCBecomesTheResult) {
    Output output{&C_, {}, nullptr, false};
    EXPECT_EQ(seconds(output, {}), 0);
    output.mask = structure_of(listed(size, 20));
    output.is_replace = true;
    EXPECT_EQ(seconds(output, {.fuses_mask = true}), 0);
    EXPECT_GT(seconds(output, {}), 0) << "the mask is left to the commit";
    output.mask = {};
    output.accumulator = GrB_PLUS_FP32;
    EXPECT_EQ(seconds(output, {.fuses_sum = true}), 0);
}

TEST_F(CommitInEstimates, ByFormAndDevice) {
    const Output output{&C_, {}, GrB_PLUS_FP32, false};
    const double sparse = seconds(output, {.form = Form::sparse}),
                 dense = seconds(output, {.form = Form::dense});
    EXPECT_GT(sparse, 0);
    EXPECT_GT(dense, sparse) << "a hundred entries are written sooner than all elements";
    EXPECT_GT(seconds(output, {.form = Form::dense}, &remote()), dense) << "it is fetched first";
    EXPECT_GT(seconds(output, {.form = Form::dense}, &remote()),
              seconds(output, {.form = Form::sparse}, &remote()));
}

/// The choice of a product's variant compares the sum with the commit.
TEST_F(CommitInEstimates, OfAProduct) {
    mxv_test::Entries entries;
    for (std::uint64_t k = 0; k < size; k++) entries[{k, k}] = mxv_test::small_value(fp32, 1);
    MxvProblem product;
    product.A = mxv_test::make_matrix(fp32, size, size, entries, {});
    product.u = bitmap(size, size);
    product.semiring = GrB_PLUS_TIMES_SEMIRING_FP32;
    Consideration without[most_considered], with[most_considered];
    const int count = considered_of(product, without, {}, true);
    const Output output{&C_, {}, GrB_PLUS_FP32, false};
    ASSERT_EQ(considered_of(product, with, {&output}, true), count);
    int accepting = 0;
    for (int k = 0; k < count; k++) {
        if (with[k].refusal != nullptr) continue;
        EXPECT_GT(with[k].seconds, without[k].seconds) << with[k].name;
        accepting++;
    }
    EXPECT_GE(accepting, 2);
}

} // namespace
} // namespace grb
