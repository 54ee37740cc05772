// Tests lists that repeat an index: extract uses each occurrence, assign the last one.
#include "dispatch/variant.hpp"
#include "width_fixture.hpp"

#include "cpu/submatrix/index_set.hpp"

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

/// S(I(i), J(j)) = A(i, j) where i and j are the last positions of their indices.
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
        // A is bitmap or full, with many rows or one.
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

/// Ascending and descending ranges, and their lists.
struct ProgressionCase {
    IndexList range;
    std::vector<std::uint64_t> list;

    ProgressionCase(std::uint64_t first, std::int64_t step, std::uint64_t count,
                    std::uint64_t dimension)
        : range(IndexList::progression(first, step, count, dimension)) {
        for (std::uint64_t k = 0; k < count; k++)
            list.push_back(first + k * static_cast<std::uint64_t>(step));
    }
    IndexList listed() const { return {list.data(), list.size()}; }
};

std::vector<ProgressionCase> progressions(std::uint64_t dimension) {
    return {{0, 1, dimension, dimension},
            {2, 1, dimension - 4, dimension},
            {1, 3, (dimension + 1) / 3, dimension},
            {dimension - 1, -1, dimension, dimension},
            {dimension - 2, -4, 3, dimension},
            {5, 1, 1, dimension},
            {0, 7, 2, dimension},
            {0, 1, 0, dimension}};
}

/// Every variant gives the same result for a range as for its list, in every format.
TEST_F(IndexLists, RangesAreTheirLists) {
    const std::uint64_t m = 30, n = 40;
    for (const bool is_transposed : {false, true}) {
        const Ref<Snapshot> A = is_transposed ? random_matrix(random_, n, m, 400, type_)
                                              : random_matrix(random_, m, n, 400, type_);
        auto forms = in_all_widths(*A);
        forms.emplace_back("bitmap", converted(*A, Format::bitmap));
        for (const ProgressionCase &rows : progressions(m)) {
            for (const ProgressionCase &columns : progressions(n)) {
                ExtractProblem by_range, by_list;
                by_range.is_transposed = by_list.is_transposed = is_transposed;
                by_range.rows = rows.range, by_range.columns = columns.range;
                by_list.rows = rows.listed(), by_list.columns = columns.listed();
                for (const auto &[name, form] : forms) {
                    by_range.A = by_list.A = form;
                    for (const auto *variant : variants<ExtractProblem>()) {
                        if (variant->refuses(by_range) != nullptr) continue;
                        if (variant->refuses(by_list) != nullptr) continue;
                        ASSERT_EQ(entries_of(*variant->run(by_range)),
                                  entries_of(*variant->run(by_list)))
                            << variant->name << " " << name;
                    }
                }
            }
        }
    }
}

/// Assigns to ranges of a vector and of a matrix.
TEST_F(IndexLists, AssignToRanges) {
    for (const std::uint64_t m : {std::uint64_t{1}, std::uint64_t{30}}) {
        const std::uint64_t n = 40;
        for (const ProgressionCase &rows : progressions(30)) {
            for (const ProgressionCase &columns : progressions(n)) {
                AssignProblem by_range, by_list;
                by_range.rows = m == 1 ? IndexList::all(1) : rows.range;
                by_list.rows = m == 1 ? IndexList::all(1) : rows.listed();
                by_range.columns = columns.range, by_list.columns = columns.listed();
                by_range.nrows = by_list.nrows = m, by_range.ncols = by_list.ncols = n;
                if (columns.list.empty() || by_range.rows.count == 0) continue;
                const Ref<Snapshot> A =
                    random_matrix(random_, by_range.rows.count, columns.list.size(), 60, type_);
                auto forms = in_all_widths(*A);
                forms.emplace_back("bitmap", converted(*A, Format::bitmap));
                for (const auto &[name, form] : forms) {
                    by_range.A = by_list.A = form;
                    for (const auto *variant : variants<AssignProblem>()) {
                        if (variant->refuses(by_range) != nullptr) continue;
                        if (variant->refuses(by_list) != nullptr) continue;
                        ASSERT_EQ(entries_of(*variant->run(by_range)),
                                  entries_of(*variant->run(by_list)))
                            << variant->name << " " << name;
                    }
                }
            }
        }
    }
}

/// Extract finds all entries of a transposed iso bitmap with all bits set, although the positions
/// of A' are not those of A's bits.
TEST_F(IndexLists, ExtractFromTransposedIsoBitmap) {
    constexpr std::uint64_t m = 3, n = 200;
    const std::int32_t value = 7;
    DenseForm form;
    form.nvals = m * n;
    form.is_iso = true;
    form.values = Array::copy_of(&value, sizeof value);
    form.bits = all_bits(m * n);
    const std::uint64_t columns[] = {2, 0};
    ExtractProblem problem;
    problem.A = Snapshot::of_dense(type_, m, n, std::move(form));
    problem.is_transposed = true;
    problem.rows = {nullptr, n, true};
    problem.columns = {columns, 2, false};
    for (const auto *variant : variants<ExtractProblem>()) {
        if (variant->refuses(problem) != nullptr) continue;
        EXPECT_EQ(entries_of(*variant->run(problem)).size(), n * 2) << variant->name;
    }
}

/// All indices, a range, a bitset and a sorted list give the same answers.
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
    for (const ProgressionCase &one : progressions(50)) {
        const IndexSet set(one.range, 50);
        const Progression members(one.range);
        EXPECT_EQ(set.is_everything(), one.list.size() == 50);
        EXPECT_EQ(set.size(), one.list.size());
        for (std::uint64_t index = 0; index < 50; index++) {
            const auto position = std::find(one.list.begin(), one.list.end(), index);
            ASSERT_EQ(set.contains(index), position != one.list.end());
            if (!set.contains(index)) continue;
            ASSERT_EQ(members.position(index),
                      static_cast<std::uint64_t>(position - one.list.begin()));
        }
        std::vector<std::uint64_t> visited, sorted = one.list;
        std::sort(sorted.begin(), sorted.end());
        set.for_each([&](std::uint64_t index) { visited.push_back(index); });
        EXPECT_EQ(visited, sorted);
    }
    const IndexSet all({nullptr, 70, true}, 70);
    EXPECT_TRUE(all.is_everything());
    EXPECT_EQ(all.size(), 70u);
}

} // namespace
