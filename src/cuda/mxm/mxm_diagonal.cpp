// Host side of the product with a diagonal: program and grid.
#include "cuda/mxm/mxm_diagonal.hpp"

#include "cuda/mxm/mxm_diagonal_arguments.h"
#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/jit.hpp"
#include "cuda/plugin/sizes.hpp"

namespace grb::device {

namespace {

void describe(ProgramSpec &spec, const MxmDiagonalCall &call) {
    spec.include("mxm/mxm_diagonal.cuh");
    spec.begin();
    spec.index("Offset", call.A.offset_width);
    spec.index("Index", call.A.index_width);
    spec.type("A", call.A.type);
    spec.type("D", call.diagonal_type);
    spec.type("Z", call.z_type);
    spec.flag("by_row", call.is_diagonal_first);
    spec.flag("a_is_iso", call.A.is_iso);
    spec.flag("d_is_iso", call.is_diagonal_iso);
    spec.op(call.op, "A", "D", "uses_a", "uses_d", call.is_diagonal_first);
    spec.end();
    spec.kernel({"mxm_diagonal", "MxmDiagonalArguments", diagonal_threads});
}

} // namespace

std::string mxm_diagonal_program(const MxmDiagonalCall &call) {
    return Program(&describe, call).text();
}

static Status mxm_diagonal(const MxmDiagonalCall *call) {
    const CurrentDevice current;
    const void *kernel = nullptr;
    const Status status = find_kernel(Program(&describe, *call), "mxm_diagonal", &kernel);
    if (status != Status::ok) return status;
    MxmDiagonalArguments arguments{call->A, call->diagonal, call->values};
    void *list[] = {&arguments};
    return runtime().launch(kernel, divide_up(call->A.nvals, diagonal_share), diagonal_threads,
                            list);
}

namespace {

const Export export_of_diagonal = exported<&mxm_diagonal>(gpu::mxm_diagonal);

} // namespace

} // namespace grb::device
