// Tests when repeatedly read vectors on the host are uploaded to the GPU.
#include "choice/fixture.hpp"
#include "choices.hpp"
#include "cuda/library/backend.hpp"

#include <gtest/gtest.h>

namespace grb {
namespace {

using namespace choice_test;

constexpr std::uint64_t positions = 1 << 20;

class Uploads : public ::testing::Test {
protected:
    void SetUp() override {
        stub_device();
        device::set_mode(device::Mode::automatic);
    }
    void TearDown() override { device::set_mode(device::Mode::always); }

    static Ref<Snapshot> full_vector() {
        DenseForm form;
        form.nvals = positions;
        form.values = Array::zeroed(positions * 4);
        return Snapshot::of_dense(builtin_type(TypeCode::fp32), 1, positions, std::move(form));
    }
    static bool runs_on_device(const Ref<Snapshot> &u) {
        ApplyProblem problem;
        problem.A = u;
        problem.is_vector = true;
        problem.unary = GrB_AINV_FP32;
        return chosen_variant(problem).capabilities.device != host_kind;
    }
};

TEST_F(Uploads, PayForAVectorThatIsReadOften) {
    const Ref<Snapshot> u = full_vector();
    EXPECT_FALSE(runs_on_device(u)) << "one call is quicker on the host than the way there";
    int calls = 1;
    while (calls < 10000 && !runs_on_device(u)) calls++;
    EXPECT_LT(calls, 10000);
}

TEST_F(Uploads, DoNotPayForAVectorThatIsReadOnce) {
    for (int k = 0; k < 300; k++) ASSERT_FALSE(runs_on_device(full_vector()));
}

} // namespace
} // namespace grb
