// Tests that programs with user-defined operators given as C source compile for every listed
// architecture, and that sources that do not compile are detected. Needs NVRTC, no GPU.
#include "cuda/elementwise/elementwise_calls.h"
#include "cuda/merge/merge_calls.h"
#include "cuda/mxv/mxv_calls.h"
#include "cuda/mxv/mxv_push.hpp"
#include "cuda/structure/build.hpp"
#include "cuda/structure/structure_calls.h"
#include "cuda/user_programs.h"
#include "differential/user_sources.h"
#include "gcn/gcn_random.h"

namespace grb::device {
namespace {

class UserPrograms : public NeedsCompiler {};

TEST_F(UserPrograms, ElementwiseOnEveryArchitecture) {
    for (const int architecture : architectures) {
        expect_complete(program_of(merge_call("double", "double", user_binary(), "double")),
                        architecture);
        MapCall call = map_call(MapKind::entry, user_index(), "double", "bool");
        call.is_selection = true;
        expect_complete(program_of(call), architecture);
    }
}

/// The operators are the random numbers of tools/gcn/gcn.h.
TEST_F(UserPrograms, OperatorsOfANetwork) {
    const auto drawn = [](const char *name, const char *text, const char *type) {
        return BinaryName{defined({Kind::index_unary, name, text, 0, type, type, "unsigned long"}),
                          type};
    };
    for (const int architecture : architectures) {
        const auto expect_compiled = [&](const BinaryName &op) {
            expect_complete(program_of(map_call(MapKind::entry, op, op.type, op.type)),
                            architecture);
        };
        expect_compiled(drawn("gcn_dropout_FP32", GCN_TEXT(GCN_DROPOUT(FP32, float)), "float"));
        expect_compiled(drawn("gcn_dropout_FP64", GCN_TEXT(GCN_DROPOUT(FP64, double)), "double"));
        expect_compiled(drawn("gcn_uniform_FP32", GCN_TEXT(GCN_UNIFORM(FP32, float)), "float"));
        expect_compiled(drawn("gcn_uniform_FP64", GCN_TEXT(GCN_UNIFORM(FP64, double)), "double"));
    }
}

/// Operands and results have other types than the operator's.
TEST_F(UserPrograms, CastsAroundOperators) {
    expect_complete(program_of(merge_call("int", "bool", user_integers(), "float")));
    expect_complete(program_of(map_call(MapKind::unary, user_unary(), "long", "unsigned char")));
    expect_complete(program_of(map_call(MapKind::bind_first, user_integers(), "double", "long")));
    expect_complete(program_of(map_call(MapKind::bind_second, user_binary(), "short", "float")));
    expect_complete(program_of(map_call(MapKind::entry, user_index(), "float", "int")));
    ScatterCall scatter{};
    scatter.t.index_width = 8;
    scatter.t.type = scatter.c_type = "float";
    scatter.op = user_binary();
    expect_complete(program_of(scatter));
}

TEST_F(UserPrograms, SumsByUserOperators) {
    ReduceCall scalar{};
    scalar.x.dense.type = "float";
    scalar.add = user_binary();
    expect_complete(program_of(scalar));
    ReduceToVectorCall to_vector{};
    to_vector.x.dense.type = "double";
    to_vector.add = user_binary();
    for (const char *kernel : {"sum_rows", "sum_columns", "finish_vector"})
        expect_complete(program_of(to_vector, kernel));
    BuildCall build{};
    build.type = "float";
    build.dup = user_binary();
    expect_complete(build_program(build, "fold_runs"));
}

TEST_F(UserPrograms, SparseMerges) {
    SparseMergeCall call{};
    call.a.rows.type = call.b.rows.type = call.z_type = "double";
    call.elements.dense.type = "double";
    call.a.rows.index_width = call.b.rows.index_width = 4;
    call.op = user_binary();
    call.has_values = true;
    for (const Partner partner : {Partner::rows, Partner::elements}) {
        call.partner = partner;
        call.is_flipped = partner == Partner::elements;
        expect_complete(sparse_merge_program(call, "sparse_fill"));
    }
    call = SparseMergeCall{call};
    call.op = {};
    const BinaryName keep = user_index();
    call.function = {MapKind::entry, keep.functor, keep.type, 0};
    call.is_selection = true;
    expect_complete(sparse_merge_program(call, "sparse_count"));
    expect_complete(sparse_merge_program(call, "sparse_fill"));
    call.is_selection = false;
    expect_complete(sparse_merge_program(call, "sparse_fill"));
}

TEST_F(UserPrograms, Pull) {
    for (const MxvVariant variant :
         {MxvVariant::thread_row, MxvVariant::warp_row, MxvVariant::merge_path, MxvVariant::vsr}) {
        MxvPullCall call =
            pull_call(variant, {{"Plus", "long"}, user_integers(), "long"}, "int", "unsigned char");
        expect_complete(mxv_pull_program(call));
        call.is_flipped = true;
        call.u.bits = nullptr;
        call.A.is_iso = true;
        expect_complete(mxv_pull_program(call));
        expect_complete(mxv_pull_program(
            pull_call(variant, {user_binary(), {"Times", "double"}, "double"}, "float", "double")));
    }
    MxvPullCall call = pull_call(MxvVariant::pull_masked, {user_binary(), user_binary(), "double"},
                                 "double", "double");
    for (const Schedule schedule :
         {Schedule::merge, Schedule::vertex, Schedule::warp, Schedule::block, Schedule::twc,
          Schedule::twce, Schedule::edge, Schedule::weaver}) {
        call.schedule = schedule;
        expect_complete(mxv_pull_program(call), 80);
    }
}

TEST_F(UserPrograms, PushWithUserMultiplier) {
    MxvPushCall call{};
    call.variant = PushVariant::atomic;
    call.schedule = Schedule::merge;
    call.A.type = call.u_type = "double";
    call.A.nrows = call.A.ncols = 10;
    call.A.offset_width = call.A.index_width = call.frontier_width = call.list_width = 4;
    call.count = 3;
    call.semiring = {{"Min", "double"}, user_binary(), "double"};
    expect_complete(mxv_push_program(call, "push_atomic"));
    call.variant = PushVariant::sort;
    expect_complete(mxv_push_program(call, "push_expand"));
    expect_complete(mxv_push_program(call, "push_reduce"));
}

/// The sources are those of the differential tests.
TEST_F(UserPrograms, SourcesOfDifferentialTests) {
    namespace source = fuzz::source;
    const auto type = [](const char *name, const char *text, std::size_t size) {
        return defined({Kind::type, name, text, size, nullptr, nullptr, nullptr});
    };
    const char *interval = type("Interval", source::interval, 8),
               *wide = type("Wide", source::wide, 24), *rgb = type("Rgb", source::rgb, 3),
               *triple = type("Triple", source::triple, 12),
               *block = type("Block", source::block, 64);
    for (const Definition &d :
         {Definition{Kind::unary, "halve", source::halve, 0, "double", interval, nullptr},
          Definition{Kind::unary, "point", source::point, 0, interval, "short", nullptr},
          Definition{Kind::unary, "red", source::red, 0, "unsigned char", rgb, nullptr},
          Definition{Kind::unary, "twice", source::twice, 0, "int", "int", nullptr}}) {
        expect_complete(program_of(map_call(MapKind::unary, {defined(d), d.x}, d.x, d.z)));
    }
    for (const Definition &d :
         {Definition{Kind::binary, "hull", source::hull, 0, interval, interval, interval},
          Definition{Kind::binary, "shift", source::shift, 0, interval, interval, interval},
          Definition{Kind::binary, "brighter", source::brighter, 0, rgb, rgb, rgb},
          Definition{Kind::binary, "add_wide", source::add_wide, 0, wide, wide, wide},
          Definition{Kind::binary, "multiply_wide", source::multiply_wide, 0, wide, wide, wide},
          Definition{Kind::binary, "largest_triple", source::largest_triple, 0, triple, triple,
                     triple},
          Definition{Kind::binary, "add_block", source::add_block, 0, block, block, block},
          Definition{Kind::binary, "multiply_block", source::multiply_block, 0, block, block,
                     block},
          Definition{Kind::binary, "widen", source::widen, 0, wide, interval, "int"},
          Definition{Kind::binary, "larger", source::larger, 0, "int", "int", "int"},
          Definition{Kind::binary, "scaled", source::scaled, 0, "int", "signed char", "double"},
          Definition{Kind::binary, "same_sign", source::same_sign, 0, "bool", "float", "long"}}) {
        expect_complete(program_of(merge_call(d.x, d.y, {defined(d), d.x}, d.z)));
    }
    for (const Definition &d : {Definition{Kind::index_unary, "every_third", source::every_third, 0,
                                           "bool", "int", "long"},
                                Definition{Kind::index_unary, "value_and_position",
                                           source::value_and_position, 0, "double", "int", "int"},
                                Definition{Kind::index_unary, "interval_moved",
                                           source::interval_moved, 0, interval, interval, "int"}}) {
        expect_complete(program_of(map_call(MapKind::entry, {defined(d), d.x}, d.x, d.z)));
    }
}

TEST_F(UserPrograms, TypesThatAreFoundOut) {
    for (const Definition &definition :
         {Definition{Kind::type, "Small", "typedef struct { int a ; } Small ;", 8, nullptr, nullptr,
                     nullptr},
          Definition{Kind::type, "Row", "typedef double Row [4] ;", 32, nullptr, nullptr,
                     nullptr}}) {
        const char *name = defined(definition);
        refuse_broken_definitions(program_of(merge_call(name, name, {}, name)), 90);
        EXPECT_EQ(define(&definition, &name), Status::unsupported) << definition.c_name;
    }
}

// The following need no compiler.

TEST(UserDefinitions, SizesOfTypes) {
    EXPECT_EQ(size_of_user_type(user_type()), 24U);
    EXPECT_EQ(size_of_user_type(user_bytes().type), 3U);
    EXPECT_TRUE(is_user_type(user_type()));
    EXPECT_FALSE(is_user_type("double"));
}

TEST(UserDefinitions, OneNameForOneDefinition) {
    EXPECT_STREQ(user_binary().functor, user_binary().functor);
    EXPECT_STRNE(user_binary().functor, user_integers().functor);
    const Definition half{Kind::unary, "f",      "void f (double *z, const double *x) { *z = 1 ; }",
                          0,           "double", "double",
                          nullptr};
    Definition other = half;
    other.source = "void f (double *z, const double *x) { *z = 2 ; }";
    EXPECT_STRNE(defined(half), defined(other));
    other = half;
    other.x = "float";
    EXPECT_STRNE(defined(half), defined(other));
}

/// The text of the definition is part of the program, and so of the disk cache's key; only programs
/// that name it contain it.
TEST(UserDefinitions, TextIsInTheProgram) {
    const std::string plain =
        program_of(merge_call("double", "double", {"Plus", "double"}, "double"));
    EXPECT_EQ(with_definitions(plain), plain);
    const std::string program =
        with_definitions(program_of(merge_call("double", "double", user_binary(), "double")));
    EXPECT_NE(program.find("return (x * x) ;"), std::string::npos);
    EXPECT_EQ(program.find("uint64_t wide"), std::string::npos);
    EXPECT_EQ(program.find("return (x * x) ;"), program.rfind("return (x * x) ;"));
}

// These sources do not compile.

TEST_F(UserPrograms, BrokenSourceIsFoundOut) {
    const Definition broken{
        Kind::binary, "wrong", "void wrong (double *z) { *z = nothing_like_it ; }", 0, "double",
        "double",     "double"};
    const BinaryName good = user_binary();
    const SemiringName semiring{good, {defined(broken), "double"}, "double"};
    const std::string program = with_definitions(
        mxv_pull_program(pull_call(MxvVariant::thread_row, semiring, "double", "double")));
    std::string code;
    ASSERT_EQ(compile(program, 90, &code), Status::unsupported);
    EXPECT_NE(std::string(error_text()).find("nothing_like_it"), std::string::npos) << error_text();
    refuse_broken_definitions(program, 90);
    EXPECT_NE(std::string(error_text()).find("nothing_like_it"), std::string::npos) << error_text();
    const char *name = nullptr;
    EXPECT_EQ(define(&broken, &name), Status::unsupported);
    EXPECT_STREQ(good.functor, user_binary().functor); // still accepted
}

/// The function exists, but its types differ from the operator's.
TEST_F(UserPrograms, WrongTypesAreFoundOut) {
    const Definition wrong{Kind::unary, "f",      "void f (float *z, const float *x) { *z = *x ; }",
                           0,           "double", "double",
                           nullptr};
    const char *name = defined(wrong);
    refuse_broken_definitions(std::string("grb::") + name, 90);
    EXPECT_EQ(define(&wrong, &name), Status::unsupported);
}

/// The source alone compiles, but its macro changes the program.
TEST_F(UserPrograms, MacrosThatReachFurtherAreFoundOut) {
    const Definition greedy{Kind::binary,
                            "first_of",
                            "#define op 1 + 1\nvoid first_of (double *z, const double *x, "
                            "const double *y) { *z = *x ; }",
                            0,
                            "double",
                            "double",
                            "double"};
    const char *name = defined(greedy);
    const std::string program =
        with_definitions(program_of(merge_call("double", "double", {name, "double"}, "double")));
    std::string code;
    ASSERT_EQ(compile(program, 90, &code), Status::unsupported);
    refuse_broken_definitions(program, 90);
    EXPECT_EQ(define(&greedy, &name), Status::unsupported);
}

} // namespace
} // namespace grb::device
