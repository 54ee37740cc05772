// Tests that every pull kernel compiles for every schedule and every listed architecture, and over
// a sample of types, widths and operators. Needs NVRTC, no GPU.
#include "cuda/catalogue_programs.h"
#include "cuda/mxv/mxv_calls.h"
#include "cuda/program_calls.h"

namespace grb::device {
namespace {

constexpr MxvVariant pull_variants[] = {MxvVariant::thread_row, MxvVariant::warp_row,
                                        MxvVariant::merge_path, MxvVariant::hub,
                                        MxvVariant::vsr,        MxvVariant::pull_masked,
                                        MxvVariant::segmented,  MxvVariant::row_classes};

class Programs : public NeedsCompiler {};

TEST_F(Programs, EveryVariantAndScheduleOfPullOnEveryArchitecture) {
    Batch batch;
    for (const MxvVariant variant : pull_variants)
        batch.add(mxv_pull_program(pull_call(
            variant, {{"Plus", "float"}, {"Times", "float"}, "float"}, "float", "float")));
    for (const Schedule schedule : schedules) {
        MxvPullCall call = pull_call(MxvVariant::pull_masked,
                                     {{"Lor", "bool"}, {"Land", "bool"}, "bool"}, "bool", "bool");
        call.schedule = schedule;
        batch.add(mxv_pull_program(call));
    }
    for (const int architecture : architectures) batch.expect_compiles(architecture);
}

/// Sums have no terminal value, 64-bit widths, and values of 1 and 8 bytes.
TEST_F(Programs, EveryScheduleOfPullOfOtherTypes) {
    Batch batch;
    for (const Schedule schedule : schedules) {
        MxvPullCall call =
            pull_call(MxvVariant::pull_masked, {{"Plus", "double"}, {"Times", "double"}, "double"},
                      "float", "double");
        call.schedule = schedule;
        call.A.offset_width = call.A.index_width = 8;
        call.A.nrows = std::uint64_t{1} << 33;
        batch.add(mxv_pull_program(call));
        call = pull_call(MxvVariant::pull_masked,
                         {{"Max", "signed char"}, {"First", "signed char"}, "signed char"},
                         "signed char", "float");
        call.schedule = schedule;
        call.A.offset_width = 8;
        call.u.bits = nullptr;
        call.A.is_iso = true;
        call.is_flipped = true;
        batch.add(mxv_pull_program(call));
    }
    batch.expect_compiles();
}

/// Rows end with their first product, where the schedule allows that.
TEST_F(Programs, PullThatEndsAtTheFirst) {
    Batch batch;
    MxvPullCall call = pull_call(MxvVariant::thread_row,
                                 {{"Min", "long"}, {"Second", "long"}, "long"}, "float", "long");
    call.ends_at_first = true;
    batch.add(mxv_pull_program(call));
    call.variant = MxvVariant::warp_row;
    call.is_flipped = true;
    batch.add(mxv_pull_program(call));
    call.variant = MxvVariant::pull_masked;
    for (const Schedule schedule : schedules) {
        if (schedule == Schedule::block || schedule == Schedule::weaver) continue;
        call.schedule = schedule;
        batch.add(mxv_pull_program(call));
        EXPECT_NE(mxv_pull_program(call).find("ends_at_first = true"), std::string::npos);
    }
    batch.expect_compiles();
}

/// The balanced variants alternate over the types, with both index widths.
TEST_F(Programs, PullOfEveryTypeAndWidth) {
    Batch batch;
    constexpr MxvVariant variants[] = {MxvVariant::merge_path, MxvVariant::vsr, MxvVariant::hub,
                                       MxvVariant::segmented, MxvVariant::row_classes};
    constexpr std::size_t variant_count = std::size(variants);
    for (std::size_t k = 0; k < type_count; k++) {
        MxvPullCall call =
            pull_call(variants[k % variant_count],
                      {{"Min", types[k]}, {"Plus", types[k]}, types[k]}, other(k, 3), types[k]);
        call.A.offset_width = 8;
        call.A.index_width = variants[k % variant_count] != MxvVariant::hub && k % 2 == 0 ? 8 : 4;
        call.A.is_iso = k % 3 == 0;
        call.u.is_iso = k % 4 == 0;
        call.is_flipped = k % 3 == 1;
        batch.add(mxv_pull_program(call));
    }
    batch.expect_compiles();
}

TEST_F(Programs, PullOfEveryOperator) {
    Batch batch;
    const auto add = [&batch](const char *multiply) {
        MxvPullCall call = pull_call(MxvVariant::pull_masked,
                                     {{"Max", "int"}, {multiply, "int"}, "int"}, "int", "int");
        call.schedule = Schedule::twc;
        batch.add(mxv_pull_program(call));
    };
    for (const char *multiply : {"First", "Second", "Oneb", "Plus", "Minus", "Times", "Div", "Min",
                                 "Max", "Bor", "Band", "Bxor", "Bxnor"})
        add(multiply);
    for (const char *multiply : further_on_integers) add(multiply);
    for (const char *multiply : further_on_floats)
        batch.add(mxv_pull_program(pull_call(MxvVariant::warp_row,
                                             {{"Min", "float"}, {multiply, "float"}, "float"},
                                             "int", "double")));
    // Sums begin with their first term, in every kernel that accepts them.
    for (const MxvVariant variant : {MxvVariant::merge_path, MxvVariant::vsr, MxvVariant::warp_row,
                                     MxvVariant::pull_masked, MxvVariant::row_classes})
        batch.add(mxv_pull_program(pull_call(
            variant, {{"Lor", "unsigned long"}, {"Second", "unsigned long"}, "unsigned long"},
            "int", "unsigned long")));
    static constexpr const char *boolean_monoids[] = {"Lor", "Land", "Lxor", "Lxnor"};
    for (std::size_t k = 0; k < std::size(comparisons); k++)
        batch.add(mxv_pull_program(
            pull_call(MxvVariant::warp_row,
                      {{boolean_monoids[k % 4], "bool"}, {comparisons[k], "double"}, "bool"},
                      "float", "double")));
    batch.expect_compiles();
}

/// A wrong source yields the compiler's message, not a crash.
TEST_F(Programs, MistakesAreReported) {
    std::string code;
    EXPECT_EQ(compile("this is no program", 90, &code), Status::unsupported);
    EXPECT_NE(std::string(error_text()).find("error"), std::string::npos) << error_text();
}

} // namespace
} // namespace grb::device
