// Tests that the merges of sparse rows compile for every listed architecture, and over a sample of
// types and operators. Needs NVRTC, no GPU.
#include "cuda/catalogue_programs.h"
#include "cuda/elementwise/elementwise_calls.h"
#include "cuda/merge/commit_listed.hpp"
#include "cuda/merge/merge_calls.h"
#include "cuda/merge/sparse_merge.hpp"

namespace grb::device {
namespace {

class SparsePrograms : public NeedsCompiler {};

SparseMergeCall merge_call(const char *a, const char *b, BinaryName op, const char *z) {
    SparseMergeCall call{};
    call.a.rows.type = a;
    call.b.rows.type = call.elements.dense.type = b;
    call.a.rows.index_width = call.b.rows.index_width = 4;
    call.a.rows.nvals = call.b.rows.nvals = 1;
    call.op = op;
    call.z_type = z;
    call.has_values = true;
    return call;
}

/// The element-wise programs cover the sample of operators in the same code: here one operator for
/// each type.
TEST_F(SparsePrograms, MergeOfEveryType) {
    Batch batch;
    for (std::size_t k = 0; k < type_count; k++) {
        const std::vector<const char *> binary = operators_over(k);
        const bool is_comparison = k % 3 == 2;
        const char *op = is_comparison ? comparisons[k % std::size(comparisons)]
                                       : binary[(3 * k) % binary.size()];
        batch.add(sparse_merge_program(
            merge_call(types[k], types[k], {op, types[k]}, is_comparison ? "bool" : types[k]),
            "sparse_fill"));
    }
    batch.expect_compiles();
}

/// Operands and results have other types than the operator's, iso or not, rows or dense parts, both
/// widths.
TEST_F(SparsePrograms, MergeOfEveryForm) {
    Batch batch;
    for (std::size_t k = 0; k < type_count; k++) {
        SparseMergeCall call =
            merge_call(types[k], other(k, 3), {"Minus", other(k, 5)}, other(k, 7));
        call.a.rows.is_iso = k % 2 == 1;
        call.b.rows.is_iso = call.elements.dense.is_iso = k % 4 >= 2;
        call.is_flipped = k % 3 == 0;
        call.partner = k % 2 == 0 ? Partner::rows : Partner::elements;
        call.a.rows.index_width = k % 3 == 1 ? 8 : 4;
        batch.add(sparse_merge_program(call, "sparse_fill"));
        batch.add(sparse_merge_program(call, "sparse_count"));
        call.op = {};
        call.partner = Partner::rows;
        call.b.rows.index_width = k % 3 == 2 ? 8 : 4;
        batch.add(sparse_merge_program(call, "sparse_fill"));
        batch.add(sparse_merge_program(call, "sparse_count"));
        call.has_values = false;
        batch.add(sparse_merge_program(call, k % 2 == 0 ? "sparse_fill" : "sparse_list"));
    }
    batch.expect_compiles();
}

/// Masks have every type by value, and some types by structure, which reads no value.
TEST_F(SparsePrograms, FilterByEveryMask) {
    Batch batch;
    for (std::size_t k = 0; k < type_count; k++) {
        for (const Partner partner : {Partner::mask, Partner::structure}) {
            if (partner == Partner::structure && k % 4 != 0) continue;
            SparseMergeCall call = merge_call(other(k, 2), types[k], {}, other(k, 2));
            call.partner = partner;
            call.b.rows.is_iso = k % 2 == 0;
            batch.add(sparse_merge_program(call, k % 2 == 0 ? "sparse_fill" : "sparse_list"));
            batch.add(sparse_merge_program(call, "sparse_count"));
        }
    }
    batch.expect_compiles();
}

/// Commits at the entries of a list have every type of C, T and mask; T is a list or dense, with
/// and without operator.
TEST_F(SparsePrograms, CommitOfEveryType) {
    Batch batch;
    for (std::size_t k = 0; k < type_count; k++) {
        const std::vector<const char *> binary = operators_over(k);
        for (const bool has_op : {false, true}) {
            CommitListedCall call{};
            call.mask.type = other(k, 4);
            call.mask.index_width = k % 3 == 0 ? 8 : 4;
            call.mask.is_iso = k % 5 == 0;
            call.is_tested = k % 2 == 0;
            call.t_is_list = has_op != (k % 3 == 1);
            call.t_is_on_mask = k % 4 == 0;
            call.list.type = call.t.dense.type = other(k, has_op ? 0 : 6);
            call.list.index_width = k % 3 == 2 ? 8 : 4;
            call.list.is_iso = call.t.dense.is_iso = k % 4 == 1;
            if (has_op) call.op = {binary[k % binary.size()], types[k]};
            call.c_type = types[k];
            batch.add(commit_listed_program(call));
        }
    }
    batch.expect_compiles();
}

TEST_F(SparsePrograms, FunctionOfEveryTypeAndForm) {
    Batch batch;
    const auto add = [&](std::size_t x, MapKind kind, BinaryName f, const char *z) {
        SparseMergeCall call = merge_call(types[x], "bool", {}, z);
        call.partner = Partner::structure;
        call.function = {kind, f.functor, f.type, 0};
        call.is_selection = kind == MapKind::value;
        batch.add(sparse_merge_program(call, "sparse_fill"));
        if (call.is_selection) batch.add(sparse_merge_program(call, "sparse_count"));
    };
    for (std::size_t k = 0; k < type_count; k++) {
        const std::size_t x = (k + 4) % type_count;
        const std::vector<const char *> unary = unary_over(k), binary = operators_over(k);
        const MapKind bound = k % 4 == 0 ? MapKind::bind_first : MapKind::bind_second;
        if (k % 2 == 0) {
            add(x, bound, {binary[k % binary.size()], types[k]}, types[k]);
        } else {
            add(x, MapKind::unary, {unary[k % unary.size()], types[k]}, types[k]);
        }
        add(x, MapKind::value, {comparisons[k % 6], types[k]}, types[x]);
    }
    batch.expect_compiles();
}

TEST_F(SparsePrograms, FunctionOfEveryPosition) {
    Batch batch;
    std::size_t type = 0;
    const auto add = [&](BinaryName f, const char *z, bool is_selection) {
        const char *a = other(type++, 0);
        SparseMergeCall call = merge_call(a, a, {}, is_selection ? a : z);
        call.function = {MapKind::position, f.functor, f.type, 0};
        call.is_selection = is_selection;
        batch.add(sparse_merge_program(call, "sparse_fill"));
        if (is_selection) batch.add(sparse_merge_program(call, "sparse_count"));
    };
    for (const char *op : {"RowIndex", "ColIndex", "DiagIndex"}) {
        for (const char *integer : {"int", "long"}) {
            for (const bool is_selection : {false, true}) add({op, integer}, integer, is_selection);
        }
    }
    for (const char *op : {"Tril", "Triu", "Diag", "Offdiag", "Colle", "Colgt", "Rowle", "Rowgt"})
        add({op, nullptr}, "bool", type % 2 == 0);
    batch.expect_compiles();
}

TEST_F(SparsePrograms, EveryKernelOnEveryArchitecture) {
    Batch batch;
    SparseMergeCall call = merge_call("float", "int", {"Times", "double"}, "double");
    for (const char *kernel : {"sparse_count", "sparse_fill"})
        batch.add(sparse_merge_program(call, kernel));
    call.a.rows.index_width = 8; // needs the most shared memory
    call.partner = Partner::elements;
    for (const char *kernel : {"sparse_fill", "sparse_list"})
        batch.add(sparse_merge_program(call, kernel));
    CommitListedCall commit{};
    commit.mask.type = commit.list.type = commit.c_type = "int";
    commit.mask.index_width = commit.list.index_width = 4;
    commit.is_tested = commit.t_is_list = true;
    batch.add(commit_listed_program(commit));
    for (const int architecture : architectures) batch.expect_compiles(architecture);
}

} // namespace
} // namespace grb::device
