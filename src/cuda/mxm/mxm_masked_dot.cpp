// Host side of the masked dot products of sparse matrices: program, memory, grids.
#include "cuda/mxm/mxm_masked_dot.hpp"

#include "cuda/mxm/mxm_masked_dot_arguments.h"
#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/jit.hpp"
#include "cuda/plugin/program.hpp"
#include "cuda/plugin/sizes.hpp"

#include <algorithm>
#include <cstring>

namespace grb::device {

namespace {

MxmMaskedDotCall with_used_values(MxmMaskedDotCall call) {
    forget_unused(call.semiring, false, call.A, call.B.type, call.B.is_iso);
    return call;
}

/// The kernels in their order, the threads of their blocks, and the least blocks of a
/// multiprocessor.
struct Kernel {
    const char *name;
    int threads, blocks;
};
constexpr Kernel kernels[] = {{"dot_measure", dot_threads, 1},
                              {"dot_list", dot_threads, 1},
                              {"dot_short_rows", dot_threads, 1},
                              {"dot_tasks", dot_task_threads, dot_blocks_a_processor}};
constexpr int kernel_count = std::size(kernels), tasks_kernel = kernel_count - 1;

/// All terms are one value, and n of them are n times it.
bool counts(const MxmMaskedDotCall &call) {
    return call.A.is_iso && call.B.is_iso && std::strcmp(call.semiring.add.functor, "Plus") == 0;
}

std::string program(const void *argument) {
    const auto &call = *static_cast<const MxmMaskedDotCall *>(argument);
    std::string text = "#include \"mxm/mxm_masked_dot.cuh\"\n\nstruct P {\n";
    const auto line = [&text](const std::string &content) { text += "    " + content + ";\n"; };
    text += width_members(call.A, call.B, call.M);
    text += semiring_members(call.semiring, call.A.type, call.B.type, false);
    line(std::string("static constexpr bool a_is_iso = ") + truth(call.A.is_iso));
    line(std::string("static constexpr bool u_is_iso = ") + truth(call.B.is_iso));
    line(std::string("static constexpr bool counts = ") + truth(counts(call)));
    text += "};\n\nusing grb::device::MxmMaskedDotArguments;\n";
    for (const Kernel &kernel : kernels)
        text += "extern \"C\" __global__ void __launch_bounds__(" + std::to_string(kernel.threads) +
                ", " + std::to_string(kernel.blocks) + ") " + kernel.name +
                "(const MxmMaskedDotArguments arguments) {\n    grb::device::" + kernel.name +
                "<P>(arguments);\n}\n";
    return text;
}

KernelKey key_of(const MxmMaskedDotCall &call) {
    KernelKey key("mxm_masked_dot");
    add_semiring(key, call.semiring, call.A.type, call.B.type, false);
    for (const SparseArrays *operand : {&call.M, &call.A, &call.B})
        key.add(operand->offset_width).add(operand->index_width);
    return key.add(call.A.is_iso).add(call.B.is_iso);
}

MxmMaskedDotArguments arguments_of(const MxmMaskedDotCall &call) {
    MxmMaskedDotArguments arguments{};
    arguments.nrows = call.M.nrows;
    arguments.nvals = call.M.nvals;
    arguments.mask_offsets = call.M.row_offsets;
    arguments.mask_indices = call.M.column_indices;
    arguments.a_offsets = call.A.row_offsets;
    arguments.a_indices = call.A.column_indices;
    arguments.a_values = call.A.values;
    arguments.b_offsets = call.B.row_offsets;
    arguments.b_indices = call.B.column_indices;
    arguments.b_values = call.B.values;
    arguments.b_nvals = call.B.nvals;
    arguments.c_values = call.values;
    arguments.has = call.has;
    return arguments;
}

/// Gets memory for the lists of rows and tasks; clears it where the kernels want it.
Status allocate_lists(Scratch &memory, MxmMaskedDotArguments &arguments) {
    static_assert(sizeof(DotCounters) % sizeof(DotTask) == 0);
    const std::uint64_t rows = arguments.nrows;
    const std::uint64_t cleared = sizeof(DotCounters) + rows * sizeof(std::uint64_t);
    Status status = memory.allocate((rows + dot_most_tasks) * sizeof(DotTask) + cleared +
                                    rows * sizeof(std::uint64_t));
    if (status != Status::ok) return status;
    arguments.tasks = memory.as<DotTask>();
    arguments.counters = reinterpret_cast<DotCounters *>(arguments.tasks + rows + dot_most_tasks);
    arguments.work = reinterpret_cast<unsigned long long *>(arguments.counters + 1);
    arguments.short_rows = reinterpret_cast<unsigned long *>(arguments.work + rows);
    status = runtime().clear(arguments.counters, cleared);
    return status == Status::ok ? runtime().clear(arguments.has, arguments.nvals) : status;
}

/// Lets `kernel` have half of a multiprocessor's shared memory in each block, and returns how much
/// that is.
Status give_half(const void *kernel, int *bytes) {
    constexpr int reserved = 1024, fixed = 64; // of each block: by the driver, by the kernel
    int all = 0, most = 0;
    const int ordinal = runtime().facts().ordinal;
    cudaError_t error =
        cudaDeviceGetAttribute(&all, cudaDevAttrMaxSharedMemoryPerMultiprocessor, ordinal);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, ordinal);
    *bytes = std::min(all / dot_blocks_a_processor - reserved, most) - fixed;
    *bytes -= *bytes % 16;
    // The attribute is equal for all calls: another thread may set it meanwhile.
    if (error == cudaSuccess)
        error = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, *bytes);
    if (error == cudaSuccess)
        error = cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                                     cudaSharedmemCarveoutMaxShared);
    return error == cudaSuccess ? Status::ok : fail("shared memory of a kernel", error);
}

} // namespace

std::string mxm_masked_dot_program(const MxmMaskedDotCall &given) {
    const MxmMaskedDotCall call = with_used_values(given);
    return program(&call);
}

static Status mxm_masked_dot(const MxmMaskedDotCall *given) {
    const MxmMaskedDotCall call = with_used_values(*given);
    const KernelKey key = key_of(call);
    const CurrentDevice current;
    const void *found[kernel_count] = {};
    Status status = Status::ok;
    for (int k = 0; k < kernel_count && status == Status::ok; k++)
        status = find_kernel(key, kernels[k].name, &program, &call, &found[k]);
    if (status != Status::ok) return status;
    MxmMaskedDotArguments arguments = arguments_of(call);
    status = give_half(found[tasks_kernel], &arguments.task_bytes);
    Scratch memory;
    if (status == Status::ok) status = allocate_lists(memory, arguments);
    // The last two read lists, whose length the host does not know.
    const auto resident = static_cast<std::uint64_t>(runtime().facts().multiprocessors);
    const std::uint64_t blocks[kernel_count] = {
        divide_up(call.M.nvals, dot_share), divide_up(call.M.nrows, dot_threads),
        std::min(8 * resident, divide_up(call.M.nrows, dot_threads / 32)),
        dot_blocks_a_processor * resident};
    void *list[] = {&arguments};
    for (int k = 0; k < kernel_count && status == Status::ok; k++)
        status = runtime().launch(found[k], blocks[k], kernels[k].threads, list,
                                  k == tasks_kernel ? static_cast<std::size_t>(arguments.task_bytes)
                                                    : 0);
    return status;
}

namespace {

const Export export_of_masked_dot = exported<&mxm_masked_dot>(gpu::mxm_masked_dot);

} // namespace

} // namespace grb::device
