// Host side of the masked dot products of sparse matrices: program, memory, grids.
#include "cuda/mxm/mxm_masked_dot.hpp"

#include "cuda/mxm/mxm_masked_dot_arguments.h"
#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/jit.hpp"
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

void describe(ProgramSpec &spec, const MxmMaskedDotCall &call) {
    spec.include("mxm/mxm_masked_dot.cuh");
    spec.begin();
    spec.widths(call.A, call.B, call.M);
    spec.semiring(call.semiring, call.A.type, call.B.type, false);
    spec.flag("a_is_iso", call.A.is_iso);
    spec.flag("u_is_iso", call.B.is_iso);
    spec.flag("counts", counts(call));
    spec.end();
    if (spec.text() == nullptr) return; // programs of the header have the same kernels
    for (const Kernel &kernel : kernels)
        spec.kernel({kernel.name, "MxmMaskedDotArguments", kernel.threads, kernel.blocks});
}

MxmMaskedDotArguments arguments_of(const MxmMaskedDotCall &call) {
    MxmMaskedDotArguments arguments{};
    arguments.M = call.M;
    arguments.A = call.A;
    arguments.B = call.B;
    arguments.c_values = call.values;
    arguments.has = call.has;
    return arguments;
}

/// Gets memory for the lists of rows and tasks; clears it where the kernels want it.
Status allocate_lists(Scratch &memory, MxmMaskedDotArguments &arguments) {
    static_assert(sizeof(DotCounters) % sizeof(DotTask) == 0);
    const std::uint64_t rows = arguments.M.nrows;
    const std::uint64_t cleared = sizeof(DotCounters) + rows * sizeof(std::uint64_t);
    Status status = memory.allocate((rows + dot_most_tasks) * sizeof(DotTask) + cleared +
                                    rows * sizeof(std::uint64_t));
    if (status != Status::ok) return status;
    arguments.tasks = memory.as<DotTask>();
    arguments.counters = reinterpret_cast<DotCounters *>(arguments.tasks + rows + dot_most_tasks);
    arguments.work = reinterpret_cast<unsigned long long *>(arguments.counters + 1);
    arguments.short_rows = reinterpret_cast<unsigned long *>(arguments.work + rows);
    status = runtime().clear(arguments.counters, cleared);
    return status == Status::ok ? runtime().clear(arguments.has, arguments.M.nvals) : status;
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
    return Program(&describe, call).text();
}

static Status mxm_masked_dot(const MxmMaskedDotCall *given) {
    const MxmMaskedDotCall call = with_used_values(*given);
    const Program program(&describe, call);
    const CurrentDevice current;
    const void *found[kernel_count] = {};
    Status status = Status::ok;
    for (int k = 0; k < kernel_count && status == Status::ok; k++)
        status = find_kernel(program, kernels[k].name, &found[k]);
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
