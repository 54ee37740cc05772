// Tests the rules of the choice on made-up variants: each test sets their refusals, costs and
// missing forms.
#include "choices.hpp"
#include "costs/rates.hpp"
#include "dispatch/context.hpp"
#include "problems/chain.hpp"
#include "problems/problems.hpp"
#include "problems/structure.hpp"

#include <gtest/gtest.h>

#include <array>

namespace grb {
namespace {

constexpr int variant_count = 4;

struct MadeUpVariant {
    const char *refusal = nullptr;
    Cost cost;
};

struct MadeUpProblem : ProblemBase {
    static constexpr Operation operation = Operation::kronecker;
    void describe(char *text, std::size_t) const override { *text = 0; }
    MaskInput mask;
    std::array<MadeUpVariant, variant_count> variants;
};

template <int k>
const char *refuses(const MadeUpProblem &problem) {
    return problem.variants[k].refusal;
}
template <int k>
Cost cost(const MadeUpProblem &problem) {
    return problem.variants[k].cost;
}
Ref<Snapshot> run(const MadeUpProblem &) {
    return {};
}

/// Returns a name that rules know.
const char *real_name() {
    for (const RegistryVariant &variant : registry_variants())
        if (variant.operation == MadeUpProblem::operation) return variant.name;
    return nullptr;
}

constexpr Capabilities hasty{false, false, true, false};
const Variant<MadeUpProblem> first = {"first", {}, refuses<0>, cost<0>, run},
                             real = {real_name(), {}, refuses<1>, cost<1>, run},
                             third = {"third", hasty, refuses<2>, cost<2>, run},
                             last = {"last", {}, refuses<3>, cost<3>, run};

} // namespace

template <>
std::span<const Variant<MadeUpProblem> *const> built_in_variants<MadeUpProblem>() noexcept {
    static constexpr const Variant<MadeUpProblem> *variants[variant_count] = {&first, &real, &third,
                                                                              &last};
    return variants;
}

namespace {

class Pick : public testing::Test {
protected:
    void TearDown() override {
        context().set_forced("");
        context().set_skipped("");
        context().set_deterministic(false);
    }
    void set_seconds(double a, double b, double c, double d) {
        const double seconds[] = {a, b, c, d};
        for (int k = 0; k < variant_count; k++)
            problem_.variants[static_cast<std::size_t>(k)].cost.seconds = seconds[k];
    }
    /// Variant k lacks a form of `snapshot_`.
    void lacks(std::size_t k, double missing_seconds) {
        problem_.variants[k].cost.missing_seconds = missing_seconds;
        problem_.variants[k].cost.missing_in = snapshot_.get();
        problem_.variants[k].cost.missing_item = SnapshotItem::columns;
    }
    std::string picked() {
        considered_of(problem_, considered_);
        const Choice choice = choice_of(problem_);
        stage_ = choice.stage;
        EXPECT_EQ(choice.candidate.device, nullptr);
        const auto &variant =
            *variants<MadeUpProblem>()[static_cast<std::size_t>(choice.candidate.variant)];
        return &variant == &real ? "real" : variant.name;
    }

    const std::string rule_ = std::string(name_of(MadeUpProblem::operation)) + ":" + real_name();
    MadeUpProblem problem_;
    Ref<Snapshot> snapshot_ = Snapshot::empty(builtin_type(TypeCode::fp32), 5, 5);
    Consideration considered_[most_considered];
    Stage stage_ = Stage::cheapest; // of the last picked()
};

/// The registry has every variant that tests and tools walk and settings name.
TEST(Registry, HasEveryVariantOfEveryOperation) {
    std::vector<std::string> expected;
    const auto add = [&]<class Problem>(Problem) {
        for (const Variant<Problem> *variant : built_in_variants<Problem>())
            expected.push_back(std::string(name_of(Problem::operation)) + ":" + variant->name);
    };
    add(MxvProblem{});
    add(MxmProblem{});
    add(EwiseAddProblem{});
    add(EwiseMultProblem{});
    add(ApplyProblem{});
    add(SelectProblem{});
    add(AssignProblem{});
    add(ExtractProblem{});
    add(ReduceProblem{});
    add(TransposeProblem{});
    add(KroneckerProblem{});
    add(MaxkProblem{});
    add(ConvertProblem{});
    add(OrientProblem{});
    add(StatisticsProblem{});
    add(UpdateProblem{});
    add(BuildProblem{});
    add(TuplesProblem{});
    add(SortProblem{});
    add(ConcatProblem{});
    add(CommitProblem{});
    add(ChainProblem{});
    std::vector<std::string> actual;
    for (const RegistryVariant &variant : registry_variants())
        actual.push_back(std::string(name_of(variant.operation)) + ":" + variant.name);
    EXPECT_EQ(actual, expected);
}

TEST_F(Pick, TheCheapestWhereverItStands) {
    set_seconds(1, 2, 3, 4);
    EXPECT_EQ(picked(), "first");
    set_seconds(4, 1, 3, 2);
    EXPECT_EQ(picked(), "real");
    set_seconds(4, 3, 1, 2);
    EXPECT_EQ(picked(), "third");
    set_seconds(4, 3, 2, 1);
    EXPECT_EQ(picked(), "last");
    set_seconds(2, 1, 1, 1);
    EXPECT_EQ(picked(), "real") << "of equal ones the first";
}

TEST_F(Pick, AShortOneBeforeThoseBehindIt) {
    const double call = rates().call_seconds;
    set_seconds(2 * call, 1.1 * call, 0.5 * call, 3 * call);
    EXPECT_EQ(picked(), "real") << "half a call cannot be won";
    set_seconds(1.1 * call, 2 * call, 0.5 * call, 3 * call);
    EXPECT_EQ(picked(), "first");
    context().set_forced(rule_.c_str());
    EXPECT_EQ(picked(), "real") << "a rule goes before";
    EXPECT_EQ(stage_, Stage::rule);
    context().set_forced("");
    set_seconds(2 * call, 3 * call, 4 * call, 1.5 * call);
    EXPECT_EQ(picked(), "last") << "a longer one is worth a look at all";
}

TEST_F(Pick, TheOnlyOneNeedsNoEstimate) {
    for (const std::size_t k : {0, 1, 3}) problem_.variants[k].refusal = "no";
    const auto stage = [&] {
        EXPECT_EQ(picked(), "third");
        return stage_;
    };
    EXPECT_EQ(stage(), is_host_alone() ? Stage::only : Stage::cheapest);
    context().set_deterministic(true);
    EXPECT_EQ(stage(), Stage::cheapest) << "it may be the wrong one";
    context().set_deterministic(false);
    context().set_skipped(rule_.c_str());
    EXPECT_EQ(stage(), Stage::cheapest) << "the rule may be about it";
    context().set_skipped("");
    problem_.variants[3].refusal = nullptr;
    problem_.variants[3].cost.seconds = 1;
    EXPECT_EQ(stage(), Stage::cheapest);
}

TEST_F(Pick, NotOneThatRefuses) {
    set_seconds(1, 2, 3, 4);
    problem_.variants[0].refusal = "not today";
    problem_.variants[1].refusal = "nor this";
    EXPECT_EQ(picked(), "third");
    EXPECT_STREQ(considered_[0].refusal, "not today");
    EXPECT_EQ(considered_[2].refusal, nullptr);
    EXPECT_EQ(considered_[2].seconds, 3);
    problem_.variants[2].refusal = "nothing here";
    EXPECT_EQ(picked(), "last");
}

TEST_F(Pick, MissingFormsCountInFull) {
    set_seconds(1, 3, 5, 6);
    lacks(0, 2.5);
    EXPECT_EQ(picked(), "real");
    EXPECT_EQ(considered_[0].seconds, 3.5);
    lacks(0, 1.5);
    EXPECT_EQ(picked(), "first");
}

TEST_F(Pick, RepeatedNeedPaysForAForm) {
    set_seconds(5, 2, 4, 6); // the second would save three seconds each time
    lacks(1, 10);
    problem_.variants[2].refusal = "out of the way";
    for (int k = 1; k <= 3; k++) {
        EXPECT_EQ(picked(), "first") << k;
        EXPECT_EQ(snapshot_->owed_cost_of(SnapshotItem::columns).load(), 3.0 * k);
    }
    EXPECT_EQ(picked(), "real");
}

TEST_F(Pick, TheOwedCostIsThatOfTheCheapestWithoutItsPrice) {
    set_seconds(5, 4, 2, 6);
    lacks(1, 10);
    lacks(2, 12);
    for (int k = 0; k < 3; k++) EXPECT_EQ(picked(), "first") << k;
    EXPECT_EQ(picked(), "third");
}

TEST_F(Pick, NothingIsOwedForWhatWouldSaveNothing) {
    set_seconds(5, 7, 8, 9);
    lacks(1, 1);
    for (int k = 0; k < 5; k++) EXPECT_EQ(picked(), "first");
    EXPECT_EQ(snapshot_->owed_cost_of(SnapshotItem::columns).load(), 0);
}

TEST_F(Pick, TheForcedVariantWhereItAccepts) {
    set_seconds(1, 9, 3, 4);
    context().set_forced(rule_.c_str());
    EXPECT_EQ(picked(), "real");
    problem_.variants[1].refusal = "not today";
    EXPECT_EQ(picked(), "first");
}

TEST_F(Pick, NotTheSkippedVariant) {
    set_seconds(4, 1, 2, 3);
    EXPECT_EQ(picked(), "real");
    context().set_skipped(rule_.c_str());
    EXPECT_EQ(picked(), "third");
    EXPECT_STREQ(considered_[1].refusal, "skipped");
}

TEST_F(Pick, OnlyDeterministicOnesWhereAskedFor) {
    set_seconds(4, 3, 1, 2);
    EXPECT_EQ(picked(), "third");
    context().set_deterministic(true);
    EXPECT_EQ(picked(), "last");
    EXPECT_STREQ(considered_[2].refusal, "not deterministic");
}

TEST_F(Pick, WhenAllAreRuledOutTheLastThatAccepts) {
    set_seconds(1, 2, 3, 4);
    problem_.variants[3].refusal = "not this";
    for (const std::size_t k : {0U, 1U}) problem_.variants[k].refusal = "nor that";
    context().set_deterministic(true);
    EXPECT_EQ(picked(), "third");
}

} // namespace
} // namespace grb
