// Host side of the Kronecker product: program and grid.
#include "cuda/mxm/kronecker.hpp"

#include "cuda/mxm/kronecker_arguments.h"
#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/jit.hpp"
#include "cuda/plugin/sizes.hpp"

namespace grb::device {

namespace {

void describe(ProgramSpec &spec, const KroneckerCall &call) {
    spec.include("mxm/kronecker.cuh");
    spec.begin();
    spec.index("AOffset", call.A.offset_width);
    spec.index("AIndex", call.A.index_width);
    spec.index("BOffset", call.B.offset_width);
    spec.index("BIndex", call.B.index_width);
    spec.index("COffset", call.C.offset_width);
    spec.index("CIndex", call.C.index_width);
    spec.type("A", call.A.type);
    spec.type("B", call.B.type);
    spec.type("Z", call.z_type);
    spec.flag("a_is_iso", call.A.is_iso);
    spec.flag("b_is_iso", call.B.is_iso);
    spec.flag("has_values", call.C.values != nullptr);
    spec.op(call.op, "A", "B", "uses_a", "uses_b");
    spec.end();
    spec.kernel({"kronecker", "KroneckerArguments", kronecker_threads});
}

} // namespace

std::string kronecker_program(const KroneckerCall &call) {
    return Program(&describe, call).text();
}

static Status kronecker(const KroneckerCall *call) {
    const CurrentDevice current;
    const void *kernel = nullptr;
    const Status status = find_kernel(Program(&describe, *call), "kronecker", &kernel);
    if (status != Status::ok) return status;
    KroneckerArguments arguments{};
    arguments.A = call->A;
    arguments.B = call->B;
    arguments.entry_blocks = divide_up(call->A.nvals * call->B.nvals, kronecker_share);
    arguments.row_offsets = call->C.row_offsets;
    arguments.column_indices = call->C.column_indices;
    arguments.values = call->C.values;
    const std::uint64_t offset_blocks =
        call->C.row_offsets == nullptr
            ? 0
            : divide_up(call->A.nrows * call->B.nrows + 1, kronecker_share);
    void *list[] = {&arguments};
    return runtime().launch(kernel, arguments.entry_blocks + offset_blocks, kronecker_threads,
                            list);
}

namespace {

const Export export_of_kronecker = exported<&kronecker>(gpu::kronecker);

} // namespace

} // namespace grb::device
