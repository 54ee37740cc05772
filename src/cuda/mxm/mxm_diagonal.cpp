// Host side of the product with a diagonal: program and grid.
#include "cuda/mxm/mxm_diagonal.hpp"

#include "cuda/elementwise/element_program.hpp"
#include "cuda/mxm/mxm_diagonal_arguments.h"
#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/jit.hpp"
#include "cuda/plugin/program.hpp"
#include "cuda/plugin/sizes.hpp"

namespace grb::device {

namespace {

std::string program(const void *argument) {
    const MxmDiagonalCall &call = *static_cast<const MxmDiagonalCall *>(argument);
    ElementProgram text("mxm/mxm_diagonal.cuh");
    text.alias("Offset", width(call.A.offset_width));
    text.alias("Index", width(call.A.index_width));
    text.alias("A", call.A.type);
    text.alias("D", call.diagonal_type);
    text.alias("Z", call.z_type);
    text.flag("by_row", call.is_diagonal_first);
    text.flag("a_is_iso", call.A.is_iso);
    text.flag("d_is_iso", call.is_diagonal_iso);
    text.add_op(call.op, "A", "D", "uses_a", "uses_d", call.is_diagonal_first);
    return text.finish("mxm_diagonal", "MxmDiagonalArguments", diagonal_threads);
}

KernelKey key_of(const MxmDiagonalCall &call) {
    KernelKey key("mxm_diagonal");
    key.add(call.op.functor).add(call.op.type).add(call.A.type).add(call.diagonal_type);
    key.add(call.z_type).add(call.A.offset_width).add(call.A.index_width).add(call.A.is_iso);
    return key.add(call.is_diagonal_iso).add(call.is_diagonal_first);
}

} // namespace

std::string mxm_diagonal_program(const MxmDiagonalCall &call) {
    return program(&call);
}

static Status mxm_diagonal(const MxmDiagonalCall *call) {
    const CurrentDevice current;
    const void *kernel = nullptr;
    const Status status = find_kernel(key_of(*call), "mxm_diagonal", &program, call, &kernel);
    if (status != Status::ok) return status;
    MxmDiagonalArguments arguments{
        call->A.nrows,  call->A.nvals,  call->A.row_offsets, call->A.column_indices,
        call->A.values, call->diagonal, call->values};
    void *list[] = {&arguments};
    return runtime().launch(kernel, divide_up(call->A.nvals, diagonal_share), diagonal_threads,
                            list);
}

namespace {

const Export export_of_diagonal = exported<&mxm_diagonal>(gpu::mxm_diagonal);

} // namespace

} // namespace grb::device
