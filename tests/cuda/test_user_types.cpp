// Tests that programs over user-defined types compile: moves, sums and products. Needs NVRTC, no
// GPU.
#include "cuda/elementwise/elementwise_calls.h"
#include "cuda/merge/merge_calls.h"
#include "cuda/mxv/mxv_calls.h"
#include "cuda/plugin/sizes.hpp"
#include "cuda/structure/build.hpp"
#include "cuda/structure/structure_calls.h"
#include "cuda/user_programs.h"

namespace grb::device {
namespace {

class UserTypePrograms : public NeedsCompiler {};

TEST_F(UserTypePrograms, OnEveryArchitecture) {
    const char *type = user_type();
    for (const int architecture : architectures) {
        MergeCall merge = merge_call(type, type, user_join(), type);
        expect_complete(program_of(merge), architecture);
        merge.a.dense.is_iso = true;
        expect_complete(program_of(merge), architecture);
        merge = merge_call(type, "float", user_weigh(), "int");
        expect_complete(program_of(merge), architecture);
        expect_complete(program_of(map_call(MapKind::unary, user_mean(), type, "double")),
                        architecture);
        MapCall select = map_call(MapKind::position, {"Tril", nullptr}, type, "bool");
        select.is_selection = true;
        expect_complete(program_of(select), architecture);
    }
}

TEST_F(UserTypePrograms, InSparseMergesAndProducts) {
    const char *type = user_type();
    SparseMergeCall call{};
    call.a.rows.type = call.b.rows.type = call.z_type = type;
    call.a.rows.index_width = call.b.rows.index_width = 4;
    call.op = user_join();
    call.has_values = true;
    expect_complete(sparse_merge_program(call, "sparse_fill"));
    expect_complete(sparse_merge_program(call, "sparse_count"));
    for (const MxvVariant variant :
         {MxvVariant::thread_row, MxvVariant::warp_row, MxvVariant::merge_path, MxvVariant::vsr}) {
        MxvPullCall pull =
            pull_call(variant, {{"Plus", "double"}, user_weigh(), "double"}, type, "double");
        expect_complete(mxv_pull_program(pull));
        pull.is_flipped = true;
        pull.A.type = "double";
        pull.u.type = type;
        pull.u.is_iso = true;
        expect_complete(mxv_pull_program(pull));
    }
}

/// Returns monoids over user-defined types: words of all sizes, structs of bytes, no struct at all.
std::vector<BinaryName> user_sums() {
    std::vector<BinaryName> sums{user_bytes(), user_number(), user_join()};
    for (const std::size_t size : {4, 8, 12, 40, 64}) sums.push_back(user_maximum(size));
    return sums;
}

void expect_reductions(const BinaryName &add, int architecture) {
    ReduceCall scalar{};
    scalar.add = add;
    scalar.x.dense.type = add.type;
    expect_complete(program_of(scalar), architecture);
    ReduceToVectorCall to_vector{};
    to_vector.add = add;
    to_vector.x.dense.type = add.type;
    for (const char *kernel : {"sum_rows", "sum_columns", "finish_vector"})
        expect_complete(program_of(to_vector, kernel), architecture);
}

TEST_F(UserTypePrograms, Sums) {
    for (const BinaryName &add : user_sums()) expect_reductions(add, 90);
    for (const int architecture : {80, 120}) expect_reductions(user_maximum(64), architecture);
}

MxvPullCall pull_of(MxvVariant variant, const BinaryName &op) {
    return pull_call(variant, {op, op, op.type}, op.type, op.type);
}

/// A merge-path tile has room for values of up to merge_widest_value bytes, and wastes less than a
/// word.
TEST_F(UserTypePrograms, Products) {
    for (const BinaryName &op : user_sums()) {
        for (const MxvVariant variant : {MxvVariant::thread_row, MxvVariant::warp_row,
                                         MxvVariant::merge_path, MxvVariant::vsr}) {
            if (variant == MxvVariant::merge_path &&
                size_of_user_type(op.type) > merge_widest_value)
                continue;
            expect_complete(mxv_pull_program(pull_of(variant, op)));
        }
    }
    static_assert(merge_widest_value == 40);
    std::string code;
    EXPECT_EQ(compile(with_definitions(
                          mxv_pull_program(pull_of(MxvVariant::merge_path, user_maximum(44)))),
                      90, &code),
              Status::unsupported);
}

TEST_F(UserTypePrograms, ProductsOnEveryArchitecture) {
    for (const int architecture : architectures) {
        for (const MxvVariant variant :
             {MxvVariant::thread_row, MxvVariant::warp_row, MxvVariant::vsr})
            expect_complete(mxv_pull_program(pull_of(variant, user_maximum(64))), architecture);
        expect_complete(mxv_pull_program(pull_of(MxvVariant::merge_path, user_maximum(40))),
                        architecture);
        MxvPullCall masked = pull_of(MxvVariant::pull_masked, user_maximum(64));
        for (const Schedule schedule :
             {Schedule::merge, Schedule::vertex, Schedule::warp, Schedule::block, Schedule::twc,
              Schedule::twce, Schedule::edge, Schedule::weaver}) {
            masked.schedule = schedule;
            expect_complete(mxv_pull_program(masked), architecture);
        }
    }
}

/// Sums of rows are a product that reads only A.
TEST_F(UserTypePrograms, Rows) {
    for (const BinaryName &add : {user_bytes(), user_number(), user_maximum(24)}) {
        for (const MxvVariant variant : {MxvVariant::merge_path, MxvVariant::vsr}) {
            MxvPullCall call =
                pull_call(variant, {add, {"First", add.type}, add.type}, add.type, add.type);
            call.u.bits = nullptr;
            call.u.is_iso = true;
            expect_complete(mxv_pull_program(call));
        }
    }
}

/// Commits and updates move values of user-defined types, also under masks.
TEST_F(UserTypePrograms, Moves) {
    for (const int architecture : architectures) {
        for (const char *type : {user_bytes().type, user_number().type, user_maximum(64).type}) {
            MergeCall merge = merge_call(type, type, {}, type);
            expect_complete(program_of(merge), architecture);
            merge.a.dense.is_iso = merge.b.dense.is_iso = true;
            expect_complete(program_of(merge), architecture);
            ScatterCall scatter{};
            scatter.t.index_width = 4;
            scatter.t.type = scatter.c_type = type;
            expect_complete(program_of(scatter), architecture);
            scatter.t.is_iso = true;
            expect_complete(program_of(scatter), architecture);
        }
    }
    ScatterCall scatter{};
    scatter.t.index_width = 8;
    scatter.op = user_join();
    scatter.t.type = scatter.c_type = scatter.op.type;
    expect_complete(program_of(scatter));
}

TEST_F(UserTypePrograms, SparseMoves) {
    for (const char *type : {user_bytes().type, user_number().type, user_maximum(64).type}) {
        SparseMergeCall call{};
        call.a.rows.type = call.b.rows.type = call.elements.dense.type = call.z_type = type;
        call.a.rows.index_width = call.b.rows.index_width = 4;
        call.has_values = true;
        for (const Partner partner : {Partner::rows, Partner::mask, Partner::structure}) {
            call.partner = partner;
            call.b.rows.type = partner == Partner::mask ? "float" : type;
            expect_complete(sparse_merge_program(call, "sparse_count"));
            expect_complete(sparse_merge_program(call, "sparse_fill"));
        }
        call.a.rows.is_iso = true;
        expect_complete(sparse_merge_program(call, "sparse_fill"));
    }
}

TEST_F(UserTypePrograms, Builds) {
    for (const BinaryName &dup : {user_bytes(), user_number(), user_maximum(64)}) {
        BuildCall call{};
        call.type = dup.type;
        call.dup = dup;
        for (const bool is_iso : {false, true}) {
            call.is_iso = is_iso;
            expect_complete(build_program(call, "fold_runs"));
        }
        BuildElementsCall elements{};
        int values = 0;
        elements.index_type = "long";
        elements.type = dup.type;
        elements.values = &values;
        expect_complete(build_program(elements, "scatter_tuples"));
    }
}

/// Bound values fit into a call.
TEST_F(UserTypePrograms, BoundValues) {
    for (const BinaryName &op : {user_bytes(), user_number(), user_maximum(8)}) {
        for (const MapKind kind : {MapKind::bind_first, MapKind::bind_second})
            expect_complete(program_of(map_call(kind, op, op.type, op.type)));
    }
}

/// Types need not be structs, and some values only move.
TEST_F(UserTypePrograms, OtherTypes) {
    for (const Definition &definition :
         {Definition{Kind::type, "Number", "typedef double Number ;", 8, nullptr, nullptr, nullptr},
          Definition{Kind::type, "Colour", "typedef enum { red, green } Colour ;", 4, nullptr,
                     nullptr, nullptr},
          Definition{Kind::type, "Either", "typedef union { float f ; int i ; } Either ;", 4,
                     nullptr, nullptr, nullptr},
          Definition{Kind::type, "Bytes", "typedef struct { unsigned char parts [3] ; } Bytes ;", 3,
                     nullptr, nullptr, nullptr}}) {
        const char *type = defined(definition);
        expect_complete(program_of(merge_call(type, type, {}, type)));
    }
}

} // namespace
} // namespace grb::device
