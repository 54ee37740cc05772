// Host side of the Kronecker product: program and grid.
#include "cuda/mxm/kronecker.hpp"

#include "cuda/elementwise/element_program.hpp"
#include "cuda/mxm/kronecker_arguments.h"
#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/jit.hpp"
#include "cuda/plugin/program.hpp"
#include "cuda/plugin/sizes.hpp"

namespace grb::device {

namespace {

std::string program(const void *argument) {
    const KroneckerCall &call = *static_cast<const KroneckerCall *>(argument);
    ElementProgram text("mxm/kronecker.cuh");
    text.alias("AOffset", width(call.A.offset_width));
    text.alias("AIndex", width(call.A.index_width));
    text.alias("BOffset", width(call.B.offset_width));
    text.alias("BIndex", width(call.B.index_width));
    text.alias("COffset", width(call.C.offset_width));
    text.alias("CIndex", width(call.C.index_width));
    text.alias("A", call.A.type);
    text.alias("B", call.B.type);
    text.alias("Z", call.z_type);
    text.flag("a_is_iso", call.A.is_iso);
    text.flag("b_is_iso", call.B.is_iso);
    text.flag("has_values", call.C.values != nullptr);
    text.add_op(call.op, "A", "B", "uses_a", "uses_b");
    return text.finish("kronecker", "KroneckerArguments", kronecker_threads);
}

KernelKey key_of(const KroneckerCall &call) {
    KernelKey key("kronecker");
    key.add(call.op.functor).add(call.op.type).add(call.A.type).add(call.B.type).add(call.z_type);
    for (const SparseArrays *side : {&call.A, &call.B})
        key.add(side->offset_width).add(side->index_width).add(side->is_iso);
    return key.add(call.C.offset_width).add(call.C.index_width).add(call.C.values != nullptr);
}

KroneckerSide side_of(const SparseArrays &rows) {
    return {rows.nrows, rows.nvals, rows.row_offsets, rows.column_indices, rows.values};
}

} // namespace

std::string kronecker_program(const KroneckerCall &call) {
    return program(&call);
}

static Status kronecker(const KroneckerCall *call) {
    const CurrentDevice current;
    const void *kernel = nullptr;
    const Status status = find_kernel(key_of(*call), "kronecker", &program, call, &kernel);
    if (status != Status::ok) return status;
    KroneckerArguments arguments{};
    arguments.a = side_of(call->A);
    arguments.b = side_of(call->B);
    arguments.b_ncols = call->B.ncols;
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
