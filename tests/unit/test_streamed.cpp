// Tests matrices larger than a device's memory: products by alternating partitions give the host's
// result, leave as much as fits on the device, and upload the rest from pinned memory as far as
// available. Host memory stands for a device's; the host computes the products of the partitions.
#include "base/array_ranges.hpp"
#include "base/device_memory.hpp"
#include "base/pinned_memory.hpp"
#include "suitesparse/GraphBLAS.h"
#include "unit/stub_device.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace grb {
namespace {

using stub_test::held;
using stub_test::stub;

void require(GrB_Info info) {
    ASSERT_EQ(info, GrB_SUCCESS);
}

std::uint64_t memory = 0;

/// The bytes uploaded since the last call of taken().
struct Sent {
    std::uint64_t bytes = 0, pinned_bytes = 0;
};
Sent sent;
Sent taken() {
    return std::exchange(sent, {});
}

void *begin_upload(Device &device, const void *from, std::size_t bytes, bool is_lasting) {
    void *const to = device.allocate(bytes);
    std::memcpy(to, from, bytes);
    sent.bytes += bytes;
    if (is_lasting) sent.pinned_bytes += bytes;
    return to;
}

class Streamed : public testing::Test {
protected:
    static constexpr GrB_Index n = 700, columns = 5;
    GrB_Matrix A = nullptr, B = nullptr, C = nullptr;
    GrB_Vector full = nullptr, bitmap = nullptr, list = nullptr, w = nullptr;
    const At at{stub(0)};

    void SetUp() override {
        memory = 100000; // A takes 12 bytes an entry, of which a third fits
        set_memory_function(stub(0).kind(), [](const Device &) noexcept { return memory; });
        RangeFunctions functions;
        functions.begin_upload = &begin_upload;
        functions.await_upload = [](Device &, void *) {};
        set_range_functions(stub(0).kind(), functions);
        set_pin_functions(stub(0).kind(),
                          {[](Device &, std::size_t bytes) noexcept { return std::malloc(bytes); },
                           [](Device &, void *pinned) noexcept { std::free(pinned); }});
        sent = {};
        require(GrB_init(GrB_NONBLOCKING));
        // A GPU takes no part in this test.
        require(
            GrB_Global_set_INT32(GrB_GLOBAL, GrX_DEVICE_OFF, static_cast<GrB_Field>(GrX_DEVICE)));
        require(GrB_Matrix_new(&A, GrB_INT64, n, n));
        for (GrB_Matrix *M : {&B, &C}) require(GrB_Matrix_new(M, GrB_INT64, n, columns));
        for (GrB_Vector *v : {&full, &bitmap, &list, &w}) require(GrB_Vector_new(v, GrB_INT64, n));
        std::mt19937_64 random{1};
        const auto value = [&] { return static_cast<std::int64_t>(random() % 9) - 4; };
        for (int k = 0; k < 9000; k++)
            require(GrB_Matrix_setElement_INT64(A, value(), random() % n, random() % n));
        for (int k = 0; k < 600; k++)
            require(GrB_Vector_setElement_INT64(bitmap, value(), random() % n));
        for (int k = 0; k < 9; k++)
            require(GrB_Vector_setElement_INT64(list, value(), random() % n));
        for (GrB_Index i = 0; i < n; i++) {
            require(GrB_Vector_setElement_INT64(full, value(), i));
            for (GrB_Index j = 0; j < columns; j++)
                require(GrB_Matrix_setElement_INT64(B, value(), i, j));
        }
        require(GrB_Matrix_wait(A, GrB_MATERIALIZE));
        require(GrB_Matrix_wait(B, GrB_MATERIALIZE));
        for (const GrB_Vector v : {full, bitmap, list})
            require(GrB_Vector_wait(v, GrB_MATERIALIZE));
    }
    void TearDown() override {
        force("");
        for (GrB_Matrix *M : {&A, &B, &C}) require(GrB_Matrix_free(M));
        for (GrB_Vector *v : {&full, &bitmap, &list, &w}) require(GrB_Vector_free(v));
        require(GrB_finalize());
        set_memory_function(nullptr, nullptr);
        set_range_functions(nullptr, {});
        set_pin_functions(nullptr, {});
        reset_most_pinned_bytes();
        EXPECT_EQ(pinned_bytes(), 0U);
    }
    static void force(const char *rule) {
        require(GrB_Global_set_String(GrB_GLOBAL, rule, static_cast<GrB_Field>(GrX_FORCE)));
    }
    static std::string last_variant() {
        char last[128] = "";
        EXPECT_EQ(GrB_Global_get_String(GrB_GLOBAL, last, static_cast<GrB_Field>(GrX_LAST_VARIANT)),
                  GrB_SUCCESS);
        return last;
    }
    std::vector<std::int64_t> values_of_w() const {
        std::vector<GrB_Index> indices(n);
        std::vector<std::int64_t> values(n);
        GrB_Index count = n;
        EXPECT_EQ(GrB_Vector_extractTuples_INT64(indices.data(), values.data(), &count, w),
                  GrB_SUCCESS);
        std::vector<std::int64_t> all;
        for (GrB_Index k = 0; k < count; k++) {
            all.push_back(static_cast<std::int64_t>(indices[k]));
            all.push_back(values[k]);
        }
        return all;
    }
    void expect_streamed(const char *what, const std::function<GrB_Info()> &product) {
        force("");
        require(product());
        const auto expected = values_of_w();
        force("mxv:group/mxv_streamed");
        for (int turn = 0; turn < 4; turn++) {
            require(product());
            EXPECT_EQ(last_variant(), "group/mxv_streamed") << what;
            EXPECT_EQ(values_of_w(), expected) << what;
        }
    }
};

TEST_F(Streamed, ProductsWithVectors) {
    const GrB_Semiring plus_times = GrB_PLUS_TIMES_SEMIRING_INT64;
    for (const GrB_Vector u : {full, bitmap}) {
        expect_streamed("plain",
                        [&] { return GrB_mxv(w, nullptr, nullptr, plus_times, A, u, nullptr); });
        expect_streamed(
            "masked", [&] { return GrB_mxv(w, bitmap, nullptr, plus_times, A, u, GrB_DESC_RSC); });
        expect_streamed("accumulated", [&] {
            const GrB_Info info =
                GrB_Vector_apply(w, nullptr, nullptr, GrB_AINV_INT64, full, nullptr);
            return info != GrB_SUCCESS
                       ? info
                       : GrB_mxv(w, nullptr, GrB_PLUS_INT64, plus_times, A, u, nullptr);
        });
    }
}

TEST_F(Streamed, ProductsWithMatrices) {
    const auto product = [&] {
        require(GrB_mxm(C, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_INT64, A, B, nullptr));
        std::vector<std::int64_t> sums;
        for (GrB_Index i = 0; i < n; i++)
            for (GrB_Index j = 0; j < columns; j++) {
                std::int64_t x = INT64_MIN;
                const GrB_Info info = GrB_Matrix_extractElement_INT64(&x, C, i, j);
                EXPECT_TRUE(info == GrB_SUCCESS || info == GrB_NO_VALUE);
                sums.push_back(x);
            }
        return sums;
    };
    const auto expected = product();
    force("mxm:group/mxm_streamed");
    EXPECT_EQ(product(), expected);
    EXPECT_EQ(last_variant(), "group/mxm_streamed");
}

TEST_F(Streamed, RefusesWhatItCannotCut) {
    const auto variant = [&](GrB_Vector u, GrB_Descriptor descriptor) {
        force("mxv:group/mxv_streamed");
        EXPECT_EQ(GrB_mxv(w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_INT64, A, u, descriptor),
                  GrB_SUCCESS);
        return last_variant();
    };
    EXPECT_EQ(variant(full, nullptr), "group/mxv_streamed");
    EXPECT_NE(variant(list, nullptr), "group/mxv_streamed");
    // A forced variant also runs where all fits, and where the memory's size is unknown.
    for (const std::uint64_t bytes : {std::uint64_t{1} << 20, std::uint64_t{0}}) {
        memory = bytes;
        EXPECT_EQ(variant(full, nullptr), "group/mxv_streamed");
    }
}

/// After the product the device holds the staying partitions and two that have passed; the others
/// have left.
TEST_F(Streamed, LeavesWhatFits) {
    force("mxv:group/mxv_streamed");
    const auto held_after = [&](std::uint64_t bytes) {
        memory = bytes;
        GrB_Matrix own = nullptr;
        require(GrB_Matrix_dup(&own, A));
        require(GrB_Matrix_setElement_INT64(own, 1, 0, 0)); // its own arrays and partitions
        require(GrB_Matrix_wait(own, GrB_MATERIALIZE));
        const int before = held;
        require(GrB_mxv(w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_INT64, own, full, nullptr));
        EXPECT_EQ(last_variant(), "group/mxv_streamed");
        const int after = held - before;
        require(GrB_Matrix_free(&own));
        return after;
    };
    // Offsets stay; if operands and results leave no room, nothing else does.
    const int few = held_after(12000), more = held_after(120000);
    EXPECT_LE(few, static_cast<int>(n / 64 + 1) + 2 * 2);
    EXPECT_GT(more, few);
}

/// From the second product on, partitions are uploaded from pinned memory, as far as available.
TEST_F(Streamed, UploadsFromPinnedMemory) {
    force("mxv:group/mxv_streamed");
    const auto product = [&] {
        require(GrB_mxv(w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_INT64, A, full, nullptr));
        require(GrB_Vector_wait(w, GrB_MATERIALIZE));
        return taken();
    };
    EXPECT_EQ(product().pinned_bytes, 0U);
    for (int turn = 0; turn < 12; turn++) product();
    const Sent last = product();
    EXPECT_GT(last.bytes, 0U);
    EXPECT_EQ(last.bytes, last.pinned_bytes);
    EXPECT_GT(pinned_bytes(), 0U);
}

/// Products of several threads pass through the device one after the other.
TEST_F(Streamed, ProductsOfSeveralThreads) {
    force("");
    require(GrB_mxv(w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_INT64, A, full, nullptr));
    const auto expected = values_of_w();
    force("mxv:group/mxv_streamed");
    std::vector<std::vector<std::int64_t>> sums(3);
    std::vector<std::thread> threads;
    for (auto &own : sums) {
        threads.emplace_back([&] {
            const At here(stub(0));
            GrB_Vector product = nullptr;
            std::vector<GrB_Index> indices(n);
            std::vector<std::int64_t> values(n);
            require(GrB_Vector_new(&product, GrB_INT64, n));
            for (int turn = 0; turn < 20; turn++)
                require(GrB_mxv(product, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_INT64, A, full,
                                nullptr));
            GrB_Index count = n;
            require(GrB_Vector_extractTuples_INT64(indices.data(), values.data(), &count, product));
            for (GrB_Index k = 0; k < count; k++) {
                own.push_back(static_cast<std::int64_t>(indices[k]));
                own.push_back(values[k]);
            }
            require(GrB_Vector_free(&product));
        });
    }
    for (std::thread &thread : threads) thread.join();
    for (const auto &own : sums) EXPECT_EQ(own, expected);
}

/// The device runs out of memory between two partitions.
TEST_F(Streamed, GoesOnWithoutMemory) {
    for (const std::size_t room : {std::size_t{0}, std::size_t{10000}, std::size_t{50000}}) {
        stub(0).room = room;
        expect_streamed("without memory", [&] {
            return GrB_mxv(w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_INT64, A, full, nullptr);
        });
    }
    stub(0).room = SIZE_MAX;
}

} // namespace
} // namespace grb
