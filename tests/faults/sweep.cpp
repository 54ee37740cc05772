// Implements the sweep over refused requests.
#include "faults/sweep.h"

#include "quarter.h"

namespace faults {

namespace {

void prepare(const Case &a_case, World &world) {
    if (a_case.prepare != nullptr) require(a_case.prepare(world));
    run_recorded();
}

/// Contents before and after a call without refusals.
struct Expected {
    std::string before, after;

    Expected(const Case &a_case, Storage storage, const char *forced) {
        const Session session;
        force(forced);
        World first(storage), second(storage);
        prepare(a_case, first);
        before = first.contents();
        prepare(a_case, second);
        EXPECT_EQ(a_case.call(second), GrB_SUCCESS);
        after = second.contents();
    }
};

/// Returns false when no request was refused: the sweep is over.
bool try_refusal(const Case &a_case, Storage storage, const char *forced, const Expected &expected,
                 long n, Failing how) {
    const Session session;
    force(forced);
    World world(storage);
    prepare(a_case, world);
    fail_at(n, how);
    GrB_Info info = a_case.call(world);
    run_recorded();
    const bool was_refused = stop_failing();
    if (info == GrB_SUCCESS) info = world.late_error();
    if (info == GrB_SUCCESS) {
        EXPECT_EQ(world.contents() == expected.after, true) << "another result";
        return was_refused;
    }
    EXPECT_EQ(info, GrB_OUT_OF_MEMORY);
    EXPECT_TRUE(was_refused);
    EXPECT_EQ(world.contents() == expected.before, true) << "a failed call changed something";
    EXPECT_EQ(a_case.call(world), GrB_SUCCESS) << "after the failure";
    EXPECT_EQ(world.contents() == expected.after, true) << "another result after the failure";
    return was_refused;
}

} // namespace

void force(const char *variant) {
    require(GrB_Global_set_String(GrB_GLOBAL, variant, static_cast<GrB_Field>(GrX_FORCE)));
}

void run_recorded() {
    std::int32_t threads = 0;
    require(GrB_Global_get_INT32(GrB_GLOBAL, &threads, static_cast<GrB_Field>(GxB_NTHREADS)));
}

Session::Session(GrB_Mode mode) {
    EXPECT_EQ(live_blocks(), 0);
    require(initialise(mode));
}

Session::~Session() {
    require(GrB_finalize());
    EXPECT_EQ(live_blocks(), 0) << live_bytes() << " bytes";
}

void sweep(const Case &a_case, Storage storage, Failing how, const char *forced) {
    static int sweeps = 0;
    if (const int quarter = quarter::wanted(); sweeps++ % 4 != quarter && quarter >= 0) return;
    SCOPED_TRACE(std::string(a_case.name) + ", " + name_of(storage) +
                 (how == Failing::once ? "" : ", all from then on") + " " + forced);
    const Expected expected(a_case, storage, forced);
    constexpr long most_requests = 2000;
    long n = 1;
    while (n < most_requests && try_refusal(a_case, storage, forced, expected, n, how)) {
        if (testing::Test::HasFailure()) {
            ADD_FAILURE() << "request " << n;
            return;
        }
        n++;
    }
    EXPECT_LT(n, most_requests);
}

void sweep_all(std::initializer_list<Case> cases) {
    for (const Case &a_case : cases) {
        for (const Storage storage : all_storages) {
            sweep(a_case, storage, Failing::once);
            if (storage == Storage::as_made || storage == Storage::pending)
                sweep(a_case, storage, Failing::from_then_on);
            if (testing::Test::HasFailure()) return;
        }
    }
}

} // namespace faults
