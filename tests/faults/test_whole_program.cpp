// Tests a program that uses every operation, in its own process: all memory comes from the
// functions given to GxB_init, and after GrB_finalize none is left.
#include "faults/foreign.h"
#include "faults/sweep.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>

namespace faults {
namespace {

/// Calls each operation and method at least once; `info` keeps the first failure.
class Program {
public:
    explicit Program(World &world) : o(world) {}

    GrB_Info run() {
        watch_foreign(true);
        multiply();
        combine();
        move();
        reduce();
        edit();
        user_types();
        watch_foreign(false);
        return info_;
    }
    GrB_Info exchange() {
        watch_foreign(true);
        for (const int compression :
             {+GrX_COMPRESSION_NONE, +GrX_COMPRESSION_LZ4, GrX_COMPRESSION_ZSTD + 1,
              GrX_COMPRESSION_ZSTD + 12, +GrX_COMPRESSION_DEFAULT}) {
            call(GrB_Global_set_INT32(GrB_GLOBAL, compression,
                                      static_cast<GrB_Field>(GrX_COMPRESSION)));
            o.count = o.blob.size();
            call(GrB_Matrix_serialize(o.blob.data(), &o.count, o.A));
            call(GrB_Matrix_deserialize(&o.made_matrix, nullptr, o.blob.data(), o.count));
            call(GrB_Matrix_free(&o.made_matrix));
        }
        watch_foreign(false);
        return info_;
    }

private:
    void call(GrB_Info info) {
        if (info_ == GrB_SUCCESS) info_ = info;
    }
    void multiply() {
        call(GrB_mxm(o.C, o.mask_C, GrB_PLUS_FP64, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.B,
                     GrB_DESC_S));
        call(GrB_mxm(o.S, nullptr, nullptr, GrB_MIN_PLUS_SEMIRING_FP64, o.A, o.D, GrB_DESC_T1));
        call(GrB_mxv(o.w, o.mask_w, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.u, GrB_DESC_RC));
        call(GrB_vxm(o.u, nullptr, GrB_MAX_FP64, GrB_MAX_TIMES_SEMIRING_FP64, o.w, o.A, nullptr));
        call(GrB_Matrix_kronecker_BinaryOp(o.C, nullptr, nullptr, GrB_TIMES_FP64, o.K, o.L,
                                           nullptr));
    }
    void combine() {
        call(GrB_Matrix_eWiseAdd_BinaryOp(o.A, o.mask_A, nullptr, GrB_MINUS_FP64, o.A, o.D,
                                          GrB_DESC_R));
        call(GrB_Matrix_eWiseMult_BinaryOp(o.D, nullptr, GrB_PLUS_FP64, GrB_TIMES_FP64, o.A, o.D,
                                           nullptr));
        call(
            GrB_Vector_eWiseAdd_BinaryOp(o.u, o.mask_u, nullptr, GrB_PLUS_FP64, o.u, o.v, nullptr));
        call(GrB_Vector_eWiseMult_BinaryOp(o.v, nullptr, nullptr, GrB_TIMES_FP64, o.u, o.v,
                                           nullptr));
        call(GrB_Matrix_apply(o.integers, nullptr, nullptr, o.negate, o.C, nullptr));
        call(GrB_Matrix_apply_BinaryOp2nd_FP64(o.A, nullptr, nullptr, GrB_MINUS_FP64, o.D, 2,
                                               nullptr));
        call(GrB_Vector_apply_IndexOp_INT64(o.u, nullptr, nullptr, GrB_ROWINDEX_INT64, o.v, 1,
                                            nullptr));
        call(GrB_Matrix_select_INT64(o.S, nullptr, nullptr, GrB_TRIL, o.S, 0, nullptr));
        call(GrB_Vector_select_FP64(o.v, nullptr, nullptr, GrB_VALUENE_FP64, o.v, 1, nullptr));
    }
    void move() {
        call(GrB_Matrix_assign(o.C, o.mask_C, GrB_PLUS_FP64, o.K, some_rows, 3, some_columns, 2,
                               nullptr));
        call(GrB_Matrix_assign_FP64(o.A, o.mask_A, nullptr, 5, GrB_ALL, 12, GrB_ALL, 14, nullptr));
        call(GrB_Row_assign(o.A, nullptr, nullptr, o.u, 4, GrB_ALL, 14, nullptr));
        call(GrB_Col_assign(o.A, nullptr, nullptr, o.w, GrB_ALL, 12, 3, nullptr));
        call(GrB_Vector_assign(o.u, nullptr, nullptr, o.w, up_to, 12, nullptr));
        call(
            GrB_Matrix_extract(o.K, nullptr, nullptr, o.A, some_rows, 3, some_columns, 2, nullptr));
        call(GrB_Vector_extract(o.w, nullptr, nullptr, o.u, up_to, 12, nullptr));
        call(GrB_Col_extract(o.w, o.mask_w, nullptr, o.A, GrB_ALL, 12, 3, nullptr));
        call(GrB_transpose(o.S, nullptr, GrB_PLUS_FP64, o.S, nullptr));
    }
    void reduce() {
        call(GrB_Matrix_reduce_Monoid(o.w, nullptr, nullptr, GrB_PLUS_MONOID_FP64, o.A, nullptr));
        call(GrB_Matrix_reduce_FP64(&o.number, nullptr, GrB_PLUS_MONOID_FP64, o.A, nullptr));
        call(GrB_Vector_reduce_Monoid_Scalar(o.s, nullptr, GrB_MAX_MONOID_FP64, o.u, nullptr));
    }
    void edit() {
        call(GrB_Matrix_setElement_FP64(o.A, 9, 0, 3));
        call(GrB_Matrix_removeElement(o.A, 4, 4));
        call(GrB_Vector_setElement_FP64(o.u, 9, 2));
        call(GrB_Matrix_wait(o.A, GrB_MATERIALIZE));
        call(GrB_Matrix_dup(&o.made_matrix, o.A));
        call(GrB_Matrix_resize(o.made_matrix, 5, 30));
        call(GrB_Matrix_free(&o.made_matrix));
        call(GrB_Matrix_diag(&o.made_matrix, o.u, 2));
        call(GrB_Matrix_free(&o.made_matrix));
        call(GrB_Matrix_build_FP64(o.empty, some_rows, some_columns, o.values.data(), 4,
                                   GrB_PLUS_FP64));
        o.count = 400;
        call(GrB_Matrix_extractTuples_FP64(o.first.data(), o.second.data(), o.values.data(),
                                           &o.count, o.A));
    }
    void user_types() {
        call(GrB_mxm(o.big_C, nullptr, nullptr, o.big_semiring, o.big_A, o.big_B, nullptr));
        call(GrB_mxv(o.big_w, nullptr, nullptr, o.big_semiring, o.big_A, o.big_u, nullptr));
        call(GrB_Matrix_apply(o.big_A, nullptr, o.big_plus, o.big_negate, o.big_A, nullptr));
        call(GrB_Matrix_select_UDT(o.big_A, nullptr, nullptr, o.big_is_right_of, o.big_A,
                                   &o.big_number, nullptr));
        call(GrB_Matrix_reduce_UDT(&o.big_number, nullptr, o.big_monoid, o.big_C, nullptr));
    }

    World &o;
    GrB_Info info_ = GrB_SUCCESS;
};

/// Prints the errors; returns 0 without any.
int whole_program() {
    int failures = 0;
    const auto expect = [&](bool is_right, const char *what, long number) {
        if (is_right) return;
        std::fprintf(stderr, "%s: %ld\n", what, number);
        failures++;
    };
    // OpenMP, if loaded, starts at its first call; it allocates its own memory.
    if (void *const question = dlsym(RTLD_DEFAULT, "omp_get_max_threads"))
        reinterpret_cast<int (*)()>(question)();
    expect(initialise() == GrB_SUCCESS, "GxB_init", 0);
    for (const Storage storage : all_storages) {
        World world(storage);
        const GrB_Info info = Program(world).run();
        expect(info == GrB_SUCCESS, name_of(storage), info);
    }
    {
        World world(Storage::pending);
        // The blob is so large that the compressors use working memory.
        expect(GrB_Matrix_resize(world.A, 300, 14) == GrB_SUCCESS, "GrB_Matrix_resize", 0);
        for (GrB_Index i = 0; i < 300; i++)
            GrB_Matrix_setElement_FP64(world.A, static_cast<double>(i % 17), i, i % 14);
        const GrB_Info info = Program(world).exchange();
        expect(info == GrB_SUCCESS, "serialize", info);
        expect(live_bytes() > 0, "bytes live before the end", live_bytes());
    }
    expect(GrB_finalize() == GrB_SUCCESS, "GrB_finalize", 0);
    expect(requests() > 1000, "requests", requests());
    expect(live_bytes() == 0, "bytes live after GrB_finalize", live_bytes());
    expect(live_blocks() == 0, "blocks live after GrB_finalize", live_blocks());
    expect(foreign_requests() == 0, "requests to operator new", foreign_requests());
    expect(!testing::Test::HasFailure(), "assertions of the world", 0);
    return failures;
}

TEST(FaultsDeathTest, NothingLivesAfterTheProgram) {
    GTEST_FLAG_SET(death_test_style, "threadsafe"); // a process of its own
    EXPECT_EXIT(std::exit(whole_program()), testing::ExitedWithCode(0), "");
}

} // namespace
} // namespace faults
