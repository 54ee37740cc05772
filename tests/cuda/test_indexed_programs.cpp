// Tests that programs with operators on values and positions compile, in every variant that takes
// them. Needs NVRTC, no GPU.
#include "cuda/elementwise/elementwise_calls.h"
#include "cuda/merge/merge_calls.h"
#include "cuda/mxm/mxm_few_rows.hpp"
#include "cuda/mxm/mxm_hash.hpp"
#include "cuda/mxm/mxm_masked_dot.hpp"
#include "cuda/mxm/mxm_sampled.hpp"
#include "cuda/mxv/mxv_push.hpp"
#include "cuda/plugin/theta.hpp"
#include "cuda/user_programs.h"

namespace grb::device {
namespace {

class IndexedPrograms : public NeedsCompiler {};

/// Holds operands and operator of a product, over doubles and integers or over values of a
/// user-defined type.
struct Product {
    const char *a, *b;
    SemiringName semiring;
};
std::vector<Product> products() {
    return {{positioned("double", 8),
             positioned("int", 4),
             {{"Plus", "double"}, user_distance(), "double"}},
            {positioned(user_type(), 24),
             positioned("bool", 1),
             {{"Min", "float"}, user_shifted(), "float"}}};
}

SparseArrays rows_of(const char *type) {
    SparseArrays rows{};
    rows.nrows = rows.ncols = 1000;
    rows.nvals = 5000;
    rows.offset_width = rows.index_width = 4;
    rows.type = type;
    return rows;
}

/// A kernel attaches positions to entries; the values may have another type than the operator's.
TEST_F(IndexedPrograms, Positions) {
    const BinaryName carry = user_carry("double", 8);
    const char *const z = positioned("double", 8);
    for (const int architecture : architectures) {
        for (const char *type : {"double", "short"}) {
            expect_complete(program_of(map_call(MapKind::entry, carry, type, z)), architecture);
            SparseMergeCall call{};
            call.a.rows.type = call.b.rows.type = type;
            call.z_type = z;
            call.a.rows.index_width = 4;
            call.has_values = true;
            call.function = {MapKind::entry, carry.functor, carry.type, 1};
            expect_complete(sparse_merge_program(call, "sparse_fill"), architecture);
        }
    }
    expect_complete(program_of(map_call(MapKind::entry, user_carry(user_type(), 24), user_type(),
                                        positioned(user_type(), 24))));
}

TEST_F(IndexedPrograms, ElementByElement) {
    for (const Product &p : products()) {
        const char *const z = p.semiring.result_type;
        for (const int architecture : architectures)
            expect_complete(program_of(merge_call(p.a, p.b, p.semiring.multiply, z)), architecture);
        SparseMergeCall call{};
        call.a.rows.type = p.a;
        call.b.rows.type = call.elements.dense.type = p.b;
        call.z_type = z;
        call.a.rows.index_width = call.b.rows.index_width = 4;
        call.op = p.semiring.multiply;
        call.has_values = true;
        for (const Partner partner : {Partner::rows, Partner::elements}) {
            call.partner = partner;
            expect_complete(sparse_merge_program(call, "sparse_count"));
            expect_complete(sparse_merge_program(call, "sparse_fill"));
        }
    }
}

TEST_F(IndexedPrograms, Pull) {
    for (const Product &p : products()) {
        for (const MxvVariant variant :
             {MxvVariant::thread_row, MxvVariant::warp_row, MxvVariant::merge_path, MxvVariant::vsr,
              MxvVariant::segmented, MxvVariant::row_classes}) {
            expect_complete(mxv_pull_program(pull_call(variant, p.semiring, p.a, p.b)));
            MxvPullCall flipped = pull_call(variant, p.semiring, p.b, p.a);
            flipped.is_flipped = true;
            expect_complete(mxv_pull_program(flipped));
        }
        MxvPullCall masked = pull_call(MxvVariant::pull_masked, p.semiring, p.a, p.b);
        for (const Schedule schedule : schedules) {
            masked.schedule = schedule;
            expect_complete(mxv_pull_program(masked), 80);
        }
    }
}

TEST_F(IndexedPrograms, Push) {
    for (const Product &p : products()) {
        MxvPushCall call{};
        call.A = rows_of(p.a);
        call.u_type = p.b;
        call.frontier_width = call.list_width = 4;
        call.count = 3;
        call.semiring = p.semiring;
        call.variant = PushVariant::atomic;
        for (const Schedule schedule : schedules) {
            call.schedule = schedule;
            expect_complete(mxv_push_program(call, "push_atomic"));
        }
        call.variant = PushVariant::sort;
        expect_complete(mxv_push_program(call, "push_expand"));
        expect_complete(mxv_push_program(call, "push_reduce"));
    }
}

TEST_F(IndexedPrograms, ProductsOfMatrices) {
    static const std::uint64_t bits = 0;
    bool has_mask = false;
    for (const Product &p : products()) {
        MxmHashCall hash{};
        hash.semiring = p.semiring;
        hash.A = rows_of(p.a);
        hash.B = rows_of(p.b);
        hash.M = rows_of(nullptr);
        hash.has_mask = has_mask;
        expect_complete(mxm_hash_filling_program(hash));
        has_mask = !has_mask;
        MxmMaskedDotCall dot{};
        dot.semiring = p.semiring;
        dot.M = rows_of(nullptr);
        dot.A = hash.A;
        dot.B = hash.B;
        expect_complete(mxm_masked_dot_program(dot));
        for (const std::uint64_t rows : {1, 5}) {
            MxmFewRowsCall few{};
            few.rows = rows;
            few.has_values = true;
            few.semiring = p.semiring;
            few.A.bits = &bits;
            few.A.type = p.a;
            few.B = rows_of(p.b);
            expect_complete(mxm_few_rows_program(few));
        }
        for (const std::uint64_t k : {1, 100}) {
            MxmSampledCall sampled{};
            sampled.k = k;
            sampled.semiring = p.semiring;
            sampled.A.type = p.a;
            sampled.B.type = p.b;
            sampled.M = rows_of(nullptr);
            expect_complete(mxm_sampled_program(sampled));
        }
    }
}

TEST_F(IndexedPrograms, ProductsByFullMatrices) {
    std::uint64_t columns = 3;
    for (const Product &p : products()) {
        for (const SpmmVariant variant :
             {SpmmVariant::row_split, SpmmVariant::sequential_row, SpmmVariant::parallel_row,
              SpmmVariant::merge, SpmmVariant::sequential_balanced, SpmmVariant::parallel_balanced,
              SpmmVariant::merge_path, SpmmVariant::vector}) {
            columns = 19 - columns;
            expect_complete(spmm_program(spmm_call(variant, columns, p.semiring, p.a, p.b)));
        }
    }
}

/// Values are as large as shared memory allows: no variant refuses.
TEST_F(IndexedPrograms, LargestValues) {
    static const std::uint64_t bits = 0;
    const char *const type = user_maximum(64).type;
    const BinaryName first{defined({Kind::binary, "leads",
                                    "void leads (int32_t *z, const Parts64 *x, const Parts64 *y)\n"
                                    "{ *z = x->part [0] - y->part [15] ; }",
                                    0, "int", type, type}),
                           type};
    const SemiringName semiring{{"Plus", "int"}, first, "int"};
    MxmHashCall hash{};
    hash.semiring = semiring;
    hash.A = hash.B = rows_of(type);
    expect_complete(mxm_hash_filling_program(hash));
    MxmMaskedDotCall dot{};
    dot.semiring = semiring;
    dot.M = rows_of(nullptr);
    dot.A = dot.B = rows_of(type);
    expect_complete(mxm_masked_dot_program(dot));
    MxmFewRowsCall few{};
    few.rows = 64;
    few.has_values = true;
    few.semiring = semiring;
    few.A.bits = &bits;
    few.A.type = type;
    few.B = rows_of(type);
    expect_complete(mxm_few_rows_program(few));
    MxmSampledCall sampled{};
    sampled.k = 64;
    sampled.semiring = semiring;
    sampled.A.type = sampled.B.type = type;
    sampled.M = rows_of(nullptr);
    expect_complete(mxm_sampled_program(sampled));
    expect_complete(mxv_pull_program(pull_call(MxvVariant::segmented, semiring, type, type)));
    for (const SpmmVariant variant :
         {SpmmVariant::row_split, SpmmVariant::sequential_row, SpmmVariant::parallel_row,
          SpmmVariant::merge, SpmmVariant::sequential_balanced, SpmmVariant::parallel_balanced,
          SpmmVariant::merge_path, SpmmVariant::vector})
        expect_complete(spmm_program(spmm_call(variant, 64, semiring, type, type)));
}

/// theta is data: another theta needs no other program.
TEST_F(IndexedPrograms, ThetaIsNoPartOfThem) {
    const std::string name = user_distance(1).functor;
    EXPECT_EQ(user_distance(2.5).functor, name);
    EXPECT_NE(user_shifted().functor, name);
    const auto program = [](const BinaryName &op) {
        return program_of(merge_call(op.type, positioned("int", 4), op, "double"));
    };
    // Names are compared by their addresses.
    EXPECT_EQ(theta_in(program(user_distance())), user_distance().functor);
    EXPECT_EQ(theta_in(program_of(merge_call("int", "int", user_integers(), "long"))), nullptr);
    std::string code;
    ASSERT_EQ(compile(with_definitions(program(user_distance())), 90, &code), Status::ok);
    EXPECT_NE(code.find(theta_name(name)), std::string::npos);
}

TEST_F(IndexedPrograms, BrokenSourcesAreFoundOut) {
    const char *const x = positioned("double", 8);
    const float theta = 0;
    const Definition broken = indexed("lost",
                                      "void lost (double *z, const double *x, GrB_Index ix, "
                                      "GrB_Index jx, const double *y, GrB_Index iy, GrB_Index jy, "
                                      "const float *theta) { *z = somewhere ; }",
                                      "double", x, x, "float", &theta, sizeof theta);
    const char *name = defined(broken);
    const std::string program = program_of(merge_call(x, x, {name, x}, "double"));
    std::string code;
    EXPECT_EQ(compile(with_definitions(program), 90, &code), Status::unsupported);
    refuse_broken_definitions(program, 90);
    EXPECT_EQ(define(&broken, &name), Status::unsupported);
    // The types of its operands are complete.
    EXPECT_EQ(positioned("double", 8), x);
}

/// The host aligns values behind a position to 8 bytes, so it refuses larger alignments.
TEST_F(IndexedPrograms, TypesThatAreAlignedToMore) {
    const char *const type = defined({Kind::type, "Aligned",
                                      "typedef struct __attribute__ ((aligned (32))) "
                                      "{ double a ; } Aligned ;",
                                      32, nullptr, nullptr, nullptr});
    const Definition definition{Kind::positioned, "Aligned", nullptr, 48, nullptr, type, nullptr};
    const char *name = defined(definition);
    refuse_broken_definitions(program_of(merge_call(name, name, {}, name)), 90);
    EXPECT_EQ(define(&definition, &name), Status::unsupported);
}

} // namespace
} // namespace grb::device
