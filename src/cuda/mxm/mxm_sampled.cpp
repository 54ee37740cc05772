// Host side of the sampled product of full matrices: program and grid.
#include "cuda/mxm/mxm_sampled.hpp"

#include "cuda/mxm/mxm_sampled_arguments.h"
#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/jit.hpp"
#include "cuda/plugin/program.hpp"
#include "cuda/plugin/sizes.hpp"

#include <algorithm>

namespace grb::device {

namespace {

constexpr int most_lanes = 32;

/// The distribution of lanes over k.
struct Shape {
    MxmSampledCall call;
    int vec = 1, lanes = 1;

    explicit Shape(const MxmSampledCall &given) : call(given) {
        SparseArrays left{};
        left.type = call.A.type;
        left.is_iso = call.A.is_iso;
        forget_unused(call.semiring, false, left, call.B.type, call.B.is_iso);
        call.A.type = left.type;
        call.A.is_iso = left.is_iso;
        while (vec < 4 && fits(2 * vec)) vec *= 2;
        // A lane has two loads of each operand in flight.
        const std::uint64_t pieces = divide_up(call.k, 2 * static_cast<std::uint64_t>(vec));
        while (lanes < most_lanes && static_cast<std::uint64_t>(lanes) < pieces) lanes *= 2;
    }

private:
    bool fits(int width) const {
        const auto is_loadable = [width](const DenseArrays &operand) {
            const std::size_t bytes = size_of_type(operand.type) * static_cast<std::size_t>(width);
            const auto address = reinterpret_cast<std::uintptr_t>(operand.values);
            return operand.is_iso || (bytes <= 16 && address % bytes == 0);
        };
        return call.k % static_cast<unsigned>(width) == 0 && is_loadable(call.A) &&
               is_loadable(call.B);
    }
};

std::string program(const void *argument) {
    const Shape &shape = *static_cast<const Shape *>(argument);
    const MxmSampledCall &call = shape.call;
    std::string text = "#include \"mxm/mxm_sampled.cuh\"\n\nstruct P {\n";
    const auto line = [&text](const std::string &content) { text += "    " + content + ";\n"; };
    line("using Offset = " + width(call.M.offset_width));
    line("using Index = " + width(call.M.index_width));
    text += semiring_members(call.semiring, call.A.type, call.B.type, false);
    line(std::string("static constexpr bool a_is_iso = ") + truth(call.A.is_iso));
    line(std::string("static constexpr bool u_is_iso = ") + truth(call.B.is_iso));
    line("static constexpr int vec = " + std::to_string(shape.vec));
    line("static constexpr int lanes = " + std::to_string(shape.lanes));
    return text + "};\n\nextern \"C\" __global__ void __launch_bounds__(" +
           std::to_string(sampled_threads) +
           ") mxm_sampled(const grb::device::MxmSampledArguments arguments) {\n"
           "    grb::device::mxm_sampled<P>(arguments);\n}\n";
}

KernelKey key_of(const Shape &shape) {
    const MxmSampledCall &call = shape.call;
    KernelKey key("mxm_sampled");
    add_semiring(key, call.semiring, call.A.type, call.B.type, false);
    key.add(call.M.offset_width).add(call.M.index_width).add(call.A.is_iso).add(call.B.is_iso);
    return key.add(shape.vec).add(shape.lanes);
}

} // namespace

std::string mxm_sampled_program(const MxmSampledCall &call) {
    const Shape shape(call);
    return program(&shape);
}

static Status mxm_sampled(const MxmSampledCall *given) {
    const Shape shape(*given);
    const MxmSampledCall &call = shape.call;
    const CurrentDevice current;
    const void *kernel = nullptr;
    const Status status = find_kernel(key_of(shape), "mxm_sampled", &program, &shape, &kernel);
    if (status != Status::ok) return status;
    MxmSampledArguments arguments{
        call.M.nrows,          call.M.nvals,  call.k,        call.M.row_offsets,
        call.M.column_indices, call.A.values, call.B.values, call.values};
    void *list[] = {&arguments};
    return runtime().launch(kernel, divide_up(call.M.nvals, sampled_share), sampled_threads, list);
}

namespace {

const Export export_of_sampled = exported<&mxm_sampled>(gpu::mxm_sampled);

} // namespace

} // namespace grb::device
