// Tests that every kernel over complex numbers compiles, under every operator that the catalogue
// has for them. Needs NVRTC, no GPU.
#include "cuda/catalogue_programs.h"
#include "cuda/elementwise/elementwise_calls.h"
#include "cuda/mxm/mxm_sort.hpp"
#include "cuda/program_calls.h"
#include "cuda/structure/build.hpp"
#include "cuda/structure/structure_calls.h"

namespace grb::device {
namespace {

constexpr const char *complex_types[] = {"grb::Complex<float>", "grb::Complex<double>"};
constexpr const char *parts[] = {"float", "double"};
constexpr const char *binary[] = {"First", "Second", "Oneb", "Plus", "Minus",  "Times", "Div",
                                  "Any",   "Iseq",   "Isne", "Pow",  "Rminus", "Rdiv"};
constexpr const char *unary[] = {
    "Identity", "Ainv",  "Minv",  "One",   "Exp",  "Log",   "Sqrt",  "Exp2",  "Expm1",  "Log2",
    "Log10",    "Log1p", "Sin",   "Cos",   "Tan",  "Asin",  "Acos",  "Atan",  "Sinh",   "Cosh",
    "Tanh",     "Asinh", "Acosh", "Atanh", "Ceil", "Floor", "Round", "Trunc", "Signum", "Conj"};

class ComplexPrograms : public NeedsCompiler {};

TEST_F(ComplexPrograms, MapsOfEveryOperator) {
    for (std::size_t k = 0; k < 2; k++) {
        const char *type = complex_types[k];
        Batch batch;
        for (const char *op : unary)
            batch.add(program_of(map_call(MapKind::unary, {op, type}, type, type)));
        for (const char *op : {"Abs", "Creal", "Cimag", "Carg"})
            batch.add(program_of(map_call(MapKind::unary, {op, type}, type, parts[k])));
        for (const char *op : tests_of_floats)
            batch.add(program_of(map_call(MapKind::unary, {op, type}, type, "bool")));
        for (const MapKind kind : {MapKind::bind_first, MapKind::bind_second})
            batch.add(program_of(map_call(kind, {"Minus", type}, "int", type)));
        MapCall call = map_call(MapKind::value, {"Eq", type}, type, "bool");
        call.is_selection = true;
        batch.add(program_of(call));
        batch.expect_compiles();
    }
}

TEST_F(ComplexPrograms, MergesCastsAndReductions) {
    for (std::size_t k = 0; k < 2; k++) {
        const char *type = complex_types[k];
        Batch batch;
        for (const char *op : binary)
            batch.add(program_of(merge_call(type, type, {op, type}, type)));
        for (const char *op : {"Eq", "Ne"})
            batch.add(program_of(merge_call(type, type, {op, type}, "bool")));
        batch.add(program_of(merge_call(parts[k], parts[k], {"Cmplx", parts[k]}, type)));
        // These cast to and from every type.
        for (const char *other : types) {
            batch.add(program_of(merge_call(type, other, {"Plus", type}, other)));
            batch.add(program_of(merge_call(other, type, {}, type)));
        }
        for (const char *add : {"Plus", "Times", "Any"}) {
            ReduceCall reduce{};
            reduce.x.dense.type = type;
            reduce.add = {add, type};
            batch.add(program_of(reduce));
            for (const char *kernel : {"sum_rows", "sum_columns", "finish_vector"}) {
                ReduceToVectorCall to_vector{};
                to_vector.x.dense.type = type;
                to_vector.add = {add, type};
                batch.add(program_of(to_vector, kernel));
            }
        }
        batch.expect_compiles();
    }
}

TEST_F(ComplexPrograms, PullsAndSortedProducts) {
    for (const char *type : complex_types) {
        Batch batch;
        for (const MxvVariant variant : {MxvVariant::thread_row, MxvVariant::warp_row,
                                         MxvVariant::merge_path, MxvVariant::vsr})
            batch.add(mxv_pull_program(
                pull_call(variant, {{"Plus", type}, {"Times", type}, type}, type, type)));
        for (const Schedule schedule : schedules) {
            MxvPullCall call = pull_call(MxvVariant::pull_masked,
                                         {{"Times", type}, {"Plus", type}, type}, type, "int");
            call.schedule = schedule;
            batch.add(mxv_pull_program(call));
        }
        batch.add(mxv_pull_program(
            pull_call(MxvVariant::warp_row, {{"Lor", "bool"}, {"Eq", type}, "bool"}, type, type)));
        for (const char *add : {"Plus", "Times", "Any"}) {
            MxmSortCall call{};
            call.A.type = call.B.type = type;
            call.A.index_width = call.B.index_width = call.B.offset_width = 4;
            call.semiring = {{add, type}, {"Times", type}, type};
            batch.add(mxm_sort_program(call));
            BuildCall build{};
            build.type = type;
            build.dup = {add, type};
            batch.add(build_program(build, "fold_runs"));
        }
        batch.expect_compiles();
    }
}

TEST_F(ComplexPrograms, OnEveryArchitecture) {
    Batch batch;
    for (const char *type : complex_types) {
        batch.add(program_of(map_call(MapKind::unary, {"Acos", type}, type, type)));
        batch.add(mxv_pull_program(pull_call(MxvVariant::merge_path,
                                             {{"Plus", type}, {"Times", type}, type}, type, type)));
    }
    for (const int architecture : architectures) batch.expect_compiles(architecture);
}

/// The products have any monoid, any widths, and listed rows.
TEST_F(ComplexPrograms, SortedProductsOfEveryWidth) {
    Batch batch;
    static const char somewhere = 0;
    for (const int offsets : {4, 8}) {
        for (const int indices : {4, 8}) {
            MxmSortCall call{};
            call.A.type = "float";
            call.B.type = "int";
            call.A.index_width = call.B.index_width = indices;
            call.B.offset_width = offsets;
            call.A.nrows = call.B.nrows = indices == 8 ? std::uint64_t{1} << 40 : 100;
            call.a_row_ids = call.b_row_ids = &somewhere;
            call.is_flipped = offsets == 8;
            call.A.is_iso = indices == 8;
            call.semiring = {{"Lor", "int"}, {"Minus", "double"}, "int"};
            batch.add(mxm_sort_program(call));
        }
    }
    for (const int architecture : architectures) batch.expect_compiles(architecture);
}

} // namespace
} // namespace grb::device
