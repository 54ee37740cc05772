// The kernels that combine tuples compile for every type, every operator and every architecture. Needs
// NVRTC, no GPU.
#include "cuda/build.hpp"
#include "cuda/jit.hpp"

#include <gtest/gtest.h>

namespace grb::device {
namespace {

constexpr const char *types[] = {"bool",           "signed char", "unsigned char", "short",
                                 "unsigned short", "int",         "unsigned int",  "long",
                                 "unsigned long",  "float",       "double"};

void expect_compiles(const std::string &program, int architecture = 90) {
    std::string code;
    EXPECT_EQ(compile(program, architecture, &code), Status::ok) << error_text() << '\n' << program;
    EXPECT_EQ(code.compare(0, 4, "\177ELF"), 0);
}

BuildCall run_call(const char *type, BinaryName dup, bool is_reorderable) {
    BuildCall call{};
    call.type = type;
    call.dup = dup;
    call.is_reorderable = is_reorderable;
    return call;
}

BuildCellsCall cells_call(const char *index_type, const char *type, BinaryName dup) {
    static char somewhere;
    BuildCellsCall call{};
    call.index_type = index_type;
    call.type = type;
    call.dup = dup;
    call.values = &somewhere;
    return call;
}

class BuildPrograms : public testing::Test {
protected:
    void SetUp() override {
        std::string code;
        if (compile("extern \"C\" __global__ void nothing() {}", 90, &code) != Status::ok)
            GTEST_SKIP() << error_text();
    }
};

TEST_F(BuildPrograms, RunsOfEveryType) {
    for (const char *type : types) {
        for (const char *name : {"First", "Second", "Plus", "Minus", "Min", "Max"})
            expect_compiles(build_program(run_call(type, {name, type}, false), "fold_runs"));
    }
}

TEST_F(BuildPrograms, RunsInAnyOrderOnEveryArchitecture) {
    for (const int architecture : {80, 90, 120}) {
        BuildCall call = run_call("double", {"Max", "long"}, true);
        expect_compiles(build_program(call, "fold_runs"), architecture);
        call.is_iso = true;
        expect_compiles(build_program(call, "fold_runs"), architecture);
        call.is_reorderable = false;
        expect_compiles(build_program(call, "fold_runs"), architecture);
    }
}

TEST_F(BuildPrograms, CellsOfEveryType) {
    for (const char *type : types) {
        for (const char *name : {"Min", "Max"}) {
            const BuildCellsCall call = cells_call("unsigned int", type, {name, type});
            expect_compiles(build_program(call, "scatter_tuples"));
            expect_compiles(build_program(call, "prepare_cells"));
        }
        expect_compiles(build_program(cells_call("long", type, {}), "scatter_tuples"));
    }
}

TEST_F(BuildPrograms, CellsByEveryIndexOnEveryArchitecture) {
    for (const char *index : {"signed char", "unsigned char", "short", "unsigned short", "int",
                              "unsigned int", "long", "unsigned long"}) {
        BuildCellsCall call = cells_call(index, "float", {"Plus", "int"});
        for (const int architecture : {80, 90, 120})
            expect_compiles(build_program(call, "scatter_tuples"), architecture);
        call.has_one_index = call.is_iso = true;
        expect_compiles(build_program(call, "scatter_tuples"));
        call.values = nullptr;
        expect_compiles(build_program(call, "scatter_tuples"));
    }
}

} // namespace
} // namespace grb::device
