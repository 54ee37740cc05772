// Tests matrices larger than the GPU's memory: the uploads and their speed decide if the host
// multiplies, or the GPU by partitions.
#include "base/device_memory.hpp"
#include "base/pinned_memory.hpp"
#include "choice/fixture.hpp"
#include "choices.hpp"
#include "cuda/library/backend.hpp"

#include <gtest/gtest.h>

namespace grb {
namespace {

using namespace choice_test;

constexpr std::uint64_t rows = 1 << 16, degree = 64, entries = rows * degree;
constexpr double bytes_of_A = double{entries} * 8;

std::uint64_t memory = 0;

class StreamedChoice : public ::testing::Test {
protected:
    const Type *const fp32 = builtin_type(TypeCode::fp32);
    Ref<Snapshot> A;

    void SetUp() override {
        stub_device();
        device::set_mode(device::Mode::automatic);
        set_memory_function(device::cuda_kind, [](const Device &) noexcept { return memory; });
        SparseForm form;
        form.stored_rows = rows;
        form.nvals = entries;
        form.row_offsets = Array::of<std::uint32_t>(rows + 1);
        for (std::uint64_t i = 0; i <= rows; i++)
            form.row_offsets.as<std::uint32_t>()[i] = static_cast<std::uint32_t>(i * degree);
        form.column_indices = Array::of<std::uint32_t>(entries);
        form.values = Array::of<float>(entries);
        A = Snapshot::of_rows(fp32, rows, rows, std::move(form));
        A->statistics();
    }
    void TearDown() override {
        rate("");
        reset_most_pinned_bytes();
        set_memory_function(device::cuda_kind,
                            [](const Device &) noexcept { return std::uint64_t{0}; });
        device::set_mode(device::Mode::always);
    }
    static void rate(const char *text) {
        ASSERT_EQ(GrB_Global_set_String(GrB_GLOBAL, text, static_cast<GrB_Field>(GrX_RATES)),
                  GrB_SUCCESS);
    }
    /// Leaves room for this share of A, besides the estimate's memory for operands and result.
    static void leave_room(double share, double others) {
        memory = static_cast<std::uint64_t>((share * bytes_of_A + others) / 0.97);
    }
    Ref<Snapshot> full(std::uint64_t nrows, std::uint64_t ncols) const {
        return away(fp32, nrows, ncols, stub_device(), "full");
    }
    MxvProblem mxv() const {
        MxvProblem problem;
        problem.A = A;
        problem.u = full(1, rows);
        problem.semiring = GrB_PLUS_TIMES_SEMIRING_FP32;
        return problem;
    }
    MxmProblem mxm() const {
        MxmProblem problem;
        problem.A = A;
        problem.B = full(rows, 256);
        problem.semiring = GrB_PLUS_TIMES_SEMIRING_FP32;
        return problem;
    }
    template <class Problem>
    static std::string chosen(const Problem &problem) {
        return chosen_variant(problem).name;
    }
    template <class Problem>
    static double seconds(const Problem &problem) {
        const At at(stub_device());
        for (const Variant<Problem> *variant : variants<Problem>())
            if (std::string(variant->name).find("_streamed") != std::string::npos)
                return variant->refuses(problem) == nullptr ? variant->cost(problem).seconds : -1;
        return -2;
    }
    /// Returns the least estimate of the GPU variants that need the whole matrix.
    static double least_of_whole(const MxmProblem &problem) {
        const At at(stub_device());
        double least = 1e9;
        for (const Variant<MxmProblem> *variant : variants<MxmProblem>())
            if (variant->capabilities.device == device::cuda_kind &&
                variant->refuses(problem) == nullptr)
                least = std::min(least, variant->cost(problem).seconds);
        return least;
    }
};

constexpr double beside_mxv = double{rows} * (4 + 8 * 4.125 + 4 + 12) + double{entries} / 8;
constexpr double beside_mxm = double{rows} * (3 * 1024 + 32 + 4 + 12) + double{entries} / 8;

TEST_F(StreamedChoice, AWideProductHidesTheUpload) {
    leave_room(0.3, beside_mxm);
    const MxmProblem problem = mxm();
    EXPECT_EQ(chosen(problem), "group/mxm_streamed");
    const double streamed = seconds(problem);
    EXPECT_GT(streamed, 0.7 * bytes_of_A / 4.9e10);
    // The time is that of the whole matrix, plus the last partition and the host's work for each.
    leave_room(9, beside_mxm);
    EXPECT_LT(streamed, 1.3 * least_of_whole(problem));
    leave_room(0.3, beside_mxm);
    rate("device_upload_bytes 1e8");
    EXPECT_EQ(chosen(problem).substr(0, 4), "cpu/") << "the link is too slow";
}

TEST_F(StreamedChoice, WithoutPinnedMemoryUploadsTakeLonger) {
    leave_room(0.3, beside_mxv);
    const MxvProblem problem = mxv();
    const double pinned = seconds(problem);
    EXPECT_NEAR(pinned, 0.7 * bytes_of_A / 4.9e10, 0.4 * pinned);
    set_most_pinned_bytes(0);
    EXPECT_GT(seconds(problem), 2.5 * pinned);
}

TEST_F(StreamedChoice, WhatFitsMovesAsAWhole) {
    leave_room(1.1, beside_mxm);
    EXPECT_EQ(seconds(mxm()), -1);
    leave_room(0.9, beside_mxm);
    EXPECT_GT(seconds(mxm()), 0);
}

/// A is on the device as a whole, left by an operation that needed less memory besides, and would
/// soon be evicted.
TEST_F(StreamedChoice, WhatIsThereButDoesNotFitIsNotReadThere) {
    for (const Array *array : {&A->rows_form().get().row_offsets,
                               &A->rows_form().get().column_indices, &A->rows_form().get().values})
        array->data_at(stub_device());
    leave_room(0.3, beside_mxm);
    EXPECT_EQ(chosen(mxm()), "group/mxm_streamed");
    leave_room(1.5, beside_mxm);
    EXPECT_EQ(chosen(mxm()).substr(0, 5), "cuda/");
}

} // namespace
} // namespace grb
