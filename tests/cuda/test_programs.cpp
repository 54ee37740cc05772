// Every kernel that the plugin compiles at run time compiles, for every architecture that we name. Needs
// NVRTC, no GPU.
#include "cuda/jit.hpp"
#include "cuda/mxv_pull.hpp"

#include <gtest/gtest.h>

namespace grb::device {
namespace {

constexpr int architectures[] = {80, 90, 120};
constexpr MxvVariant pull_variants[] = {
    MxvVariant::thread_row, MxvVariant::warp_row, MxvVariant::merge_path, MxvVariant::hub,
    MxvVariant::binned,     MxvVariant::vsr,      MxvVariant::pull_masked};

bool has_compiler() {
    std::string code;
    return compile("extern \"C\" __global__ void nothing() {}", 90, &code) == Status::ok;
}

constexpr Schedule schedules[] = {Schedule::merge, Schedule::vertex, Schedule::warp,
                                  Schedule::block, Schedule::twc,    Schedule::twce,
                                  Schedule::edge,  Schedule::weaver};

MxvPullCall pull_call(MxvVariant variant, SemiringName semiring, const char *a, const char *u) {
    static const std::uint64_t bits = 0;
    MxvPullCall call{};
    call.variant = variant;
    call.semiring = semiring;
    call.A.type = a;
    call.u.type = u;
    call.A.nrows = 10;
    call.A.nvals = 40;
    call.A.offset_width = call.A.index_width = 4;
    if (variant != MxvVariant::hub && variant != MxvVariant::binned)
        call.u.bits = &bits; // its u is full
    return call;
}

void expect_compiles(const MxvPullCall &call, int architecture) {
    std::string code;
    EXPECT_EQ(compile(mxv_pull_program(call), architecture, &code), Status::ok)
        << error_text() << '\n'
        << mxv_pull_program(call);
    EXPECT_EQ(code.compare(0, 4, "\177ELF"), 0);
}

class Programs : public testing::Test {
protected:
    void SetUp() override {
        if (!has_compiler()) GTEST_SKIP() << error_text();
    }
};

TEST_F(Programs, PullOnEveryArchitecture) {
    for (const int architecture : architectures) {
        for (const MxvVariant variant : pull_variants) {
            expect_compiles(pull_call(variant, {{"Plus", "float"}, {"Times", "float"}, "float"},
                                      "float", "float"),
                            architecture);
        }
    }
}

TEST_F(Programs, EveryScheduleOfPullOnEveryArchitecture) {
    for (const int architecture : architectures) {
        for (const Schedule schedule : schedules) {
            MxvPullCall call =
                pull_call(MxvVariant::pull_masked, {{"Lor", "bool"}, {"Land", "bool"}, "bool"},
                          "bool", "bool");
            call.schedule = schedule;
            expect_compiles(call, architecture);
        }
    }
}

/// Sums without a terminal value, 64-bit widths, values of 1 and 8 bytes.
TEST_F(Programs, EveryScheduleOfPullOfOtherTypes) {
    for (const Schedule schedule : schedules) {
        MxvPullCall call =
            pull_call(MxvVariant::pull_masked, {{"Plus", "double"}, {"Times", "double"}, "double"},
                      "float", "double");
        call.schedule = schedule;
        call.A.offset_width = call.A.index_width = 8;
        call.A.nrows = std::uint64_t{1} << 33;
        expect_compiles(call, 90);
        call = pull_call(MxvVariant::pull_masked,
                         {{"Max", "signed char"}, {"First", "signed char"}, "signed char"},
                         "signed char", "float");
        call.schedule = schedule;
        call.A.offset_width = 8;
        call.u.bits = nullptr;
        call.A.is_iso = true;
        call.is_flipped = true;
        expect_compiles(call, 90);
    }
}

TEST_F(Programs, PullOfEveryTypeAndWidth) {
    static constexpr const char *types[] = {
        "bool",         "signed char", "unsigned char", "short", "unsigned short", "int",
        "unsigned int", "long",        "unsigned long", "float", "double"};
    for (std::size_t k = 0; k < std::size(types); k++) {
        for (const MxvVariant variant :
             {MxvVariant::merge_path, MxvVariant::hub, MxvVariant::binned, MxvVariant::vsr}) {
            MxvPullCall call = pull_call(variant, {{"Min", types[k]}, {"Plus", types[k]}, types[k]},
                                         types[(k + 3) % std::size(types)], types[k]);
            call.A.offset_width = 8;
            call.A.index_width = k % 2 == 0 ? 8 : 4;
            call.A.is_iso = k % 3 == 0;
            call.u.is_iso = k % 4 == 0;
            call.is_flipped = k % 2 == 1;
            expect_compiles(call, 90);
        }
    }
}

TEST_F(Programs, PullOfEveryOperator) {
    for (const char *multiply : {"First", "Second", "Oneb", "Plus", "Minus", "Times", "Div", "Min",
                                 "Max", "Bor", "Band", "Bxor", "Bxnor"}) {
        MxvPullCall call = pull_call(MxvVariant::pull_masked,
                                     {{"Max", "int"}, {multiply, "int"}, "int"}, "int", "int");
        call.schedule = Schedule::twc;
        expect_compiles(call, 90);
    }
    for (const char *multiply : {"Eq", "Ne", "Gt", "Lt", "Ge", "Le"}) {
        for (const char *add : {"Lor", "Land", "Lxor", "Lxnor"}) {
            expect_compiles(pull_call(MxvVariant::warp_row,
                                      {{add, "bool"}, {multiply, "double"}, "bool"}, "float",
                                      "double"),
                            90);
        }
    }
}

/// A source that is wrong gives the compiler's words, not a crash.
TEST_F(Programs, MistakesAreReported) {
    std::string code;
    EXPECT_EQ(compile("this is no program", 90, &code), Status::unsupported);
    EXPECT_NE(std::string(error_text()).find("error"), std::string::npos) << error_text();
}

} // namespace
} // namespace grb::device
