// Tests who owns arrays in SuiteSparse's layouts after sharing, after a refusal, and without
// memory.
#include "api/gxb_arrays.h"

namespace api {
namespace {

TEST(GxbHandOver, OneValueForAll) {
    MatrixPointer A(new_matrix(GrB_FP64, 3, 4));
    Compressed in;
    in.Ap = array_of<GrB_Index>({0, 2, 2, 3});
    in.Ai = array_of<GrB_Index>({1, 3, 0});
    void *const value = in.Ax = array_of<double>({6});
    REQUIRE(GxB_Matrix_pack_CSR(A.get(), &in.Ap, &in.Ai, &in.Ax, 32, 24, 8, true, false, nullptr));
    bool iso = false;
    REQUIRE(GxB_Matrix_iso(&iso, A.get()));
    EXPECT_TRUE(iso);
    EXPECT_EQ(entries_of(A), (EntryMap{{{0, 1}, 6}, {{0, 3}, 6}, {{2, 0}, 6}}));
    const MatrixPointer B(copy_of(A.get()));
    Compressed out, all;
    REQUIRE(GxB_Matrix_unpack_CSR(A.get(), &out.Ap, &out.Ai, &out.Ax, &out.Ap_size, &out.Ai_size,
                                  &out.Ax_size, &out.iso, nullptr, nullptr));
    EXPECT_TRUE(out.iso);
    EXPECT_EQ(out.Ax_size, 8U);
    EXPECT_NE(out.Ax, value); // the copy has it
    REQUIRE(GxB_Matrix_unpack_CSR(B.get(), &all.Ap, &all.Ai, &all.Ax, &all.Ap_size, &all.Ai_size,
                                  &all.Ax_size, nullptr, nullptr, nullptr));
    expect_array<double>(all.values(), {6, 6, 6});
}

TEST(GxbHandOver, SharedArraysAreCopied) {
    const MatrixPointer A = matrix_of(3, 4, array_entries);
    REQUIRE(GrB_Matrix_set_INT32(A.get(), GrX_SPARSE, GrX_FORMAT));
    const MatrixPointer B(copy_of(A.get()));
    Compressed out;
    REQUIRE(GxB_Matrix_unpack_CSR(A.get(), &out.Ap, &out.Ai, &out.Ax, &out.Ap_size, &out.Ai_size,
                                  &out.Ax_size, &out.iso, &out.jumbled, nullptr));
    static_cast<double *>(out.Ax)[0] = 100;
    out.Ai[0] = 0;
    EXPECT_EQ(entries_of(B), array_entries);
    EXPECT_TRUE(entries_of(A).empty());
}

TEST(GxbHandOver, WrongArraysStayTheCallers) {
    const MatrixPointer A = matrix_of(3, 4, array_entries);
    const auto secure = descriptor_of({{GxB_IMPORT, GxB_SECURE_IMPORT}});
    struct Fault {
        std::initializer_list<GrB_Index> Ap, Aj;
        GrB_Index Ap_size, Aj_size, Ax_size;
        bool jumbled, is_seen_always;
        GrB_Info info;
    };
    const Fault faults[] = {
        {{0, 2, 2, 4}, {1, 3, 0, 2}, 24, 32, 32, false, true, GrB_INVALID_VALUE},
        {{0, 2, 2, 4}, {1, 3, 0, 2}, 32, 24, 32, false, true, GrB_INVALID_VALUE},
        {{0, 2, 2, 4}, {1, 3, 0, 2}, 32, 32, 31, false, true, GrB_INVALID_VALUE},
        {{1, 2, 2, 4}, {1, 3, 0, 2}, 32, 32, 32, false, true, GrB_INVALID_VALUE},
        {{0, 3, 2, 4}, {1, 3, 0, 2}, 32, 32, 32, false, false, GrB_INVALID_OBJECT},
        {{0, 2, 2, 4}, {1, 4, 0, 2}, 32, 32, 32, false, false, GrB_INVALID_OBJECT},
        {{0, 2, 2, 4}, {3, 1, 0, 2}, 32, 32, 32, false, false, GrB_INVALID_OBJECT},
        {{0, 2, 2, 4}, {1, 1, 0, 2}, 32, 32, 32, true, false, GrB_INVALID_OBJECT},
    };
    for (const Fault &fault : faults) {
        Compressed in;
        GrB_Index *const Ap = in.Ap = array_of(fault.Ap);
        GrB_Index *const Aj = in.Ai = array_of(fault.Aj);
        void *const Ax = in.Ax = array_of<double>({1, 2, 3, 4});
        const GrB_Descriptor desc = fault.is_seen_always ? nullptr : secure.get();
        EXPECT_EQ(GxB_Matrix_pack_CSR(A.get(), &in.Ap, &in.Ai, &in.Ax, fault.Ap_size, fault.Aj_size,
                                      fault.Ax_size, false, fault.jumbled, desc),
                  fault.info);
        EXPECT_NE(error_text(A.get()), "");
        EXPECT_EQ(in.Ap, Ap);
        EXPECT_EQ(in.Ai, Aj);
        EXPECT_EQ(in.Ax, Ax);
        EXPECT_EQ(entries_of(A), array_entries);
    }
    // Right arrays pass the check, jumbled or not.
    for (const bool jumbled : {false, true}) {
        Compressed in;
        in.Ap = array_of<GrB_Index>({0, 2, 2, 4});
        in.Ai = jumbled ? array_of<GrB_Index>({3, 1, 2, 0}) : array_of<GrB_Index>({1, 3, 0, 2});
        in.Ax = jumbled ? array_of<double>({2, 1, 4, 3}) : array_of<double>({1, 2, 3, 4});
        REQUIRE(GxB_Matrix_pack_CSR(A.get(), &in.Ap, &in.Ai, &in.Ax, 32, 32, 32, false, jumbled,
                                    secure.get()));
        EXPECT_EQ(entries_of(A), array_entries);
    }
    Compressed in;
    EXPECT_EQ(
        GxB_Matrix_pack_CSR(A.get(), &in.Ap, &in.Ai, &in.Ax, 32, 32, 32, false, false, nullptr),
        GrB_NULL_POINTER);
    EXPECT_EQ(
        GxB_Matrix_pack_CSR(A.get(), nullptr, &in.Ai, &in.Ax, 32, 32, 32, false, false, nullptr),
        GrB_NULL_POINTER);
}

TEST(GxbHandOver, NothingInIt) {
    GrB_Matrix A = nullptr;
    Compressed in;
    in.Ap = array_of<GrB_Index>({0, 0, 0});
    REQUIRE(GxB_Matrix_import_CSR(&A, GrB_FP64, 2, 5, &in.Ap, &in.Ai, &in.Ax, 24, 0, 0, false,
                                  false, nullptr));
    EXPECT_TRUE(entries_of(A).empty());
    Compressed out;
    REQUIRE(GxB_Matrix_unpack_CSR(A, &out.Ap, &out.Ai, &out.Ax, &out.Ap_size, &out.Ai_size,
                                  &out.Ax_size, &out.iso, &out.jumbled, nullptr));
    expect_array<GrB_Index>(out.Ap, {0, 0, 0});
    EXPECT_EQ(out.Ai_size, 0U);
    GrB_Matrix Y = A;
    REQUIRE(GxB_unpack_HyperHash(A, &Y, nullptr));
    EXPECT_EQ(Y, nullptr);
    Y = new_matrix(GrB_INT64, 1, 1);
    REQUIRE(GxB_pack_HyperHash(A, &Y, nullptr));
    EXPECT_EQ(Y, nullptr);
    REQUIRE(GrB_Matrix_free(&A));
}

std::size_t allocations_left_ = SIZE_MAX;
void *counted_malloc(std::size_t bytes) {
    if (allocations_left_ == 0) return nullptr;
    if (allocations_left_ != SIZE_MAX) allocations_left_--;
    return std::malloc(bytes);
}

/// Calls with memory for 0, 1, 2, ... allocations until it suffices; returns the number of
/// failures.
template <class Call, class Check>
int sweep(Call &&call, Check &&is_as_before) {
    for (std::size_t count = 0;; count++) {
        allocations_left_ = count;
        const GrB_Info info = call();
        allocations_left_ = SIZE_MAX;
        if (info == GrB_SUCCESS) return static_cast<int>(count);
        EXPECT_EQ(info, GrB_OUT_OF_MEMORY);
        is_as_before();
        if (testing::Test::HasFailure()) return -1;
    }
}

TEST(GxbHandOver, WithoutMemoryNothingIsLost) {
    REQUIRE(GrB_finalize());
    REQUIRE(GxB_init(GrB_NONBLOCKING, counted_malloc, nullptr, nullptr, std::free));
    for (const bool by_column : {false, true}) {
        for (const bool is_shared : {false, true}) {
            const MatrixPointer A = matrix_of(3, 4, array_entries);
            MatrixPointer other;
            Compressed in;
            // The entries are unsorted: columns have to be sorted.
            GrB_Index *const Ap = in.Ap = by_column ? array_of<GrB_Index>({0, 2, 3, 4, 4})
                                                    : array_of<GrB_Index>({0, 2, 3, 4});
            in.Ai = array_of<GrB_Index>({2, 0, 1, 1});
            in.Ax = array_of<double>({1, 2, 3, 4});
            const auto pack = by_column ? GxB_Matrix_pack_CSC : GxB_Matrix_pack_CSR;
            const int tries = sweep(
                [&] {
                    return pack(A.get(), &in.Ap, &in.Ai, &in.Ax, 40, 32, 32, false, true, nullptr);
                },
                [&] {
                    ASSERT_EQ(in.Ap, Ap);
                    ASSERT_EQ(in.Ai[0], 2U);
                    ASSERT_EQ(entries_of(A), array_entries);
                });
            EXPECT_GT(tries, 3);
            const EntryMap packed =
                by_column ? EntryMap{{{2, 0}, 1}, {{0, 0}, 2}, {{1, 1}, 3}, {{1, 2}, 4}}
                          : EntryMap{{{0, 2}, 1}, {{0, 0}, 2}, {{1, 1}, 3}, {{2, 1}, 4}};
            ASSERT_EQ(entries_of(A), packed);
            if (is_shared) other.reset(copy_of(A.get()));
            Compressed out;
            // The other orientation allocates all arrays anew.
            const auto unpack = by_column ? GxB_Matrix_unpack_CSR : GxB_Matrix_unpack_CSC;
            EXPECT_GT(sweep(
                          [&] {
                              return unpack(A.get(), &out.Ap, &out.Ai, &out.Ax, &out.Ap_size,
                                            &out.Ai_size, &out.Ax_size, nullptr, nullptr, nullptr);
                          },
                          [&] { ASSERT_EQ(entries_of(A), packed); }),
                      is_shared ? 3 : 1);
            EXPECT_TRUE(entries_of(A).empty());
            if (is_shared) {
                EXPECT_EQ(entries_of(other), packed);
            }

            std::int8_t *Ab = array_of<std::int8_t>({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0});
            void *Ax = std::calloc(12, 8);
            const auto pack_bitmap = by_column ? GxB_Matrix_pack_BitmapC : GxB_Matrix_pack_BitmapR;
            EXPECT_GT(
                sweep([&] { return pack_bitmap(A.get(), &Ab, &Ax, 12, 96, false, 2, nullptr); },
                      [&] {
                          ASSERT_EQ(Ab[5], 1);
                          ASSERT_TRUE(entries_of(A).empty());
                      }),
                2);
            EXPECT_EQ(entries_of(A).size(), 2U);
            GrB_Index b = 0, x = 0, nvals = 0;
            const auto unpack_bitmap =
                by_column ? GxB_Matrix_unpack_BitmapR : GxB_Matrix_unpack_BitmapC;
            EXPECT_GT(sweep(
                          [&] {
                              return unpack_bitmap(A.get(), &Ab, &Ax, &b, &x, nullptr, &nvals,
                                                   nullptr);
                          },
                          [&] { ASSERT_EQ(entries_of(A).size(), 2U); }),
                      1);
            std::free(Ab);
            std::free(Ax);
        }
    }
    REQUIRE(GrB_finalize());
    REQUIRE(GrB_init(GrB_NONBLOCKING));
}

} // namespace
} // namespace api
