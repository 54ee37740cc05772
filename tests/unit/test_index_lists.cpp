// Lists that name an index more than once: each time for extract; for assign the last one counts.
#include "width_fixture.hpp"

#include "cpu/index_set.hpp"

#include <algorithm>

using namespace grb;
using namespace mxv_test;
using namespace width_test;

namespace {

class IndexLists : public testing::Test {
protected:
    Random random_{53};
    const Type *type_ = builtin_type(TypeCode::int32);

    std::vector<std::uint64_t> list(std::uint64_t count, std::uint64_t bound) {
        std::vector<std::uint64_t> indices(count);
        for (std::uint64_t &index : indices) index = random_.engine() % bound;
        return indices;
    }
};

/// S(I(i), J(j)) = A(i, j) where i and j are the last places of their indices.
Entries assigned(const Entries &A, const std::vector<std::uint64_t> &rows,
                 const std::vector<std::uint64_t> &columns) {
    const auto is_last = [](const std::vector<std::uint64_t> &indices, std::uint64_t k) {
        return std::find(indices.begin() + static_cast<std::ptrdiff_t>(k) + 1, indices.end(),
                         indices[k]) == indices.end();
    };
    Entries S;
    for (const auto &[at, value] : A) {
        if (is_last(rows, at.first) && is_last(columns, at.second))
            S[{rows[at.first], columns[at.second]}] = value;
    }
    return S;
}

TEST_F(IndexLists, AssignTakesTheLast) {
    for (int repeat = 0; repeat < 40; repeat++) {
        const auto rows = list(9, 6 + repeat), columns = list(11, 5 + repeat);
        const Ref<Snapshot> A = random_matrix(random_, 9, 11, 60, type_);
        const Entries expected = assigned(entries_of(*A), rows, columns);
        AssignProblem problem;
        problem.rows = {rows.data(), rows.size(), false};
        problem.columns = {columns.data(), columns.size(), false};
        problem.nrows = problem.ncols = 50;
        for (const auto &[name, form] : in_all_widths(*A)) {
            problem.A = form;
            for (const auto *variant : variants<AssignProblem>()) {
                if (variant->refuses(problem) != nullptr) continue;
                ASSERT_EQ(entries_of(*variant->run(problem)), expected)
                    << variant->name << " " << name;
            }
        }
    }
}

TEST_F(IndexLists, ExtractTakesEach) {
    for (int repeat = 0; repeat < 40; repeat++) {
        // Bitmap and full, for many rows and for one.
        const std::uint64_t m = repeat % 4 == 0 ? 1 : 20;
        const auto rows = list(m == 1 ? 1 : 7, m), columns = list(90, 30);
        const Ref<Snapshot> A = random_matrix(random_, m, 30, repeat % 3 == 0 ? 100 : 40, type_);
        const Entries entries = entries_of(*A);
        Entries expected;
        for (std::uint64_t i = 0; i < rows.size(); i++) {
            for (std::uint64_t j = 0; j < columns.size(); j++) {
                const auto found = entries.find({rows[i], columns[j]});
                if (found != entries.end()) expected[{i, j}] = found->second;
            }
        }
        ExtractProblem problem;
        problem.rows = {rows.data(), rows.size(), false};
        problem.columns = {columns.data(), columns.size(), false};
        auto forms = in_all_widths(*A);
        forms.emplace_back("bitmap", converted(*A, Format::bitmap));
        forms.emplace_back("full", converted(*A, Format::full));
        for (const auto &[name, form] : forms) {
            problem.A = form;
            for (const auto *variant : variants<ExtractProblem>()) {
                if (variant->refuses(problem) != nullptr) continue;
                ASSERT_EQ(entries_of(*variant->run(problem)), expected)
                    << variant->name << " " << name;
            }
        }
    }
}

/// A bitmap whose bits are all set, with one value: its transpose is read where the bits of A are not.
TEST_F(IndexLists, ExtractFromTransposedUniformBitmap) {
    constexpr std::uint64_t m = 3, n = 200;
    const std::int32_t value = 7;
    DensePart part;
    part.nvals = m * n;
    part.is_iso = true;
    part.values = Array::copy_of(&value, sizeof value);
    part.bits = all_bits(m * n);
    const std::uint64_t columns[] = {2, 0};
    ExtractProblem problem;
    problem.A = Snapshot::of_dense(type_, m, n, std::move(part));
    problem.is_transposed = true;
    problem.rows = {nullptr, n, true};
    problem.columns = {columns, 2, false};
    for (const auto *variant : variants<ExtractProblem>()) {
        if (variant->refuses(problem) != nullptr) continue;
        EXPECT_EQ(entries_of(*variant->run(problem)).size(), n * 2) << variant->name;
    }
}

/// Everything, a range, a bitset and a sorted list answer alike.
TEST_F(IndexLists, Sets) {
    std::vector<std::vector<std::uint64_t>> lists = {{}, {5}, {5, 6, 7}, {7, 6, 5}, {3, 3, 3}};
    for (int k = 0; k < 10; k++) lists.push_back(list(1 + static_cast<std::uint64_t>(k) * 3, 1000));
    for (const std::uint64_t dimension : {1000ul, 100000ul, 1ul << 60}) {
        for (const auto &indices : lists) {
            const IndexSet set({indices.data(), indices.size(), false}, dimension);
            std::vector<std::uint64_t> sorted = indices;
            std::sort(sorted.begin(), sorted.end());
            sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
            EXPECT_EQ(set.size(), sorted.size());
            EXPECT_FALSE(set.is_everything());
            std::vector<std::uint64_t> members;
            set.for_each([&](std::uint64_t index) { members.push_back(index); });
            EXPECT_EQ(members, sorted);
            for (std::uint64_t index = 0; index < 1000; index++) {
                ASSERT_EQ(set.contains(index),
                          std::binary_search(sorted.begin(), sorted.end(), index));
            }
        }
    }
    const IndexSet all({nullptr, 70, true}, 70);
    EXPECT_TRUE(all.is_everything());
    EXPECT_EQ(all.size(), 70u);
}

} // namespace
