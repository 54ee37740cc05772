// Tests that every push kernel compiles for every schedule and architecture, and over a sample of
// types, widths and operators. Needs NVRTC, no GPU.
#include "cuda/catalogue_programs.h"
#include "cuda/mxv/mxv_calls.h"
#include "cuda/mxv/mxv_push.hpp"

namespace grb::device {
namespace {

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

class PushPrograms : public NeedsCompiler {};

TEST_F(PushPrograms, EveryKernelAndScheduleOnEveryArchitecture) {
    Batch batch;
    for (const Schedule schedule : schedules) {
        MxvPushCall call =
            push_call(PushVariant::bitmap, schedule, {{"Lor", "bool"}, {"Land", "bool"}, "bool"});
        batch.add(mxv_push_program(call, "push_bitmap"));
        // Blocks alone cannot scan this length.
        call.count = 1 << 20;
        if (schedule == Schedule::merge) batch.add(mxv_push_program(call, "push_bitmap"));
        if (schedule == Schedule::twce) batch.add(mxv_push_program(call, "push_enumerate"));
    }
    MxvPushCall call = push_call(PushVariant::atomic, Schedule::merge,
                                 {{"Plus", "float"}, {"Times", "float"}, "float"});
    for (const char *kernel : {"push_atomic", "push_prepare"})
        batch.add(mxv_push_program(call, kernel));
    call.variant = PushVariant::sort;
    for (const char *kernel : {"push_expand", "push_reduce"})
        batch.add(mxv_push_program(call, kernel));
    for (const int architecture : architectures) batch.expect_compiles(architecture);
}

TEST_F(PushPrograms, EverySchedule64BitsWide) {
    Batch batch;
    for (const Schedule schedule : schedules) {
        MxvPushCall call =
            push_call(PushVariant::atomic, schedule, {{"Min", "long"}, {"Plus", "long"}, "long"});
        call.A.offset_width = call.A.index_width = call.frontier_width = call.list_width = 8;
        call.A.nrows = std::uint64_t{1} << 33; // EdgeSchedule's columns too
        batch.add(mxv_push_program(call, "push_atomic"));
        if (schedule == Schedule::twce) batch.add(mxv_push_program(call, "push_enumerate"));
    }
    batch.expect_compiles();
}

/// The atomic kernels have both monoids, the other kernels one of them.
TEST_F(PushPrograms, EveryType) {
    Batch batch;
    for (std::size_t k = 0; k < type_count; k++) {
        for (const char *add : {"Plus", "Min"}) {
            MxvPushCall call = push_call(PushVariant::atomic, Schedule::merge,
                                         {{add, types[k]}, {"Times", types[k]}, types[k]});
            call.A.type = other(k, 3);
            call.A.is_iso = k % 3 == 0;
            call.u_is_iso = k % 4 == 0;
            call.u_is_by_position = k % 2 == 0;
            call.is_flipped = k % 2 == 1;
            batch.add(mxv_push_program(call, "push_atomic"));
            if ((*add == 'P') == (k % 2 == 0)) continue;
            batch.add(mxv_push_program(call, "push_prepare"));
            call.variant = PushVariant::sort;
            batch.add(mxv_push_program(call, "push_expand"));
            batch.add(mxv_push_program(call, "push_reduce"));
        }
    }
    batch.expect_compiles();
}

/// Every monoid occurs over every size of value with an atomic of its own; the neutral values over
/// one each.
TEST_F(PushPrograms, EveryMonoidAndMultiplier) {
    Batch batch;
    const auto add_atomic = [&batch](const char *add, const char *type, bool has_prepare) {
        const MxvPushCall call =
            push_call(PushVariant::atomic, Schedule::merge, {{add, type}, {"Second", type}, type});
        batch.add(mxv_push_program(call, "push_atomic"));
        if (has_prepare) batch.add(mxv_push_program(call, "push_prepare"));
    };
    for (const char *add : {"Lor", "Land", "Lxor", "Lxnor", "Eq", "Ne"})
        add_atomic(add, "bool", true);
    for (const char *add : {"Times", "Max", "Bor", "Band", "Bxor", "Bxnor"}) {
        for (const char *type : {"short", "unsigned int", "long"})
            add_atomic(add, type, *type == 's');
    }
    for (const char *add : {"Times", "Max"}) {
        for (const char *type : {"float", "double"}) add_atomic(add, type, true);
    }
    const auto add_multiply = [&batch](PushVariant variant, const char *multiply,
                                       const char *type) {
        const MxvPushCall call =
            push_call(variant, Schedule::merge, {{"Plus", type}, {multiply, type}, type});
        batch.add(
            mxv_push_program(call, variant == PushVariant::atomic ? "push_atomic" : "push_expand"));
    };
    for (const PushVariant variant : {PushVariant::atomic, PushVariant::sort}) {
        for (const char *multiply : further_on_integers) add_multiply(variant, multiply, "long");
        for (const char *multiply : further_on_floats) add_multiply(variant, multiply, "float");
    }
    batch.expect_compiles();
}

/// A mask may have values of any type, for the kernels that check destinations.
TEST_F(PushPrograms, MaskOfEveryType) {
    Batch batch;
    static constexpr double somewhere = 0; // never read: only the presence of values counts
    for (std::size_t k = 0; k < type_count; k++) {
        const bool has_values = k % 2 == 1;
        MxvPushCall call = push_call(has_values ? PushVariant::atomic : PushVariant::bitmap,
                                     Schedule::merge, {{"Min", "int"}, {"Plus", "int"}, "int"});
        call.mask.values = &somewhere;
        call.mask.type = types[k];
        const std::string program =
            mxv_push_program(call, has_values ? "push_atomic" : "push_bitmap");
        EXPECT_NE(program.find(std::string("using MaskValue = ") + types[k] + ';'),
                  std::string::npos);
        EXPECT_NE(program.find("has_mask_values = true"), std::string::npos);
        batch.add(program);
    }
    batch.expect_compiles();
}

TEST_F(PushPrograms, MaskOfValuesUnderEverySchedule) {
    Batch batch;
    static constexpr double somewhere = 0;
    for (const Schedule schedule : schedules) {
        MxvPushCall call =
            push_call(PushVariant::bitmap, schedule, {{"Lor", "bool"}, {"Land", "bool"}, "bool"});
        call.mask.values = &somewhere;
        call.mask.type = "double";
        batch.add(mxv_push_program(call, "push_bitmap"));
        // This kernel checks no destination.
        EXPECT_NE(mxv_push_program(call, "push_enumerate").find("has_mask_values = false"),
                  std::string::npos);
    }
    batch.expect_compiles();
}

/// The sort needs no values where all products are one.
TEST_F(PushPrograms, KeysAlone) {
    const SemiringName semiring{{"Min", "int"}, {"First", "int"}, "int"};
    MxvPushCall call = push_call(PushVariant::sort, Schedule::merge, semiring);
    call.is_pattern = true;
    Batch batch;
    batch.add(mxv_push_program(call, "push_expand"));
    batch.expect_compiles();
    EXPECT_EQ(mxv_push_program(call, "push_expand").find("Multiply"), std::string::npos);
}

} // namespace
} // namespace grb::device
