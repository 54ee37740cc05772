// Every push kernel compiles, for every schedule, type, width and operator. Needs NVRTC, no GPU.
#include "cuda/jit.hpp"
#include "cuda/mxv_push.hpp"

#include <gtest/gtest.h>

namespace grb::device {
namespace {

constexpr const char *types[] = {"bool",           "signed char", "unsigned char", "short",
                                 "unsigned short", "int",         "unsigned int",  "long",
                                 "unsigned long",  "float",       "double"};
constexpr Schedule schedules[] = {Schedule::merge, Schedule::vertex, Schedule::warp,
                                  Schedule::block, Schedule::twc,    Schedule::twce,
                                  Schedule::edge,  Schedule::weaver};

MxvPushCall push_call(PushVariant variant, Schedule schedule, SemiringName semiring) {
    MxvPushCall call{};
    call.variant = variant;
    call.schedule = schedule;
    call.semiring = semiring;
    call.A.type = call.u_type = semiring.multiply.type;
    call.A.offset_width = call.A.index_width = call.frontier_width = call.list_width = 4;
    call.count = 10;
    call.is_pattern = variant == PushVariant::bitmap;
    return call;
}

void expect_compiles(const MxvPushCall &call, const char *kernel, int architecture = 90) {
    std::string code;
    EXPECT_EQ(compile(mxv_push_program(call, kernel), architecture, &code), Status::ok)
        << error_text() << '\n'
        << mxv_push_program(call, kernel);
    EXPECT_EQ(code.compare(0, 4, "\177ELF"), 0);
}

class PushPrograms : public testing::Test {
protected:
    void SetUp() override {
        std::string code;
        if (compile("extern \"C\" __global__ void nothing() {}", 90, &code) != Status::ok)
            GTEST_SKIP() << error_text();
    }
};

TEST_F(PushPrograms, EveryScheduleOnEveryArchitecture) {
    const SemiringName semiring{{"Lor", "bool"}, {"Land", "bool"}, "bool"};
    for (const int architecture : {80, 90, 120}) {
        for (const Schedule schedule : schedules) {
            MxvPushCall call = push_call(PushVariant::bitmap, schedule, semiring);
            expect_compiles(call, "push_bitmap", architecture);
            // Too long for blocks to scan by themselves.
            call.count = 1 << 20;
            if (schedule == Schedule::merge) expect_compiles(call, "push_bitmap", architecture);
            if (schedule == Schedule::twce) expect_compiles(call, "push_enumerate", architecture);
        }
    }
}

TEST_F(PushPrograms, EverySchedule64BitsWide) {
    const SemiringName semiring{{"Min", "long"}, {"Plus", "long"}, "long"};
    for (const Schedule schedule : schedules) {
        MxvPushCall call = push_call(PushVariant::atomic, schedule, semiring);
        call.A.offset_width = call.A.index_width = call.frontier_width = call.list_width = 8;
        call.A.nrows = std::uint64_t{1} << 33; // EdgeSchedule's columns too
        expect_compiles(call, "push_atomic");
        if (schedule == Schedule::twce) expect_compiles(call, "push_enumerate");
    }
}

TEST_F(PushPrograms, EveryType) {
    for (std::size_t k = 0; k < std::size(types); k++) {
        for (const char *add : {"Plus", "Min"}) {
            const SemiringName semiring{{add, types[k]}, {"Times", types[k]}, types[k]};
            MxvPushCall call = push_call(PushVariant::atomic, Schedule::merge, semiring);
            call.A.type = types[(k + 3) % std::size(types)];
            call.A.is_iso = k % 3 == 0;
            call.u_is_iso = k % 4 == 0;
            call.u_is_by_position = k % 2 == 0;
            call.is_flipped = k % 2 == 1;
            expect_compiles(call, "push_atomic");
            expect_compiles(call, "push_prepare");
            call.variant = PushVariant::sort;
            expect_compiles(call, "push_expand");
            expect_compiles(call, "push_reduce");
        }
    }
}

TEST_F(PushPrograms, EveryMonoid) {
    const auto expect_atomic = [](const char *add, const char *type) {
        const SemiringName semiring{{add, type}, {"Second", type}, type};
        const MxvPushCall call = push_call(PushVariant::atomic, Schedule::merge, semiring);
        expect_compiles(call, "push_atomic");
        expect_compiles(call, "push_prepare");
    };
    for (const char *add : {"Lor", "Land", "Lxor", "Lxnor", "Eq", "Ne"}) expect_atomic(add, "bool");
    for (const char *add : {"Times", "Max", "Bor", "Band", "Bxor", "Bxnor"}) {
        for (const char *type : {"unsigned char", "short", "unsigned int", "long"})
            expect_atomic(add, type);
    }
    for (const char *add : {"Times", "Max"}) {
        for (const char *type : {"float", "double"}) expect_atomic(add, type);
    }
}

/// The sort does without values where all products are one.
TEST_F(PushPrograms, KeysAlone) {
    const SemiringName semiring{{"Min", "int"}, {"First", "int"}, "int"};
    MxvPushCall call = push_call(PushVariant::sort, Schedule::merge, semiring);
    call.is_pattern = true;
    expect_compiles(call, "push_expand");
    EXPECT_EQ(mxv_push_program(call, "push_expand").find("Multiply"), std::string::npos);
}

} // namespace
} // namespace grb::device
