// Tests that the kernels that combine tuples compile for every architecture, and over a sample of
// types and operators. Needs NVRTC, no GPU.
#include "cuda/catalogue_programs.h"
#include "cuda/structure/build.hpp"
#include "cuda/structure/structure_calls.h"

namespace grb::device {
namespace {

BuildCall run_call(const char *type, BinaryName dup, bool is_reorderable) {
    BuildCall call{};
    call.type = type;
    call.dup = dup;
    call.is_reorderable = is_reorderable;
    return call;
}

BuildElementsCall elements_call(const char *index_type, const char *type, BinaryName dup) {
    static char somewhere;
    BuildElementsCall call{};
    call.index_type = index_type;
    call.type = type;
    call.dup = dup;
    call.values = &somewhere;
    return call;
}

class BuildPrograms : public NeedsCompiler {};

TEST_F(BuildPrograms, RunsOfEveryType) {
    Batch batch;
    for (std::size_t k = 0; k < type_count; k++) {
        for (const char *name : sampled({"First", "Second", "Plus", "Minus", "Min", "Max"}, k))
            batch.add(build_program(run_call(types[k], {name, types[k]}, false), "fold_runs"));
    }
    batch.expect_compiles();
}

TEST_F(BuildPrograms, EveryKernelOnEveryArchitecture) {
    Batch batch;
    BuildCall call = run_call("double", {"Max", "long"}, true);
    batch.add(build_program(call, "fold_runs"));
    call.is_iso = true;
    batch.add(build_program(call, "fold_runs"));
    call.is_reorderable = false;
    batch.add(build_program(call, "fold_runs"));
    for (const char *index : {"signed char", "unsigned long"})
        batch.add(build_program(elements_call(index, "float", {"Plus", "int"}), "scatter_tuples"));
    batch.add(build_program(elements_call("int", "float", {"Min", "float"}), "prepare_elements"));
    for (const int architecture : architectures) batch.expect_compiles(architecture);
}

TEST_F(BuildPrograms, ElementsOfEveryType) {
    Batch batch;
    for (std::size_t k = 0; k < type_count; k++) {
        const BuildElementsCall call =
            elements_call("unsigned int", types[k], {k % 2 == 0 ? "Min" : "Max", types[k]});
        batch.add(build_program(call, "scatter_tuples"));
        batch.add(build_program(call, "prepare_elements"));
        batch.add(build_program(elements_call("long", types[k], {}), "scatter_tuples"));
    }
    batch.expect_compiles();
}

TEST_F(BuildPrograms, ElementsByEveryIndex) {
    Batch batch;
    for (const char *index : {"signed char", "unsigned char", "short", "unsigned short", "int",
                              "unsigned int", "long", "unsigned long"}) {
        BuildElementsCall call = elements_call(index, "float", {"Plus", "int"});
        batch.add(build_program(call, "scatter_tuples"));
        call.has_one_index = call.is_iso = true;
        batch.add(build_program(call, "scatter_tuples"));
        call.values = nullptr;
        batch.add(build_program(call, "scatter_tuples"));
    }
    batch.expect_compiles();
}

} // namespace
} // namespace grb::device
