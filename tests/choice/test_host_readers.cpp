// Tests that calls which a GPU may run stay on the host where the host needs their results, and
// only there.
#include "choice/host_readers.hpp"
#include "problems/structure.hpp"

#include <memory>

namespace grb {
namespace {

using namespace choice_test;

TEST_F(HostReaders, KeepWhatTheyNeedOnTheHost) {
    Vector32 x(n), y(n);
    int turns = 0;
    for (; turns < 20 && multiply(y, x); turns++) call_back(x, y);
    EXPECT_GE(turns, 1) << "nobody knew yet that the host needs y";
    EXPECT_LT(turns, 8);
    call_back(x, y);
    for (int turn = 0; turn < 100; turn++) {
        ASSERT_FALSE(multiply(y, x)) << turn;
        call_back(x, y);
    }
}

TEST_F(HostReaders, KeepObjectsOfOneTurnOnTheHost) {
    Vector32 x(n);
    std::vector<std::unique_ptr<Vector32>> kept; // so that each turn's object has its own address
    for (int turn = 0; turn < 30; turn++) {
        kept.push_back(std::make_unique<Vector32>(n));
        auto y = std::make_unique<Vector32>(n);
        const bool is_on_device = multiply(*y, x);
        call_back(x, *y);
        EXPECT_TRUE(turn != 0 || is_on_device);
        EXPECT_FALSE(turn >= 8 && is_on_device) << turn;
    }
}

TEST_F(HostReaders, DoNotComeWhereDevicesTakeAllCalls) {
    Vector32 x(n), y(n);
    for (int turn = 0; turn < 100; turn++) {
        ASSERT_TRUE(multiply(y, x)) << turn;
        ASSERT_TRUE(multiply(x, y)) << turn;
    }
    EXPECT_EQ(x.host_share(), 0);
    EXPECT_EQ(y.host_share(), 0);
}

/// A loop that was at home on the host goes to the device and stays there.
TEST_F(HostReaders, AreForgotten) {
    Vector32 x(n), y(n);
    for (int turn = 0; turn < 100; turn++) {
        multiply(y, x);
        call_back(x, y);
    }
    ASSERT_TRUE(y.is_on_host());
    int calls = 0;
    for (bool is_back = false; calls < 100 && !is_back; calls += 2) {
        is_back = multiply(x, y);
        is_back = multiply(y, x) && is_back;
    }
    EXPECT_LT(calls, 50);
    for (int turn = 0; turn < 100; turn++) {
        ASSERT_TRUE(multiply(x, y)) << turn;
        ASSERT_TRUE(multiply(y, x)) << turn;
    }
    EXPECT_EQ(y.host_share(), 0);
}

TEST_F(HostReaders, AreSentWhatIsWorthTheWay) {
    set_way_back(0.5);
    Vector32 x(n), y(n);
    for (int turn = 0; turn < 100; turn++) {
        ASSERT_TRUE(multiply(y, x)) << turn;
        call_back(x, y);
    }
    EXPECT_GT(y.host_share(), 0.9);
}

/// The last result of a loop does not send the next loop to the host.
TEST_F(HostReaders, CountByTheirShare) {
    Vector32 x(n), y(n), copy(n);
    for (int loop = 0; loop < 10; loop++) {
        for (int turn = 0; turn < 20; turn++) {
            ASSERT_TRUE(multiply(y, x)) << loop << ", " << turn;
            ASSERT_TRUE(multiply(x, y)) << loop << ", " << turn;
        }
        call_back(copy, x);
        EXPECT_GT(x.host_share(), 0);
    }
}

/// The host needs z, and y because z is made of it.
TEST_F(HostReaders, AreSeenThroughACallThatDevicesTake) {
    Vector32 x(n), y(n), z(n);
    int turns = 0;
    for (int turn = 0; turn < 100; turn++) {
        const bool is_first = multiply(y, x), is_second = multiply(z, y);
        call_back(x, z);
        if (is_first || is_second) turns = turn + 1;
    }
    EXPECT_GE(turns, 1);
    EXPECT_LT(turns, 20);
}

/// The host reads y because it has y: that is no need.
TEST_F(HostReaders, ThatHaveAChoiceNeedNothing) {
    set_rates("device_upload_bytes 1e6\ndevice_download_bytes 1e6\n");
    Vector32 x(n), y(n);
    for (int turn = 0; turn < 20; turn++) {
        ASSERT_FALSE(multiply(y, x)) << turn;
        ASSERT_FALSE(multiply(x, y)) << turn;
    }
    EXPECT_EQ(y.host_share(), 0);
}

TEST_F(HostReaders, NeedWhatTheyFetch) {
    Vector32 x(n), y(n);
    ASSERT_TRUE(multiply(y, x));
    set_rates("device_gathers_cached 1e3\ndevice_gathers_memory 1e3\ndevice_gathers_hub 1e3\n"
              "device_stream_bytes 1e3\n");
    EXPECT_FALSE(multiply(x, y)) << "the device is slow";
    EXPECT_GT(y.host_share(), 0.1);
}

/// No variant of a GPU takes an empty operand. That tells nothing of the mask, which the host does
/// not even fetch.
TEST_F(HostReaders, NeedNothingForAnEmptyResult) {
    Vector32 x(n), y(n);
    ASSERT_TRUE(multiply(y, x));
    ApplyProblem problem;
    problem.A = Snapshot::empty(fp32, 1, n);
    problem.is_vector = true;
    problem.unary = GrB_AINV_FP32;
    problem.mask = {y.snapshot(), MaskKind::value, false};
    ASSERT_EQ(choice_of(problem).candidate.device, nullptr);
    EXPECT_EQ(y.host_share(), 0);
}

/// A GPU makes no form of what the host alone has: that tells nothing of the program.
TEST_F(HostReaders, NeedTuplesAndNoForms) {
    Vector32 x(n), y(n);
    set_rates("device_upload_bytes 1e6\n");
    ASSERT_FALSE(multiply(y, x));
    const Ref<Snapshot> state = y.snapshot();
    ASSERT_EQ(choice_of(ConvertProblem(state, Format::sparse, fp32, true)).candidate.device,
              nullptr);
    EXPECT_EQ(y.host_share(), 0);
    choice_of(TuplesProblem(state, nullptr, nullptr, nullptr, fp32));
    EXPECT_GT(y.host_share(), 0.1);
}

/// A product's choice is kept for a while, but not once the host needs the result.
TEST_F(HostReaders, EndChoicesThatAreKept) {
    Vector32 x(n), y(n), z(n);
    x.publish(on_both(fp32, n));
    Output output;
    output.C = &y;
    const auto stage = [&] { return choice_of(product_of(x), {&output}).stage; };
    ASSERT_TRUE(multiply(y, x));
    EXPECT_EQ(stage(), Stage::repeated);
    call_back(z, y);
    EXPECT_EQ(stage(), Stage::cheapest);
}

/// Recorded calls that are carried out together make results, too.
TEST_F(HostReaders, NeedResultsOfChains) {
    GrB_Vector u = nullptr, v = nullptr, w = nullptr;
    for (GrB_Vector *const one : {&u, &v, &w})
        ASSERT_EQ(GrB_Vector_new(one, GrB_FP32, n), GrB_SUCCESS);
    const GrB_Index positions[] = {1, 5, 9};
    const float values[] = {1, 2, 3};
    ASSERT_EQ(GrB_Vector_build_FP32(u, positions, values, 3, nullptr), GrB_SUCCESS);
    ASSERT_EQ(GrB_Vector_apply(v, nullptr, nullptr, GrB_AINV_FP32, u, nullptr), GrB_SUCCESS);
    ASSERT_EQ(GrB_Vector_select_FP32(w, nullptr, nullptr, GrB_VALUELT_FP32, v, -1, nullptr),
              GrB_SUCCESS);
    GrB_Index entries = 0;
    ASSERT_EQ(GrB_Vector_nvals(&entries, w), GrB_SUCCESS);
    EXPECT_EQ(entries, 2U);
    EXPECT_NE(v->snapshot()->host_need(), 0);
    note_need(*w->snapshot(), 1);
    EXPECT_GT(w->host_share(), 0.1);
    for (GrB_Vector *const one : {&u, &v, &w}) ASSERT_EQ(GrB_Vector_free(one), GrB_SUCCESS);
}

TEST_F(HostReaders, DoNotCountInComparisons) {
    Vector32 x(n), y(n), z(n);
    {
        const Running::Unseen unseen;
        multiply(z, x);
    }
    EXPECT_EQ(z.snapshot()->host_need(), 0) << "made to be timed";
    multiply(y, x);
    {
        const Running::Unseen unseen;
        choice_of(TuplesProblem(y.snapshot(), nullptr, nullptr, nullptr, fp32));
    }
    EXPECT_EQ(y.host_share(), 0);
}

/// Objects that share a result are no further results.
TEST_F(HostReaders, NeedOneResultAndNotItsCopies) {
    Vector32 x(n), y(n), z(n);
    ASSERT_TRUE(multiply(y, x));
    call_back(x, y);
    const double share = y.host_share();
    EXPECT_GT(share, 0.1);
    { const Container copy(Magic::vector, fp32, 1, n, y.snapshot()); }
    EXPECT_EQ(Vector32(n).host_share(), 0) << "the end of the copy counts";
    mark_result(*y.snapshot());
    z.publish(y.snapshot());
    EXPECT_EQ(y.host_share(), share);
}

/// A state that was needed and then changed in place is a result that nobody has needed.
TEST_F(HostReaders, NeedEachStateAnew) {
    Vector32 y(n);
    Ref<Snapshot> state = y.snapshot();
    mark_result(*state);
    note_need(*state, 1);
    EXPECT_GT(y.host_share(), 0.1);
    y.publish(nullptr);
    mark_result(*state); // nobody else holds it
    y.publish(std::move(state));
    EXPECT_EQ(y.host_share(), 0);
}

TEST_F(HostReaders, DoNotCountWhileTheGpuIsOff) {
    device::set_mode(device::Mode::off);
    Vector32 x(n), y(n);
    for (int turn = 0; turn < 20; turn++) {
        multiply(y, x);
        call_back(x, y);
    }
    device::set_mode(device::Mode::automatic);
    EXPECT_EQ(y.host_share(), 0);
    EXPECT_TRUE(multiply(y, x));
}

} // namespace
} // namespace grb
