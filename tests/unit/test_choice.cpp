// Tests choices with a clear winner by the built-in rates, on any machine.
#include "choices.hpp"
#include "costs/coefficient.hpp"
#include "cpu/mxv/mxv_cost.hpp"
#include "storage/build.hpp"
#include "storage/convert.hpp"
#include "storage_model.hpp"

#include <gtest/gtest.h>

namespace grb {
namespace {

const Type *const fp32 = builtin_type(TypeCode::fp32);

float value_at(std::uint64_t k) {
    return static_cast<float>(k % 7 + 1);
}

/// Makes a matrix with `length` entries in each row, and `longest` in the first one.
Ref<Snapshot> sparse(std::uint64_t nrows, std::uint64_t ncols, std::uint64_t length,
                     std::uint64_t longest = 0, std::uint64_t rows_with_entries = 0) {
    std::vector<std::uint64_t> rows, columns;
    std::vector<float> values;
    for (std::uint64_t i = 0; i < (rows_with_entries ? rows_with_entries : nrows); i++) {
        const std::uint64_t n = i == 0 && longest != 0 ? longest : length, stride = ncols / n;
        for (std::uint64_t k = 0; k < n; k++) {
            rows.push_back(i);
            columns.push_back(k * stride + i * 31 % stride);
            values.push_back(value_at(i + k));
        }
    }
    return build_snapshot(fp32, nrows, ncols, rows.data(), columns.data(), values.data(), fp32,
                          false, rows.size(), nullptr);
}

/// Makes a sparse vector, whatever its density.
Ref<Snapshot> listed(std::uint64_t size, std::uint64_t count) {
    return converted(*sparse(1, size, count), Format::sparse);
}

Ref<Snapshot> full(std::uint64_t nrows, std::uint64_t ncols) {
    DenseForm form;
    form.nvals = nrows * ncols;
    form.values = Array(nrows * ncols * sizeof(float));
    for (std::uint64_t p = 0; p < nrows * ncols; p++) form.values.as<float>()[p] = value_at(p);
    return Snapshot::of_dense(fp32, nrows, ncols, std::move(form));
}

Ref<Snapshot> with_columns(Ref<Snapshot> snapshot) {
    snapshot->columns();
    return snapshot;
}

MaskInput structure_of(Ref<Snapshot> snapshot) {
    return {std::move(snapshot), MaskKind::structure, false};
}

/// The variant is chosen, and others accept the problem too.
template <class Problem>
void expect_choice(const Problem &problem, const char *name) {
    Consideration considered[most_considered];
    const int count = considered_of(problem, considered, {}, true);
    int accepting = 0;
    EXPECT_STREQ(chosen_variant(problem, {}, true).name, name);
    for (int k = 0; k < count; k++) {
        if (considered[k].refusal != nullptr) continue;
        accepting++;
        ::testing::Test::RecordProperty(considered[k].name, std::to_string(considered[k].seconds));
    }
    EXPECT_GE(accepting, 2) << name << " has no competitor";
}

class Choice : public testing::Test {
protected:
    void SetUp() override {
        for (const Coefficient *c = first_coefficient(); c != nullptr; c = c->next()) {
            if (c->is_of_device()) continue;
            ASSERT_EQ(value_of(*c), c->default_of(static_cast<int>(HostClass::generic)))
                << c->name() << ": a profile is loaded: unset GRAPHBLAST_PROFILE";
        }
    }
    MxvProblem mxv(Ref<Snapshot> A, Ref<Snapshot> u) const {
        MxvProblem problem;
        problem.A = std::move(A);
        problem.u = std::move(u);
        problem.semiring = GrB_PLUS_TIMES_SEMIRING_FP32;
        return problem;
    }
    MxmProblem mxm(Ref<Snapshot> A, Ref<Snapshot> B) const {
        MxmProblem problem;
        problem.A = std::move(A);
        problem.B = std::move(B);
        problem.semiring = GrB_PLUS_TIMES_SEMIRING_FP32;
        return problem;
    }
    template <class Problem>
    Problem ewise(Ref<Snapshot> A, Ref<Snapshot> B) const {
        Problem problem;
        problem.A = std::move(A);
        problem.B = std::move(B);
        problem.op = GrB_PLUS_FP32;
        return problem;
    }
    const WithThreads one_{1};
};

TEST_F(Choice, OfTheMatrixVectorProduct) {
    const Ref<Snapshot> graph = with_columns(sparse(20000, 20000, 8));
    expect_choice(mxv(graph, full(1, 20000)), "cpu/mxv_pull_rows");
    expect_choice(mxv(graph, listed(20000, 1)), "cpu/mxv_push_spa");
    expect_choice(mxv(graph, listed(20000, 100)), "cpu/mxv_push_spa");
    MxvProblem few_rows = mxv(graph, full(1, 20000));
    few_rows.mask = structure_of(listed(20000, 5));
    expect_choice(few_rows, "cpu/mxv_pull_rows");
    MxvProblem long_result = mxv(sparse(20000, 1 << 24, 4), listed(20000, 250));
    long_result.is_transposed = true;
    expect_choice(long_result, "cpu/mxv_push_sort");
}

TEST_F(Choice, OfTheProductWithOneLongRow) {
    const WithThreads four(4);
    expect_choice(mxv(sparse(100000, 800000, 3, 400000), full(1, 800000)), "cpu/mxv_merge_path");
    expect_choice(mxm(sparse(20000, 100000, 3, 50000), full(100000, 16)), "cpu/spmm_merge_path");
}

TEST_F(Choice, OfTheMatrixProduct) {
    const Ref<Snapshot> graph = sparse(2000, 2000, 8);
    expect_choice(mxm(graph, graph), "cpu/mxm_gustavson_dense");
    expect_choice(mxm(sparse(20, 2000, 1), sparse(2000, 1 << 26, 600)), "cpu/mxm_gustavson_hash");
    MxmProblem few_positions = mxm(graph, graph);
    few_positions.is_B_transposed = true;
    few_positions.mask = structure_of(sparse(2000, 2000, 1, 1, 10));
    expect_choice(few_positions, "cpu/mxm_masked_dot");
    expect_choice(mxm(graph, full(2000, 16)), "cpu/mxm_full_rows");
    expect_choice(mxm(full(100, 100), full(100, 100)), "cpu/mxm_blas");
    expect_choice(mxm(full(4, 20000), with_columns(sparse(20000, 20000, 8))), "cpu/mxm_few_rows");
    expect_choice(mxm(graph, sparse(2000, 4, 1)), "cpu/mxm_few_columns");
}

TEST_F(Choice, OfElementwiseOperations) {
    const Ref<Snapshot> dense = full(300, 300), few = sparse(300, 300, 1);
    expect_choice(ewise<EwiseAddProblem>(dense, dense), "cpu/ewise_add_dense");
    expect_choice(ewise<EwiseMultProblem>(dense, dense), "cpu/ewise_mult_dense");
    expect_choice(ewise<EwiseMultProblem>(dense, few), "cpu/ewise_mult_probe");
    EwiseMultProblem masked = ewise<EwiseMultProblem>(dense, dense);
    masked.mask = structure_of(few);
    expect_choice(masked, "cpu/ewise_mult_masked");
}

TEST_F(Choice, OfSelectExtractAndAssign) {
    SelectProblem select;
    select.index = GrB_VALUEGT_FP32;
    select.A = full(300, 300);
    expect_choice(select, "cpu/select_bits");

    std::vector<std::uint64_t> list;
    for (std::uint64_t k = 0; k < 5000; k++) list.push_back(k * 7 % 10000);
    ExtractProblem extract;
    extract.A = full(1, 10000);
    extract.rows = {nullptr, 1, true};
    extract.columns = {list.data(), list.size(), false};
    expect_choice(extract, "cpu/extract_gather");

    AssignProblem assign;
    assign.A = full(1, 5000);
    assign.rows = {nullptr, 1, true};
    assign.columns = {list.data(), list.size(), false};
    assign.nrows = 1;
    assign.ncols = 10000;
    expect_choice(assign, "cpu/assign_scatter");
}

TEST_F(Choice, OfTheAssignmentOfAScalar) {
    const float one = 1;
    AssignProblem assign;
    assign.scalar = OwnValue::of(one);
    assign.scalar_type = fp32;
    assign.nrows = assign.ncols = 500;
    assign.rows = assign.columns = {nullptr, 500, true};
    expect_choice(assign, "cpu/assign_scalar_full");
    assign.mask = structure_of(sparse(500, 500, 1));
    expect_choice(assign, "cpu/assign_scalar_mask");
    const std::uint64_t few[] = {3, 4};
    assign.rows = assign.columns = {few, 2, false};
    assign.mask = structure_of(sparse(500, 500, 50));
    expect_choice(assign, "cpu/assign_scalar_region");
}

TEST_F(Choice, OfTheTransposition) {
    TransposeProblem problem;
    problem.A = full(300, 200);
    expect_choice(problem, "cpu/transpose_dense");
    problem.A = with_columns(converted(*sparse(300, 200, 100), Format::bitmap));
    expect_choice(problem, "cpu/transpose_columns");
}

/// The vertices of a bitmap are sampled as those of a list: hubs have more edges than the mean.
TEST_F(Choice, PushesKnowTheDegreesOfABitmap) {
    constexpr std::uint64_t n = 8192, period = 16, edges_of_hub = 64;
    std::vector<std::uint64_t> rows, columns;
    for (std::uint64_t i = 0; i < n; i++)
        for (std::uint64_t k = 0; k < (i % period == 3 ? edges_of_hub : 1); k++) {
            rows.push_back(i);
            columns.push_back(k * (n / edges_of_hub));
        }
    const std::vector<float> values(rows.size(), 1);
    MxvProblem problem;
    problem.A = build_snapshot(fp32, n, n, rows.data(), columns.data(), values.data(), fp32, false,
                               rows.size(), nullptr);
    problem.is_transposed = true; // the rows of A are the edges of its vertices
    problem.semiring = GrB_MIN_PLUS_SEMIRING_FP32;
    for (const bool are_hubs : {true, false}) {
        DenseForm form;
        form.values = Array(n * sizeof(float));
        form.bits = Array::zeroed(n / 8);
        std::uint64_t count = 0;
        for (std::uint64_t i = 0; i < n; i++) {
            form.values.as<float>()[i] = 1;
            if ((i % period == 3) != are_hubs) continue;
            form.bits.as<std::uint64_t>()[i / 64] |= std::uint64_t{1} << (i % 64);
            count++;
        }
        form.nvals = count;
        problem.u = Snapshot::of_dense(fp32, 1, n, std::move(form));
        EXPECT_DOUBLE_EQ(push_entries(problem),
                         static_cast<double>(count * (are_hubs ? edges_of_hub : 1)));
    }
}

} // namespace
} // namespace grb
