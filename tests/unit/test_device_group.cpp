// Tests a device group: threads, partitions at word boundaries, whole objects of ranges; every
// variant of the group gives the result of one device. Two stub devices on the host stand for GPUs,
// unless there are GPUs: GRAPHBLAST_CUDA=always GRAPHBLAST_CUDA_DEVICES=0,1.
#include "base/group_devices.hpp"
#include "distributed/device_group.hpp"
#include "distributed/work.hpp"
#include "suitesparse/GraphBLAS.h"
#include "unit/stub_device.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <thread>
#include <tuple>
#include <vector>

namespace grb {
namespace {

using stub_test::stub;

void require(GrB_Info info) {
    ASSERT_EQ(info, GrB_SUCCESS);
}

/// True if two GPUs have been opened as a group until the process ends.
bool are_gpus() {
    static const bool are = [] {
        GrB_init(GrB_NONBLOCKING);
        GrB_Index devices = 0;
        GrX_Device_count(&devices);
        GrB_finalize();
        return !group_devices().empty();
    }();
    return are;
}

/// Makes stub devices a group until the end of the scope, where there are no GPUs.
class Named {
public:
    explicit Named(int members = 2) {
        std::vector<Device *> list;
        for (int k = 0; k < members; k++) list.push_back(&stub(k));
        if (!are_gpus()) set_group_devices(list);
    }
    ~Named() {
        if (!are_gpus()) set_group_devices({});
    }
};

TEST(DeviceGroup, IsThereWhileItsDevicesAre) {
    if (are_gpus()) GTEST_SKIP() << "GPUs are a team for ever";
    EXPECT_EQ(device_group(), nullptr);
    {
        const Named named;
        ASSERT_NE(device_group(), nullptr);
        EXPECT_EQ(device_group()->size(), 2);
        EXPECT_FALSE(is_follower(stub(0)));
        EXPECT_TRUE(is_follower(stub(1)));
        set_group_partitions(3); // partitions of everything take precedence
        EXPECT_EQ(device_group(), nullptr);
        set_group_partitions(0);
    }
    EXPECT_EQ(device_group(), nullptr);
    EXPECT_FALSE(is_follower(stub(1)));
}

TEST(DeviceGroup, EachMemberHasAThreadAndItsDevice) {
    const Named named;
    Group &group = *device_group();
    for (int turn = 0; turn < 100; turn++) {
        std::vector<std::thread::id> threads(static_cast<std::size_t>(group.size()));
        const HostVector<std::uint64_t> counts = group.each([&](int member) -> std::uint64_t {
            threads[static_cast<std::size_t>(member)] = std::this_thread::get_id();
            Device *const own = group_devices()[static_cast<std::size_t>(member)];
            EXPECT_EQ(here(), own);
            EXPECT_EQ(running().device, own);
            EXPECT_TRUE(is_among_devices() && group_context().is_inside);
            EXPECT_EQ(group_context().member, member);
            return static_cast<std::uint64_t>(member) + 7;
        });
        EXPECT_EQ(threads[0], std::this_thread::get_id());
        for (std::size_t k = 0; k < counts.size(); k++) {
            EXPECT_EQ(counts[k], k + 7);
            EXPECT_EQ(std::count(threads.begin(), threads.end(), threads[k]), 1);
        }
    }
    EXPECT_FALSE(is_among_devices());
    EXPECT_EQ(running().device, nullptr);
}

TEST(DeviceGroup, AFailureReachesTheCaller) {
    const Named named;
    const auto fail = [](int failing) {
        device_group()->each([failing](int member) -> std::uint64_t {
            if (member == failing) throw std::bad_alloc();
            return 0;
        });
    };
    EXPECT_THROW(fail(0), std::bad_alloc);
    EXPECT_THROW(fail(1), std::bad_alloc);
    EXPECT_NO_THROW(fail(device_group()->size()));
}

TEST(DeviceGroup, ProblemsOfSeveralThreads) {
    const Named named;
    std::atomic<std::uint64_t> sum{0};
    std::vector<std::thread> callers;
    for (int k = 0; k < 4; k++)
        callers.emplace_back([&] {
            for (int turn = 0; turn < 200; turn++)
                for (const std::uint64_t count : device_group()->each(
                         [](int member) { return static_cast<std::uint64_t>(member) + 1; }))
                    sum += count;
        });
    for (std::thread &caller : callers) caller.join();
    const auto members = static_cast<std::uint64_t>(device_group()->size());
    EXPECT_EQ(sum, 4 * 200 * members * (members + 1) / 2);
}

TEST(DeviceGroup, IsOfGpusWhereTwoAreThere) {
    if (!are_gpus()) GTEST_SKIP() << "two GPUs are wanted: GRAPHBLAST_CUDA_DEVICES=0,1";
    for (const Device *const device : group_devices()) EXPECT_STREQ(device->kind(), "cuda");
}

using Entries = std::vector<std::tuple<GrB_Index, GrB_Index, std::int64_t>>;

Entries entries_of(GrB_Matrix A) {
    GrB_Index n = 0;
    EXPECT_EQ(GrB_Matrix_nvals(&n, A), GrB_SUCCESS);
    std::vector<GrB_Index> rows(n), columns(n);
    std::vector<std::int64_t> values(n);
    EXPECT_EQ(GrB_Matrix_extractTuples_INT64(rows.data(), columns.data(), values.data(), &n, A),
              GrB_SUCCESS);
    Entries all;
    for (GrB_Index k = 0; k < n; k++) all.emplace_back(rows[k], columns[k], values[k]);
    return all;
}
Entries entries_of(GrB_Vector v) {
    GrB_Index n = 0;
    EXPECT_EQ(GrB_Vector_nvals(&n, v), GrB_SUCCESS);
    std::vector<GrB_Index> indices(n);
    std::vector<std::int64_t> values(n);
    EXPECT_EQ(GrB_Vector_extractTuples_INT64(indices.data(), values.data(), &n, v), GrB_SUCCESS);
    Entries all;
    for (GrB_Index k = 0; k < n; k++) all.emplace_back(0, indices[k], values[k]);
    return all;
}

/// Sparse and full operands whose sizes are no multiples of a word.
class DeviceVariants : public testing::Test {
protected:
    static constexpr GrB_Index n = 333, columns = 150;
    GrB_Matrix A = nullptr, S = nullptr, B = nullptr, C = nullptr, D = nullptr, N = nullptr;
    GrB_Vector full = nullptr, list = nullptr, bits = nullptr, some = nullptr, w = nullptr;
    std::mt19937_64 random{1};

    void set_text(int field, const char *text) {
        require(GrB_Global_set_String(GrB_GLOBAL, text, static_cast<GrB_Field>(field)));
    }
    void fill(GrB_Matrix M, GrB_Index rows, GrB_Index cols, int entries) {
        for (int k = 0; k < entries; k++)
            require(GrB_Matrix_setElement_INT64(M, static_cast<std::int64_t>(random() % 9) - 4,
                                                random() % rows, random() % cols));
        require(GrB_Matrix_wait(M, GrB_MATERIALIZE));
    }
    void fill(GrB_Vector v, int entries) {
        for (int k = 0; k < entries; k++)
            require(GrB_Vector_setElement_INT64(v, static_cast<std::int64_t>(random() % 9) - 4,
                                                random() % n));
        require(GrB_Vector_wait(v, GrB_MATERIALIZE));
    }
    void SetUp() override {
        are_gpus(); // before GrB_init: the question starts and ends the library
        require(GrB_init(GrB_NONBLOCKING));
        for (GrB_Matrix *M : {&A, &S, &C}) require(GrB_Matrix_new(M, GrB_INT64, n, n));
        for (GrB_Matrix *M : {&B, &D, &N}) require(GrB_Matrix_new(M, GrB_INT64, n, columns));
        for (GrB_Vector *v : {&full, &list, &bits, &w}) require(GrB_Vector_new(v, GrB_INT64, n));
        require(GrB_Vector_new(&some, GrB_INT32, n));
        fill(A, n, n, 3000);
        fill(S, n, n, 500);
        fill(N, n, columns, 900);
        require(
            GrB_Matrix_assign_INT64(B, nullptr, nullptr, 2, GrB_ALL, n, GrB_ALL, columns, nullptr));
        require(
            GrB_Matrix_apply_IndexOp_INT64(B, nullptr, nullptr, GrB_COLINDEX_INT64, B, 3, nullptr));
        require(GrB_Vector_assign_INT64(full, nullptr, nullptr, 1, GrB_ALL, n, nullptr));
        require(GrB_Vector_apply_IndexOp_INT64(full, nullptr, nullptr, GrB_ROWINDEX_INT64, full, 1,
                                               nullptr));
        fill(list, 12);
        fill(bits, 300);
        require(GrB_Vector_assign_INT32(some, nullptr, nullptr, 0, GrB_ALL, n, nullptr));
        require(GrB_Vector_assign_INT32(some, bits, nullptr, 5, GrB_ALL, n, nullptr));
    }
    void TearDown() override {
        set_text(GrX_FORCE, "");
        for (GrB_Matrix *M : {&A, &S, &B, &C, &D, &N}) require(GrB_Matrix_free(M));
        for (GrB_Vector *v : {&full, &list, &bits, &some, &w}) require(GrB_Vector_free(v));
        require(GrB_finalize());
    }
    /// Compares the contents of `out` after call() by one device and by the group, twice.
    template <class Object>
    void expect_same(const char *what, const char *rule, Object out,
                     const std::function<GrB_Info()> &call) {
        const auto made = [&] {
            if constexpr (std::is_same_v<Object, GrB_Matrix>) {
                require(GrB_Matrix_clear(out));
            } else {
                require(GrB_Vector_clear(out));
            }
            require(call());
            return entries_of(out);
        };
        const Entries expected = made();
        const std::string operation = std::string(rule).substr(0, std::string(rule).find(':'));
        for (const int members : {2, 2, 4}) {
            const Named named(members);
            set_text(GrX_FORCE, rule);
            EXPECT_EQ(made(), expected) << what << ", " << members << " members";
            char last[128] = "";
            require(
                GrB_Global_get_String(GrB_GLOBAL, last, static_cast<GrB_Field>(GrX_LAST_VARIANT)));
            EXPECT_EQ(operation + ":" + last, rule) << what;
            set_text(GrX_FORCE, "");
        }
    }
};

TEST_F(DeviceVariants, ProductsWithVectors) {
    const GrB_Semiring plus_times = GrB_PLUS_TIMES_SEMIRING_INT64;
    for (const GrB_Vector u : {full, list, bits}) {
        for (const char *const rule : {"mxv:group/mxv_pull", "mxv:group/mxv_push"}) {
            expect_same("mxv", rule, w,
                        [&] { return GrB_mxv(w, nullptr, nullptr, plus_times, A, u, nullptr); });
            expect_same("transposed", rule, w, [&] {
                return GrB_mxv(w, nullptr, nullptr, plus_times, A, u, GrB_DESC_T0);
            });
            expect_same("masked", rule, w,
                        [&] { return GrB_mxv(w, bits, nullptr, plus_times, A, u, GrB_DESC_RSC); });
            expect_same("by value", rule, w,
                        [&] { return GrB_vxm(w, list, nullptr, plus_times, u, A, nullptr); });
            // Masks as in traversals: dense with many zeros, bitmaps by value and structure.
            const std::pair<GrB_Vector, GrB_Descriptor> masks[] = {
                {some, GrB_DESC_RC}, {some, GrB_DESC_R}, {bits, GrB_DESC_RC}, {bits, GrB_DESC_S}};
            for (const auto &[mask, how] : masks)
                expect_same("masked by cells", rule, w, [&, mask = mask, how = how] {
                    return GrB_vxm(w, mask, nullptr, plus_times, u, A, how);
                });
        }
    }
}

TEST_F(DeviceVariants, ProductsOfMatrices) {
    const GrB_Semiring plus_times = GrB_PLUS_TIMES_SEMIRING_INT64;
    for (const GrB_Matrix right : {B, N}) {
        expect_same("rows", "mxm:group/mxm_rows", D,
                    [&] { return GrB_mxm(D, nullptr, nullptr, plus_times, A, right, nullptr); });
    }
    for (const GrB_Descriptor descriptor : {static_cast<GrB_Descriptor>(nullptr), GrB_DESC_T0}) {
        expect_same("columns", "mxm:group/mxm_columns", D,
                    [&] { return GrB_mxm(D, nullptr, nullptr, plus_times, A, B, descriptor); });
        expect_same("some rows are empty", "mxm:group/mxm_columns", D,
                    [&] { return GrB_mxm(D, nullptr, nullptr, plus_times, S, B, descriptor); });
        expect_same("masked", "mxm:group/mxm_rows", C,
                    [&] { return GrB_mxm(C, S, nullptr, plus_times, A, A, descriptor); });
    }
    // The second member's rows are empty: its partition is a list, the other's is dense.
    GrB_Matrix top = nullptr;
    require(GrB_Matrix_new(&top, GrB_INT64, n, n));
    for (GrB_Index i = 0; i < 20; i++) require(GrB_Matrix_setElement_INT64(top, 3, i, i + 1));
    require(GrB_Matrix_wait(top, GrB_MATERIALIZE));
    expect_same("one is empty", "mxm:group/mxm_rows", D,
                [&] { return GrB_mxm(D, nullptr, nullptr, plus_times, top, B, nullptr); });
    require(GrB_Matrix_free(&top));
    // The product of a product has differently oriented partitions.
    expect_same("twice", "mxm:group/mxm_columns", D, [&] {
        const GrB_Info info = GrB_mxm(D, nullptr, nullptr, plus_times, A, B, nullptr);
        return info != GrB_SUCCESS ? info : GrB_mxm(D, nullptr, nullptr, plus_times, A, D, nullptr);
    });
}

TEST_F(DeviceVariants, WhatLooksAtEachPosition) {
    const GrB_BinaryOp plus = GrB_PLUS_INT64;
    for (const GrB_Vector u : {full, list, bits}) {
        for (const GrB_Vector v : {full, list, bits}) {
            expect_same("add", "ewise_add:group/ewise_add", w, [&] {
                return GrB_Vector_eWiseAdd_BinaryOp(w, nullptr, nullptr, plus, u, v, nullptr);
            });
            expect_same("multiply", "ewise_mult:group/ewise_mult", w, [&] {
                return GrB_Vector_eWiseMult_BinaryOp(w, bits, nullptr, plus, u, v, GrB_DESC_C);
            });
        }
        expect_same("apply", "apply:group/apply", w, [&] {
            return GrB_Vector_apply_IndexOp_INT64(w, nullptr, nullptr, GrB_ROWINDEX_INT64, u, 5,
                                                  nullptr);
        });
        expect_same("select", "select:group/select", w, [&] {
            return GrB_Vector_select_INT64(w, nullptr, nullptr, GrB_VALUEGT_INT64, u, 0, nullptr);
        });
        expect_same("assign", "assign:group/assign", w, [&] {
            return GrB_Vector_assign_INT64(w, u, nullptr, 3, GrB_ALL, n, GrB_DESC_S);
        });
        for (const GrB_Vector v : {full, list, bits}) {
            // The test forces the commit, not the operation.
            const auto committed = [&] {
                const GrB_Info info =
                    GrB_Vector_apply(w, nullptr, nullptr, GrB_IDENTITY_INT64, u, nullptr);
                return info != GrB_SUCCESS
                           ? info
                           : GrB_Vector_apply(w, bits, plus, GrB_AINV_INT64, v, GrB_DESC_SC);
            };
            require(committed());
            const Entries expected = entries_of(w);
            const Named named;
            set_text(GrX_FORCE, "commit:group/commit");
            require(committed());
            EXPECT_EQ(entries_of(w), expected);
            set_text(GrX_FORCE, "");
        }
    }
    expect_same("matrices", "ewise_add:group/ewise_add", C, [&] {
        return GrB_Matrix_eWiseAdd_BinaryOp(C, nullptr, nullptr, plus, A, S, GrB_DESC_T1);
    });
    expect_same("lower", "select:group/select", C, [&] {
        return GrB_Matrix_select_INT64(C, nullptr, nullptr, GrB_TRIL, A, -1, nullptr);
    });
}

TEST_F(DeviceVariants, Sums) {
    expect_same("rows", "reduce:group/reduce_rows", w, [&] {
        return GrB_Matrix_reduce_Monoid(w, nullptr, nullptr, GrB_PLUS_MONOID_INT64, A, nullptr);
    });
    expect_same("columns", "reduce:group/reduce_partial", w, [&] {
        return GrB_Matrix_reduce_Monoid(w, nullptr, nullptr, GrB_PLUS_MONOID_INT64, A, GrB_DESC_T0);
    });
    for (const GrB_Vector u : {full, list, bits}) {
        std::int64_t expected = 0, sum = 0;
        require(GrB_Vector_reduce_INT64(&expected, nullptr, GrB_PLUS_MONOID_INT64, u, nullptr));
        const Named named;
        set_text(GrX_FORCE, "reduce:group/reduce_scalar");
        require(GrB_Vector_reduce_INT64(&sum, nullptr, GrB_PLUS_MONOID_INT64, u, nullptr));
        EXPECT_EQ(sum, expected);
        set_text(GrX_FORCE, "");
    }
}

/// Results stay partitioned where they were made; a partition of the same cuts is the same array.
TEST_F(DeviceVariants, PartitionsAreKeptAndFound) {
    const Named named;
    set_text(GrX_FORCE, "apply:group/apply");
    require(GrB_Vector_apply(w, nullptr, nullptr, GrB_AINV_INT64, full, nullptr));
    std::size_t held = 0, bare = 0;
    require(GrB_Vector_get_SIZE(w, &held, static_cast<GrB_Field>(GrX_BYTES)));
    set_text(GrX_FORCE, "");
    require(GrB_Vector_apply(w, nullptr, nullptr, GrB_AINV_INT64, full, nullptr));
    require(GrB_Vector_get_SIZE(w, &bare, static_cast<GrB_Field>(GrX_BYTES)));
    EXPECT_GE(held, bare + n * sizeof(std::int64_t));
}

TEST_F(DeviceVariants, ObjectsSayHowTheyAreShared) {
    std::int32_t wish = -1;
    const auto field = static_cast<GrB_Field>(GrX_DISTRIBUTION);
    require(GrB_Matrix_get_INT32(A, &wish, field));
    EXPECT_EQ(wish, GrX_DISTRIBUTION_AUTO);
    require(GrB_Matrix_set_INT32(A, GrX_DISTRIBUTION_COLUMNS, field));
    require(GrB_Matrix_get_INT32(A, &wish, field));
    EXPECT_EQ(wish, GrX_DISTRIBUTION_COLUMNS);
    const Named named;
    // An object's distribution precedes a rule: A is not cut by its rows.
    set_text(GrX_FORCE, "mxv:group/mxv_pull");
    const auto variant_of_product = [&](GrB_Descriptor descriptor) {
        EXPECT_EQ(GrB_mxv(w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_INT64, A, full, descriptor),
                  GrB_SUCCESS);
        char last[128] = "";
        EXPECT_EQ(GrB_Global_get_String(GrB_GLOBAL, last, static_cast<GrB_Field>(GrX_LAST_VARIANT)),
                  GrB_SUCCESS);
        return std::string(last);
    };
    EXPECT_NE(variant_of_product(nullptr), "group/mxv_pull");
    EXPECT_EQ(variant_of_product(GrB_DESC_T0), "group/mxv_pull"); // by its columns
    GrB_Matrix copy = nullptr; // shares the entries, without a distribution
    require(GrB_Matrix_dup(&copy, A));
    require(GrB_Matrix_set_INT32(copy, GrX_DISTRIBUTION_AUTO, field));
    std::swap(copy, A);
    EXPECT_EQ(variant_of_product(nullptr), "group/mxv_pull");
    std::swap(copy, A);
    EXPECT_NE(variant_of_product(nullptr), "group/mxv_pull");
    require(GrB_Matrix_free(&copy));
    require(GrB_Matrix_set_INT32(A, GrX_DISTRIBUTION_COPIES, field));
    EXPECT_NE(variant_of_product(GrB_DESC_T0), "group/mxv_pull");
    require(GrB_Matrix_set_INT32(A, GrX_DISTRIBUTION_AUTO, field));
    EXPECT_EQ(variant_of_product(nullptr), "group/mxv_pull");
    EXPECT_EQ(GrB_Matrix_set_INT32(A, 5, field), GrB_INVALID_VALUE);
    EXPECT_EQ(GrB_Vector_set_INT32(full, -1, field), GrB_INVALID_VALUE);
}

} // namespace
} // namespace grb
