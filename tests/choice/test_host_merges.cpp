// Tests that merges into vectors which the host needs stay on the host.
#include "choice/host_readers.hpp"

namespace grb {
namespace {

using namespace choice_test;

class HostMerges : public HostReaders {
protected:
    /// Carries out the commit of C⟨mask⟩ = T; returns true if that was on the device.
    static bool merge(Container &C, const Ref<Snapshot> &mask, const Ref<Snapshot> &T) {
        CommitProblem problem;
        problem.C = &C;
        problem.current = C.snapshot();
        problem.T = T;
        problem.mask = {mask, MaskKind::value, false};
        problem.host_share = C.host_share();
        expect_return(problem);
        Device *const device = choice_of(problem).candidate.device;
        if (device == nullptr) problem.current->fetch();
        problem = {};
        const Ref<Snapshot> state = zeros(fp32, C.ncols(), device);
        mark_result(*state);
        C.publish(state);
        return device != nullptr;
    }

    /// Returns the estimate of C⟨mask⟩ = A by a variant, with its commit.
    static double estimate(const char *variant, Container &C, const Ref<Snapshot> &mask,
                           const Ref<Snapshot> &A) {
        AssignProblem problem;
        problem.A = A;
        problem.nrows = 1;
        problem.ncols = C.ncols();
        problem.rows = IndexList::all(1);
        problem.columns = IndexList::all(C.ncols());
        Output output;
        output.C = &C;
        output.mask = problem.mask = {mask, MaskKind::value, false};
        Consideration all[most_considered];
        const int count = considered_of(problem, all, {&output});
        for (int k = 0; k < count; k++)
            if (all[k].refusal == nullptr && std::string(all[k].name) == variant)
                return all[k].seconds;
        ADD_FAILURE() << variant << " refuses";
        return 0;
    }
};

/// A merge into a vector that both have would leave it on the device.
TEST_F(HostMerges, StayOnTheHost) {
    Vector32 d(n), seen(n);
    const Ref<Snapshot> mask = on_both(boolean, n), T = on_both(fp32, n);
    d.publish(on_both(fp32, n));
    int turns = 0;
    for (; turns < 20 && merge(d, mask, T); turns++) call_back(seen, d);
    EXPECT_GE(turns, 1) << "nobody knew yet that the host needs d";
    EXPECT_LT(turns, 8);
    call_back(seen, d);
    for (int turn = 0; turn < 50; turn++) {
        ASSERT_FALSE(merge(d, mask, T)) << turn;
        call_back(seen, d);
    }
}

TEST_F(HostMerges, AreEstimatedWithTheWayBack) {
    Vector32 d(n), seen(n);
    const Ref<Snapshot> mask = on_both(boolean, n), T = on_both(fp32, n);
    d.publish(on_both(fp32, n));
    const double before = estimate("cuda/assign_share", d, mask, T);
    for (int turn = 0; turn < 20; turn++) {
        merge(d, mask, T);
        call_back(seen, d);
    }
    d.publish(on_both(fp32, n));
    const double way = d.host_share() * fetch_cost(n * 4, 0).transfer;
    EXPECT_GT(d.host_share(), 0.8);
    const double after = estimate("cuda/assign_share", d, mask, T);
    EXPECT_GE(after, before + 0.99 * way);
    EXPECT_LT(estimate("cpu/assign_rows", d, mask, T), after);
}

/// No copy to the device follows a change on the host where the host reads the vector next.
TEST_F(HostMerges, NeedNoCopyOnTheDevice) {
    set_rates("device_upload_bytes 1e9\n");
    Vector32 d(n);
    CommitProblem problem;
    problem.C = &d;
    problem.current = problem.T = on_both(fp32, n);
    EXPECT_GT(problem.transfer_seconds(), 1e-3);
    problem.host_share = 1;
    EXPECT_EQ(problem.transfer_seconds(), 0);
}

} // namespace
} // namespace grb
