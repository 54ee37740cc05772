// Tests that kernels over narrow numbers compile: casts from and to every type, operators of FP32
// over them, products, and products by a full matrix with narrow results. Needs NVRTC, no GPU.
#include "cuda/catalogue_programs.h"
#include "cuda/elementwise/elementwise_calls.h"
#include "cuda/mxm/mxm_sort.hpp"
#include "cuda/program_calls.h"
#include "cuda/spmm/spmm_calls.h"
#include "cuda/structure/build.hpp"
#include "cuda/structure/structure_calls.h"

namespace grb::device {
namespace {

constexpr const char *narrow_types[] = {"grb::Bfloat16", "grb::Float16"};
const SemiringName plus_times{{"Plus", "float"}, {"Times", "float"}, "float"};
const SemiringName plus_second{{"Plus", "float"}, {"Second", "float"}, "float"};

class NarrowPrograms : public NeedsCompiler {};

TEST_F(NarrowPrograms, CastsMapsAndMerges) {
    for (const char *type : narrow_types) {
        Batch batch;
        for (const char *other : types) {
            batch.add(program_of(merge_call(type, type, {}, other)));
            batch.add(program_of(merge_call(other, other, {}, type)));
            batch.add(program_of(map_call(MapKind::unary, {"Identity", other}, type, type)));
        }
        for (const char *other :
             {"grb::Complex<float>", "grb::Complex<double>", narrow_types[0], narrow_types[1]}) {
            batch.add(program_of(merge_call(type, type, {}, other)));
            batch.add(program_of(merge_call(other, other, {}, type)));
        }
        for (const char *op : {"Plus", "Minus", "Times", "Div", "Min", "Max", "First", "Second"})
            batch.add(program_of(merge_call(type, type, {op, "float"}, type)));
        batch.add(program_of(merge_call(type, "float", {"Lt", "float"}, "bool")));
        for (const char *op : {"Abs", "Ainv", "Exp", "Sqrt", "Minv"})
            batch.add(program_of(map_call(MapKind::unary, {op, "float"}, type, type)));
        for (const MapKind kind : {MapKind::bind_first, MapKind::bind_second})
            batch.add(program_of(map_call(kind, {"Max", "float"}, type, type)));
        MapCall call = map_call(MapKind::value, {"Gt", "float"}, type, "bool");
        call.is_selection = true;
        batch.add(program_of(call));
        ReduceCall reduce{};
        reduce.x.dense.type = type;
        reduce.add = {"Plus", "float"};
        batch.add(program_of(reduce));
        for (const char *kernel : {"sum_rows", "sum_columns", "finish_vector"}) {
            ReduceToVectorCall to_vector{};
            to_vector.x.dense.type = type;
            to_vector.add = {"Max", "float"};
            batch.add(program_of(to_vector, kernel));
        }
        batch.expect_compiles();
    }
}

TEST_F(NarrowPrograms, ProductsAndBuilds) {
    for (const char *type : narrow_types) {
        Batch batch;
        for (const MxvVariant variant : {MxvVariant::thread_row, MxvVariant::warp_row,
                                         MxvVariant::merge_path, MxvVariant::segmented})
            batch.add(mxv_pull_program(pull_call(variant, plus_times, type, type)));
        MxmSortCall product{};
        product.A.type = product.B.type = type;
        product.A.index_width = product.B.index_width = product.B.offset_width = 4;
        product.semiring = plus_times;
        batch.add(mxm_sort_program(product));
        BuildCall build{};
        build.type = type;
        build.dup = {"Plus", "float"};
        batch.add(build_program(build, "fold_runs"));
        batch.expect_compiles();
    }
}

/// Every variant that multiplies by a full matrix reads narrow numbers; one also stores them.
TEST_F(NarrowPrograms, FullProductsOfEveryVariant) {
    for (const char *type : narrow_types) {
        Batch batch;
        for (int k = 0; k <= static_cast<int>(SpmmVariant::vector); k++)
            for (const std::uint64_t columns : {3, 16})
                batch.add(spmm_program(spmm_call(static_cast<SpmmVariant>(k), columns, plus_times,
                                                 k % 2 == 0 ? "float" : type, type)));
        batch.expect_compiles();
    }
}

/// The number of columns varies the columns per lane and the adjacent lanes; C has the type of the
/// sums, or a narrow one.
TEST_F(NarrowPrograms, WidthsOfTheVectorKernel) {
    for (const char *type : narrow_types) {
        Batch batch;
        for (const std::uint64_t columns : {2, 7, 8, 64, 256}) {
            for (const bool is_pattern : {false, true}) {
                SpmmCall call =
                    spmm_call(SpmmVariant::vector, columns, is_pattern ? plus_second : plus_times,
                              is_pattern ? "bool" : type, type);
                call.A.is_iso = is_pattern;
                call.c_type = is_pattern ? nullptr : type;
                const std::string program = spmm_program(call);
                const auto says = [&](const char *text) {
                    return program.find(text) != std::string::npos;
                };
                EXPECT_EQ(says("rounds_once = true"), !is_pattern);
                EXPECT_EQ(says("vec = 8"), columns % 8 == 0) << columns;
                EXPECT_EQ(says("vec = 2"), columns == 2) << columns;
                batch.add(program);
            }
        }
        batch.expect_compiles();
    }
}

TEST_F(NarrowPrograms, OnEveryArchitecture) {
    Batch batch;
    for (const char *type : narrow_types) {
        SpmmCall call = spmm_call(SpmmVariant::vector, 64, plus_times, "float", type);
        call.c_type = type;
        batch.add(spmm_program(call));
        batch.add(program_of(merge_call("double", "double", {}, type)));
    }
    for (const int architecture : architectures) batch.expect_compiles(architecture);
}

} // namespace
} // namespace grb::device
