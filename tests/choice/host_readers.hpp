// A program of products and of calls that only the host can carry out. Calls are chosen as always;
// a result is zeros where the variant would have left it.
#pragma once

#include "choice/fixture.hpp"
#include "choices.hpp"
#include "costs/profile.hpp"
#include "cuda/library/backend.hpp"
#include "dispatch/commit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>

namespace choice_test {

using namespace grb;

inline const Type *const fp32 = builtin_type(TypeCode::fp32);
inline const Type *const boolean = builtin_type(TypeCode::boolean);

/// A full vector of zeros on the device alone; null: on the host.
inline Ref<Snapshot> zeros(const Type *type, std::uint64_t size, Device *device) {
    DenseForm form;
    form.nvals = size;
    form.values = Array::zeroed(size * type->size);
    if (device != nullptr) form.values.data_at_for_writing(*device);
    return Snapshot::of_dense(type, 1, size, std::move(form));
}

/// The identity, on the host and on the device.
inline Ref<Snapshot> identity(std::uint64_t size, Device &device) {
    SparseForm form;
    form.stored_rows = form.nvals = size;
    form.row_offsets = Array::of<std::uint32_t>(size + 1);
    form.column_indices = Array::of<std::uint32_t>(size);
    form.values = Array::zeroed(size * 4);
    std::iota(form.row_offsets.as<std::uint32_t>(), form.row_offsets.as<std::uint32_t>() + size + 1,
              0U);
    std::iota(form.column_indices.as<std::uint32_t>(),
              form.column_indices.as<std::uint32_t>() + size, 0U);
    const At at(device);
    for (const Array *const one : {&form.row_offsets, &form.column_indices, &form.values})
        static_cast<void>(one->data_here());
    return Snapshot::of_rows(fp32, size, size, std::move(form));
}

struct Vector32 : Container {
    explicit Vector32(std::uint64_t size)
        : Container(Magic::vector, fp32, 1, size, zeros(fp32, size, nullptr)) {}
    bool is_on_host() const { return snapshot()->is_on_host(); }
};

class HostReaders : public ::testing::Test {
protected:
    void SetUp() override {
        stub_device();
        device::set_mode(device::Mode::automatic);
        A_ = identity(n, stub_device());
        const auto copy = [](void *z, const void *x) {
            *static_cast<float *>(z) = *static_cast<const float *>(x);
        };
        ASSERT_EQ(GrB_UnaryOp_new(&without_source_, copy, GrB_FP32, GrB_FP32), GrB_SUCCESS);
        set_way_back(4);
    }
    void TearDown() override {
        GrB_UnaryOp_free(&without_source_);
        reset_rates();
        device::set_mode(device::Mode::always);
    }

    /// The way of a result to the host takes so many times as long as a product on the host, and
    /// the way to the device nothing.
    void set_way_back(double times) {
        reset_rates();
        Vector32 x(n);
        Consideration all[most_considered];
        const int count = considered_of(product_of(x), all);
        double host = 1;
        for (int k = 0; k < count; k++)
            if (all[k].refusal == nullptr && all[k].device == nullptr)
                host = std::min(host, all[k].seconds);
        const std::string bytes = std::to_string(static_cast<double>(n * 4) / (times * host));
        set_rates(("device_upload_bytes 1e13\ndevice_download_bytes " + bytes).c_str());
    }

    /// Carries out y = A·x; returns true if that was on the device.
    bool multiply(Container &y, const Container &x) { return run(product_of(x), y); }
    /// Carries out y = op(x) by an operator that only the host can call.
    void call_back(Container &y, const Container &x) {
        ApplyProblem problem;
        problem.A = x.snapshot();
        problem.is_vector = true;
        problem.unary = without_source_;
        EXPECT_FALSE(run(problem, y));
    }
    /// A full vector on the host and on the device.
    static Ref<Snapshot> on_both(const Type *type, std::uint64_t size) {
        Ref<Snapshot> made = zeros(type, size, &stub_device());
        made->fetch();
        return made;
    }

    MxvProblem product_of(const Container &x) const {
        MxvProblem problem;
        problem.A = A_;
        problem.u = x.snapshot();
        problem.semiring = GrB_PLUS_TIMES_SEMIRING_FP32;
        return problem;
    }

    /// Other tests' objects have other sizes: objects begin with what was learned of their like.
    const std::uint64_t n = next_size();

private:
    static std::uint64_t next_size() {
        static std::uint64_t size = 1 << 20;
        return size += 64;
    }
    template <class Problem>
    static bool run(const Problem &problem, Container &y) {
        Output output;
        output.C = &y;
        Device *const device = choice_of(problem, {&output}).candidate.device;
        for (const OperandView &operand : problem.operands())
            if (device == nullptr && operand.snapshot != nullptr) operand.snapshot->fetch();
        run_commit(output, zeros(fp32, y.ncols(), device), false, nullptr);
        return device != nullptr;
    }

    Ref<Snapshot> A_;
    GrB_UnaryOp without_source_ = nullptr;
};

} // namespace choice_test
