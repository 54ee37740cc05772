// Tests that the element-wise kernels compile for every listed architecture, and over the sample of
// types and operators. Needs NVRTC, no GPU.
#include "cuda/catalogue_programs.h"
#include "cuda/elementwise/elementwise_calls.h"
#include "cuda/program_calls.h"
#include "cuda/structure/structure_calls.h"

namespace grb::device {
namespace {

class ElementwisePrograms : public NeedsCompiler {};

TEST_F(ElementwisePrograms, MergeOfEveryTypeAndOperator) {
    for (std::size_t k = 0; k < type_count; k++) {
        Batch batch;
        for (const char *op : sampled(operators_over(k), k))
            batch.add(program_of(merge_call(types[k], types[k], {op, types[k]}, types[k])));
        for (const char *op : sampled({std::begin(comparisons), std::end(comparisons)}, k))
            batch.add(program_of(merge_call(types[k], types[k], {op, types[k]}, "bool")));
        batch.expect_compiles();
    }
}

/// Operands and results have other types than the operator's, iso or not.
TEST_F(ElementwisePrograms, MergeWithCasts) {
    Batch batch;
    for (std::size_t k = 0; k < type_count; k++) {
        MergeCall call = merge_call(types[k], other(k, 3), {"Plus", other(k, 5)}, other(k, 7));
        call.a.dense.is_iso = k % 2 == 1;
        call.b.dense.is_iso = k % 4 >= 2;
        batch.add(program_of(call));
        // The call is a cast, or a commit without accumulator.
        batch.add(program_of(merge_call(types[k], other(k, 6), {}, other(k, 6))));
    }
    batch.expect_compiles();
}

/// The merges above have binary operators over every type: here each form has some of them.
TEST_F(ElementwisePrograms, MapOfEveryTypeAndForm) {
    for (std::size_t k = 0; k < type_count; k++) {
        Batch batch;
        for (const char *op : sampled(unary_over(k), k))
            batch.add(program_of(map_call(MapKind::unary, {op, types[k]}, other(k, 3), types[k])));
        if (is_float(k)) {
            for (const char *op : tests_of_floats)
                batch.add(program_of(map_call(MapKind::unary, {op, types[k]}, types[k], "bool")));
        }
        const std::vector<const char *> binary = operators_over(k);
        for (const MapKind kind : {MapKind::bind_first, MapKind::bind_second}) {
            const char *op = binary[(k + static_cast<std::size_t>(kind) * 4) % binary.size()];
            batch.add(program_of(map_call(kind, {op, types[k]}, other(k, 5), types[k])));
        }
        MapCall call = map_call(MapKind::value, {comparisons[k % 6], types[k]}, types[k], "bool");
        batch.add(program_of(call));
        call.functor = comparisons[(k + 3) % 6];
        call.is_selection = true;
        call.x.dense.is_iso = k % 2 == 0;
        batch.add(program_of(call));
        batch.expect_compiles();
    }
}

TEST_F(ElementwisePrograms, MapOfEveryPosition) {
    Batch batch;
    std::size_t type = 0;
    for (const char *op : {"RowIndex", "ColIndex", "DiagIndex"}) {
        for (const char *integer : {"int", "long"}) {
            MapCall call = map_call(MapKind::position, {op, integer}, other(type++, 0), integer);
            batch.add(program_of(call));
            call.is_selection = true;
            call.z_type = "bool";
            batch.add(program_of(call));
        }
    }
    for (const char *op : {"Tril", "Triu", "Diag", "Offdiag", "Colle", "Colgt", "Rowle", "Rowgt"}) {
        MapCall call = map_call(MapKind::position, {op, nullptr}, other(type++, 0), "bool");
        call.is_selection = type % 2 == 0;
        batch.add(program_of(call));
    }
    batch.expect_compiles();
}

std::vector<const char *> monoids_over(std::size_t type) {
    std::vector<const char *> names{"Plus", "Times", "Min", "Max"};
    names.insert(names.end(), {"Lor", "Land", "Lxor"});
    if (is_boolean(type)) names.insert(names.end(), {"Lxnor", "Eq", "Ne"});
    if (is_integer(type)) names.insert(names.end(), {"Bor", "Band", "Bxor", "Bxnor"});
    return names;
}

TEST_F(ElementwisePrograms, ReduceOfEveryMonoid) {
    for (std::size_t k = 0; k < type_count; k++) {
        Batch batch;
        for (const char *add : sampled(monoids_over(k), k)) {
            ReduceCall call{};
            call.x.dense.type = other(k, *add == 'P' ? 4 : 0);
            call.x.dense.is_iso = *add == 'M';
            call.add = {add, types[k]};
            batch.add(program_of(call));
        }
        batch.expect_compiles();
    }
}

constexpr const char *vector_kernels[] = {"sum_rows", "sum_columns", "finish_vector"};

TEST_F(ElementwisePrograms, VectorsOfEveryMonoid) {
    for (const char *kernel : vector_kernels) {
        Batch batch;
        for (std::size_t k = 0; k < type_count; k++) {
            for (const char *add : sampled(monoids_over(k), k)) {
                ReduceToVectorCall call{};
                call.x.dense.type = other(k, *add == 'P' ? 4 : 0);
                call.x.dense.is_iso = *add == 'M';
                call.add = {add, types[k]};
                batch.add(program_of(call, kernel));
            }
        }
        batch.expect_compiles();
    }
}

TEST_F(ElementwisePrograms, ScatterOfEveryType) {
    Batch batch;
    for (std::size_t k = 0; k < type_count; k++) {
        const std::vector<const char *> binary = operators_over(k);
        for (const bool has_op : {false, true}) {
            ScatterCall call{};
            call.t.type = other(k, has_op ? 0 : k % 3);
            call.t.index_width = k % 2 == 0 ? 4 : 8;
            call.t.is_iso = k % 3 == 0;
            if (has_op) call.op = {binary[k % binary.size()], types[k]};
            call.c_type = types[k];
            batch.add(program_of(call));
        }
    }
    batch.expect_compiles();
}

TEST_F(ElementwisePrograms, EveryKernelOnEveryArchitecture) {
    Batch batch;
    batch.add(program_of(merge_call("float", "int", {"Times", "double"}, "double")));
    batch.add(program_of(map_call(MapKind::position, {"DiagIndex", "long"}, "float", "long")));
    ReduceCall reduction{};
    reduction.x.dense.type = "short";
    reduction.add = {"Min", "double"};
    batch.add(program_of(reduction));
    ReduceToVectorCall to_vector{};
    to_vector.x = reduction.x;
    to_vector.add = reduction.add;
    for (const char *kernel : vector_kernels) batch.add(program_of(to_vector, kernel));
    ScatterCall scatter{};
    scatter.t.type = "int";
    scatter.t.index_width = 4;
    scatter.op = {"Min", "int"};
    scatter.c_type = "int";
    batch.add(program_of(scatter));
    for (const int architecture : architectures) batch.expect_compiles(architecture);
}

} // namespace
} // namespace grb::device
